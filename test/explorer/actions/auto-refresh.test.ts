import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { barText, statusBar } from '../../../src/explorer/frame/status-bar.ts';
import { viewTitle } from '../../../src/explorer/frame/titles.ts';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { handleMouse } from '../../../src/explorer/keyboard/mouse.ts';
import { themeOf } from '../../../src/explorer/paint/theme.ts';
import { contentOf } from '../../../src/explorer/screens/content.ts';
import { withChange } from '../../../src/explorer/state/store.ts';
import { botPlace, type FakeExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots, page } from '../../helpers/fake-service.ts';
import { renderScreen } from '../../helpers/render-screen.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const bar = ({ state }: FakeExplorer): string => barText(statusBar(state()));
const reads = ({ service }: FakeExplorer): number => service.count('bot.list');
const key = ({ explorer }: FakeExplorer, name: string): void =>
  press(explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });
const title = ({ state }: FakeExplorer): string => viewTitle(state()).right ?? '';

function later({ pass }: FakeExplorer, ms: number): void {
  pass(ms);
  vi.advanceTimersByTime(ms);
}

/** Passes some seconds and answers every list request meanwhile. */
async function seconds(started: FakeExplorer, count: number): Promise<void> {
  for (let second = 0; second < count; second++) {
    later(started, 1000);
    const call = started.service.calls.findLast(each => each.isOpen());
    await call?.answer(page(bots(3)));
  }
}

test('auto-refresh: R cycles through every 5, 15 and 60 seconds, then off', async () => {
  const started = await startOnBots(bots(3));
  for (const [every, count] of [
    [5, 6],
    [15, 2],
    [60, 0],
  ] as const) {
    key(started, 'R');
    expect(bar(started)).toContain(`every ${every} s`);
    const before = reads(started);
    await seconds(started, 31);
    expect(reads(started) - before, `${every}`).toBe(count);
  }
  key(started, 'R');
  const before = reads(started);
  await seconds(started, 130);

  expect(reads(started)).toBe(before);
  expect(bar(started)).not.toContain('every');
});

test('auto-refresh: sends nothing while a dialog is open, another view is shown, or a request is pending', async () => {
  const started = await startOnBots(bots(3));
  key(started, 'R');
  const before = started.service.calls.length;

  key(started, '/');
  later(started, 20_000);
  key(started, 'escape');
  expect(started.service.calls).toHaveLength(before);
  started.explorer.open(botPlace('b0'));
  await started.service.open('bot.read').answer({ id: 'b0' });
  later(started, 20_000);
  expect(bar(started)).not.toContain('every');
  expect(started.service.calls).toHaveLength(before + 1);
  started.explorer.goBack();
  later(started, 20_000);

  expect(started.service.calls).toHaveLength(before + 2);
});

test('auto-refresh: with refresh manual is off until R is pressed, on lists and on records', async () => {
  const started = await startOnBots(bots(3));
  later(started, 3_600_000);
  started.explorer.open(botPlace('b0'));
  await started.service.open('bot.read').answer({ id: 'b0' });
  const before = started.service.calls.length;
  for (let minute = 0; minute < 60; minute++) later(started, 60_000);

  expect(started.service.calls).toHaveLength(before);
  expect(reads(started)).toBe(1);
});

test('auto-refresh: a list is refreshed every minute, for ten minutes after the last key', async () => {
  const started = await startOnBots(bots(3), { refresh: 'auto' });
  await seconds(started, 59);
  expect(reads(started)).toBe(1);
  await seconds(started, 1);
  expect(reads(started)).toBe(2);
  expect(started.service.calls.at(-1)?.options.isAutomatic).toBe(true);
  expect(bar(started)).toBe('RW · now');

  await seconds(started, 900);

  expect(reads(started)).toBe(10);
  expect(vi.getTimerCount()).toBe(0);
  key(started, 'j');
  await seconds(started, 1);
  expect(reads(started)).toBe(11);
});

test('auto-refresh: the wheel of the mouse counts like a key', async () => {
  const started = await startOnBots(bots(3), { refresh: 'auto' });

  for (let minute = 0; minute < 30; minute++) {
    await seconds(started, 60);
    handleMouse(started.explorer, { kind: 'wheel-down', x: 5, y: 5 });
  }

  expect(reads(started)).toBe(31);
});

test('auto-refresh: nothing is refreshed in a dialog, a field or a record', async () => {
  const started = await startOnBots(bots(3), { refresh: 'auto' });
  for (const opens of [':', '/', '?', 'ctrl+d']) {
    key(started, opens);
    await seconds(started, 61);
    expect(reads(started), opens).toBe(1);
    key(started, 'escape');
  }
  started.explorer.open(botPlace('b1'));
  await started.service.open('bot.read').answer({ id: 'b1' });
  await seconds(started, 61);
  expect(reads(started)).toBe(1);

  started.explorer.goBack();
  await seconds(started, 1);
  expect(reads(started)).toBe(2);
});

test('auto-refresh: a list that is due is refreshed on coming back from a place that was just refreshed', async () => {
  const started = await startOnBots(bots(3), { refresh: 'auto' });
  started.explorer.open(botPlace('b1'));
  await started.service.open('bot.read').answer({ id: 'b1' });
  key(started, 'R');
  for (let refresh = 0; refresh < 13; refresh++) {
    later(started, 5000);
    await started.service.open('bot.read').answer({ id: 'b1' });
  }

  started.explorer.goBack();
  await seconds(started, 1);

  expect(reads(started)).toBe(2);
});

test('auto-refresh: R turns it off for all lists after 5, 15 and 60 seconds', async () => {
  const started = await startOnBots(bots(3), { refresh: 'auto' });
  for (let press = 0; press < 4; press++) key(started, 'R');
  expect(started.state().notice?.text).toBe('Auto-refresh off.');

  await seconds(started, 130);

  expect(reads(started)).toBe(1);
});

test('auto-refresh: a stale record is reloaded when it is opened; the old one is shown meanwhile', async () => {
  const started = await startOnBots(items(false), { refresh: 'auto' });
  const bot = (name: string) => ({ id: 'b0', name, createdAt: '2023-11-13T00:00:00Z' });
  key(started, 'enter');
  await started.service.open('bot.read').answer(bot('old-name'));
  key(started, 'escape');
  started.pass(299_000);
  key(started, 'enter');
  expect(started.service.count('bot.read')).toBe(1);
  key(started, 'escape');

  started.pass(1000);
  key(started, 'enter');
  expect(screen(started)).toContain('old-name');
  expect(started.service.count('bot.read')).toBe(2);
  await started.service.open('bot.read').answer(bot('new-name'));

  expect(screen(started)).toContain('new-name');
  expect(stripVTControlCharacters(screen(started))).toMatch(/\* name/);
  expect(bar(started)).toBe('RW · now');
});

test('auto-refresh: pauses after a failure until the user reloads', async () => {
  const started = await startOnBots(bots(3));
  key(started, 'R');
  later(started, 5000);
  await started.service.open('bot.list').fail({ kind: 'throttled' });

  expect(bar(started)).toContain('every 5 s, paused');
  const before = reads(started);
  await seconds(started, 30);
  expect(reads(started)).toBe(before);
  key(started, 'r');
  await seconds(started, 11);

  expect(reads(started)).toBe(before + 3);
});

test('auto-refresh: goes on after an error of the server, and the rows stay', async () => {
  const started = await startOnBots(bots(3), { refresh: 'auto' });
  later(started, 60_000);
  await started.service.open('bot.list').fail({ kind: 'server-error', status: 502 });
  expect(bar(started)).toBe('RW · STALE · 1m ago');
  expect(contentOf(started.state()).ids).toHaveLength(3);

  await seconds(started, 61);

  expect(reads(started)).toBe(3);
  expect(bar(started)).toBe('RW · now');
});

test('auto-refresh: pauses after ten minutes without a key and resumes with the next key', async () => {
  const started = await startOnBots(bots(3));
  key(started, 'R');
  await seconds(started, 601);
  expect(bar(started)).toContain('every 5 s, paused');
  const before = reads(started);
  await seconds(started, 60);
  expect(reads(started)).toBe(before);

  key(started, 'j');
  await seconds(started, 6);

  expect(bar(started)).not.toContain('paused');
  expect(reads(started)).toBe(before + 2);
});

const items = (changed: boolean) => [
  { id: 'b0', name: 'first', updatedAt: '2023-11-14T00:00:00Z' },
  { id: 'b1', name: changed ? 'renamed' : 'second', updatedAt: '2023-11-13T00:00:00Z' },
  { id: 'b2', name: 'third', updatedAt: changed ? '2023-11-14T10:00:00Z' : '2023-11-12T00:00:00Z' },
];

const THEME = themeOf('terminal', { depth: 'mono', ascii: false, links: false });

const screen = ({ explorer, state }: FakeExplorer): string => renderScreen(explorer, state(), THEME);

test('auto-refresh: a reload marks changed rows until the cursor was on them, and the cursor stays', async () => {
  const started = await startOnBots(items(false));
  key(started, 'j');

  key(started, 'r');
  await started.service.open('bot.list').answer(page([...items(true)].reverse()));

  expect(title(started)).toContain('2 changed');
  expect(started.underCursor()).toBe('b1');
  expect(screen(started)).toMatch(/\*renamed/);
  expect(screen(started)).toMatch(/third.*\*/);
  expect(screen(started)).not.toMatch(/first.*\*/);
  later(started, 60_000);
  expect(title(started)).toContain('2 changed');
  key(started, 'k');
  expect(title(started)).toContain('1 changed');
  expect(screen(started)).not.toMatch(/\*renamed/);
  key(started, 'enter');
  await started.service.open('bot.read').answer(items(true)[2]);
  key(started, 'escape');

  expect(title(started)).not.toContain('changed');
  expect(screen(started)).not.toContain('*');
});

test('auto-refresh: a reload marks changed fields on every tab of a record, and no others', async () => {
  const bot = (isLater: boolean) => ({
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
  started.explorer.open(botPlace('b0'));
  await started.service.open('bot.read').answer(bot(false));
  expect(screen(started)).not.toContain('*');

  key(started, 'r');
  await started.service.open('bot.read').answer(bot(true));

  const rows = () => stripVTControlCharacters(screen(started)).split('\n');
  const shown = (wanted: string) => rows().filter(row => row.includes(wanted));
  const size = { columns: 110, rows: 30 };
  expect(viewTitle(withChange(started.state(), { screen: { size } })).right).toBe('2 changed');
  expect(shown('always alive')[0]).not.toContain('*');
  expect(shown('* dev')).toHaveLength(1);
  expect(shown('* name')).toEqual([]);
  key(started, '2');
  expect(shown('slack-of')[0]).toContain('*');
  expect(shown('web')[0]).not.toContain('*');
  later(started, 10_000);

  expect(screen(started)).not.toContain('*');
  key(started, 'r');
  await started.service.open('bot.read').answer(bot(true));
  expect(viewTitle(withChange(started.state(), { screen: { size } })).right).toBeUndefined();
});

test('auto-refresh: neither the next page nor unchanged rows are marked as changed', async () => {
  const started = await startOnBots(items(false), { next: 'more' });
  await started.service.open('bot.list').answer(page([{ id: 'b9' }]));
  expect(title(started)).not.toContain('changed');

  key(started, 'r');
  await started.service.open('bot.list').answer(page(items(false), 'more'));
  await started.service.open('bot.list').answer(page([{ id: 'b9' }]));

  expect(title(started)).not.toContain('changed');
});
