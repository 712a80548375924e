import type { Outcome } from './client.ts';

/** Requests at once: in the beginning, and at most. */
const FIRST = 4;
const MOST = 12;
/** Round trips rise if they take this many times the fastest, plus the usual variation of a network. */
const RISE = 2;
const NOISE_MS = 50;
/** Weight of a round trip in the average, and in the fastest: a server may become slower for good. */
const AVERAGING = 0.2;
const FORGETTING = 0.01;

/** The number of requests that a server takes at once without becoming slower, learned from its responses. */
export type Concurrency = {
  readonly limit: () => number;
  readonly learn: (outcome: Outcome<unknown>) => void;
};

/**
 * Creates it for one server. It begins with 4 requests at once and grows to 12 while round trips do not
 * become longer. It halves when they do, after a 429 and after a retry, and then grows slowly.
 */
export function createConcurrency(): Concurrency {
  let limit = FIRST;
  let fastestMs = Number.POSITIVE_INFINITY;
  let averageMs: number | undefined;
  let hasHalved = false;
  /** Responses to requests from before it halved, which say nothing about the new limit. */
  let stale = 0;

  function halve(): void {
    stale = Math.floor(limit);
    limit = Math.max(1, limit / 2);
    hasHalved = true;
    averageMs = undefined;
  }

  function grow(ms: number): void {
    fastestMs = ms < fastestMs ? ms : fastestMs + (ms - fastestMs) * FORGETTING;
    averageMs = averageMs === undefined ? ms : averageMs + (ms - averageMs) * AVERAGING;
    if (averageMs > fastestMs * RISE + NOISE_MS) halve();
    else limit = Math.min(MOST, limit + (hasHalved ? 1 / limit : 1));
  }

  return {
    limit: () => Math.floor(limit),
    learn: outcome => {
      const sent = outcome.ok ? outcome.sent : outcome.failure.sent;
      if (sent === undefined) return;
      if (stale > 0) stale--;
      else if (sent.tries > 1 || (!outcome.ok && outcome.failure.kind === 'throttled')) halve();
      else if (outcome.ok) grow(sent.ms);
    },
  };
}

/** Results that may wait for an earlier one. */
const MOST_AHEAD = 2 * MOST;

/**
 * Sends a request for each input, as many at once as the server takes well, and yields the outcomes in the
 * order of the inputs. `request` must not throw.
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
    for (; !next.done && running < limit() && started.length < MOST_AHEAD; next = iterator.next())
      start(next.value);
    const [first] = started;
    if (first?.outcome === undefined) await ended.promise;
    else {
      started.shift();
      yield [first.input, first.outcome];
    }
  }
}
