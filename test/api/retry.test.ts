import { expect, test } from 'vitest';
import { createLimiter } from '../../src/api/limiter.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { clientOf, expectFailure, expectValue, operationNamed } from './test-client.ts';

const list = operationNamed('bot.list');
const read = operationNamed('bot.read');
const deleteBot = operationNamed('bot.delete');

test('429: all requests wait for the time in Retry-After, also to operations that were not throttled', async () => {
  const sandbox = await startSandbox({ bots: 3 });
  sandbox.fault({ path: '/v1/admin/bots', times: 1, status: 429, headers: { 'retry-after': '1' } });
  const client = clientOf(sandbox);
  const waits: number[] = [];

  const first = client.send(list, {});
  while (sandbox.requests.length === 0) await new Promise(setImmediate);
  while (sandbox.requests[0]?.status === undefined) await new Promise(setImmediate);
  const other = await client.send(read, sandbox.ids, { onWait: ms => waits.push(ms) });

  expect(other.ok).toBe(true);
  expect(expectValue(await first)).toBeDefined();
  expect(sandbox.requests).toHaveLength(3);
  await sandbox.close();
});

test('429: a DELETE waits out a 429 and is sent once', async () => {
  const sandbox = await startSandbox({ bots: 3 });
  sandbox.fault({ times: 1, status: 429, headers: { 'retry-after': '1' } });
  const client = clientOf(sandbox);
  const waits: number[] = [];

  expect(expectFailure(await client.send(deleteBot, sandbox.ids))).toMatchObject({
    kind: 'throttled',
    waitMs: 1000,
  });
  expectValue(await client.send(deleteBot, sandbox.ids, { onWait: ms => waits.push(Math.ceil(ms / 1000)) }));

  expect(waits).toEqual([1]);
  expect(sandbox.requests.map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
  await sandbox.close();
});

test('429: a wait over a minute is reported, not waited out', async () => {
  const sandbox = await startSandbox({ bots: 3 });
  sandbox.fault({ times: 1, status: 429, headers: { 'retry-after': '3600' } });
  const client = clientOf(sandbox);
  const waits: number[] = [];

  expect(expectFailure(await client.send(list, {}))).toMatchObject({ kind: 'throttled', waitMs: 3_600_000 });
  expectValue(await client.send(list, {}, { onWait: ms => waits.push(ms) }));

  expect(waits).toEqual([]);
  expect(sandbox.requests).toHaveLength(2);
  await sandbox.close();
});

test('429: a reset time is accepted in place of seconds, as in X-RateLimit-Reset', async () => {
  const sandbox = await startSandbox({ bots: 3 });
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;
  sandbox.fault({ status: 429, headers: { 'retry-after': '', 'x-ratelimit-reset': String(inAnHour) } });
  sandbox.fault({ status: 429, body: '{}', headers: { 'x-ratelimit-reset': String(inAnHour) } });

  const failure = expectFailure(await clientOf(sandbox).send(list, {}));

  expect(failure).toMatchObject({ kind: 'throttled' });
  expect(Math.round((failure.kind === 'throttled' ? (failure.waitMs ?? 0) : 0) / 60_000)).toBe(60);
  await sandbox.close();
});

test('429: a shorter wait does not end a longer one', async () => {
  const limiter = createLimiter(() => 0);
  for (const waitMs of [30_000, 2000])
    limiter.end(0, { operation: 'bot.list', ms: 80, failure: { kind: 'throttled', waitMs } });
  const stop = new AbortController();
  const waits: number[] = [];
  const onWait = (ms: number): void => {
    waits.push(ms);
    stop.abort();
  };

  const attempt = await limiter.begin({ signal: stop.signal, onWait });

  expect([waits, attempt]).toEqual([[30_000], undefined]);
});
