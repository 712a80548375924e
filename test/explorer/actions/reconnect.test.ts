import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messageOf } from '../../../src/explorer/frame/footer-message.ts';
import { barText, statusBar } from '../../../src/explorer/frame/status-bar.ts';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import type { Failure } from '../../../src/failure.ts';
import { safe } from '../../../src/text/sanitise.ts';
import {
  botPlace,
  type FakeExplorer,
  SERVER,
  startExplorer,
  startOnBots,
} from '../../helpers/fake-explorer.ts';
import { bots, page } from '../../helpers/fake-service.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const LOST: Failure = { kind: 'unreachable', reached: false };

const bar = ({ state }: FakeExplorer): string => barText(statusBar(state()));
const message = ({ state }: FakeExplorer): string => messageOf(state()).text;
const key = ({ explorer }: FakeExplorer, name: string): void =>
  press(explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });

/** Advances the clock and its timers together. */
function later({ pass }: FakeExplorer, ms: number): void {
  pass(ms);
  vi.advanceTimersByTime(ms);
}

/** Opens a list whose reload got no response. */
async function offline(options: Parameters<typeof startOnBots>[1] = {}): Promise<FakeExplorer> {
  const started = await startOnBots(bots(3), options);
  key(started, 'r');
  await started.service.open('bot.list').fail(LOST);
  return started;
}

test('offline: a failed reload keeps the rows, and the status bar shows their age', async () => {
  const started = await offline();

  expect(started.rows()?.ids).toHaveLength(3);
  expect(bar(started)).toMatch(/^RW · OFFLINE · as of \d\d:\d\d$/);
  expect(message(started)).toBe("Can't reach the server · retry in 2 s · r now · X stop · ! more");
});

test('offline: the message names a server never reached in full, and other profiles where there is room', async () => {
  const messageAt = async (columns: number): Promise<string> => {
    const server = { ...SERVER, label: safe`127.0.0.1:7999` };
    const started = startExplorer({ server, size: { columns, rows: 24 } });
    await started.service.open('workspace.read').fail(LOST);
    await started.service.open('bot.list').fail(LOST);
    return message(started);
  };

  const words = '127.0.0.1:7999 cannot be reached · retry in 2 s · r now · X stop';
  expect(await messageAt(80)).toBe(words);
  expect(await messageAt(120)).toBe(`${words} · Ctrl-P other profile`);
});

test('offline: retries the view after 2, 4, 8 … up to 60 seconds, one GET at a time', async () => {
  const started = await offline();
  for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
    const before = started.service.calls.length;
    later(started, seconds * 1000 - 100);
    expect(started.service.calls, `${seconds}`).toHaveLength(before);
    later(started, 100);
    expect(started.service.calls, `${seconds}`).toHaveLength(before + 1);
    expect(message(started)).toContain('retrying now');
    await started.service.open('bot.list').fail(LOST);
  }

  expect(new Set(started.service.calls.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(message(started)).toContain('(8 tries)');
});

test('offline: the countdown shows every fifth second, then each of the last ten', async () => {
  const started = await offline();
  for (const seconds of [2, 4, 8, 16]) {
    later(started, seconds * 1000);
    await started.service.open('bot.list').fail(LOST);
  }
  const shown: (number | undefined)[] = [];
  started.explorer.store.subscribe(
    ({ session: { offline: now } }) => void (shown.at(-1) !== now?.left && shown.push(now?.left)),
  );
  for (let second = 0; second < 31; second++) later(started, 1000);

  expect(shown).toEqual([30, 25, 20, 15, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test('offline: any response ends it, even an error', async () => {
  const started = await offline();
  later(started, 2000);

  await started.service.open('bot.list').fail({ kind: 'forbidden' });

  expect(started.state().session.offline).toBeUndefined();
  expect(bar(started)).toContain('STALE');
  const before = started.service.calls.length;
  later(started, 120_000);
  expect(started.service.calls).toHaveLength(before);
});

test('offline: r retries at once and restarts the countdown', async () => {
  const started = await offline();

  key(started, 'r');
  expect(started.service.count('bot.list')).toBe(3);
  later(started, 10_000);
  expect(started.service.count('bot.list')).toBe(3);
  await started.service.open('bot.list').answer(page(bots(3)));

  expect(bar(started)).toBe('RW · 10s ago');
  expect(started.state().session.offline).toBeUndefined();
});

test('offline: X stops the retries until the server responds', async () => {
  const started = await offline();

  key(started, 'X');
  later(started, 300_000);
  expect(started.service.count('bot.list')).toBe(2);
  expect(message(started)).toBe("Can't reach the server · r retry · ! more");
  key(started, 'r');
  await started.service.open('bot.list').fail(LOST);
  later(started, 300_000);

  expect(started.service.count('bot.list')).toBe(3);
  expect(bar(started)).toContain('OFFLINE');
});

test('offline: loaded views stay usable, and the current view is the one retried', async () => {
  const started = await startOnBots(bots(3));
  started.explorer.open(botPlace('b0'));
  await started.service.open('bot.read').answer({ id: 'b0', name: 'first' });
  started.explorer.goBack();
  key(started, 'r');
  await started.service.open('bot.list').fail(LOST);

  started.explorer.open(botPlace('b0'));
  expect(bar(started)).toMatch(/OFFLINE · as of/);
  expect(message(started)).toContain('retry in 2 s');
  later(started, 2000);

  expect(started.service.count('bot.read')).toBe(2);
  expect(started.service.count('bot.list')).toBe(2);
});

test('offline: disables deletes, also in an open dialog', async () => {
  const started = await offline();
  key(started, 'ctrl+d');
  expect(started.state().dialog).toBeUndefined();
  expect(message(started)).toContain('Offline: deleting is disabled');

  later(started, 2000);
  await started.service.open('bot.list').answer(page(bots(3)));
  expect(message(started)).toBe('1/3');
  key(started, 'ctrl+d');
  await started.service.open('bot.read').fail(LOST);
  started.pass(1000);
  for (const letter of started.dialog().confirmation.text) key(started, letter);
  started.pass(1000);
  key(started, 'enter');

  expect(started.service.count('bot.delete')).toBe(0);
  expect(started.dialog().hint).toContain('Offline');
});

test('offline: requests that fail together count as one try', async () => {
  const started = await startOnBots(bots(3));
  started.explorer.open(botPlace('b0'));
  key(started, 'r');
  started.explorer.load({ screen: 'list', kind: 'bot', ids: {} }, true);

  await started.service.open('bot.list').fail(LOST);
  await started.service.open('bot.read').fail(LOST);

  expect(started.state().session.offline).toMatchObject({ tries: 1, left: 2 });
});

test('offline: a narrow screen still shows the state and the keys', async () => {
  const started = await offline({ size: { columns: 40, rows: 12 } });

  expect(bar(started)).toMatch(/^RW · OFFLINE \d\d:\d\d$/);
  expect(message(started)).toBe('Offline · in 2 s · r now · X stop');
});

test('offline: without a failure the only timer is the one for stale data', async () => {
  await startOnBots(bots(3));

  expect(vi.getTimerCount()).toBe(1);
});

test('stale data: the status bar shows STALE after five minutes, without a key', async () => {
  const started = await startOnBots(bots(3));
  later(started, 299_000);
  expect(bar(started)).not.toContain('STALE');

  later(started, 2000);

  expect(bar(started)).toBe('RW · STALE · 5m ago');
  expect(vi.getTimerCount()).toBe(0);
});

test('offline: another connection ends the retries and refreshes of this one', async () => {
  const started = await offline({ refresh: 'auto', health: 'auto' });
  const before = started.service.calls.length;

  started.explorer.end({ to: 'next', notice: safe`Now on another profile.` });
  for (let minute = 0; minute < 12; minute++) later(started, 60_000);

  expect(started.service.calls).toHaveLength(before);
  expect(vi.getTimerCount()).toBe(0);
  expect(started.onEnd).toHaveBeenCalledOnce();
});
