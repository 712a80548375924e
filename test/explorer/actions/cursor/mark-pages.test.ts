import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withAllMarksToggled } from '../../../../src/explorer/actions/cursor/mark.ts';
import { marksOf } from '../../../../src/explorer/selection/list-marks.ts';
import { botPlace, type FakeExplorer, LIST, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots, page, settle } from '../../../helpers/fake-service.ts';
import { writable } from '../../../helpers/writable.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const answer = ({ service }: FakeExplorer, from: number, next?: string) =>
  service.open('bot.list').answer(page(bots(30, from), next));
/** Advances the clock and its timers together. */
function later({ pass }: FakeExplorer, ms: number): void {
  pass(ms);
  vi.advanceTimersByTime(ms);
}
const phase = ({ state }: FakeExplorer) => state().data.lists['list\nbot']?.phase;

test('paging: marks stay while pages load, and new rows are unmarked', async () => {
  const started = await startOnBots(bots(30), { next: 't1' });
  started.explorer.change(withAllMarksToggled);

  started.explorer.loadMore(LIST);
  await answer(started, 30);

  expect(started.rows()?.ids).toHaveLength(60);
  expect(marksOf(started.state()).size).toBe(30);
});

test('paging: pages that arrive in quick succession are shown together, always including the last', async () => {
  const started = await startOnBots(bots(30), { next: 't1' });
  started.explorer.loadAll(LIST);
  await answer(started, 30, 't2');
  later(started, 1);
  expect(started.rows()?.ids).toHaveLength(60);
  let changes = 0;
  started.explorer.store.subscribe(() => changes++);

  for (let from = 60; from < 210; from += 30) {
    later(started, 1);
    await answer(started, from, `t${from}`);
  }
  expect(changes).toBe(0);

  // The next page never arrives; the pages before it are shown nevertheless.
  later(started, 100);
  expect(started.rows()?.ids).toHaveLength(210);
  later(started, 1);
  await answer(started, 210);

  expect(started.rows()?.ids).toHaveLength(240);
  expect(phase(started)).toBe('ready');
});

test('paging: the next page is requested before the loaded one is processed', async () => {
  const started = await startOnBots(bots(30), { next: 't1' });
  started.explorer.loadAll(LIST);
  const asked: number[] = [];
  started.explorer.store.subscribe(({ data: { lists } }, before) => {
    if (lists !== before.data.lists) asked.push(started.service.count('bot.list'));
  });

  await answer(started, 30, 't2');
  expect(started.service.count('bot.list')).toBe(3);
  expect(asked).toEqual([]);
  later(started, 1);

  expect(asked).toEqual([3]);
});

test('paging: loading all pages joins the request in progress instead of repeating it', async () => {
  const started = await startOnBots(bots(30), { next: 't1' });
  started.explorer.loadMore(LIST);
  started.explorer.loadAll(LIST);

  expect(started.service.count('bot.list')).toBe(2);
  await answer(started, 30, 't2');
  await answer(started, 60, 't3');
  started.explorer.stopLoading(LIST);
  await settle();

  expect(started.rows()?.ids).toHaveLength(90);
  expect(started.service.count('bot.list')).toBe(4);
  expect(phase(started)).toBe('ready');
});

test.each<readonly [string, (started: FakeExplorer) => Promise<void>]>([
  ['a failed reload', reloadAndFail],
  ['a cancel', cancel],
])('paging: after %s no loaded page is lost, and the next load continues after them', async (_what, stop) => {
  const started = await startOnBots(bots(30), { next: 't1' });
  started.explorer.loadAll(LIST);
  await answer(started, 30, 't2');
  started.pass(1);
  await answer(started, 60, 't3');

  await stop(started);
  expect(started.rows()?.ids).toHaveLength(90);
  started.explorer.loadMore(LIST);
  await answer(started, 90);

  expect(started.rows()?.ids).toHaveLength(120);
  expect(started.rows()?.stopped).toBeUndefined();
});

async function reloadAndFail({ explorer, service }: FakeExplorer): Promise<void> {
  explorer.load(LIST, true);
  await service.open('bot.list').fail({ kind: 'server-error', status: 500 });
}

async function cancel(started: FakeExplorer): Promise<void> {
  started.explorer.stopLoading(LIST);
  await settle();
  expect(phase(started)).toBe('ready');
}

test('paging: a bot deleted while pages load does not come back', async () => {
  const started = await startOnBots(bots(30), { next: 't1' });
  started.explorer.change(withAllMarksToggled);
  started.explorer.loadAll(LIST);
  await answer(started, 30, 't2');
  later(started, 1);
  const place = botPlace('b31');
  if (place.screen === 'record') started.explorer.openDelete([place]);
  await started.service.open('bot.read').answer({ id: 'b31', name: 'bot 31' });
  started.pass(1000);
  const { dialog } = started.state();
  if (dialog?.kind === 'delete')
    writable(started.explorer.store).setState({
      dialog: { ...dialog, editor: { parts: [...'bot 31'], at: 6 } },
    });
  started.explorer.confirmDelete(true);
  await started.service.open('bot.delete').answer(undefined);

  await answer(started, 60, 't3');
  later(started, 100);
  await answer(started, 90);

  expect(started.rows()?.ids).not.toContain('b31');
  expect(started.rows()?.ids).toHaveLength(119);
});
