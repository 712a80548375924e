import { refText } from '../explorer/state/place-text.ts';
import { badArgument, type Failure, failureLine } from '../failure.ts';
import { exactFilterResult, YES } from '../filter/match.ts';
import { type Filter, parseFilter } from '../filter/parse.ts';
import type { JsonObject } from '../json/json.ts';
import { fieldAt, valueAt, withDerivedFields } from '../resources/fields.ts';
import { ownId, type Ref, type Resource, refTo } from '../resources/resource.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { DAY_MS, timeoutMs, withUnit } from '../text/units.ts';
import { done, type Ending, type KindCall } from './shared/context.ts';
import { namedRecords } from './shared/names.ts';
import { printRecord } from './shared/output.ts';
import { isPassing, readOne } from './shared/reads.ts';

const DEFAULT_TIMEOUT = '2m';
/** Doubles up to the longest. */
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 10_000;

type Goal = Readonly<{ words: SafeText; filter: Filter | 'deleted' }>;

/** `delete`, or a filter: `health=ok`, `updated<1h`. */
function goalOf(resource: Resource, text: string): Result<Goal> {
  const words = clean(text, 80);
  if (text === 'delete' || text === 'deleted') return ok({ words: safe`deleted`, filter: 'deleted' });
  const filter = parseFilter(resource, text);
  if (filter.problem !== undefined) return err(filter.problem);
  const isFields = filter.terms.length > 0 && filter.terms.every(({ kind }) => kind === 'field');
  if (isFields) return ok({ words, filter });
  return err(safe`"${words}" is not a condition: health=ok, status=active or delete.`);
}

type Wait = Readonly<{ call: KindCall; ref: Ref; goal: Goal; timeout: string }>;

/** `failure`: it could not be read. */
type Present = Readonly<{ words: SafeText; failure?: Failure }>;
/** The goal is reached; undefined: by a record that is gone. */
type Reached = { readonly reached: JsonObject | undefined };

async function readNow({ call, ref, goal }: Wait, signal: AbortSignal): Promise<Present | Reached> {
  const { resource, context } = call;
  const { filter } = goal;
  const outcome = await readOne({ ...call, context: { ...context, io: { ...context.io, signal } } }, ref);
  context.io.progress(undefined);
  if (!outcome.ok) {
    const { failure } = outcome;
    const isGone = filter === 'deleted' && failure.kind === 'not-found';
    return isGone ? { reached: undefined } : { words: failureLine(failure), failure };
  }
  if (filter === 'deleted') return { words: safe`it exists` };
  const clock = { now: context.now(), exact: false };
  const record = withDerivedFields(resource, outcome.value, clock);
  const whole = new Map([[ownId(record) ?? '', record]]);
  const { matches } = exactFilterResult({ resource, items: [record], whole, now: clock.now }, filter);
  if (matches[0] === YES) return { reached: outcome.value };
  const [{ name } = { name: '' }] = filter.terms.filter(term => term.kind === 'field');
  const value = fieldAt(resource, name)?.show(valueAt(record, name), clock);
  return { words: safe`${clean(name)} is ${value ?? safe`not set`}` };
}

const pauseAfter = (failure: Failure | undefined, usualMs: number) =>
  failure !== undefined && 'waitMs' in failure ? Math.max(usualMs, failure.waitMs ?? 0) : usualMs;

function timedOut({ call, goal, timeout }: Wait, place: SafeText, last: Present | undefined): Ending {
  if (last?.failure !== undefined) return last.failure;
  const words = last?.words ?? safe`no response`;
  call.context.io.writeError(`botscope: ${place}: not ${goal.words} within ${clean(timeout)}: ${words}.\n`);
  return { code: 1 };
}

async function finish({ call, ref }: Wait, line: string, { reached }: Reached): Promise<Ending> {
  const { io } = call.context;
  if (call.values['output'] === undefined) await io.write(line);
  else if (reached === undefined) io.remark(line);
  else await printRecord(call, reached, ref);
  return done;
}

async function readUntil(waiting: Wait): Promise<Ending> {
  const { call, ref, goal, timeout } = waiting;
  const { io, wait } = call.context;
  const place = clean(refText(ref), 200);
  const deadline = AbortSignal.timeout(timeoutMs(timeout, DAY_MS) ?? 0);
  const signal = AbortSignal.any([deadline, io.signal]);
  let last: Present | undefined;
  let isSeen = false;
  for (let usualMs = FIRST_PAUSE_MS; !signal.aborted; usualMs = Math.min(2 * usualMs, MAX_PAUSE_MS)) {
    const present = await readNow(waiting, signal);
    // The id of a record that nobody saw may be mistyped.
    const end = goal.filter === 'deleted' && !isSeen ? safe`not found, nothing to wait for` : goal.words;
    if ('reached' in present) return finish(waiting, `${place}: ${end}\n`, present);
    const { failure, words } = present;
    isSeen ||= failure === undefined;
    if (signal.aborted) break;
    last = present;
    if (failure !== undefined && !isPassing(failure)) return failure;
    io.progress(safe`${place}: ${words}`);
    await wait(pauseAfter(failure, usualMs), signal);
  }
  io.progress(undefined);
  return io.signal.aborted ? { kind: 'cancelled' } : timedOut(waiting, place, last);
}

const EXAMPLE = safe`For example: botscope wait <bot> --for health=ok`;

export async function waitFor(call: KindCall): Promise<Ending> {
  const { words, values, context } = call;
  const { for: condition, timeout: longest } = values;
  const timeout = typeof longest === 'string' ? withUnit(longest) : DEFAULT_TIMEOUT;
  if (words.length === 0 || typeof condition !== 'string')
    return badArgument(safe`Wait for which record and what? ${EXAMPLE}`);
  const named = namedRecords(call, words, EXAMPLE);
  if (!named.ok) return badArgument(named.why);
  const { resource, load } = named.value;
  const goal = goalOf(resource, condition);
  if (!goal.ok) return badArgument(safe`--for: ${goal.why}`);
  const refs = await load();
  if ('kind' in refs) return refs;
  // Without the response that found it: it is loaded again and again.
  const [{ kind, ids } = refTo(resource, '')] = refs;
  const ref = { kind, ids };
  context.io.remark(
    `botscope: waiting up to ${timeout} for ${clean(refText(ref), 200)}: ${goal.value.words}\n`,
  );
  return readUntil({ call: { ...call, resource }, ref, goal: goal.value, timeout });
}
