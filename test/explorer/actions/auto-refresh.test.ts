import { stripVTControlCharacters } from 'node:util';
import { expect, test, vi } from 'vitest';
import { refreshSeconds } from '../../../src/explorer/frame/status-bar.ts';
import { viewTitle } from '../../../src/explorer/frame/titles.ts';
import { handleMouse } from '../../../src/explorer/keyboard/keyboard.ts';
import { themeOf } from '../../../src/explorer/paint/theme.ts';
import { withChange } from '../../../src/explorer/state/store.ts';
import { botPlace, type FakeExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots, page } from '../../helpers/fake-service.ts';
import { renderScreen } from '../../helpers/render-screen.tsx';
import { answer, fail, open, play, scenes, stopTimers, wait } from '../../helpers/scenes.ts';

stopTimers();

const seconds =
  (count: number) =>
  async ({ pass, service }: FakeExplorer): Promise<void> => {
    for (let second = 0; second < count; second++) {
      pass(1000);
      vi.advanceTimersByTime(1000);
      await service.calls.findLast(each => each.isOpen())?.answer(page(bots(3)));
    }
  };
const focus =
  (hasFocus: boolean) =>
  ({ explorer }: FakeExplorer): void =>
    explorer.noteFocus(hasFocus);
const opened = (id: string) => [open(botPlace(id)), answer('bot.read', { id })];
const listed = (...items: Parameters<typeof page>) => answer('bot.list', page(...items));

scenes('auto-refresh', () => startOnBots(bots(3)), {
  'R cycles through every 5, 15 and 60 seconds, then off': [
    ['R', { bar: /every 5 s/ }],
    [seconds(31), { pages: 7 }],
    ['R', { bar: /every 15 s/ }],
    [seconds(31), { pages: 9 }],
    ['R', { bar: /every 60 s/ }],
    [seconds(31), { pages: 9 }],
    ['R', seconds(130), { pages: 9, bar: /^(?!.*every)/ }],
  ],
  'sends nothing while a dialog is open, another view is shown, or a request is pending': [
    ['R /', wait(20_000), 'Esc', { calls: 2 }],
    [...opened('b0'), wait(20_000), { calls: 3, bar: /^(?!.*every)/ }],
    ['Esc', wait(20_000), { calls: 4 }],
  ],
  'pauses after a failure until the user reloads': [
    ['R', wait(5000), fail('bot.list', 'throttled'), { bar: /every 5 s, paused/, pages: 2 }],
    [seconds(30), { pages: 2 }],
    ['r', seconds(11), { pages: 5 }],
  ],
  'pauses after ten minutes without a key and resumes with the next key': [
    ['R', seconds(601), { bar: /every 5 s, paused/, pages: 120 }],
    [seconds(60), { pages: 120 }],
    ['j', seconds(6), { bar: /^(?!.*paused)/, pages: 122 }],
  ],
});

scenes('auto-refresh', () => startOnBots(bots(3), { refresh: 'auto' }), {
  'a list is refreshed every minute, for ten minutes after the last key': [
    [seconds(59), { pages: 1 }],
    seconds(1),
    { pages: 2, bar: 'RW · now' },
    ({ service }) => expect(service.calls.at(-1)?.options.isAutomatic).toBe(true),
    [seconds(900), { pages: 10, timers: 0 }],
    ['j', seconds(1), { pages: 11 }],
  ],
  'the wheel of the mouse counts like a key': [
    ...Array.from({ length: 30 }, () => [
      seconds(60),
      ({ explorer }: FakeExplorer) => handleMouse(explorer, { kind: 'wheel-down', x: 5, y: 5 }),
    ]).flat(),
    { pages: 31 },
  ],
  'without focus a list is refreshed half as often and never stops; on its return at once': [
    [focus(false), seconds(119), { pages: 1 }],
    [seconds(1), { pages: 2 }],
    [seconds(3600), { pages: 32 }],
    [seconds(20), focus(true), seconds(1), { pages: 33 }],
    [focus(false), seconds(2), focus(true), seconds(2), { pages: 33 }],
    ['j', seconds(900), { pages: 43, timers: 0 }],
  ],
  'without focus the chosen seconds are doubled, in words too, until a key is pressed': [
    ['R', focus(false), { bar: /every 10 s/ }],
    [seconds(31), { pages: 4 }],
    ['j', seconds(6), { bar: /every 5 s/, pages: 5 }],
  ],
  'nothing is refreshed in a dialog, a field or a record': [
    ...[':', '/', '?', 'Ctrl-D'].flatMap(opens => [opens, seconds(61), { pages: 1 }, 'Esc']),
    [...opened('b1'), seconds(61), { pages: 1 }],
    ['Esc', seconds(1), { pages: 2 }],
  ],
  'a list that is due is refreshed on coming back from a place that was just refreshed': [
    ...opened('b1'),
    'R',
    ...Array.from({ length: 13 }, () => [wait(5000), answer('bot.read', { id: 'b1' })]).flat(),
    ['Esc', seconds(1), { pages: 2 }],
  ],
  'R turns it off for all lists after 5, 15 and 60 seconds': [
    ['RRRR', { notice: 'Auto-refresh off.' }],
    [seconds(130), { pages: 1 }],
  ],
  'goes on after an error of the server, and the rows stay': [
    wait(60_000),
    fail('bot.list', { kind: 'server-error', status: 502 }),
    { bar: 'RW · STALE · 1m ago', shown: ['b0', 'b1', 'b2'] },
    [seconds(61), { pages: 3, bar: 'RW · now' }],
  ],
});

const items = (changed: boolean) => [
  { id: 'b0', name: 'first', updatedAt: '2023-11-14T00:00:00Z' },
  { id: 'b1', name: changed ? 'renamed' : 'second', updatedAt: '2023-11-13T00:00:00Z' },
  { id: 'b2', name: 'third', updatedAt: changed ? '2023-11-14T10:00:00Z' : '2023-11-12T00:00:00Z' },
];

const THEME = themeOf('terminal', { depth: 'mono', ascii: false, links: false });

const screen = ({ explorer, state }: FakeExplorer): string =>
  stripVTControlCharacters(renderScreen(explorer, state(), THEME));
const shows =
  (...forms: readonly RegExp[]) =>
  (started: FakeExplorer): void => {
    for (const form of forms) expect(screen(started)).toMatch(form);
  };
const hides =
  (form: RegExp) =>
  (started: FakeExplorer): void =>
    expect(screen(started)).not.toMatch(form);
const isUnmarked = hides(/\*/);
const named = (name: string) => answer('bot.read', { id: 'b0', name, createdAt: '2023-11-13T00:00:00Z' });

scenes('auto-refresh', () => startOnBots(items(false), { refresh: 'auto' }), {
  'a stale record is reloaded when it is opened; the old one is shown meanwhile': [
    ['Enter', named('old-name'), 'Esc +299000 Enter', { reads: 1 }],
    ['Esc +1000 Enter', shows(/old-name/), { reads: 2 }],
    [named('new-name'), shows(/new-name/, /\* name/), { bar: 'RW · now' }],
  ],
  'a reload marks changed rows until the cursor was on them, and the cursor stays': [
    { start: () => startOnBots(items(false)) },
    ['j r', listed([...items(true)].reverse()), { right: /2 changed/, cursor: 'b1' }],
    [shows(/\*renamed/, /third.*\*/), hides(/first.*\*/), wait(60_000), { right: /2 changed/ }],
    ['k', { right: /1 changed/ }],
    [hides(/\*renamed/), 'Enter', answer('bot.read', items(true)[2]), 'Esc', { right: /^(?!.*changed)/ }],
    isUnmarked,
  ],
});

test('auto-refresh: a reload marks changed fields on every tab of a record, and no others', async () => {
  const bot = (isLater: boolean) =>
    answer('bot.read', {
      id: 'b0',
      name: 'first',
      dev: isLater,
      createdAt: '2023-11-13T00:00:00Z',
      integrations: {
        i1: {
          id: 'i1',
          name: isLater ? 'slack-of-a-longer-name' : 'slack',
          status: 'registered',
          enabled: true,
        },
        i2: { id: 'i2', name: 'web', status: 'registered', enabled: true },
      },
    });
  const started = await startOnBots(items(false));
  const shown = (wanted: string) =>
    screen(started)
      .split('\n')
      .filter(row => row.includes(wanted));
  const wideTitle = () =>
    viewTitle(withChange(started.state(), { screen: { size: { columns: 110, rows: 30 } } })).right;
  await play(started, open(botPlace('b0')), bot(false), isUnmarked, 'r', bot(true));

  expect(wideTitle()).toBe('2 changed');
  expect(shown('always alive')[0]).not.toContain('*');
  expect(shown('* dev')).toHaveLength(1);
  expect(shown('* name')).toEqual([]);
  await play(started, '2');
  expect(shown('slack-of')[0]).toContain('*');
  expect(shown('web')[0]).not.toContain('*');

  await play(started, wait(10_000), isUnmarked, 'r', bot(true));
  expect(wideTitle()).toBeUndefined();
});

scenes('auto-refresh', () => startOnBots(items(false), { next: 'more' }), {
  'neither the next page nor unchanged rows are marked as changed': [
    [listed([{ id: 'b9' }]), { right: /^(?!.*changed)/ }],
    ['r', listed(items(false), 'more'), listed([{ id: 'b9' }]), { right: /^(?!.*changed)/ }],
  ],
});

test.each([
  ['bot', {}, 60],
  ['issue', { botId: 'b0' }, undefined],
  ['trash', {}, undefined],
])('auto-refresh: the seconds by themselves of a list of %s %j are %s', async (kind, ids, expected) => {
  const { explorer, state } = await startOnBots(bots(1), { refresh: 'auto' });
  explorer.open({ screen: 'list', kind, ids });

  expect(refreshSeconds(state())).toBe(expected);
});
