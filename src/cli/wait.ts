import { failureLine } from '../api/failure-line.ts';
import { wait } from '../api/limiter.ts';
import { refText } from '../explorer/state/place-text.ts';
import { badArgument, type Failure } from '../failure.ts';
import { durationMs } from '../filter/condition.ts';
import { exactFilterResult, YES } from '../filter/match.ts';
import { type Filter, parseFilter } from '../filter/parse.ts';
import type { JsonObject } from '../json/json.ts';
import { fieldAt, withDerivedFields } from '../resources/fields.ts';
import { ownId } from '../resources/record-ids.ts';
import { resourceOf } from '../resources/registry.ts';
import type { Ref, Resource } from '../resources/resource.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { type CommandCall, done, type Ending, type KindCall } from './shared/context.ts';
import { refOfPlace } from './shared/names.ts';
import { readOne } from './shared/reads.ts';

/** Time to wait without `--timeout`. */
const DEFAULT_TIMEOUT = '2m';
/** Time before the second read; it doubles up to the longest. */
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 10_000;

/** A condition to wait for: the record is gone, or its fields match. */
type Goal = { readonly words: SafeText; readonly filter: Filter | 'deleted' };

/** Parses `--for`: `delete`, or fields in the form of a filter, `health=ok` or `updated<1h`. */
function goalOf(resource: Resource, text: string): Result<Goal> {
  const words = clean(text, 80);
  if (text === 'delete' || text === 'deleted') return ok({ words: safe`deleted`, filter: 'deleted' });
  const filter = parseFilter(resource, text.replace(/(^|\s)(!?[\p{L}_][\p{L}\p{N}_]*)=/gu, '$1$2:'));
  if (filter.problem !== undefined) return err(filter.problem);
  const isFields = filter.terms.length > 0 && filter.terms.every(({ kind }) => kind === 'field');
  return isFields
    ? ok({ words, filter })
    : err(safe`"${words}" is no condition: health=ok, status=active or delete.`);
}

/** A record to wait for, and its goal. */
type Wait = {
  readonly call: KindCall;
  readonly ref: Ref;
  readonly goal: Goal;
  /** Longest time as typed, `2m`. */
  readonly timeout: string;
};

/** Result of one read. `failed`: the record could not be read; the next read may succeed. */
type ReadResult =
  | { readonly kind: 'reached' }
  | { readonly kind: 'other'; readonly words: SafeText }
  | { readonly kind: 'failed'; readonly words: SafeText; readonly failure: Failure };

/** Returns the present value of the first field in a goal: `health is 2 problems`. */
function presentWords({ call, goal }: Wait, record: JsonObject): SafeText {
  const [term] = goal.filter === 'deleted' ? [] : goal.filter.terms;
  if (term?.kind !== 'field') return safe`it exists`;
  const value = fieldAt(call.resource, term.name)?.show(record[term.name], clockOf(call));
  return safe`${clean(term.name)} is ${value ?? safe`not set`}`;
}

const clockOf = ({ context }: CommandCall) => ({ now: context.now(), exact: false });

async function readNow(waiting: Wait, signal: AbortSignal): Promise<ReadResult> {
  const { call, ref, goal } = waiting;
  const { resource, context } = call;
  const outcome = await readOne({ ...call, context: { ...context, io: { ...context.io, signal } } }, ref);
  context.io.progress(undefined);
  if (!outcome.ok) {
    const { failure } = outcome;
    const isReached = goal.filter === 'deleted' && failure.kind === 'not-found';
    return isReached ? { kind: 'reached' } : { kind: 'failed', words: failureLine(failure), failure };
  }
  const record = withDerivedFields(resource, outcome.value, clockOf(call));
  const rows = {
    resource,
    items: [record],
    whole: new Map([[ownId(record) ?? '', record]]),
    now: context.now(),
  };
  const isReached = goal.filter !== 'deleted' && exactFilterResult(rows, goal.filter).matches[0] === YES;
  return isReached ? { kind: 'reached' } : { kind: 'other', words: presentWords(waiting, record) };
}

/** Returns true if a later read may succeed: the server or the network failed, not the request. */
const isPassing = (failure: Failure): boolean =>
  failure.kind === 'throttled' ||
  failure.kind === 'timed-out' ||
  failure.kind === 'unreachable' ||
  (failure.kind === 'server-error' && failure.status !== 501);

/** Returns the pause before the next read: the usual one, or longer if the server names a time. */
const pauseAfter = (reading: ReadResult, usualMs: number): number =>
  reading.kind === 'failed' && 'waitMs' in reading.failure
    ? Math.max(usualMs, reading.failure.waitMs ?? 0)
    : usualMs;

/** Returns the ending when the time is over: the last failure if the record could not be read, else 1. */
function timedOut({ call, ref, goal, timeout }: Wait, last: ReadResult | undefined): Ending {
  if (last?.kind === 'failed') return last.failure;
  const words = last?.kind === 'other' ? last.words : safe`no response`;
  const place = clean(refText(ref), 200);
  call.context.io.writeError(`botscope: ${place}: not ${goal.words} within ${clean(timeout)}: ${words}.\n`);
  return { code: 1 };
}

/** Reads the record again and again until it is as wanted, the time is over, or reading makes no sense. */
async function readUntil(waiting: Wait): Promise<Ending> {
  const { call, ref, goal, timeout } = waiting;
  const { io } = call.context;
  const place = clean(refText(ref), 200);
  const deadline = AbortSignal.timeout(durationMs(timeout) ?? 0);
  const signal = AbortSignal.any([deadline, io.signal]);
  let last: ReadResult | undefined;
  let isSeen = false;
  for (let usualMs = FIRST_PAUSE_MS; !signal.aborted; usualMs = Math.min(2 * usualMs, MAX_PAUSE_MS)) {
    const reading = await readNow(waiting, signal);
    if (reading.kind === 'reached') {
      // The id of a record that nobody saw may be mistyped.
      const isUnseen = goal.filter === 'deleted' && !isSeen;
      await io.write(`${place}: ${isUnseen ? safe`not found, nothing to wait for` : goal.words}\n`);
      return done;
    }
    isSeen ||= reading.kind === 'other';
    // A read that was stopped shows nothing.
    if (signal.aborted) break;
    last = reading;
    if (last.kind === 'failed' && !isPassing(last.failure)) return last.failure;
    io.progress(safe`${place}: ${last.words}`);
    await wait(pauseAfter(last, usualMs), signal);
  }
  io.progress(undefined);
  return io.signal.aborted ? { kind: 'cancelled' } : timedOut(waiting, last);
}

const EXAMPLE = safe`For example: botscope wait bot/<id> --for health=ok`;

/** Waits until a record is as wanted. Exit code 1 if the time is over. */
export async function waitFor(call: CommandCall): Promise<Ending> {
  const { words, values, context } = call;
  const [text] = words;
  const { for: condition, timeout: longest } = values;
  const timeout = typeof longest === 'string' ? longest : DEFAULT_TIMEOUT;
  if (text === undefined || typeof condition !== 'string')
    return badArgument(safe`Wait for which record and what? ${EXAMPLE}`);
  const ref = refOfPlace(text, EXAMPLE);
  if (!ref.ok) return badArgument(ref.why);
  const resource = resourceOf(ref.value.kind);
  const goal = goalOf(resource, condition);
  if (!goal.ok) return badArgument(safe`--for: ${goal.why}`);
  const service = await context.connect();
  if ('kind' in service) return service;
  context.io.remark(
    `botscope: waiting up to ${timeout} for ${clean(refText(ref.value), 200)}: ${goal.value.words}\n`,
  );
  return readUntil({ call: { ...call, resource, service }, ref: ref.value, goal: goal.value, timeout });
}
