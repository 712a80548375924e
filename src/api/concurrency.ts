import type { Outcome } from './client.ts';

/** Limit of concurrent requests: at first, and at most. */
const INITIAL_LIMIT = 4;
const MAX_LIMIT = 12;
/** Round trips are slow from this multiple of the fastest one, plus the usual variation of a network. */
const SLOWDOWN_FACTOR = 2;
const JITTER_MS = 50;
/** Weight of a round trip in the average, and in the fastest: a server may stay slow. */
const AVERAGE_WEIGHT = 0.2;
const FASTEST_WEIGHT = 0.01;

/** Limit of concurrent requests for each caller, learned from the responses of the server. */
export type Concurrency = {
  readonly limit: () => number;
  readonly learn: (outcome: Outcome<unknown>) => void;
};

/**
 * Creates the limit for one server: 4 at first, growing to 12 while round trips stay as fast as they were. It
 * halves if they do not, after a 429 and after a retry, and then grows slowly.
 */
export function createConcurrency(): Concurrency {
  let limit = INITIAL_LIMIT;
  let fastestMs = Number.POSITIVE_INFINITY;
  let averageMs: number | undefined;
  let hasHalved = false;
  /** Number of responses to ignore: their requests were sent before the last halving. */
  let ignored = 0;

  function halve(): void {
    ignored = Math.floor(limit);
    limit = Math.max(1, limit / 2);
    hasHalved = true;
    averageMs = undefined;
  }

  function grow(ms: number): void {
    fastestMs = ms < fastestMs ? ms : fastestMs + (ms - fastestMs) * FASTEST_WEIGHT;
    averageMs = averageMs === undefined ? ms : averageMs + (ms - averageMs) * AVERAGE_WEIGHT;
    if (averageMs > fastestMs * SLOWDOWN_FACTOR + JITTER_MS) halve();
    else limit = Math.min(MAX_LIMIT, limit + (hasHalved ? 1 / limit : 1));
  }

  return {
    limit: () => Math.floor(limit),
    learn: outcome => {
      const sent = outcome.ok ? outcome.sent : outcome.failure.sent;
      if (sent === undefined) return;
      if (ignored > 0) ignored--;
      else if (sent.tries > 1 || (!outcome.ok && outcome.failure.kind === 'throttled')) halve();
      else if (outcome.ok) grow(sent.ms);
    },
  };
}

/** Maximum number of results that wait for an earlier one. */
const MAX_BUFFERED = 2 * MAX_LIMIT;

/**
 * Sends a request for each input, up to the limit at once; yields the outcomes in the order of the inputs.
 * `request` must not throw.
 */
export async function* sendEach<I, O>(
  inputs: Iterable<I>,
  request: (input: I) => Promise<Outcome<O>>,
  { limit, learn }: Concurrency,
): AsyncGenerator<readonly [I, Outcome<O>]> {
  const started: { readonly input: I; outcome?: Outcome<O> }[] = [];
  let running = 0;
  let ended = Promise.withResolvers<void>();
  const start = (input: I): void => {
    const slot: (typeof started)[number] = { input };
    started.push(slot);
    running++;
    void request(input).then(outcome => {
      slot.outcome = outcome;
      running--;
      learn(outcome);
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
