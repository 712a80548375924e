import { expect, test } from 'vitest';
import type { Failure } from '../../../src/failure.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { botPlace, type FakeExplorer, LIST, SERVER, startExplorer } from '../../helpers/fake-explorer.ts';
import { bots, page } from '../../helpers/fake-service.ts';
import { after, answer, fail, onBots, open, play, scenes, stopTimers, wait } from '../../helpers/scenes.ts';

stopTimers();

const LOST: Failure = { kind: 'unreachable', reached: false };
const lost = fail('bot.list', LOST);
const listed = answer('bot.list', page(bots(3)));
const online = ({ state }: FakeExplorer): void => expect(state().session.offline).toBeUndefined();

const offline = (options: Parameters<typeof onBots>[1] = {}) => after(onBots(3, options), 'r', lost);

scenes('offline', offline(), {
  'a failed reload keeps the rows, and the status bar shows their age': [
    {
      rows: ['b0', 'b1', 'b2'],
      bar: /^RW · OFFLINE · as of \d\d:\d\d$/,
      message: "Can't reach the server · retry in 2 s · r now · X stop · ! more",
    },
  ],
  'retries the view after 2, 4, 8 … up to 60 seconds, one GET at a time': [
    ...[2, 4, 8, 16, 32, 60, 60].flatMap((seconds, at) => [
      wait(seconds * 1000 - 100),
      { calls: 3 + at },
      wait(100),
      { calls: 4 + at, message: /retrying now/ },
      lost,
    ]),
    { message: /\(8 tries\)/ },
    ({ service }) => expect(new Set(service.calls.map(({ method }) => method))).toEqual(new Set(['GET'])),
  ],
  'any response ends it, even an error': [
    [wait(2000), fail('bot.list', 'forbidden'), online, { bar: /STALE/, calls: 4 }],
    [wait(120_000), { calls: 4 }],
  ],
  'r retries at once and restarts the countdown': [
    ['r', { pages: 3 }],
    [wait(10_000), { pages: 3 }],
    [listed, online, { bar: 'RW · 10s ago' }],
  ],
  'X stops the retries until the server responds': [
    ['X', wait(300_000), { pages: 2, message: "Can't reach the server · r retry · ! more" }],
    ['r', lost, wait(300_000), { pages: 3, bar: /OFFLINE/ }],
  ],
  'disables deletes, also in an open dialog': [
    ['Ctrl-D', { dialog: undefined, message: /Offline: deleting is disabled/ }],
    [wait(2000), listed, { message: '1/3  b0' }],
    ['Ctrl-D', fail('bot.read', LOST), { dialog: 'delete', confirms: 'bot 0' }],
    ['+1000 bot Space 0 +1000 Enter', { deletes: [], hint: /Offline/ }],
  ],
  'a narrow screen still shows the state and the keys': [
    { start: offline({ size: { columns: 40, rows: 12 } }) },
    { bar: /^RW · OFFLINE \d\d:\d\d$/, message: 'Offline · in 2 s · r now · X stop' },
  ],
});

scenes('offline', onBots(3), {
  'a DELETE without a response does not begin it: no read has failed': [
    'Ctrl-D',
    answer('bot.read', bots(1)[0]),
    '+1000 bot Space 0 +1000 Enter',
    [wait(), { dialog: 'delete', phase: 'running', confirms: 'bot 0', deletes: ['b0'] }],
    [fail('bot.delete', 'timed-out'), online],
  ],
  'loaded views stay usable, and the current view is the one retried': [
    open(botPlace('b0')),
    answer('bot.read', { id: 'b0', name: 'first' }),
    ['Esc r', lost, open(botPlace('b0')), { bar: /OFFLINE · as of/, message: /retry in 2 s/ }],
    [wait(2000), { reads: 2, pages: 2 }],
  ],
  'requests that fail together count as one try': [
    open(botPlace('b0')),
    'r',
    ({ explorer }) => explorer.load(LIST, true),
    lost,
    fail('bot.read', LOST),
    ({ state }) => expect(state().session.offline).toMatchObject({ tries: 1, left: 2 }),
  ],
  'without a failure the only timer is the one for stale data': [{ timers: 1 }],
});

scenes('stale data', onBots(3), {
  'the status bar shows STALE after five minutes, without a key': [
    [wait(299_000), { bar: /^(?!.*STALE)/ }],
    [wait(2000), { bar: 'RW · STALE · 5m ago', timers: 0 }],
  ],
});

const words = '127.0.0.1:7999 cannot be reached · retry in 2 s · r now · X stop';
for (const [columns, message] of [
  [80, words],
  [120, `${words} · Ctrl-P other profile`],
] as const)
  scenes(
    'offline',
    () => startExplorer({ server: { ...SERVER, label: safe`127.0.0.1:7999` }, size: { columns, rows: 24 } }),
    {
      [`the message names a server never reached in full, and other profiles where there is room (${columns})`]:
        [[fail('workspace.read', LOST), lost, { message }]],
    },
  );

test('offline: the countdown shows every fifth second, then each of the last ten', async () => {
  const started = await offline()();
  await play(started, ...[2, 4, 8, 16].flatMap(seconds => [wait(seconds * 1000), lost]));
  const shown: (number | undefined)[] = [];
  started.explorer.store.subscribe(
    ({ session: { offline: now } }) => void (shown.at(-1) !== now?.left && shown.push(now?.left)),
  );

  for (let second = 0; second < 31; second++) await wait(1000)(started);

  expect(shown).toEqual([30, 25, 20, 15, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

scenes('offline', offline({ refresh: 'auto', health: 'auto' }), {
  'another connection ends the retries and refreshes of this one': [
    async started => {
      const { length } = started.service.calls;
      started.explorer.end({ to: 'next', notice: safe`Now on another profile.` });
      for (let minute = 0; minute < 12; minute++) await wait(60_000)(started);
      expect(started.service.calls).toHaveLength(length);
      expect(started.onEnd).toHaveBeenCalledOnce();
    },
    { timers: 0 },
  ],
});
