import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { command, start } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';

let sandbox: Sandbox;
let bot: string;
beforeEach(async () => {
  sandbox = await startSandbox({});
  bot = sandbox.ids.botId;
});
afterEach(() => sandbox.close());

const waitFor = (...words: readonly string[]) => command(sandbox, ['wait', ...words]);
const path = () => `/v1/admin/bots/${bot}`;
const reads = () => sandbox.requests.filter(each => each.path === path());

test('wait: reads until the record is as wanted, and says what it waits for', async () => {
  sandbox.put('bot', { id: bot, status: 'deploying' });
  const running = waitFor(`bot/${bot}`, '--for', 'status=active', '--timeout', '5m');
  await expect.poll(() => reads().length, { timeout: 10_000 }).toBe(2);
  sandbox.put('bot', { id: bot, status: 'active' });

  const { code, out, err } = await running;

  expect([code, out]).toEqual([0, `bot/${bot}: status=active\n`]);
  expect(err).toBe(`botscope: waiting up to 5m for bot/${bot}: status=active\n`);
});

test('wait: health is that of the diagnosis, and a condition may be any filter of fields', async () => {
  const healthy = (
    await command(sandbox, ['bots', 'ls', '--filter', 'health:ok', '--limit', '1', '-o', 'id'])
  ).out.trim();

  const codes = await Promise.all(
    [
      [healthy, 'health=ok'],
      [bot, 'health:problem'],
      [bot, '!health=ok name=support-prod'],
    ].map(async ([id, goal]) => (await waitFor(`bot/${id}`, '--for', `${goal}`, '--quiet')).code),
  );
  const { code, out, err } = await waitFor(`bot/${bot}`, '--for', 'health=ok', '--timeout', '1s');

  expect(codes).toEqual([0, 0, 0]);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(`bot/${bot}: not health=ok within 1s: health is 2 problems.`);
});

test('wait: delete is reached when the record is gone; for any other goal a missing record exits 3', async () => {
  const running = waitFor(`bot/${bot}`, '--for', 'delete', '--timeout', '5m');
  await expect.poll(() => reads().length, { timeout: 10_000 }).toBe(1);
  await command(sandbox, ['bots', 'delete', bot, '--confirm', 'support-prod']);

  expect(await running).toMatchObject({ code: 0, out: `bot/${bot}: deleted\n` });
  const unseen = await waitFor(`bot/${bot}`, '--for', 'delete');
  expect([unseen.code, unseen.out]).toEqual([0, `bot/${bot}: not found, nothing to wait for\n`]);
  expect((await waitFor(`bot/${bot}`, '--for', 'health=ok')).code).toBe(3);
});

test('wait: a failing server is asked again, but not before the time it names; a refusal ends it', async () => {
  sandbox.fault({ path: path(), status: 503, times: 2 });
  const reached = await waitFor(`bot/${bot}`, '--for', 'status=active');
  expect(reached.code).toBe(0);
  for (const [status, exit] of [
    [429, 130],
    [503, 130],
    [403, 5],
    [501, 7],
  ] as const) {
    sandbox.reset();
    sandbox.fault({ path: path(), status, headers: { 'retry-after': '120' } });
    const stopping = new AbortController();
    const words = ['wait', `bot/${bot}`, '--for', 'status=active'];
    const running = command(sandbox, words, { signal: stopping.signal });
    // It ends, or would wait for two minutes.
    if (exit === 130) await Promise.race([running, setTimeout(1000)]);
    else await running;
    stopping.abort();
    expect([(await running).code, reads().length], `${status}`).toEqual([exit, 1]);
  }
});

test('wait: its --timeout is its own, the one before it is that of requests; Ctrl-C exits 130', {
  tags: 'program',
}, async () => {
  sandbox.fault({ path: path(), hang: 'headers' });
  const { code, err } = await command(sandbox, [
    ...['--timeout', '1', 'wait', `bot/${bot}`, '--for', 'status=active', '--timeout', '2s'],
  ]);
  expect([code, err]).toEqual([6, expect.stringContaining('No complete response within 1 s')]);

  sandbox.reset();
  const { child, ended, err: shown } = start(sandbox, ['wait', `bot/${bot}`, '--for', 'health=ok']);
  await expect.poll(shown, { timeout: 10_000 }).toContain('waiting up to 2m');
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
});

test.each([
  [[], 'Wait for which record and what?'],
  [['bot/x'], 'Wait for which record and what?'],
  [['bots', '--for', 'health=ok'], '"bots" is not the place of one record. For example'],
  [['bot/x', '--for', 'soon'], '"soon" is no condition'],
  [['bot/x', '--for', 'nope=1'], 'Unknown field "nope"'],
  [['bot/x', '--for', 'health=ok', '--timeout', '5'], 'Must be a time up to a day'],
  [['bot/x', '--for', 'health=ok', '--timeout', '2d'], 'Must be a time up to a day'],
])('wait: %j is a usage error, and nothing is sent', async (words, sentence) => {
  const { code, err } = await waitFor(...words);

  expect([code, sandbox.requests]).toEqual([2, []]);
  expect(err).toContain(sentence);
});
