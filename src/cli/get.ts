import type { Outcome } from '../api/client.ts';
import { sendEach } from '../api/send-each.ts';
import { badArgument, explain, type Failure } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { withDerivedFields } from '../resources/fields.ts';
import { ownIdName } from '../resources/record-ids.ts';
import type { Ref } from '../resources/resource.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { done, type Ending, type KindCall, readOptions } from './shared/context.ts';
import { failedReadsReason, INCOMPLETE, joinReasons, reportFailedRead } from './shared/errors.ts';
import { refsOf } from './shared/ids.ts';
import type { TypedRef } from './shared/names.ts';
import { listPrinter, type Printer, printRecord } from './shared/output.ts';
import { createReadStop } from './shared/read-stop.ts';

const STOPPED = 130;

/** Reads one record, unless it was read to see what a word stands for. */
export async function readOne(call: KindCall, ref: TypedRef): Promise<Outcome<JsonObject>> {
  const { resource, service } = call;
  if (ref.outcome !== undefined) return ref.outcome;
  if (resource.read === undefined)
    return { ok: false, failure: badArgument(safe`${resource.plural} cannot be read.`) };
  return service.client.send(resource.read, ref.ids, readOptions(call));
}

/** Records left out: those whose read failed, and the number never requested. */
type Omitted = { readonly failures: readonly Failure[]; readonly left: number };

/** Returns why the output is not complete; undefined when it is. */
export function omittedReason({ failures, left }: Omitted): SafeText | undefined {
  const unrequested = safe`${counted(left, safe`more was`, safe`more were`)} not requested.`;
  return joinReasons(failedReadsReason(failures), left === 0 ? undefined : unrequested);
}

/** Returns the exit code: that of the failures if nothing was read and all have the same one, else 8. */
export function endingOf(requested: number, { failures, left }: Omitted): Ending {
  if (failures.length === 0) return done;
  const codes = new Set(failures.map(failure => explain(failure).exitCode));
  if (codes.has(STOPPED)) return { code: STOPPED };
  const [code = INCOMPLETE] = codes;
  return { code: codes.size === 1 && failures.length + left === requested ? code : INCOMPLETE };
}

/** Reads records several at once and passes them on in order. Failures are reported as they come. */
export async function readEach(
  call: KindCall,
  refs: readonly TypedRef[],
  { printer, take }: { printer: Printer; take: (record: JsonObject, ref: Ref) => Promise<boolean> },
): Promise<Omitted> {
  const { io } = call.context;
  const own = ownIdName(call.resource);
  const failures: Failure[] = [];
  const endsReads = createReadStop();
  let count = 0;
  for await (const [ref, outcome] of sendEach(refs, each => readOne(call, each), call.service.client.limit)) {
    count++;
    const isEnd = endsReads(outcome);
    if (refs.length > 1) io.progress(safe`${count} of ${refs.length} loaded`);
    if (outcome.ok) {
      if (await take(outcome.value, ref)) continue;
      break;
    }
    const { failure } = outcome;
    failures.push(failure);
    await reportFailedRead(call, printer, { record: { id: ref.ids[own] ?? '' }, failure });
    if (isEnd) break;
  }
  io.progress(undefined);
  return { failures, left: refs.length - count };
}

export async function get(call: KindCall): Promise<Ending> {
  const { resource, context, style } = call;
  const refs = await refsOf(call, 'get');
  if ('kind' in refs) return refs;
  const { io } = context;
  const whole = (record: JsonObject): JsonObject =>
    style.only === undefined ? record : withDerivedFields(resource, record, style.clock);
  const [first] = refs;
  if (refs.length === 1 && first !== undefined && call.values['stdin'] !== true) {
    const outcome = await readOne(call, first);
    if (!outcome.ok) {
      const isAbsent = outcome.failure.kind === 'not-found' && resource.missingHint !== undefined;
      if (isAbsent && style.output === 'table') io.remark(`${resource.missingHint}\n`);
      return outcome.failure;
    }
    await printRecord({ io, resource, style }, whole(outcome.value), first);
    return done;
  }
  // Full records fill all columns of a CSV table, not only those of a list.
  const only = style.output === 'csv' ? (style.only ?? Object.keys(resource.fields)) : style.only;
  const printer = listPrinter({ io, resource, style: { ...style, only } });
  const omitted = await readEach(call, refs, { printer, take: record => printer.add([whole(record)]) });
  await printer.end(omittedReason(omitted));
  return endingOf(refs.length, omitted);
}
