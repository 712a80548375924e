import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Outcome } from '../../src/api/client.ts';
import { sendEach } from '../../src/api/limiter.ts';

const sent = { method: 'GET', path: '/', baseUrl: 'http://host', at: 0, ms: 80, tries: 1 } as const;
const response = (value: number): Outcome<number> => ({ ok: true, value, sent });

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
        for await (const [input, outcome] of sendEach(inputs, request, () => limit)) {
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

  for await (const [input] of sendEach([...Array(200).keys()], request, () => 4)) if (input === 2) break;

  expect(started).toBeLessThan(50);
});
