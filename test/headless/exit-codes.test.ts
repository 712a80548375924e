import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { exitCodes } from '../../src/headless/exit-codes.ts';
import type { Fault } from '../../src/sandbox/fault.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/service.ts';
import { command, run } from './running.ts';

let sandbox: Sandbox;
let heal = (): void => undefined;
beforeAll(async () => {
  sandbox = await startSandbox({ bots: 3 });
});
afterEach(() => heal());
afterAll(() => sandbox.close());

const KINDS: readonly (readonly [number, string, Fault])[] = [
  [3, 'not-found', { status: 404 }],
  [4, 'unauthorised', { status: 401 }],
  [5, 'forbidden', { status: 403 }],
  [6, 'unreachable', { reset: 'before' }],
  [7, 'server-error', { status: 500 }],
  [7, 'rejected', { status: 418 }],
  [7, 'unreadable', { status: 200, body: '<html>' }],
  [7, 'redirected', { redirect: 'https://elsewhere.example' }],
];

test.each(KINDS)('code %i for %s, with a sentence and what to do, or as JSON', async (code, kind, fault) => {
  heal = sandbox.fault(fault);

  const text = await command(sandbox, ['bots', 'get', sandbox.examples.botId]);
  const json = await command(sandbox, ['bots', 'get', sandbox.examples.botId, '-o', 'json']);

  expect([text.code, text.out]).toEqual([code, '']);
  expect(text.err).toMatch(/^botscope: .+\n( {2}.+\n)*$/);
  expect(JSON.parse(json.err).error).toMatchObject({ kind, exitCode: code, message: expect.any(String) });
  expect(json.err.trimEnd()).not.toContain('\n');
});

test('every code that a failure has is in the table', () => {
  const known = exitCodes.map(([code]) => code);

  expect(known).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 70, 130]);
  for (const [code] of KINDS) expect(known).toContain(code);
});

test('code 4 when nobody knows whom to ask, 2 for half a connection', async () => {
  expect((await run(undefined, ['bots', 'ls'])).code).toBe(4);
  expect((await run(undefined, ['bots', 'ls'], { env: { BP_TOKEN: 'x' } })).code).toBe(2);
});

test('code 130 when a read is stopped', async () => {
  heal = sandbox.fault({ hang: 'headers' });
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), 20);

  const { code, out } = await command(sandbox, ['bots', 'ls'], { signal: stopping.signal });

  expect([code, out]).toEqual([130, '']);
});
