import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Outcome } from '../../src/api/client.ts';
import { type AttemptEnd, createLimiter, type Limiter, sendEach } from '../../src/api/limiter.ts';
import { pace } from '../helpers/pace.ts';
import { forAllAsync } from '../helpers/property.ts';
import { clientOf, expectFailure, expectValue, listen, operationNamed, type Server } from './test-client.ts';

const read = operationNamed('bot.read');
const remove = operationNamed('bot.delete');
const ids = { botId: 'bot_1' };
const WINDOW_MS = 1000;
const UNSTOPPED = { signal: undefined };
const response = (ms: number): AttemptEnd => ({ operation: 'bot.read', ms });
const throttled: AttemptEnd = { ...response(80), failure: { kind: 'throttled' } };
const broken: AttemptEnd = { ...response(80), failure: { kind: 'unreachable', reached: true } };

/**
 * Starts a server that allows some requests a second, announces it, and refuses others with 429. `delayOf`:
 * milliseconds before the response to a request after which so many are left.
 */
async function limitedServer(
  limit: number,
  headers: (left: number) => Record<string, string | number>,
  delayOf = (_left: number): number => 0,
) {
  const allowed: number[] = [];
  let refused = 0;
  const server: Server = await listen((_request, response) => {
    const now = performance.now();
    const isAllowed = now - (allowed.at(-limit) ?? Number.NEGATIVE_INFINITY) >= WINDOW_MS;
    if (isAllowed) allowed.push(now);
    else refused++;
    const recent = allowed.filter(at => now - at < WINDOW_MS).length;
    for (const [name, value] of Object.entries(headers(limit - recent))) response.setHeader(name, value);
    response.writeHead(isAllowed ? 200 : 429, { 'content-type': 'application/json' });
    const body = isAllowed ? { bot: { id: 'bot_1' } } : { code: 429, type: 'RateLimited' };
    setTimeout(() => response.end(JSON.stringify(body)), delayOf(limit - recent));
  });
  return { server, counts: () => ({ allowed: allowed.length, refused }) };
}

const announced = (left: number) => ({
  'ratelimit-limit': 5,
  'ratelimit-remaining': left,
  'ratelimit-reset': 1,
});

test.each([
  ['concurrent requests stay below the announced limit, so none is refused', () => 0],
  [
    'responses in another order than their requests announce no more than is left',
    (left: number) => left * 30,
  ],
])('rate limit: %s', async (_name, delayOf) => {
  const { server, counts } = await limitedServer(5, announced, delayOf);
  const client = clientOf(server);
  expectValue(await client.send(read, ids));

  const outcomes = await Promise.all(Array.from({ length: 12 }, () => client.send(read, ids)));

  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  expect(counts()).toEqual({ allowed: 13, refused: 0 });
});

test('rate limit: requests get room in the order in which they came, so that none waits until it is refused', async () => {
  let now = 0;
  const limiter = createLimiter(() => now);
  const order: string[] = [];
  const begin = (name: string): unknown => limiter.begin(UNSTOPPED).then(() => order.push(name));
  const end = (attempt: number, left: number): void =>
    limiter.end(attempt, { ...response(80), rateLimit: { limit: 1, left, restMs: 100 } });
  end((await limiter.begin(UNSTOPPED)) ?? 0, 0);

  begin('first');
  now = 100;
  // It comes while there is room, before the first one has woken.
  begin('second');
  await vi.waitFor(() => expect(order).toHaveLength(1), 10_000 * pace);

  expect(order).toEqual(['first']);
  end(2, 1);
  await vi.waitFor(() => expect(order).toHaveLength(2), 10_000 * pace);
});

test.each([
  ['a GET by its signal', read, 'signal'],
  ['a DELETE by its wait signal', remove, 'waitSignal'],
] as const)(
  'rate limit: the wait for room is ended for %s, and it is not sent',
  async (_name, operation, option) => {
    const { server, counts } = await limitedServer(1, left => ({ ...announced(left), 'ratelimit-limit': 1 }));
    const client = clientOf(server);
    expectValue(await client.send(read, ids));
    const stop = new AbortController();

    const waiting = client.send(operation, ids, { [option]: stop.signal });
    setImmediate(() => stop.abort());

    expect(expectFailure(await waiting)).toEqual({ kind: 'cancelled' });
    expect(counts()).toEqual({ allowed: 1, refused: 0 });
  },
);

test('rate limit: a request that hangs does not hold others back, whatever the server announces', async () => {
  let received = 0;
  const server = await listen((_request, response) => {
    received++;
    if (received === 2) return;
    for (const [name, value] of Object.entries({ ...announced(0), 'ratelimit-limit': 1 }))
      response.setHeader(name, value);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"bot":{"id":"bot_1"}}');
  });
  const client = clientOf(server, { timeoutMs: 600_000 });
  expectValue(await client.send(read, ids));

  const stop = new AbortController();
  const hanging = client.send(read, ids, { signal: stop.signal });
  await vi.waitFor(() => expect(received).toBe(2), 10_000 * pace);
  expectValue(await client.send(read, ids));

  stop.abort();
  expect(expectFailure(await hanging).kind).toBe('cancelled');
  expect(received).toBe(3);
});

test('rate limit: a window of more than two seconds is not waited for', async () => {
  const { server, counts } = await limitedServer(1, () => ({ ...announced(0), 'ratelimit-reset': 120 }));
  const client = clientOf(server);
  expectValue(await client.send(read, ids));

  expect(expectFailure(await client.send(read, ids)).kind).toBe('throttled');
  expect(counts().refused).toBeGreaterThan(0);
});

test.each([
  ['no numbers', { 'ratelimit-limit': 'x', 'ratelimit-remaining': '-1', 'ratelimit-reset': '1e9' }],
  ['a limit of none', { 'ratelimit-limit': 0, 'ratelimit-remaining': 0, 'ratelimit-reset': 1 }],
  ['a window that ends at once', { ...announced(5), 'ratelimit-reset': 0 }],
  ['a part of it', { 'ratelimit-remaining': 0 }],
  ['numbers beyond all measure', { ...announced(0), 'ratelimit-reset': '9'.repeat(400) }],
])('rate limit: headers with %s change nothing', async (_name, headers) => {
  const { server, counts } = await limitedServer(100, () => headers);
  const client = clientOf(server);

  for (let count = 0; count < 3; count++) expectValue(await client.send(read, ids));

  expect(counts()).toEqual({ allowed: 3, refused: 0 });
});

async function sendRounds(limiter: Limiter, rounds: number, result: AttemptEnd): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const attempts = await Promise.all(
      Array.from({ length: limiter.limit() }, () => limiter.begin(UNSTOPPED)),
    );
    for (const attempt of attempts) limiter.end(attempt ?? 0, result);
  }
}

test('concurrency: begins with 4 requests at once and grows to 12 while round trips stay the same', async () => {
  const limiter = createLimiter(() => 0);
  expect(limiter.limit()).toBe(4);

  await sendRounds(limiter, 8, response(80));
  expect(limiter.limit()).toBe(12);
  // A slow operation is no slow server.
  await sendRounds(limiter, 2, { operation: 'bot.list', ms: 900 });
  expect(limiter.limit()).toBe(12);
});

test('concurrency: requests one after another show nothing about more at once', async () => {
  const limiter = createLimiter(() => 0);

  for (let count = 0; count < 20; count++) limiter.end((await limiter.begin(UNSTOPPED)) ?? 0, response(80));

  expect(limiter.limit()).toBe(4);
});

test.each([
  ['round trips become longer', response(1000)],
  ['a 429', throttled],
  ['a failure that is retried', broken],
])(
  'concurrency: halves once at %s, whatever was under way, and then grows slowly',
  async (_name, trouble) => {
    const limiter = createLimiter(() => 0);
    await sendRounds(limiter, 8, response(80));

    await sendRounds(limiter, 1, trouble);
    expect(limiter.limit()).toBe(6);

    await sendRounds(limiter, 1, response(80));
    expect(limiter.limit()).toBe(6);
    await sendRounds(limiter, 60, response(80));
    expect(limiter.limit()).toBe(12);
  },
);

test('concurrency: never falls below one request, nor grows past twelve, whatever happens', async () => {
  const result = fc.oneof(
    fc.integer({ min: 0, max: 10_000 }).map(response),
    fc.constantFrom(throttled, broken),
  );
  await forAllAsync(100, fc.array(result, { maxLength: 100 }), async results => {
    const limiter = createLimiter(() => 0);
    for (const each of results) {
      await sendRounds(limiter, 1, each);
      expect(limiter.limit()).toBeGreaterThanOrEqual(1);
      expect(limiter.limit()).toBeLessThanOrEqual(12);
    }
  });
});

const sent = { method: 'GET', path: '/', baseUrl: 'http://host', at: 0, ms: 80, tries: 1 } as const;
const outcomeOf = (value: number): Outcome<number> => ({ ok: true, value, sent });

test('many requests: outcomes come in the order of the inputs, with no more requests at once than the limit', () =>
  forAllAsync(
    50,
    fc.scheduler(),
    fc.nat(100),
    fc.integer({ min: 1, max: 12 }),
    async (scheduler, count, limit) => {
      const inputs = [...Array(count).keys()];
      const seen: unknown[] = [];
      let [running, most] = [0, 0];
      const request = async (input: number): Promise<Outcome<number>> => {
        most = Math.max(most, ++running);
        await scheduler.schedule(Promise.resolve());
        running--;
        return outcomeOf(input);
      };
      const read = async (): Promise<void> => {
        for await (const each of sendEach(inputs, request, () => limit)) seen.push(each);
      };
      await scheduler.waitFor(read());

      expect(seen).toEqual(inputs.map(input => [input, outcomeOf(input)]));
      expect(most).toBe(Math.min(count, limit));
    },
  ));

test('many requests: nothing more is sent once the results are no longer read', async () => {
  let started = 0;
  const request = async (input: number): Promise<Outcome<number>> => {
    started++;
    return outcomeOf(input);
  };

  for await (const [input] of sendEach([...Array(200).keys()], request, () => 4)) if (input === 2) break;

  expect(started).toBeLessThan(50);
});
