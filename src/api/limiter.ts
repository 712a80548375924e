import { setTimeout } from 'node:timers/promises';
import { type Failure, hasTrait, MAX_WAIT_MS } from '../failure.ts';
import type { RawResponse } from './http.ts';

/** If the server names no time; up to half of it is added at random. */
const PAUSE_MS = 400;
/** If the server names a time. */
const MIN_WAIT_MS = 1000;

/** Waits as the server asks, or less than a second. */
export function pauseBeforeRetry(failure: Failure, random: () => number): number {
  const waitMs = 'waitMs' in failure ? failure.waitMs : undefined;
  return waitMs === undefined ? PAUSE_MS * (1 + random() / 2) : Math.max(MIN_WAIT_MS, waitMs);
}

export async function wait(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await setTimeout(ms, undefined, signal === undefined ? {} : { signal });
    return true;
  } catch {
    return false;
  }
}

/** `left` of the requests in a window, which ends in `restMs`. */
export type RateLimit = Readonly<{ limit: number; left: number; restMs: number }>;

const COUNT = /^\d{1,9}$/;

/** Reads `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds). Service facts, 3. */
export function rateLimitOf(headers: RawResponse['headers']): RateLimit | undefined {
  const count = (name: string): number | undefined => {
    const text = headers.get(`ratelimit-${name}`)?.trim() ?? '';
    return COUNT.test(text) ? Number(text) : undefined;
  };
  const [limit, left, seconds] = [count('limit'), count('remaining'), count('reset')];
  if (!limit || left === undefined || seconds === undefined) return undefined;
  // With 0 a wait would loop every millisecond.
  return { limit, left, restMs: Math.max(1, seconds) * 1000 };
}

/** `ms`: round trip, compared with others of its operation. */
export type AttemptEnd = Readonly<{
  operation: string;
  ms: number;
  rateLimit?: RateLimit | undefined;
  failure?: Failure | undefined;
}>;

const INITIAL_LIMIT = 4;
const MAX_LIMIT = 12;
/** Of the fastest round trip, plus the usual variation of a network. */
const SLOWDOWN_FACTOR = 2;
const JITTER_MS = 50;
/** Weights of a round trip: a server may stay slow. */
const AVERAGE_WEIGHT = 0.2;
const FASTEST_WEIGHT = 0.01;

/** From 4 to 12 at once while round trips stay as fast; halved if not, after a 429 and a retried failure. */
function createConcurrency() {
  let limit = INITIAL_LIMIT;
  let hasHalved = false;
  const fastest = new Map<string, number>();
  const averages = new Map<string, number>();

  function halve() {
    limit = Math.max(1, limit / 2);
    hasHalved = true;
    averages.clear();
  }

  function isSlow({ operation, ms }: AttemptEnd) {
    const last = fastest.get(operation) ?? ms;
    const fastestMs = ms < last ? ms : last + (ms - last) * FASTEST_WEIGHT;
    const average = averages.get(operation) ?? ms;
    const averageMs = average + (ms - average) * AVERAGE_WEIGHT;
    fastest.set(operation, fastestMs);
    averages.set(operation, averageMs);
    return averageMs > fastestMs * SLOWDOWN_FACTOR + JITTER_MS;
  }

  function learn(result: AttemptEnd, running: number) {
    const { failure } = result;
    const isTrouble =
      failure === undefined ? isSlow(result) : failure.kind === 'throttled' || hasTrait(failure, 'retryable');
    if (isTrouble) halve();
    else if (failure === undefined && running > limit / 2)
      limit = Math.min(MAX_LIMIT, limit + (hasHalved ? 1 / limit : 1));
    return isTrouble;
  }

  return { limit: () => Math.floor(limit), learn };
}

/** Longer windows and waits end in a 429. */
const MAX_WINDOW_MS = 2000;
const MAX_HOLD_MS = 5000;

type WaitOptions = Readonly<{
  signal: AbortSignal | undefined;
  onWait?: ((ms: number, failure: Failure) => void) | undefined;
}>;

export type Limiter = ReturnType<typeof createLimiter>;

/** Heeds announced limits, pauses and slowness. `now`: epoch milliseconds. */
export function createLimiter(now: () => number) {
  const concurrency = createConcurrency();
  let pausedUntil = 0;
  let announced: RateLimit | undefined;
  let [left, endsAt] = [0, 0];
  let [running, sent] = [0, 0];
  /** In their order: a request that others overtake would wait too long. */
  const queue: object[] = [];
  /** Of the attempts whose response announced what is left, and before the limit was halved. */
  let [newest, lastBefore] = [0, 0];

  /** For room in the announced window, at most until `until`. */
  function roomMs(place: object, until: number) {
    if (announced === undefined || announced.restMs > MAX_WINDOW_MS || now() >= until) return 0;
    if (now() >= endsAt) {
      // A new window: only its limit is known.
      left = announced.limit - running;
      endsAt = now() + announced.restMs;
    }
    if (left > 0) return queue[0] === place ? 0 : 1;
    return Math.max(1, Math.min(endsAt, until) - now());
  }

  async function waitForPause({ signal, onWait }: WaitOptions) {
    let reported = 0;
    for (let ms = pausedUntil - now(); ms > 0; ms = pausedUntil - now()) {
      // A timer may end a millisecond early: the rest is not reported as another wait.
      if (pausedUntil !== reported) onWait?.(ms, { kind: 'throttled', waitMs: ms });
      reported = pausedUntil;
      if (!(await wait(ms, signal))) return false;
    }
    return true;
  }

  /** Waits and takes in one step: another request may wake between two. */
  async function takeRoom(signal: AbortSignal | undefined): Promise<number | undefined> {
    const place = {};
    const until = now() + MAX_HOLD_MS;
    let isStopped = false;
    queue.push(place);
    for (let ms = roomMs(place, until); ms > 0 && !isStopped; ms = roomMs(place, until))
      isStopped = !(await wait(ms, signal));
    queue.splice(queue.indexOf(place), 1);
    if (isStopped || signal?.aborted) return undefined;
    left--;
    running++;
    return ++sent;
  }

  function end(attempt: number, result: AttemptEnd) {
    if (attempt > lastBefore && concurrency.learn(result, running)) lastBefore = sent;
    running--;
    const { rateLimit, failure } = result;
    // Longer waits are reported, not awaited: a person who retries has read the time.
    if (failure?.kind === 'throttled' && failure.waitMs !== undefined && failure.waitMs <= MAX_WAIT_MS)
      pausedUntil = Math.max(pausedUntil, now() + Math.max(MIN_WAIT_MS, failure.waitMs));
    if (rateLimit === undefined) return;
    announced = rateLimit;
    // The server may not have counted the requests that are still under way.
    const present = rateLimit.left - running;
    // A response that later ones have overtaken is older news.
    left = attempt < newest ? Math.min(left, present) : present;
    newest = Math.max(newest, attempt);
    endsAt = now() + rateLimit.restMs;
  }

  return {
    limit: concurrency.limit,
    end,
    /** All requests wait for the `Retry-After` of a 429. */
    isPaused: () => pausedUntil > now(),
    /** Waits for a pause to end and, up to 5 s, for room. Returns a number for `end`, unless aborted. */
    begin: async (options: WaitOptions): Promise<number | undefined> =>
      (await waitForPause(options)) ? takeRoom(options.signal) : undefined,
  };
}

const MAX_BUFFERED = 2 * MAX_LIMIT;

/** `request` must not throw. */
export async function* sendEach<I, O>(
  inputs: Iterable<I>,
  request: (input: I) => Promise<O>,
  limit: () => number,
): AsyncGenerator<readonly [I, O]> {
  const started: { readonly input: I; outcome?: O }[] = [];
  const running = new Set<Promise<void>>();
  const start = (input: I) => {
    const slot: (typeof started)[number] = { input };
    started.push(slot);
    const sending = request(input).then(outcome => {
      slot.outcome = outcome;
      running.delete(sending);
    });
    running.add(sending);
  };
  const iterator = inputs[Symbol.iterator]();
  for (let next = iterator.next(); !next.done || started.length > 0; ) {
    for (; !next.done && running.size < limit() && started.length < MAX_BUFFERED; next = iterator.next())
      start(next.value);
    const [first] = started;
    if (first?.outcome === undefined) await Promise.race(running);
    else {
      started.shift();
      yield [first.input, first.outcome];
    }
  }
}
