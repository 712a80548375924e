import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Outcome } from '../../src/api/client.ts';
import { createConcurrency, sendEach } from '../../src/api/concurrency.ts';
import type { SentRequest } from '../../src/failure.ts';

const sent = (ms: number, tries: number): SentRequest => ({
  method: 'GET',
  path: '/',
  baseUrl: 'http://host',
  scope: { header: 'x-workspace-id', value: 'w' },
  at: 0,
  ms,
  tries,
});
const response = (ms: number, tries = 1): Outcome<number> => ({ ok: true, value: ms, sent: sent(ms, tries) });
const throttled: Outcome<never> = { ok: false, failure: { kind: 'throttled', sent: sent(80, 1) } };

/** Learns from the same outcome several times. */
function learnMany(
  concurrency: ReturnType<typeof createConcurrency>,
  count: number,
  outcome: Outcome<number>,
) {
  for (let at = 0; at < count; at++) concurrency.learn(outcome);
}

test('concurrency: begins with 4 requests at once and grows to 12 while round trips stay the same', () => {
  const concurrency = createConcurrency();
  expect(concurrency.limit()).toBe(4);

  learnMany(concurrency, 8, response(80));
  expect(concurrency.limit()).toBe(12);
  learnMany(concurrency, 100, response(80));
  expect(concurrency.limit()).toBe(12);
});

test('concurrency: halves when round trips become longer, and recovers', () => {
  const concurrency = createConcurrency();
  learnMany(concurrency, 20, response(80));

  learnMany(concurrency, 6, response(600));
  expect(concurrency.limit()).toBe(6);

  learnMany(concurrency, 12 + 200, response(80));
  expect(concurrency.limit()).toBe(12);
});

test.each([
  ['a 429', throttled],
  ['a retry', response(80, 2)],
])(
  'concurrency: halves once after %s, whatever was under way answers, and then grows slowly',
  (_name, trouble) => {
    const concurrency = createConcurrency();
    learnMany(concurrency, 20, response(80));

    learnMany(concurrency, 13, trouble);
    expect(concurrency.limit()).toBe(6);

    learnMany(concurrency, 6, response(80));
    expect(concurrency.limit()).toBe(6);
    learnMany(concurrency, 1, response(80));
    expect(concurrency.limit()).toBe(7);
  },
);

test('concurrency: never falls below one request, nor grows past twelve, whatever happens', () => {
  const outcome = fc.oneof(
    fc.integer({ min: 0, max: 10_000 }).map(ms => response(ms)),
    fc.constant(throttled),
    fc.constant<Outcome<number>>({ ok: false, failure: { kind: 'no-connection' } }),
  );
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 300 }), outcomes => {
      const concurrency = createConcurrency();
      for (const each of outcomes) {
        concurrency.learn(each);
        expect(concurrency.limit()).toBeGreaterThanOrEqual(1);
        expect(concurrency.limit()).toBeLessThanOrEqual(12);
      }
    }),
  );
});

/** Requests that end in an order given by random numbers; counts how many run at once. */
function requests(order: readonly number[]) {
  let running = 0;
  const counts = { most: 0, started: 0 };
  const waiting: { readonly rank: number; readonly end: () => void }[] = [];
  const request = async (input: number): Promise<Outcome<number>> => {
    counts.started++;
    running++;
    counts.most = Math.max(counts.most, running);
    await new Promise<void>(resolve => waiting.push({ rank: order[input] ?? 0, end: resolve }));
    running--;
    return response(input);
  };
  /** Ends one request at a time until none is left. */
  const endAll = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      waiting.sort((a, b) => a.rank - b.rank);
      waiting.shift()?.end();
      await new Promise(setImmediate);
    }
  };
  return { request, endAll, counts };
}

test('many requests: outcomes come in the order of the inputs, with no more requests at once than the limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(), { maxLength: 100 }),
      fc.integer({ min: 1, max: 12 }),
      async (order, limit) => {
        const { request, endAll, counts } = requests(order);
        const inputs = order.map((_rank, at) => at);
        const seen: number[] = [];
        let isOver = false;
        const ending = endAll(() => isOver);
        for await (const [input, outcome] of sendEach(inputs, request, {
          limit: () => limit,
          learn: () => undefined,
        })) {
          expect(outcome).toEqual(response(input));
          seen.push(input);
        }
        isOver = true;
        await ending;

        expect(seen).toEqual(inputs);
        expect(counts.most).toBeLessThanOrEqual(limit);
      },
    ),
    { numRuns: 50 },
  );
});

test('many requests: nothing more is sent once the results are no longer read', async () => {
  let started = 0;
  const request = async (input: number): Promise<Outcome<number>> => {
    started++;
    return response(input);
  };

  for await (const [input] of sendEach([...Array(200).keys()], request, createConcurrency()))
    if (input === 2) break;

  expect(started).toBeLessThan(50);
});
