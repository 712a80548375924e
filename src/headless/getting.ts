import { stopsAll } from '../after-failure.ts';
import type { Outcome } from '../api/client.ts';
import type { JsonObject } from '../api/json.ts';
import { badArgument, explain, type Failure } from '../failure.ts';
import { withWorkedOut } from '../resources/asked.ts';
import type { Ref } from '../resources/resource.ts';
import { safe } from '../text/sanitise.ts';
import { done, type Ending, type KindCall, readOptions } from './call.ts';
import { failureText } from './failing.ts';
import { refsOf } from './given-ids.ts';
import { listPrinter, printRecord } from './printing.ts';
import { twoAtATime } from './two-at-a-time.ts';

/** Reads one record. */
export async function readOne(call: KindCall, ref: Ref): Promise<Outcome<JsonObject>> {
  const { resource, service } = call;
  if (resource.read === undefined)
    return { ok: false, failure: badArgument(safe`${resource.plural} cannot be read.`) };
  return service.client.send(resource.read, ref.ids, readOptions(call));
}

/** The code of the one failure, or of several that are alike when nothing has succeeded; else that of a part. */
export function endingOf(asked: number, failures: readonly Failure[]): Ending {
  const [first] = failures;
  if (first === undefined) return done;
  const { exitCode } = explain(first);
  const areAlike = failures.every(failure => explain(failure).exitCode === exitCode);
  if ((failures.length === asked && areAlike) || stopsAll(first)) return { code: exitCode };
  return { code: 1 };
}

/** Reads records two at a time and hands them on in their order; failures are said as they come. */
export async function readEach(
  call: KindCall,
  refs: readonly Ref[],
  take: (record: JsonObject, ref: Ref) => Promise<boolean>,
): Promise<readonly Failure[]> {
  const { io } = call.setting;
  const failures: Failure[] = [];
  let count = 0;
  for await (const [ref, answer] of twoAtATime(refs, each => readOne(call, each))) {
    count++;
    if (refs.length > 1) io.progress(safe`${count} of ${refs.length} read`);
    if (answer.ok) {
      if (!(await take(answer.value, ref))) break;
      continue;
    }
    failures.push(answer.failure);
    io.progress(undefined);
    io.writeError(failureText(answer.failure, call.style.output));
    if (stopsAll(answer.failure)) break;
  }
  io.progress(undefined);
  return failures;
}

export async function get(call: KindCall): Promise<Ending> {
  const { resource, setting, style } = call;
  const refs = await refsOf(call, 'get');
  if ('kind' in refs) return refs;
  const { io } = setting;
  const whole = (record: JsonObject): JsonObject =>
    style.only === undefined ? record : withWorkedOut(resource, record, style.clock);
  const [first] = refs;
  if (refs.length === 1 && first !== undefined && call.values['stdin'] !== true) {
    const answer = await readOne(call, first);
    if (!answer.ok) {
      const isAbsent = answer.failure.kind === 'not-found' && resource.absent !== undefined;
      if (isAbsent && style.output === 'table') io.writeError(`${resource.absent}\n`);
      return answer.failure;
    }
    await printRecord({ io, resource, style }, whole(answer.value), first);
    return done;
  }
  // Of a record that was read whole a table for programs has all columns, not only those of a list.
  const only = style.output === 'csv' ? (style.only ?? Object.keys(resource.fields)) : style.only;
  const printer = listPrinter({ io, resource, style: { ...style, only } });
  const failures = await readEach(call, refs, record => printer.add([whole(record)]));
  await printer.end(failures.length === 0 ? undefined : safe`${failures.length} could not be read.`);
  return endingOf(refs.length, failures);
}
