import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withCursorMoved } from '../../../src/explorer/actions/cursor/move-cursor.ts';
import { withPreviewToggled } from '../../../src/explorer/actions/screen.ts';
import { layoutOf } from '../../../src/explorer/facts/layout.ts';
import { joinLine } from '../../../src/explorer/facts/line.ts';
import { previewOf } from '../../../src/explorer/frame/pane.ts';
import { paneRows } from '../../../src/explorer/paint/list-rows.ts';
import { themeOf } from '../../../src/explorer/paint/theme.ts';
import { keyOf } from '../../../src/explorer/state/place.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { noTerminalHost } from '../../../src/terminal/host.ts';
import { type FakeExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots, page } from '../../helpers/fake-service.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const WIDE = { columns: 160, rows: 50 };
const theme = themeOf('terminal', { depth: 'mono', links: false, ascii: false });

const broken = (at: number, name = 'slack'): JsonObject => ({
  ...bots(at + 1)[at],
  integrations: {
    a: { name, status: 'registration_failed', statusReason: `token ${at} was revoked` },
  },
});
const title = ({ state }: FakeExplorer): string | undefined => previewOf(state())?.title;
const text = ({ state }: FakeExplorer): string =>
  (previewOf(state())?.lines ?? []).map(line => joinLine(line)).join('\n');
const painted = ({ state }: FakeExplorer): readonly string[] => paneRows(state(), theme);
const move = ({ explorer }: FakeExplorer, steps = 1): void => {
  for (let step = 0; step < steps; step++) explorer.change(state => withCursorMoved(state, 'down'));
};
const reads = ({ service }: FakeExplorer) => service.calls.filter(({ id }) => id === 'bot.read');

const start = (options: Parameters<typeof startOnBots>[1] = {}, count = 100): Promise<FakeExplorer> =>
  startOnBots(bots(count), { size: WIDE, ...options });

/** Starts with the full records of the first bots in memory; that of `failing` has a problem. */
async function startChecked(failing: number): Promise<FakeExplorer> {
  const started = await start();
  started.explorer.checkAll();
  for (let left = true; left; ) {
    const open = reads(started).filter(call => call.isOpen());
    for (const call of open) {
      const at = Number(call.ids['botId']?.slice(1));
      await call.answer(at === failing ? broken(at) : bots(at + 1)[at]);
    }
    left = open.length > 0;
  }
  vi.advanceTimersByTime(100);
  return started;
}

test('preview: until the cursor was moved it lists the worst checked rows with their causes', async () => {
  const started = await startChecked(20);

  expect(title(started)).toBe('Needs attention');
  expect(text(started)).toContain('integration slack is registration_failed');
  expect(text(started)).toContain('token 20 was revoked');
});

test('preview: on a small screen it shows as much of the worst row as fits, and the number of the others', async () => {
  const items = [broken(0), broken(1)];
  const started = await startOnBots(items, { size: { columns: 40, rows: 12 } });
  started.explorer.change(withPreviewToggled);
  started.explorer.checkAll();
  for (const call of reads(started)) await call.answer(broken(Number(call.ids['botId']?.slice(1))));
  vi.advanceTimersByTime(100);

  expect(text(started)).toBe('   ✗ bot 0\n     slack: registration_failed\n   … 1 more');
});

test('preview: on a small screen the number of the others gives way to the rest of a long finding', async () => {
  const items = [broken(0, 'borealis/flight-status'), broken(1)];
  const started = await startOnBots(items, { size: { columns: 40, rows: 12 } });
  started.explorer.change(withPreviewToggled);
  started.explorer.checkAll();
  for (const call of reads(started)) await call.answer(items[Number(call.ids['botId']?.slice(1))]);
  vi.advanceTimersByTime(100);

  expect(text(started)).toBe('   ✗ bot 0\n     borealis/flight-status:\n     registration_failed');
});

test('preview: shows a row once the cursor has rested on it for 150 ms, and no timer runs before or after', async () => {
  const started = await startChecked(1);
  vi.advanceTimersByTime(1000);
  const timers = vi.getTimerCount();
  move(started);

  vi.advanceTimersByTime(149);
  expect(title(started)).toBe('Needs attention');
  vi.advanceTimersByTime(1);

  expect(title(started)).toBe(bots(2)[1]?.['name']);
  expect(text(started)).toContain('Diagnosis: 1 problem');
  vi.advanceTimersByTime(150);
  expect(vi.getTimerCount()).toBe(timers);
});

test('preview: a held key paints nothing in it; it is emptied once the list scrolls', async () => {
  const started = await startChecked(1);
  const before = painted(started);
  for (let pressed = 0; pressed < 40; pressed++) {
    move(started);
    vi.advanceTimersByTime(33);
    expect(painted(started)).toBe(before);
    started.pass(60_000);
  }

  move(started, 10);
  expect(painted(started)).toEqual([]);
  vi.advanceTimersByTime(150);

  expect(title(started)).toBe(bots(51)[50]?.['name']);
});

test('preview: a response that arrives while the cursor moves waits for its rest', async () => {
  const started = await start();
  started.explorer.checkAll();
  const before = painted(started);
  move(started);

  await reads(started)[0]?.answer(broken(0));
  vi.advanceTimersByTime(100);

  expect(painted(started)).toBe(before);
});

test('preview: requests an unknown record after 300 ms of rest, once, and none of the rows passed over', async () => {
  const started = await start();
  move(started);
  vi.advanceTimersByTime(200);
  move(started);
  vi.advanceTimersByTime(299);
  expect(reads(started)).toHaveLength(0);

  vi.advanceTimersByTime(1);
  expect(reads(started).map(({ ids }) => ids)).toEqual([{ botId: 'b2' }]);
  expect(text(started)).toContain('loading …');
  await reads(started)[0]?.answer(broken(2));
  expect(text(started)).toContain('token 2 was revoked');
  move(started);
  started.explorer.change(state => withCursorMoved(state, 'up'));
  vi.advanceTimersByTime(1000);

  expect(reads(started)).toHaveLength(1);
});

test('preview: sends no request for rows whose health is checked anyway', async () => {
  const started = await start({ health: 'auto' });
  vi.advanceTimersByTime(1000);
  for (let left = true; left; ) {
    const open = reads(started).filter(call => call.isOpen());
    for (const call of open) await call.answer(broken(Number(call.ids['botId']?.slice(1))));
    left = open.length > 0;
  }
  vi.advanceTimersByTime(1000);
  const sent = reads(started).length;
  const visible = layoutOf(started.state()).body - 1;
  for (let pressed = 0; pressed < 5; pressed++) {
    move(started);
    vi.advanceTimersByTime(1000);
  }

  expect(sent).toBe(visible);
  expect(reads(started)).toHaveLength(sent);
});

test('preview: what arrives by itself leaves it on its row; a row that leaves the list is no move', async () => {
  const started = await startChecked(1);
  started.explorer.reload(started.view().place);
  await started.service.open('bot.list').answer(page(bots(100).slice(1)));
  vi.advanceTimersByTime(1000);
  expect(title(started)).toBe('Needs attention');
  move(started, 3);
  vi.advanceTimersByTime(150);
  const shown = title(started);

  started.explorer.reload(started.view().place);
  await started.service.open('bot.list').answer(page(bots(100).slice(2)));
  vi.advanceTimersByTime(1000);

  expect(title(started)).toBe(shown);
});

test('preview: a slow line pauses it, with room and layout unchanged, and p opens it', async () => {
  let isSlow = false;
  const started = await start({ terminalHost: { ...noTerminalHost, isSlow: () => isSlow } });
  const before = layoutOf(started.state());
  isSlow = true;
  move(started);
  vi.advanceTimersByTime(1000);

  expect(text(started)).toMatch(/slow, so.*p\s+opens/s);
  expect(started.state().notice?.text).toMatch(/slow, so.*p opens/);
  expect(layoutOf(started.state())).toEqual(before);
  expect(reads(started)).toHaveLength(0);
  // A list that has scrolled moves whole rows only if nothing is beside them.
  move(started, 60);
  expect(painted(started)).toEqual([]);
  started.explorer.change(withPreviewToggled);
  move(started);
  vi.advanceTimersByTime(150);

  expect(title(started)).toBe(bots(63)[62]?.['name']);
});

test.each([
  [{ columns: 129, rows: 50 }, false],
  [{ columns: 130, rows: 50 }, true],
])('preview: at %j a list has one unless the person decides', async (size, isOpen) => {
  const started = await startOnBots(bots(3), { size });
  const isShown = (): boolean => layoutOf(started.state()).preview !== undefined;

  expect(isShown()).toBe(isOpen);
  started.explorer.change(withPreviewToggled);
  expect(isShown()).toBe(!isOpen);
  started.explorer.change(withPreviewToggled);
  expect(isShown()).toBe(isOpen);
});

test('preview: its record does not count as seen', async () => {
  const saved = vi.fn();
  const started = await start({ snapshots: { read: () => undefined, save: saved } });
  move(started);
  vi.advanceTimersByTime(300);
  await reads(started)[0]?.answer(broken(1));

  expect(started.state().data.records[keyOf('bot', { botId: 'b1' })]?.last).toBeDefined();
  expect(saved).not.toHaveBeenCalled();
});
