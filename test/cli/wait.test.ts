import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { commandsOn, linesOf } from '../helpers/command-rows.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({});
const { commands, run, expectRows } = commandsOn(sandbox);

const path = () => `/v1/admin/bots/${sandbox.ids.botId}`;
const reads = () => sandbox.requests.filter(each => each.path === path()).length;
const untilRead = (count: number) => expect.poll(reads, { timeout: 10_000 }).toBe(count);
const put = (status: string) => sandbox.put('bot', { id: sandbox.ids.botId, status });

test('wait: reads until the record is as wanted, and says what it waits for', async () => {
  const goal = `bot/${sandbox.ids.botId}: status=active\n`;
  put('deploying');
  const running = run('wait bot/$botId --for status=active --timeout 5m');
  await untilRead(2);
  put('active');

  expect(await running).toEqual({ code: 0, out: goal, err: `botscope: waiting up to 5m for ${goal}` });
});

test('wait: health is that of the diagnosis, and a condition may be any filter of fields', async () => {
  const [healthy] = linesOf((await run('bots ls --filter health:ok --limit 1 -o id')).out);

  await expectRows(
    [`wait bot/${healthy} --for health=ok --quiet`, 0],
    ['wait bot/$botId --for health:problem --quiet', 0],
    ["wait bot/$botId --for '!health=ok name=support-prod' --quiet", 0],
    ['wait support-prod --for status=active', 0, 'bot/$botId: status=active\n'],
    ['wait support-prod --for status=active -o json', 0, { id: '$botId', status: 'active' }],
    ['wait suport-prod --for status=active', 2, '', 'bot/$botId  support-prod'],
    [
      'wait bot/$botId --for health=ok --timeout 1',
      1,
      '',
      'bot/$botId: not health=ok within 1s: health is slack registration_failed +1.',
    ],
  );
});

test('wait: delete is reached when the record is gone; for any other goal a missing record exits 3', async () => {
  const running = run('wait bot/$botId --for delete --timeout 5m');
  await untilRead(1);
  await expectRows(['bots delete $botId --confirm support-prod', 0]);

  expect(await running).toMatchObject({ code: 0, out: `bot/${sandbox.ids.botId}: deleted\n` });
  await expectRows(
    ['wait bot/$botId --for delete', 0, 'bot/$botId: not found, nothing to wait for\n'],
    ['wait bot/$botId --for health=ok', 3],
  );
});

commands('wait: a failing server is asked again', [
  'GET /v1/admin/bots/$botId 503 times=2',
  ['wait bot/$botId --for status==active', 0],
  'GET /v1/admin/bots/mistyped 503 times=2',
  ['wait bot/mistyped --for delete', 0, 'bot/mistyped: not found, nothing to wait for\n'],
]);

test.each([
  [429, 130],
  [503, 130],
  [403, 5],
  [501, 7],
])('wait: after %i it does not ask again before the time that the server names', async (status, exit) => {
  sandbox.fault({ path: path(), status, headers: { 'retry-after': '120' } });
  const stopping = new AbortController();
  const running = run('wait bot/$botId --for status=active', { signal: stopping.signal });
  // It ends, or would wait for two minutes.
  await (exit === 130 ? Promise.race([running, setTimeout(1000)]) : running);
  stopping.abort();

  const { code, err } = await running;
  expect([code, reads()]).toEqual([exit, 1]);
  expect(err).toContain('waiting up to 2m');
});

commands('wait: its --timeout is its own, the one before it is that of requests', [
  'GET /v1/admin/bots/$botId hang',
  [
    '--timeout 1 wait bot/$botId --for status=active --timeout 2s',
    6,
    undefined,
    'No complete response within 1 s',
  ],
]);

commands('wait: a usage error sends nothing', [
  ['wait', 2, '', 'Wait for which record and what?'],
  ['wait bot/x', 2, '', 'Wait for which record and what?'],
  ['wait bots --for health=ok', 2, '', '"bots" is not the place of one record. For example'],
  ['wait bot/x --for soon', 2, '', '"soon" is not a condition'],
  ['wait bot/x --for nope:1', 2, '', 'Unknown field "nope"'],
  ['wait bot/x --for health=ok --timeout 5x', 2, '', 'Must be a time up to a day'],
  ['wait bot/x --for health=ok --timeout 2d', 2, '', 'Must be a time up to a day'],
  { all: 0 },
]);
