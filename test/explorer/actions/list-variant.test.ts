import { afterEach, expect, test } from 'vitest';
import { viewTitle } from '../../../src/explorer/frame/titles.ts';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { searchSeen } from '../../../src/explorer/lookup/seen.ts';
import { contentOf } from '../../../src/explorer/screens/content.ts';
import { jumpTargets } from '../../../src/explorer/screens/home/home-lines.ts';
import { parsePlace, placeText } from '../../../src/explorer/state/place-text.ts';
import { currentView, knownRecord, type State } from '../../../src/explorer/state/state.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { DEV_LIST, LIST, runLine } from '../../helpers/fake-explorer.ts';
import { type SandboxExplorer, startOnSandbox } from '../../helpers/on-sandbox.ts';
import { writable } from '../../helpers/writable.ts';

let started: SandboxExplorer;
afterEach(() => started.close());

const PRODUCTION = 'list\nbot';
const DEVELOPMENT = 'list?dev\nbot';
const isLoaded =
  (key: string) =>
  ({ data: { lists } }: State): boolean =>
    lists[key]?.phase === 'ready';
const start = async (options: Parameters<typeof startOnSandbox>[0] = {}): Promise<SandboxExplorer> => {
  started = await startOnSandbox(options);
  await started.until(isLoaded(options.place === undefined ? PRODUCTION : DEVELOPMENT));
  return started;
};
const keys = (...names: readonly string[]): void => {
  for (const name of names)
    press(started.explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });
};
const openDevelopment = async (): Promise<void> => {
  keys('D');
  await started.until(isLoaded(DEVELOPMENT));
};
const view = () => currentView(started.state());
const ids = () => contentOf(started.state()).ids;
const lists = (): readonly string[] =>
  started.sandbox.requests.map(({ path }) => path).filter(path => /\/bots(\?|$)/.test(path));
const rows = (key: string): readonly string[] => started.state().data.lists[key]?.last?.value.ids ?? [];
const notice = (): string => started.state().notice?.text ?? '';

test('development bots: D opens their list, loads it only then, and D again returns', async () => {
  await start();
  const production = rows(PRODUCTION);
  const before = lists();
  await openDevelopment();

  expect(view().place).toEqual(DEV_LIST);
  expect(viewTitle(started.state())).toMatchObject({
    title: 'Development bots',
    right: expect.stringMatching(/^\d+\+ loaded/),
  });
  expect(before.join()).not.toContain('dev');
  expect(lists().slice(before.length)).toContain('/v1/admin/bots?dev=true');
  expect(rows(DEVELOPMENT).filter(id => production.includes(id))).toEqual([]);

  keys('D');
  expect(view().place).toEqual(LIST);
  expect(viewTitle(started.state()).title).toBe('Bots');
  expect(rows(PRODUCTION).slice(0, production.length)).toEqual(production);
});

test('development bots: their list has its own pages and count', async () => {
  await start();
  await openDevelopment();
  keys('M');
  await started.until(({ data: { lists: all } }) => all[DEVELOPMENT]?.last?.value.next === undefined);

  expect(viewTitle(started.state()).right).toBe('49 loaded · health not checked');
  expect(rows(DEVELOPMENT)).toHaveLength(49);
  expect(started.state().data.lists[PRODUCTION]?.last?.value.next).toBeDefined();
});

test('development bots: filter, sort, marks and health check do not affect the production list', async () => {
  await start();
  await openDevelopment();
  const [first = ''] = ids();

  keys('space', 's', 'N', 'H');
  await started.until(({ data: { scan } }) => scan !== undefined);
  await started.until(({ data: { scan } }) => scan === undefined);
  keys('/', ...'hr', 'enter');

  expect(view()).toMatchObject({ place: DEV_LIST, filter: 'hr', sort: { field: 'name' } });
  expect(started.reads().length).toBeGreaterThan(0);
  expect(Object.keys(started.state().data.marks)).toEqual([DEVELOPMENT]);
  keys('D');
  expect(view().filter).toBeUndefined();
  expect(knownRecord(started.state(), { kind: 'bot', ids: { botId: first } })).toBeDefined();
});

test('development bots: Enter opens the record of a bot, and Esc returns to their list', async () => {
  await start();
  await openDevelopment();
  const [first = ''] = ids();
  keys('enter');

  const ref = { kind: 'bot', ids: { botId: first } };
  expect(view().place).toEqual({ screen: 'record', ref });
  await started.until(({ data: { records } }) => records[`bot\nbotId=${first}`]?.phase === 'ready');
  keys('escape');
  expect(view().place).toEqual(DEV_LIST);
  keys('escape');
  expect(view().place).toEqual(LIST);
});

test('development bots: the filter dev:true opens their list with the other words as its filter', async () => {
  await start();
  keys('/', ...'dev:true', ' ', ...'updated>90d');
  expect(lists().join()).not.toContain('dev=true');
  keys('enter');
  await started.until(isLoaded(DEVELOPMENT));

  expect(view()).toMatchObject({ place: DEV_LIST, filter: 'updated>90d' });
  expect(started.reads()).toEqual([]);
  keys('D');
  expect(view().filter).toBeUndefined();
});

test('development bots: the filter dev:true in their own list matches every row', async () => {
  await start();
  await openDevelopment();
  const before = ids();
  keys('/', ...'dev:true', 'enter');

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
  expect(lists()[0]).toBe('/v1/admin/bots?dev=true');
  expect(started.state().navigation.views.map(each => placeText(each.place))).toEqual([
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
  await start({ strict: true });
  update(writable(started.explorer.store), { session: { undocumented: 'never' } });
  const reason = 'dev=true is an undocumented parameter: --strict refuses it.';

  keys('D');
  expect([view().place, notice()]).toEqual([LIST, reason]);
  keys('/', ...'dev:true', 'enter');
  await started.until(({ data: { lists: all } }) => all[DEVELOPMENT]?.phase === 'failed');
  expect(started.state().data.lists[DEVELOPMENT]).toMatchObject({ failure: { detail: reason } });
  expect(lists().join()).not.toContain('dev=true');
});

test('development bots: the home screen lists them, and the palette opens them', async () => {
  await start();
  keys('escape');
  expect(jumpTargets(started.state())[1]?.place).toEqual(DEV_LIST);
  runLine(started.explorer, 'development bots');

  expect(view().place).toEqual(DEV_LIST);
});

test('development bots: the palette finds them by name once they are loaded', async () => {
  await start();
  const found = () => searchSeen(started.state(), ['crew-roster-helper']).map(({ name }) => name);
  expect(found()).toEqual([]);
  await openDevelopment();

  expect(found()).toEqual(['crew-roster-helper']);
});

test("development bots: an integration's users show a hint until they are loaded", async () => {
  await start();
  const integration = { kind: 'integration', ids: { integrationId: started.sandbox.ids.integrationId } };
  const text = (): string => {
    const content = contentOf(started.state());
    return content.kind === 'lines' ? JSON.stringify(content.lines.slice()) : '';
  };
  started.explorer.open({ screen: 'record', ref: integration });
  await started.until(({ data: { records } }) =>
    Object.entries(records).some(([key, { phase }]) => key.startsWith('integration') && phase === 'ready'),
  );
  expect(text()).toContain('development bots not loaded yet · :development bots');

  await openDevelopment();
  started.explorer.open({ screen: 'record', ref: integration });
  expect(text()).not.toContain('not loaded yet');
});

test('development bots: a bot that a server returns in both lists is shown only as production', async () => {
  await start();
  const body = { bots: [{ id: 'b1' }, { id: 'b2' }], meta: {} };
  started.fault({ path: '/v1/admin/bots', body });
  keys('r');
  await started.until(() => rows(PRODUCTION)[0] === 'b1');
  await openDevelopment();

  expect([rows(PRODUCTION), rows(DEVELOPMENT)]).toEqual([['b1', 'b2'], []]);
  expect(notice()).toContain('2 are in the list of bots too and shown only there');
});
