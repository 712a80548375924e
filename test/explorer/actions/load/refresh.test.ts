import { expect, vi } from 'vitest';
import { changedCells, goneRows } from '../../../../src/explorer/facts/change-marks.ts';
import { themeOf } from '../../../../src/explorer/paint/theme.ts';
import { botPlace, type FakeExplorer, LIST, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots, page } from '../../../helpers/fake-service.ts';
import { renderScreen } from '../../../helpers/render-screen.tsx';
import { answer, fail, onBots, play, scenes } from '../../../helpers/scenes.ts';

const WIDE = { size: { columns: 160, rows: 24 } };
const THEME = themeOf('terminal', { depth: 'mono', ascii: false, links: false });

const begun = ({ explorer }: FakeExplorer): void => explorer.refresh(LIST);
const listed = (...items: Parameters<typeof page>) => answer('bot.list', page(...items));
const refreshed =
  (...items: Parameters<typeof page>) =>
  (started: FakeExplorer): Promise<void> =>
    play(started, '+60000', begun, listed(...items));

const gone =
  (...ids: readonly string[]) =>
  ({ state }: FakeExplorer): void =>
    expect([...(goneRows(state()) ?? [])]).toEqual(ids);
const openRead = ({ service }: FakeExplorer) =>
  service.calls.find(call => call.id === 'bot.read' && call.isOpen());

const named = (names: { readonly [id: string]: string }) =>
  Object.entries(names).map(([id, name]) => ({ id, name, updatedAt: '2023-11-14T00:00:00Z' }));

const CHANGED = [{ id: 'n1' }, ...bots(1), ...bots(2, 2)];
scenes('refresh', onBots(3), {
  'changed rows keep their place under a sort and a filter, and are marked': [
    { start: () => startOnBots(named({ a: 'anna bot', b: 'bert bot', c: 'carl' }), WIDE) },
    ['/bot Enter sN', { shown: ['a', 'b'] }],
    refreshed(named({ a: 'zoe', b: 'bert bot', c: 'carl bot' })),
    { shown: ['a', 'b'] },
    ({ state }) => expect([...(changedCells(state())?.keys() ?? [])]).toEqual(['a', 'c']),
    ['Esc', { shown: ['b', 'c', 'a'], cursor: 'a' }],
  ],
  'an unchanged response changes nothing on the screen, another one its cells and the title': [
    async started => {
      const { explorer, state } = started;
      const rows = () => renderScreen(explorer, state(), THEME).split('\n');
      const [before, items] = [rows(), started.rows()];
      const { listChanges, records } = state().data;

      await play(started, refreshed(bots(3)));
      expect(rows()).toEqual(before);
      expect(started.rows()).toBe(items);
      expect(state().data.listChanges).toBe(listChanges);
      expect(state().data.records).toBe(records);

      await play(started, refreshed([...bots(1), { id: 'b1', name: 'new name' }, ...bots(1, 2)]));
      const changed = rows().flatMap((row, at) => (row === before[at] ? [] : [row]));
      expect(changed).toHaveLength(2);
      expect(changed[0]).toContain('1 changed');
      expect(changed[1]).toMatch(/\*.*new name/);
    },
  ],
  'leaving the list aborts it, and the rows stay as they were': [
    async started => {
      const before = started.rows();
      await play(started, begun, 'j Enter Esc');
      expect(started.rows()).toBe(before);
      expect(started.service.calls.filter(call => call.id === 'bot.list' && call.isOpen())).toEqual([]);
    },
    { pages: 2 },
    ({ state }) => expect(state().data.lists['list\nbot']?.phase).toBe('ready'),
  ],
  'one that was stopped does not stand in the way of the next, if the list is shown again at once': [
    begun,
    ({ explorer, service }) => {
      const sent = () => service.calls.filter(({ id }) => id === 'bot.list').length;
      const before = sent();
      explorer.open(botPlace('b1'));
      explorer.goBack();
      explorer.refresh(LIST);
      expect(sent()).toBe(before + 1);
    },
  ],
  'a load by the person replaces it, and a deleted row does not come back': [
    begun,
    async started => {
      const call = started.service.open('bot.list');
      await play(started, 'r');
      expect(call.isOpen()).toBe(false);
    },
    [listed(bots(2)), { shown: ['b0', 'b1'] }],
    [refreshed(bots(3)), { shown: ['b0', 'b1'] }],
  ],
  'a failure keeps the rows, marks the list as stale and is explained': [
    begun,
    fail('bot.list', { kind: 'server-error', status: 500 }),
    { shown: ['b0', 'b1', 'b2'], bar: /STALE/, message: /^500 /, load: 'failed' },
  ],
  'without a response the rows stay as they are, and the server is offline': [
    [begun, fail('bot.list', 'unreachable'), { bar: /OFFLINE/, load: 'ready' }],
  ],
  'new rows are counted with the key that shows them, and gone ones stay marked until then': [
    { start: onBots(4, WIDE) },
    'j Space',
    refreshed(CHANGED),
    { shown: ['b0', 'b1', 'b2', 'b3'], cursor: 'b2', right: '1 marked · 1 new, r shows it' },
    [gone('b1'), 'r', listed(CHANGED), { shown: ['n1', 'b0', 'b2', 'b3'], right: /^(?!.*(gone|new))/ }],
  ],
  'a row that left its page is gone only if the server has no such record': [
    { start: onBots(30, { next: 'more', ...WIDE }) },
    async started => {
      for (const { id } of bots(30)) started.explorer.load(botPlace(String(id)));
      for (let call = openRead(started); call !== undefined; call = openRead(started))
        await call.answer({ id: call.ids['botId'], name: 'full' });
    },
    [refreshed([{ id: 'new' }, ...bots(1), ...bots(28, 2)], 'more'), gone(), { right: /1 new/ }],
    async started => {
      started.explorer.load(botPlace('b1'), true);
      expect(openRead(started)?.ids).toEqual({ botId: 'b1' });
      await openRead(started)?.fail({ kind: 'not-found' });
      started.pass(100);
      await vi.waitFor(() => gone('b1')(started));
    },
    { right: /1 gone/ },
  ],
  'requests the pages on the screen only, each with its own token, marked as automatic': [
    { start: onBots(40, { next: 'two' }) },
    'G',
    listed(bots(40, 40), 'three'),
    'G',
    listed(bots(40, 80)),
    'g Ctrl-F Ctrl-F Ctrl-F',
    begun,
    listed(bots(40), 'two'),
    listed(bots(40, 40), 'three'),
    ({ service }) =>
      expect(
        service.calls.slice(-2).map(({ id, options }) => [id, options.page, options.isAutomatic]),
      ).toEqual([
        ['bot.list', undefined, true],
        ['bot.list', 'two', true],
      ]),
    { pages: 5 },
  ],
});

scenes('arriving pages', () => startOnBots(named({ d: 'd', b: 'b' }), { next: 'more', ...WIDE }), {
  'rows under a sort stay, later ones come below, and the same sort key sorts all': [
    [listed(named({ c: 'c' }), 'end'), 'sN', { shown: ['b', 'c', 'd'] }],
    'M',
    listed(named({ a: 'a', e: 'e' })),
    { shown: ['b', 'c', 'd', 'a', 'e'], right: / over 3 of 5, s sorts all/ },
    'sN',
    { shown: ['a', 'b', 'c', 'd', 'e'], right: /^(?!.*sorted,)/ },
    ({ view }) => expect(view().sort?.isDescending).toBe(false),
  ],
});
