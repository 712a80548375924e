import { expect, test } from 'vitest';
import { viewTitle } from '../../../src/explorer/frame/titles.ts';
import { searchSeen } from '../../../src/explorer/lookup/seen.ts';
import { currentLoad } from '../../../src/explorer/screens/content.ts';
import { keyOf } from '../../../src/explorer/state/place.ts';
import { parsePlace, placeText } from '../../../src/explorer/state/place-text.ts';
import { currentView, knownRecord, type State } from '../../../src/explorer/state/state.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { DEV_LIST, LIST, shownLines, writable } from '../../helpers/fake-explorer.ts';
import { sandboxSession } from '../../helpers/on-sandbox.ts';

const { checkEnds, ids, keys, notice, pages, start, state, title, until } = sandboxSession(
  {},
  now => currentLoad(now)?.phase === 'ready',
);

const PRODUCTION = 'list\nbot';
const DEVELOPMENT = 'list?dev\nbot';
const isLoaded =
  (key: string) =>
  ({ data: { lists } }: State): boolean =>
    lists[key]?.phase === 'ready';
const startDevelopment = async () => {
  const started = await start();
  keys('D');
  await until(isLoaded(DEVELOPMENT));
  return started;
};
const view = () => currentView(state());
const rows = (key: string): readonly string[] => state().data.lists[key]?.last?.value.ids ?? [];

test('development bots: D opens their list, with pages and a count of its own, and D again returns', async () => {
  await start();
  const production = rows(PRODUCTION);
  const before = pages();
  keys('D');
  await until(isLoaded(DEVELOPMENT));

  expect(view().place).toEqual(DEV_LIST);
  expect(viewTitle(state())).toMatchObject({
    title: 'Development bots',
    right: expect.stringMatching(/^\d+\+ loaded/),
  });
  expect(before.join()).not.toContain('dev');
  expect(pages().slice(before.length)).toContain('/v1/admin/bots?dev=true');
  keys('M');
  await until(({ data: { lists } }) => lists[DEVELOPMENT]?.last?.value.next === undefined);
  expect(title()).toBe('49 loaded · health not checked');
  expect(rows(DEVELOPMENT).filter(id => production.includes(id))).toEqual([]);
  expect(state().data.lists[PRODUCTION]?.last?.value.next).toBeDefined();

  keys('D');
  expect(view().place).toEqual(LIST);
  expect(viewTitle(state()).title).toBe('Bots');
  expect(rows(PRODUCTION).slice(0, production.length)).toEqual(production);
});

test('development bots: filter, sort, marks and health check do not affect the production list', async () => {
  const { reads } = await startDevelopment();
  const [first = ''] = ids();

  keys('Space s N H');
  await checkEnds();
  keys('/ hr Enter');

  expect(view()).toMatchObject({ place: DEV_LIST, filter: 'hr', sort: { field: 'name' } });
  expect(reads().length).toBeGreaterThan(0);
  expect(Object.keys(state().data.marks)).toEqual([DEVELOPMENT]);
  keys('D');
  expect(view().filter).toBeUndefined();
  expect(knownRecord(state(), { kind: 'bot', ids: { botId: first } })).toBeDefined();
});

test('development bots: the filter dev:true opens their list with the other words as its filter', async () => {
  const { reads } = await start();
  keys('/ dev:true Space updated>90d');
  expect(pages().join()).not.toContain('dev=true');
  keys('Enter');
  await until(isLoaded(DEVELOPMENT));

  expect(view()).toMatchObject({ place: DEV_LIST, filter: 'updated>90d' });
  expect(reads()).toEqual([]);
  keys('D');
  expect(view().filter).toBeUndefined();
});

test('development bots: the filter dev:true in their own list matches every row', async () => {
  await startDevelopment();
  const before = ids();
  keys('/ dev:true Enter');

  expect(view().filter).toBeUndefined();
  expect(ids()).toEqual(before);
});

test.each([
  ['bots?dev=true', {}],
  ['bots?filter=dev%3Atrue', {}],
  ['bots?filter=dev:true updated>90d', { filter: 'updated>90d' }],
  ['bots?dev=true&filter=updated>90d&sort=-name', { filter: 'updated>90d' }],
])('development bots: the place %s is their list', async (place, showing) => {
  await start({ place });

  expect(view()).toMatchObject({ place: DEV_LIST, ...showing });
  expect(pages()[0]).toBe('/v1/admin/bots?dev=true');
  expect(state().navigation.views.map(each => placeText(each.place))).toEqual([
    expect.stringMatching(/^ws\//),
    'bots',
    'bots?dev=true',
  ]);
});

test('development bots: the text of their place includes filter and sort, and parses back', () => {
  const listView = { filter: 'a b', sort: { field: 'name', isDescending: true } };
  const text = placeText(DEV_LIST, listView) ?? '';

  expect(text).toBe('bots?dev=true&filter=a%20b&sort=-name');
  expect(parsePlace(text)).toEqual({ kind: 'list', place: DEV_LIST, view: listView });
  expect(parsePlace('bots?dev=false')).toMatchObject({ place: { screen: 'list', kind: 'bot', ids: {} } });
  expect(parsePlace('bots?filter="dev:true"')).toMatchObject({ view: { filter: '"dev:true"' } });
});

test('development bots: --strict refuses the list with a reason and sends nothing', async () => {
  const { explorer } = await start({ strict: true });
  update(writable(explorer.store), { session: { undocumented: 'never' } });
  const reason = 'dev=true is an undocumented parameter: --strict refuses it.';

  keys('D');
  expect([view().place, notice()]).toEqual([LIST, reason]);
  keys('/ dev:true Enter');
  await until(({ data: { lists: all } }) => all[DEVELOPMENT]?.phase === 'failed');
  expect(state().data.lists[DEVELOPMENT]).toMatchObject({ failure: { detail: reason } });
  expect(pages().join()).not.toContain('dev=true');
});

test('development bots: the palette opens their list, and finds them by name once they are loaded', async () => {
  await start();
  const found = () => searchSeen(state(), ['crew-roster-helper']).map(({ name }) => name);
  expect(found()).toEqual([]);
  keys(':development Space bots Enter');
  await until(isLoaded(DEVELOPMENT));

  expect(found()).toEqual(['crew-roster-helper']);
});

test("development bots: an integration's users show a hint until they are loaded", async () => {
  const { sandbox, explorer } = await start();
  const ref = { kind: 'integration', ids: { integrationId: sandbox.ids.integrationId } };
  const open = () => explorer.open({ screen: 'record', ref });
  const text = () => shownLines(state()).join();
  open();
  await until(({ data: { records } }) => records[keyOf(ref)]?.phase === 'ready');
  expect(text()).toContain('development bots not loaded yet · :development bots');

  keys('D');
  await until(isLoaded(DEVELOPMENT));
  open();
  expect(text()).not.toContain('not loaded yet');
});

test('development bots: a bot that a server returns in both lists is shown only as production', async () => {
  const { fault } = await start();
  const body = { bots: [{ id: 'b1' }, { id: 'b2' }], meta: {} };
  fault({ path: '/v1/admin/bots', body });
  keys('r');
  await until(() => rows(PRODUCTION)[0] === 'b1');
  keys('D');
  await until(isLoaded(DEVELOPMENT));

  expect([rows(PRODUCTION), rows(DEVELOPMENT)]).toEqual([['b1', 'b2'], []]);
  expect(notice()).toContain('2 are in the list of bots too and shown only there');
});
