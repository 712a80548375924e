import { setTimeout } from 'node:timers/promises';
import { type Failure, hasTrait, MAX_WAIT_MS } from '../failure.ts';
import type { RawResponse } from './http.ts';

/** Milliseconds before a retry if the server names no time; up to half of it is added at random. */
const PAUSE_MS = 400;
/** Shortest wait in milliseconds if the server names a time. */
const MIN_WAIT_MS = 1000;

/** Milliseconds, as the server asks, or less than a second. */
export function pauseBeforeRetry(failure: Failure, random: () => number): number {
  const waitMs = 'waitMs' in failure ? failure.waitMs : undefined;
  return waitMs === undefined ? PAUSE_MS * (1 + random() / 2) : Math.max(MIN_WAIT_MS, waitMs);
}

/** Resolves early with false if the signal aborts. */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await setTimeout(ms, undefined, signal === undefined ? {} : { signal });
    return true;
  } catch {
    return false;
  }
}

/** A rate limit of a server: requests in a window, those left of it, and milliseconds to its end. */
export type RateLimit = { readonly limit: number; readonly left: number; readonly restMs: number };

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

/** The end of an attempt. `ms`: its round trip, compared with others of its operation. */
export type AttemptEnd = {
  readonly operation: string;
  readonly ms: number;
  readonly rateLimit?: RateLimit | undefined;
  readonly failure?: Failure | undefined;
};

const INITIAL_LIMIT = 4;
const MAX_LIMIT = 12;
/** Round trips are slow from this multiple of the fastest one, plus the usual variation of a network. */
const SLOWDOWN_FACTOR = 2;
const JITTER_MS = 50;
/** Weight of a round trip in the average, and in the fastest: a server may stay slow. */
const AVERAGE_WEIGHT = 0.2;
const FASTEST_WEIGHT = 0.01;

/**
 * Requests at once: 4 at first, up to 12 while they are used and round trips stay as fast as they were;
 * halved if they do not, after a 429 and after a failure that is retried.
 */
function createConcurrency() {
  let limit = INITIAL_LIMIT;
  let hasHalved = false;
  const fastest = new Map<string, number>();
  const averages = new Map<string, number>();

  function halve(): void {
    limit = Math.max(1, limit / 2);
    hasHalved = true;
    averages.clear();
  }

  function isSlow({ operation, ms }: AttemptEnd): boolean {
    const last = fastest.get(operation) ?? ms;
    const fastestMs = ms < last ? ms : last + (ms - last) * FASTEST_WEIGHT;
    const average = averages.get(operation) ?? ms;
    const averageMs = average + (ms - average) * AVERAGE_WEIGHT;
    fastest.set(operation, fastestMs);
    averages.set(operation, averageMs);
    return averageMs > fastestMs * SLOWDOWN_FACTOR + JITTER_MS;
  }

  function learn(result: AttemptEnd, running: number): boolean {
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

/** Longest window, and longest wait, for which a request is held back. Longer ones end in a 429. */
const MAX_WINDOW_MS = 2000;
const MAX_HOLD_MS = 5000;

type WaitOptions = {
  readonly signal: AbortSignal | undefined;
  readonly onWait?: ((ms: number, failure: Failure) => void) | undefined;
};

export type Limiter = ReturnType<typeof createLimiter>;

/** The server announces a rate limit, asks for pauses, or becomes slow. `now`: epoch milliseconds. */
export function createLimiter(now: () => number) {
  const concurrency = createConcurrency();
  let pausedUntil = 0;
  let announced: RateLimit | undefined;
  let [left, endsAt] = [0, 0];
  let [running, sent] = [0, 0];
  /** Requests that wait for room, in their order: one that others overtake would wait too long. */
  const queue: object[] = [];
  /** The last attempt whose response announced what is left, and the last one before the limit was halved. */
  let [newest, lastBefore] = [0, 0];

  /** Milliseconds to wait for room in the announced window, at most until `until`. */
  function roomMs(place: object, until: number): number {
    if (announced === undefined || announced.restMs > MAX_WINDOW_MS || now() >= until) return 0;
    if (now() >= endsAt) {
      // A new window: only its limit is known.
      left = announced.limit - running;
      endsAt = now() + announced.restMs;
    }
    if (left > 0) return queue[0] === place ? 0 : 1;
    return Math.max(1, Math.min(endsAt, until) - now());
  }

  async function waitForPause({ signal, onWait }: WaitOptions): Promise<boolean> {
    let reported = 0;
    for (let ms = pausedUntil - now(); ms > 0; ms = pausedUntil - now()) {
      // A timer may end a millisecond early: the rest is not reported as another wait.
      if (pausedUntil !== reported) onWait?.(ms, { kind: 'throttled', waitMs: ms });
      reported = pausedUntil;
      if (!(await wait(ms, signal))) return false;
    }
    return true;
  }

  /** Waits for room and takes it, in one step: another request may wake between two. */
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

  function end(attempt: number, result: AttemptEnd): void {
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
    /** True while all requests wait for the time in the `Retry-After` of a 429. */
    isPaused: (): boolean => pausedUntil > now(),
    /**
     * Waits for the end of a pause, and up to 5 s for room in the announced window. Returns the number of the
     * attempt, for `end`; undefined if the signal aborted.
     */
    begin: async (options: WaitOptions): Promise<number | undefined> =>
      (await waitForPause(options)) ? takeRoom(options.signal) : undefined,
  };
}

/** Results that may wait for an earlier one. */
const MAX_BUFFERED = 2 * MAX_LIMIT;

/** `limit` requests at once; yields in the order of the inputs. `request` must not throw. */
export async function* sendEach<I, O>(
  inputs: Iterable<I>,
  request: (input: I) => Promise<O>,
  limit: () => number,
): AsyncGenerator<readonly [I, O]> {
  const started: { readonly input: I; outcome?: O }[] = [];
  let running = 0;
  let ended = Promise.withResolvers<void>();
  const start = (input: I): void => {
    const slot: (typeof started)[number] = { input };
    started.push(slot);
    running++;
    void request(input).then(outcome => {
      slot.outcome = outcome;
      running--;
      ended.resolve();
      ended = Promise.withResolvers();
    });
  };
  const iterator = inputs[Symbol.iterator]();
  for (let next = iterator.next(); !next.done || started.length > 0; ) {
    for (; !next.done && running < limit() && started.length < MAX_BUFFERED; next = iterator.next())
      start(next.value);
    const [first] = started;
    if (first?.outcome === undefined) await ended.promise;
    else {
      started.shift();
      yield [first.input, first.outcome];
    }
  }
}
