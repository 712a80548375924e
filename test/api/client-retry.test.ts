import { expect, test } from 'vitest';
import { createLimiter, pauseBeforeRetry } from '../../src/api/limiter.ts';
import type { Fault, Sandbox } from '../../src/sandbox/types.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';
import { clientOf, expectFailure, expectValue, operationNamed } from './test-client.ts';

const sandbox = sandboxPerTest();

const list = operationNamed('bot.list');
const readBot = operationNamed('bot.read');
const deleteBot = operationNamed('bot.delete');
const deleteConversation = operationNamed('conversation.delete');

const RETRIED: readonly (readonly [string, Fault])[] = [
  ['500', { status: 500 }],
  ['502', { status: 502 }],
  ['503', { status: 503 }],
  ['500 with a wait that only 429 and 503 may set', { status: 500, headers: { 'retry-after': '61' } }],
  ['429 with a wait', { status: 429 }],
  ['a connection cut before the response', { reset: 'before' }],
  ['a connection cut during the response', { reset: 'during' }],
];
const NOT_RETRIED: readonly (readonly [string, Fault])[] = [
  ['400', { status: 400 }],
  ['401', { status: 401 }],
  ['403', { status: 403 }],
  ['404', { status: 404 }],
  ['409', { status: 409 }],
  ['429 without a wait', { status: 429, body: '{}' }],
  ['429 with a long wait', { status: 429, headers: { 'retry-after': '61' } }],
  ['503 with a long wait', { status: 503, headers: { 'retry-after': '61' } }],
  ['HTML', { body: '<html>' }],
  ['a cut-off response', { truncate: true }],
  ['a redirect', { redirect: '/v1/admin/bots' }],
];

async function withFault<T>(fault: Fault, act: (own: Sandbox) => Promise<T>): Promise<T> {
  const own = await startSandbox({ faults: [fault], bots: 3 });
  return act(own).finally(own.close);
}

test.concurrent.each(RETRIED)('retry: a GET is retried once after %s', async (_name, fault) => {
  await withFault({ ...fault, times: 1 }, async own => {
    const waits: number[] = [];
    const outcome = await clientOf(own).send(list, {}, { onWait: ms => waits.push(ms) });

    expect(outcome).toMatchObject({ ok: true, sent: { tries: 2 } });
    // The remaining wait is reported: a millisecond may have passed.
    expect(Math.round((waits[0] ?? 0) / 100) * 100).toBe(fault.status === 429 ? 1000 : 400);
    expect(own.requests).toHaveLength(2);
  });
  await withFault(fault, async own => {
    expect(expectFailure(await clientOf(own).send(list, {})).sent?.tries).toBe(2);
    expect(own.requests).toHaveLength(2);
  });
});

test.each(NOT_RETRIED)('retry: a GET is not retried after %s', async (_name, fault) => {
  sandbox.fault(fault);

  expect(expectFailure(await clientOf(sandbox).send(list, {})).sent?.tries).toBe(1);
  expect(sandbox.requests).toHaveLength(1);
});

test.each([...RETRIED, ...NOT_RETRIED, ['a lost response', { reset: 'after' }] as const])(
  'retry: a DELETE is sent once, also after %s',
  async (_name, fault) => {
    sandbox.fault(fault);
    const ids = sandbox.ids;
    expectFailure(await clientOf(sandbox).send(deleteBot, ids));
    expectFailure(await clientOf(sandbox).send(deleteConversation, ids));

    expect(sandbox.requests.map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
  },
);

test('retry: a DELETE is sent once, also if the response is late', async () => {
  sandbox.fault({ hang: 'headers' });
  const failure = expectFailure(await clientOf(sandbox, { timeoutMs: 500 }).send(deleteBot, sandbox.ids));

  expect(failure).toMatchObject({ kind: 'timed-out', timeoutMs: 500, sent: { tries: 1 } });
  expect(sandbox.requests.length).toBeLessThan(2);
});

test('retry: a DELETE succeeds with 204, an empty body or {}', async () => {
  for (const fault of [{ status: 204 }, { body: '' }, { body: '{}' }]) {
    sandbox.fault(fault);
    expect(expectValue(await clientOf(sandbox).send(deleteBot, sandbox.ids))).toBe(undefined);
    expect(expectValue(await clientOf(sandbox).send(deleteConversation, sandbox.ids))).toBe(undefined);
  }
});

test.concurrent.each<readonly [string, Fault]>([
  ['no headers arrive', { hang: 'headers' }],
  ['the body stops', { hang: 'body' }],
  ['the body drips', { drip: true }],
  ['the body of an error stops', { hang: 'body', status: 500 }],
])('retry: the deadline ends a request if %s', (_name, fault) =>
  withFault(fault, async own => {
    const failure = expectFailure(await clientOf(own, { timeoutMs: 500 }).send(list, {}));

    expect(failure).toMatchObject({ kind: 'timed-out', timeoutMs: 500, sent: { tries: 1 } });
    // None, where a busy machine takes longer than that to connect.
    expect(own.requests.length).toBeLessThan(2);
  }),
);

test.each([
  ['signal', list],
  ['signal', deleteBot],
  ['waitSignal', deleteBot],
])('retry: an aborted %s sends nothing', async (option, operation) => {
  const options = { [option]: AbortSignal.abort() };

  expect(expectFailure(await clientOf(sandbox).send(operation, sandbox.ids, options))).toEqual({
    kind: 'cancelled',
  });
  expect(sandbox.requests).toEqual([]);
});

test('retry: a request refused at its sending does not leave, and leaves its room to others', async () => {
  const client = clientOf(sandbox);
  for (let at = 0; at < 20; at++) {
    const outcome = await client.send(deleteBot, sandbox.ids, { onSend: () => false });
    expect(expectFailure(outcome)).toEqual({ kind: 'cancelled' });
  }

  expectValue(await client.send(list, {}));
  expect(sandbox.requests).toHaveLength(1);
});

test.each(['headers', 'body'] as const)(
  'retry: the abort signal ends a request that waits for %s',
  async hang => {
    sandbox.fault({ hang });
    const controller = new AbortController();
    const waiting = clientOf(sandbox).send(list, {}, { signal: controller.signal });
    while (sandbox.requests.length === 0) await new Promise(setImmediate);
    controller.abort();

    expect(expectFailure(await waiting).kind).toBe('cancelled');
  },
);

test('retry: the wait signal does not end a DELETE under way', async () => {
  sandbox.fault({ delayMs: 100 });
  const controller = new AbortController();
  const options = { waitSignal: controller.signal };
  const running = clientOf(sandbox).send(deleteBot, sandbox.ids, options);
  while (sandbox.requests.length === 0) await new Promise(setImmediate);
  controller.abort();

  expectValue(await running);
  expect(sandbox.requests).toHaveLength(1);
});

test('retry: the abort signal ends the pause before the second try', async () => {
  sandbox.fault({ status: 429, headers: { 'retry-after': '59' } });
  const controller = new AbortController();
  const { signal } = controller;
  const outcome = await clientOf(sandbox).send(list, {}, { signal, onWait: () => controller.abort() });

  expect(expectFailure(outcome)).toMatchObject({ kind: 'cancelled', sent: { tries: 1 } });
  expect(sandbox.requests).toHaveLength(1);
});

test('retry: a refused connection is not retried', async () => {
  const gone = await startSandbox();
  await gone.close();
  const failure = expectFailure(await clientOf(gone).send(list, {}));

  expect(failure).toMatchObject({ kind: 'unreachable', reached: false, sent: { tries: 1 } });
  expect(failure.detail).toBe('connection refused (ECONNREFUSED)');
});

test('429: all requests wait for the time in Retry-After, also to operations that were not throttled', async () => {
  sandbox.fault({ path: '/v1/admin/bots', times: 1, status: 429, headers: { 'retry-after': '1' } });
  const client = clientOf(sandbox);
  const waits: number[] = [];

  const first = client.send(list, {});
  while (sandbox.requests.length === 0) await new Promise(setImmediate);
  while (sandbox.requests[0]?.status === undefined) await new Promise(setImmediate);
  const other = await client.send(readBot, sandbox.ids, { onWait: ms => waits.push(ms) });

  expect(other.ok).toBe(true);
  expect(expectValue(await first)).toBeDefined();
  expect(sandbox.requests).toHaveLength(3);
});

test('429: a DELETE waits out a 429 and is sent once', async () => {
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
});

test('429: a wait over a minute is reported, not waited out', async () => {
  sandbox.fault({ times: 1, status: 429, headers: { 'retry-after': '3600' } });
  const client = clientOf(sandbox);
  const waits: number[] = [];

  expect(expectFailure(await client.send(list, {}))).toMatchObject({ kind: 'throttled', waitMs: 3_600_000 });
  expectValue(await client.send(list, {}, { onWait: ms => waits.push(ms) }));

  expect(waits).toEqual([]);
  expect(sandbox.requests).toHaveLength(2);
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

test.each([
  [0, 1000],
  [2500, 2500],
  [undefined, 400],
])('503: with a Retry-After of %s ms a GET is retried after %s ms', (waitMs, ms) => {
  const wait = waitMs === undefined ? {} : { waitMs };

  expect(pauseBeforeRetry({ kind: 'server-error', status: 503, ...wait }, () => 0)).toBe(ms);
});
