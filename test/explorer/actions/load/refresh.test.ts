import { expect, test, vi } from 'vitest';
import { withCursorMoved } from '../../../../src/explorer/actions/cursor/move-cursor.ts';
import { changedCells, goneRows } from '../../../../src/explorer/facts/change-marks.ts';
import { viewTitle } from '../../../../src/explorer/frame/titles.ts';
import { press } from '../../../../src/explorer/keyboard/keyboard.ts';
import { themeOf } from '../../../../src/explorer/paint/theme.ts';
import { contentOf } from '../../../../src/explorer/screens/content.ts';
import { currentView } from '../../../../src/explorer/state/state.ts';
import { botPlace, type FakeExplorer, LIST, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots, page } from '../../../helpers/fake-service.ts';
import { renderScreen } from '../../../helpers/render-screen.tsx';

const key = ({ explorer }: FakeExplorer, ...names: readonly string[]): void => {
  for (const name of names) press(explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });
};
const title = ({ state }: FakeExplorer): string => viewTitle(state()).right ?? '';
const ids = ({ state }: FakeExplorer): readonly string[] => contentOf(state()).ids;
const listCalls = ({ service }: FakeExplorer) => service.calls.filter(({ id }) => id === 'bot.list');

/** Starts a refresh and answers its request. */
async function refresh(started: FakeExplorer, response: ReturnType<typeof page>): Promise<void> {
  started.pass(60_000);
  started.explorer.refresh(LIST);
  await started.service.open('bot.list').answer(response);
}

const openRead = ({ service }: FakeExplorer) =>
  service.calls.find(call => call.id === 'bot.read' && call.isOpen());

const named = (names: { readonly [id: string]: string }) =>
  Object.entries(names).map(([id, name]) => ({ id, name, updatedAt: '2023-11-14T00:00:00Z' }));

const WIDE = { size: { columns: 160, rows: 24 } };

test('refresh: changed rows keep their place under a sort and a filter, and are marked', async () => {
  const started = await startOnBots(named({ a: 'anna bot', b: 'bert bot', c: 'carl' }), WIDE);
  key(started, '/', ...'bot', 'enter', 's', 'N');
  const before = ids(started);

  await refresh(started, page(named({ a: 'zoe', b: 'bert bot', c: 'carl bot' })));

  expect(before).toEqual(['a', 'b']);
  expect(ids(started)).toEqual(before);
  expect([...(changedCells(started.state())?.keys() ?? [])]).toEqual(['a', 'c']);
  key(started, 'escape');
  expect(ids(started)).toEqual(['b', 'c', 'a']);
  expect(started.underCursor()).toBe('a');
});

const THEME = themeOf('terminal', { depth: 'mono', ascii: false, links: false });

test('refresh: an unchanged response changes nothing on the screen, another one its cells and the title', async () => {
  const started = await startOnBots(bots(3));
  const { explorer, state } = started;
  const rows = () => renderScreen(explorer, state(), THEME).split('\n');
  const [before, items] = [rows(), started.rows()];
  const { listChanges, records } = state().data;

  await refresh(started, page(bots(3)));
  expect(rows()).toEqual(before);
  expect(started.rows()).toBe(items);
  expect(state().data.listChanges).toBe(listChanges);
  expect(state().data.records).toBe(records);

  await refresh(started, page([...bots(1), { id: 'b1', name: 'new name' }, ...bots(1, 2)]));
  const changed = rows().flatMap((row, at) => (row === before[at] ? [] : [row]));
  expect(changed).toHaveLength(2);
  expect(changed[0]).toContain('1 changed');
  expect(changed[1]).toMatch(/\*.*new name/);
});

test('refresh: new rows are counted with the key that shows them, and gone ones stay marked until then', async () => {
  const started = await startOnBots(bots(4), WIDE);
  key(started, 'j', 'space');

  await refresh(started, page([{ id: 'n1' }, ...bots(1), ...bots(2, 2)]));

  expect(ids(started)).toEqual(['b0', 'b1', 'b2', 'b3']);
  expect(started.underCursor()).toBe('b2');
  expect([...(goneRows(started.state()) ?? [])]).toEqual(['b1']);
  expect(title(started)).toContain('1 new, r shows it · 1 gone');
  expect(title(started)).toContain('1 marked');
  key(started, 'r');
  await started.service.open('bot.list').answer(page([{ id: 'n1' }, ...bots(1), ...bots(2, 2)]));

  expect(ids(started)).toEqual(['n1', 'b0', 'b2', 'b3']);
  expect(title(started)).not.toMatch(/gone|new/);
});

test('refresh: a row that left its page is gone only if the server has no such record', async () => {
  const started = await startOnBots(bots(30), { next: 'more', ...WIDE });
  for (const id of ids(started)) started.explorer.load(botPlace(id));
  for (let call = openRead(started); call !== undefined; call = openRead(started))
    await call.answer({ id: call.ids['botId'], name: 'full' });

  const others = [...bots(1), ...bots(28, 2)];
  await refresh(started, page([{ id: 'new' }, ...others], 'more'));

  expect(goneRows(started.state())?.size).toBe(0);
  expect(title(started)).toContain('1 new');
  started.explorer.load(botPlace('b1'), true);
  expect(openRead(started)?.ids).toEqual({ botId: 'b1' });
  await openRead(started)?.fail({ kind: 'not-found' });
  started.pass(100);
  await vi.waitFor(() => expect([...(goneRows(started.state()) ?? [])]).toEqual(['b1']));
  expect(title(started)).toContain('1 gone');
});

test('refresh: requests the pages on the screen only, each with its own token, marked as automatic', async () => {
  const started = await startOnBots(bots(40), { next: 'two' });
  key(started, 'G');
  await started.service.open('bot.list').answer(page(bots(40, 40), 'three'));
  key(started, 'G');
  await started.service.open('bot.list').answer(page(bots(40, 80)));
  const before = listCalls(started).length;
  started.explorer.change(state => withCursorMoved(state, 'first'));
  for (let page = 0; page < 5; page++) started.explorer.change(state => withCursorMoved(state, 'half-down'));

  started.explorer.refresh(LIST);
  await started.service.open('bot.list').answer(page(bots(40), 'two'));
  await started.service.open('bot.list').answer(page(bots(40, 40), 'three'));

  const asked = listCalls(started).slice(before);
  expect(asked.map(({ options }) => options.page)).toEqual([undefined, 'two']);
  expect(asked.every(({ options }) => options.isAutomatic)).toBe(true);
});

test('refresh: leaving the list aborts it, and the rows stay as they were', async () => {
  const started = await startOnBots(bots(3));
  const before = started.rows();
  started.explorer.refresh(LIST);
  const call = started.service.open('bot.list');

  key(started, 'j', 'enter');

  expect(call.isOpen()).toBe(false);
  key(started, 'escape');
  expect(started.rows()).toBe(before);
  expect(listCalls(started)).toHaveLength(2);
  expect(started.state().data.lists['list\nbot']?.phase).toBe('ready');
});

test('refresh: a load by the person replaces it, and a deleted row does not come back', async () => {
  const started = await startOnBots(bots(3));
  started.explorer.refresh(LIST);
  const call = started.service.open('bot.list');
  key(started, 'r');
  expect(call.isOpen()).toBe(false);
  await started.service.open('bot.list').answer(page(bots(2)));
  expect(ids(started)).toEqual(['b0', 'b1']);

  await refresh(started, page(bots(3)));

  expect(ids(started)).toEqual(['b0', 'b1']);
});

test('refresh: a failure keeps the rows, marks the list as stale and is explained', async () => {
  const started = await startOnBots(bots(3));
  started.explorer.refresh(LIST);
  await started.service.open('bot.list').fail({ kind: 'server-error', status: 500 });

  expect(ids(started)).toHaveLength(3);
  expect(started.state().data.lists['list\nbot']?.phase).toBe('failed');
});

test('arriving pages: rows under a sort stay, later ones come below, and the same sort key sorts all', async () => {
  const started = await startOnBots(named({ d: 'd', b: 'b' }), { next: 'more', ...WIDE });
  await started.service.open('bot.list').answer(page(named({ c: 'c' }), 'end'));
  key(started, 's', 'N');
  expect(ids(started)).toEqual(['b', 'c', 'd']);

  key(started, 'M');
  await started.service.open('bot.list').answer(page(named({ a: 'a', e: 'e' })));
  expect(ids(started)).toEqual(['b', 'c', 'd', 'a', 'e']);
  expect(title(started)).toContain(' over 3 of 5, s sorts all');
  key(started, 's', 'N');

  expect(ids(started)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(currentView(started.state()).sort?.isDescending).toBe(false);
  expect(title(started)).not.toContain('sorted,');
});
