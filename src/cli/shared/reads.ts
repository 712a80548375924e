import type { Outcome } from '../../api/client.ts';
import { sendEach } from '../../api/limiter.ts';
import { badArgument, explain, type Failure, hasTrait } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { withDigests } from '../../resources/digests.ts';
import { refId } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import { done, type Ending, type KindCall, readOptions } from './context.ts';
import { type FailedRead, failedReadsReason, INCOMPLETE, joinReasons, writeFailedRead } from './errors.ts';
import type { Printer } from './output.ts';

/** Each bot that is read then leaves a digest. */
export const checking = <C extends Pick<KindCall, 'service'>>(call: C): C => {
  const { client, digests } = call.service;
  return { ...call, service: { ...call.service, client: withDigests(client, digests) } };
};

export type TypedRef = Ref & {
  readonly isByName?: true;
  /** Used in place of a second read. */
  readonly outcome?: Outcome<JsonObject>;
};

export async function readOne(call: KindCall, ref: TypedRef): Promise<Outcome<JsonObject>> {
  const { resource, service } = call;
  if (ref.outcome !== undefined) return ref.outcome;
  if (resource.read === undefined)
    return { ok: false, failure: badArgument(safe`${resource.plural} cannot be read.`) };
  return service.client.send(resource.read, ref.ids, readOptions(call));
}

/** A server that breaks so many reads in a row is gone. */
const MAX_BROKEN = 8;

export type ReadStop = (failure: Failure | undefined) => boolean;

export const stopsReads: ReadStop = failure => failure !== undefined && hasTrait(failure, 'stops-reads');

/** The server or the network failed, not the request. */
export const isPassing = (failure: Failure) =>
  ['throttled', 'timed-out', 'unreachable', 'unreadable'].includes(failure.kind) ||
  (failure.kind === 'server-error' && failure.status !== 501);

/** A server that hangs at one record, or drops its connection, has not failed for the others. */
export function createReadStop(): ReadStop {
  let broken = 0;
  return failure => {
    const isBroken = failure?.kind === 'timed-out' || (failure?.kind === 'unreachable' && failure.reached);
    broken = isBroken ? broken + 1 : 0;
    return isBroken ? broken >= MAX_BROKEN : stopsReads(failure);
  };
}

/** Yields in order what it reads several at once; `isEnd` ends it. */
export async function* readRecords<R extends TypedRef>(
  call: KindCall,
  refs: readonly R[],
  endsReads = createReadStop(),
) {
  const { limit } = call.service.client;
  for await (const [ref, outcome] of sendEach(refs, each => readOne(call, each), limit)) {
    const isEnd = endsReads(outcome.ok ? undefined : outcome.failure);
    yield { ref, outcome, isEnd };
    if (isEnd) return;
  }
}

export function reportFailedRead(call: KindCall, printer: Pick<Printer, 'fail'>, failed: FailedRead) {
  writeFailedRead(call, failed);
  return printer.fail(failed);
}

/** `left`: never requested. */
type Omitted = Readonly<{ failures: readonly Failure[]; left: number }>;

export function omittedReason({ failures, left }: Omitted): SafeText | undefined {
  const unrequested = safe`${counted(left, safe`more was`, safe`more were`)} not requested.`;
  return joinReasons(failedReadsReason(failures), left === 0 ? undefined : unrequested);
}

/** Exit code: that of the failures if nothing was read and all have the same one, else 8. */
export function endingOf(requested: number, { failures, left }: Omitted): Ending {
  if (failures.length === 0) return done;
  const codes = new Set(failures.map(failure => explain(failure).exitCode));
  if (codes.has(130)) return { code: 130 };
  const [code = INCOMPLETE] = codes;
  return { code: codes.size === 1 && failures.length + left === requested ? code : INCOMPLETE };
}

export async function readEach(
  call: KindCall,
  refs: readonly TypedRef[],
  printer: Pick<Printer, 'fail'>,
  take: (record: JsonObject, ref: Ref) => Promise<boolean>,
): Promise<Omitted> {
  const { io } = call.context;
  const failures: Failure[] = [];
  let left = refs.length;
  for await (const { ref, outcome } of readRecords(call, refs)) {
    left--;
    if (refs.length > 1) io.progress(safe`${refs.length - left} of ${refs.length} loaded`);
    if (!outcome.ok) {
      failures.push(outcome.failure);
      const record = { id: refId(ref) };
      await reportFailedRead(call, printer, { record, failure: outcome.failure });
    } else if (!(await take(outcome.value, ref))) break;
  }
  io.progress(undefined);
  return { failures, left };
}
