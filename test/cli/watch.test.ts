import { expect, test } from 'vitest';
import { commandsOn, linesOf } from '../helpers/command-rows.ts';
import { heapUsed, MIB } from '../helpers/heap.ts';
import { numRuns } from '../helpers/properties.ts';
import { start } from '../helpers/run-cli.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({ bots: 0 });
const { commands, run } = commandsOn(sandbox);

type Line = Readonly<{ event: string; bot?: string }>;

/** Does one step in each pause, with a clock that moves by the pause; returns the lines of each round. */
async function watched(steps: readonly (() => unknown)[], { at = sandbox, words = '' } = {}) {
  const [rounds, stopping]: [Line[][], AbortController] = [[[]], new AbortController()];
  const left = [...steps];
  let now = Date.UTC(2026, 0, 5);
  const { code, err } = await run(`watch -o ndjson --every 2m ${words}`, {
    at,
    signal: stopping.signal,
    now: () => now,
    onWrite: text => {
      now += 3000;
      rounds.at(-1)?.push(...linesOf(text).map(line => JSON.parse(line)));
      return true;
    },
    wait: async ms => {
      now += ms;
      const step = left.shift();
      if (step === undefined) stopping.abort();
      step?.();
      rounds.push([]);
      return step !== undefined;
    },
  });
  return { rounds, code, err, ms: now - Date.UTC(2026, 0, 5) };
}

const failing = (reason: string) => ({ sync: { failedAttempts: 9, lastFailureReason: reason } });
const put = (id: string, recurringEvents: object) =>
  sandbox.put('bot', { id, name: `bot-${id}`, recurringEvents });

test('watch: a summary, then one line for each cause that came or went, and for bots that did', async () => {
  put('a', {});
  put('b', failing('no stock'));
  const { rounds, code } = await watched([
    () => put('a', failing('no stock')),
    () => put('a', { ...failing('no stock'), other: { failedAttempts: 9, lastFailureReason: 'timeout' } }),
    () => put('c', {}),
    () => sandbox.fault({ path: '/v1/admin/bots', status: 200, body: { bots: [], meta: {} }, times: 1 }),
    () => [put('a', {}), put('b', {})],
    () => undefined,
  ]);
  const [from, to] = ['ok', 'problem'];

  expect(rounds).toMatchObject([
    [{ event: 'summary', bots: 2, problems: 1, warnings: 0, unchecked: 0 }],
    [{ at: '2026-01-05T00:02:00.000Z', event: 'began', bot: 'a', from, to, cause: 'no stock' }],
    [{ event: 'began', bot: 'a', name: 'bot-a', from: to, to, cause: 'timeout' }],
    [{ event: 'health', bot: 'c', from: null, to: from }],
    [
      { event: 'health', bot: 'c', from, to: null },
      { event: 'ended', bot: 'b', from: to, to: null },
      { event: 'ended', bot: 'a' },
      { event: 'ended', bot: 'a' },
    ],
    [{ event: 'health', bot: 'c', from: null, to: from }, { bot: 'b' }, { bot: 'a' }],
    [],
    [],
  ]);
  expect(code).toBe(130);
});

test('watch: what could not be checked is a line, no change, and compared with what was known before', async () => {
  put('a', failing('no stock'));
  put('b', {});
  const broken = sandbox.fault('GET /v1/admin/bots/a 500');
  const { rounds } = await watched([
    broken,
    () => [sandbox.fault('GET /v1/admin/bots/b 403 times=1'), put('a', {})],
    () => sandbox.fault('GET /v1/admin/bots 500 times=4'),
    () => put('b', failing('no stock')),
    () => undefined,
  ]);

  const [from, to] = ['ok', 'problem'];
  expect(rounds).toMatchObject([
    [
      { event: 'summary', unchecked: 1 },
      { event: 'unread', bot: 'a', text: expect.any(String) },
    ],
    [
      { event: 'read', bot: 'a' },
      { event: 'health', bot: 'a', from: null, to },
    ],
    [
      { event: 'ended', bot: 'a', from: to, to: from },
      { event: 'unread', bot: 'b' },
    ],
    [{ event: 'unread', text: expect.stringContaining('500') }],
    [],
    [
      { event: 'read', bot: 'b' },
      { event: 'began', bot: 'b', from, to },
      { event: 'read', at: expect.any(String) },
    ],
    [],
  ]);
});

test('watch: a bot that is checked in part keeps what it may still have, and says what is missing once', async () => {
  put('a', failing('no stock'));
  const { rounds } = await watched([
    () => sandbox.put('bot', { id: 'a', recurringEvents: 'none', status: 'deleting' }),
    () => undefined,
    () => put('a', {}),
  ]);
  const text = expect.stringContaining('recurring events');

  expect(rounds).toMatchObject([
    [{ event: 'summary' }],
    [
      { event: 'unread', bot: 'a', text },
      { event: 'began', bot: 'a' },
    ],
    [],
    [
      { event: 'read', bot: 'a' },
      { event: 'ended', bot: 'a', cause: 'no stock', to: 'warning' },
    ],
    [],
  ]);
});

test('watch: a new bot that cannot be read at first, a list with an invalid entry, a bot without data', async () => {
  const junk = { path: '/v1/admin/bots', status: 200, body: { bots: ['junk', { id: 'a' }], meta: {} } };
  put('a', {});
  const { rounds, err } = await watched([
    () => [sandbox.fault('GET /v1/admin/bots/new 403 times=1'), put('new', failing('no stock'))],
    () => undefined,
    () => sandbox.fault(junk),
    () => sandbox.put('bot', { id: 'a', integrations: 'x', recurringEvents: 'x', status: 7 }),
    () => undefined,
  ]);
  const [, ...later] = rounds.map(lines => lines.map(({ event, bot }) => `${event} ${bot ?? 'list'}`));

  expect(later.slice(0, 3)).toEqual([
    ['unread new'],
    ['read new', 'health new'],
    ['unread list', 'ended new'],
  ]);
  expect(later.slice(3, 5)).toEqual([['unread a'], []]);
  expect(rounds[4]).toMatchObject([{ text: expect.stringContaining('integration status') }]);
  expect(err).toBe(
    '{"error":{"kind":"cancelled","message":"Stopped","advice":"Nothing more is sent.","exitCode":130}}\n',
  );
});

const [BOTS, CHANGES] = [numRuns(1000), numRuns(200)];
test(`watch: ${CHANGES} changes in ${BOTS} bots, each seen in the next round and once; one load of each bot a round`, async () => {
  const records = Array.from({ length: BOTS }, (_, at) => ({ id: `bot-${at}`, name: `bot-${at}` }));
  await using own = await startSandbox({ odd: false, records: { bot: records }, pageSize: 100 });
  const planted: string[][] = [];
  let heapAtFirst: number | undefined;
  const steps = ['stock', 'door', 'lamp', 'wire', 'ship'].map((reason, round) => () => {
    const ids = Array.from({ length: CHANGES / 5 }, (_, at) => `bot-${at * 25 + (round % 2) * 7}`);
    for (const id of ids) own.put('bot', { id, recurringEvents: failing(reason) });
    planted.push(ids.toSorted());
    heapAtFirst ??= heapUsed();
  });
  const { rounds, ms } = await watched([...steps, () => undefined], { at: own, words: '--timeout 5' });
  const [, ...later] = rounds.map(lines => [...new Set(lines.map(({ bot }) => bot))].toSorted());

  expect(later).toEqual([...planted, [], []]);
  expect(own.requests.length).toBeLessThanOrEqual((rounds.length - 1) * (BOTS + BOTS / 100));
  expect(ms).toBe((rounds.length - 1) * 120_000);
  own.reset();
  // A request is kept until its time is over.
  await expect.poll(heapUsed, { timeout: 20_000, interval: 500 }).toBeLessThan((heapAtFirst ?? 0) + 2 * MIB);
});

test('watch: ends where no later round can do better, and else goes on', async () => {
  put('a', {});
  put('b', {});
  const { rounds, code } = await watched([
    () => sandbox.fault({ path: '/v1/admin/bots', status: 200, body: '<html>', times: 1 }),
    () => [sandbox.fault('GET /v1/admin/bots/a 401'), put('b', failing('no stock'))],
  ]);

  expect(code).toBe(4);
  expect(rounds.slice(2)).toMatchObject([
    [
      { event: 'began', bot: 'b' },
      { event: 'unread', text: expect.stringContaining('401') },
    ],
  ]);
});

commands('watch: fails at once if the first round loads nothing, or if words are wrong', [
  'GET /v1/admin/bots 500',
  ['watch', 7],
  ['watch --every 14s', 2, '', 'Must be a time from 15s to a day'],
  ['watch -o json', 2, '', 'text, ndjson, csv'],
  { all: 2 },
]);

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 0],
] as const)('watch: after %s it exits with %i', { tags: 'program' }, async (signal, code) => {
  const { child, ended, out } = start(sandbox, ['watch', '--every', '1h']);
  await expect.poll(out, { timeout: 20_000 }).toContain('0 bots, loaded every 1h');
  child.kill(signal);

  expect((await ended).code).toBe(code);
});

test('watch: exits with 0 when nobody reads any more', async () => {
  expect((await run('watch', { onWrite: () => false })).code).toBe(0);
});
