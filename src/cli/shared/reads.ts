import type { Outcome } from '../../api/client.ts';
import { sendEach } from '../../api/limiter.ts';
import { badArgument, explain, type Failure, hasTrait } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { ownIdName, type Ref } from '../../resources/resource.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import { done, type Ending, type KindCall, readOptions } from './context.ts';
import { type FailedRead, failedReadsReason, INCOMPLETE, joinReasons, writeFailedRead } from './errors.ts';
import type { TypedRef } from './names.ts';
import type { Printer } from './output.ts';

/** Reads one record, unless it was read to see what a word stands for. */
export async function readOne(call: KindCall, ref: TypedRef): Promise<Outcome<JsonObject>> {
  const { resource, service } = call;
  if (ref.outcome !== undefined) return ref.outcome;
  if (resource.read === undefined)
    return { ok: false, failure: badArgument(safe`${resource.plural} cannot be read.`) };
  return service.client.send(resource.read, ref.ids, readOptions(call));
}

/** Broken connections and time-outs in a row after which the server counts as gone. */
const MAX_BROKEN = 8;

/** Returns true for the outcome of a read after which no other read is sent. */
export type ReadStop = (
  outcome: { readonly ok: true } | { readonly ok: false; readonly failure: Failure },
) => boolean;

/**
 * Creates the rule that ends the reads of many records: a failure that all reads would meet, such as a
 * refused token. A server that hangs at one record, or drops its connection, has not failed for the others.
 */
export function createReadStop(): ReadStop {
  let broken = 0;
  return outcome => {
    const failure = outcome.ok ? undefined : outcome.failure;
    const isBroken = failure?.kind === 'timed-out' || (failure?.kind === 'unreachable' && failure.reached);
    broken = isBroken ? broken + 1 : 0;
    return isBroken ? broken >= MAX_BROKEN : failure !== undefined && hasTrait(failure, 'stops-reads');
  };
}

/** Reads records, several at once, and yields them in order. `isEnd`: no other record is read. */
export async function* readRecords<I>(
  call: KindCall,
  inputs: readonly I[],
  refOf: (input: I) => TypedRef,
  endsReads = createReadStop(),
) {
  const { limit } = call.service.client;
  for await (const [input, outcome] of sendEach(inputs, each => readOne(call, refOf(each)), limit)) {
    const isEnd = endsReads(outcome);
    yield { input, outcome, isEnd };
    if (isEnd) return;
  }
}

export function reportFailedRead(
  call: KindCall,
  printer: Pick<Printer, 'fail'>,
  failed: FailedRead,
): Promise<boolean> {
  writeFailedRead(call, failed);
  return printer.fail(failed);
}

/** Records left out: those whose read failed, and the number never requested. */
type Omitted = { readonly failures: readonly Failure[]; readonly left: number };

export function omittedReason({ failures, left }: Omitted): SafeText | undefined {
  const unrequested = safe`${counted(left, safe`more was`, safe`more were`)} not requested.`;
  return joinReasons(failedReadsReason(failures), left === 0 ? undefined : unrequested);
}

/** Returns the exit code: that of the failures if nothing was read and all have the same one, else 8. */
export function endingOf(requested: number, { failures, left }: Omitted): Ending {
  if (failures.length === 0) return done;
  const codes = new Set(failures.map(failure => explain(failure).exitCode));
  if (codes.has(130)) return { code: 130 };
  const [code = INCOMPLETE] = codes;
  return { code: codes.size === 1 && failures.length + left === requested ? code : INCOMPLETE };
}

/** Reads records several at once and passes them on in order. Failures are reported as they come. */
export async function readEach(
  call: KindCall,
  refs: readonly TypedRef[],
  {
    printer,
    take,
  }: { printer: Pick<Printer, 'fail'>; take: (record: JsonObject, ref: Ref) => Promise<boolean> },
): Promise<Omitted> {
  const { io } = call.context;
  const failures: Failure[] = [];
  let left = refs.length;
  for await (const { input: ref, outcome } of readRecords(call, refs, each => each)) {
    left--;
    if (refs.length > 1) io.progress(safe`${refs.length - left} of ${refs.length} loaded`);
    if (!outcome.ok) {
      failures.push(outcome.failure);
      const record = { id: ref.ids[ownIdName(call.resource)] ?? '' };
      await reportFailedRead(call, printer, { record, failure: outcome.failure });
    } else if (!(await take(outcome.value, ref))) break;
  }
  io.progress(undefined);
  return { failures, left };
}
