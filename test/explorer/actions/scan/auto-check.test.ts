import { afterEach, expect, test } from 'vitest';
import { withSort } from '../../../../src/explorer/actions/filter-and-sort.ts';
import { pageRows } from '../../../../src/explorer/facts/layout.ts';
import type { Line } from '../../../../src/explorer/facts/line.ts';
import { lineWords } from '../../../../src/explorer/facts/spoken-words.ts';
import { messageOf } from '../../../../src/explorer/frame/footer-message.ts';
import { previewOf } from '../../../../src/explorer/frame/pane.ts';
import { viewTitle } from '../../../../src/explorer/frame/titles.ts';
import { press } from '../../../../src/explorer/keyboard/keyboard.ts';
import { contentOf } from '../../../../src/explorer/screens/content.ts';
import { attentionLines, troubledRefs } from '../../../../src/explorer/screens/home/attention.ts';
import { settledView } from '../../../../src/explorer/selection/cursor.ts';
import { currentView, type State } from '../../../../src/explorer/state/state.ts';
import { bot } from '../../../../src/resources/bot.ts';
import { LIST } from '../../../helpers/fake-explorer.ts';
import { type SandboxExplorer, startOnSandbox } from '../../../helpers/on-sandbox.ts';

let started: SandboxExplorer;
afterEach(() => started.close());

const start = async (options: Parameters<typeof startOnSandbox>[0] = {}) => {
  started = await startOnSandbox({ health: 'auto', ...options });
  return started;
};
const key = (name: string): void =>
  press(started.explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });
const idsOf = (paths: readonly string[]) => paths.map(path => path.split('/').at(-1) ?? '');
/** Returns the ids of the rows on the screen. */
function onScreen(state: State): readonly string[] {
  const { top } = settledView(state);
  return contentOf(state).ids.slice(top, top + pageRows(state, true));
}
const isKnown = (state: State): boolean => {
  const rows = onScreen(state);
  const { records, scan } = state.data;
  return scan === undefined && rows.length > 1 && rows.every(id => records[`bot\nbotId=${id}`] !== undefined);
};
const isPaused = ({ data: { healthPause } }: State): boolean => healthPause !== undefined;
const wordsOf = (lines: readonly Line[]): string => lines.map(line => lineWords(line)).join('\n');
const title = (): string => viewTitle(started.state()).right ?? '';

test('automatic health: each visible row is requested once, after the list, and no other row', async () => {
  const { sandbox, reads, until } = await start();

  const state = await until(isKnown);

  expect(idsOf(reads()).toSorted()).toEqual([...onScreen(state)].toSorted());
  const [first, second] = sandbox.requests.map(({ path }) => path);
  expect([first, second]).toEqual(expect.arrayContaining([expect.stringMatching(/\/bots$/)]));
  expect(title()).toMatch(/20\+ loaded · \d+ need attention · 18 of 20\+ checked/);
  expect(state.notice).toBeUndefined();
});

test('automatic health: rows nearest to the cursor come first', async () => {
  const { reads, until } = await start({ bots: 60, pageSize: 60, latency: 20 });
  await until(isKnown);
  const before = reads().length;

  key('G');
  const state = await until(isKnown);

  const { ids } = contentOf(state);
  const asked = idsOf(reads()).slice(before);
  expect(ids.indexOf(asked[0] ?? '')).toBe(ids.length - 1);
  expect(new Set(asked).size).toBe(asked.length);
});

test('automatic health: a key drops the rows that are not requested yet, and rows that left are not requested', async () => {
  const { reads, until } = await start({ bots: 200, pageSize: 200, latency: 60 });
  await until(({ data: { scan } }) => scan !== undefined);
  const left = onScreen(started.state());

  key('G');
  const state = await until(isKnown);

  const asked = idsOf(reads());
  expect(left.filter(id => asked.includes(id)).length).toBeLessThan(left.length);
  for (const id of onScreen(state)) expect(asked.filter(each => each === id)).toHaveLength(1);
});

test('automatic health: known rows are not requested again on coming back', async () => {
  const { reads, until } = await start();
  await until(isKnown);
  const before = reads().length;

  key('enter');
  key('escape');
  await until(isKnown);
  key('j');

  expect(reads()).toHaveLength(before);
});

test('automatic health: health manual sends no request for a row', async () => {
  const { reads, until } = await start({ health: 'manual' });
  await until(({ data: { lists } }) => lists['list\nbot']?.phase === 'ready');
  key('j');

  expect(reads()).toHaveLength(0);
  expect(title()).toContain('health not checked · H checks all');
});

test('automatic health: a single 429 does not pause it', async () => {
  const { fault, until } = await start();
  fault({ path: '/v1/admin/bots/{id}', status: 429, headers: { 'retry-after': '1' }, times: 1 });

  const state = await until(each => isKnown(each) || isPaused(each));

  expect(isPaused(state)).toBe(false);
});

test('automatic health: after a second 429 within a minute it pauses, and H goes on', async () => {
  const { fault, sandbox, reads, until } = await start();
  const heal = fault({ path: '/v1/admin/bots/{id}', status: 429, headers: { 'retry-after': '1' } });
  await until(isPaused);
  const asked = reads().length;

  expect(title()).toContain('429: health paused · H continues');
  key('j');
  key('k');
  expect(reads()).toHaveLength(asked);
  heal();
  key('H');
  await until(isKnown);

  expect(isPaused(started.state())).toBe(false);
  expect(sandbox.requests.every(({ method }) => method === 'GET')).toBe(true);
}, 20_000);

test.each([
  ['a broken connection', { reset: 'before' }],
  ['a time-out', { hang: 'headers' }],
] as const)(
  'automatic health: a pause by %s ends when the server has responded, and its rows are checked',
  async (_why, how) => {
    const { fault, until } = await start({ timeoutMs: 500 });
    const heal = fault({ path: '/v1/admin/bots/{id}', ...how });
    await until(isPaused);
    expect(title()).toContain('health paused · H continues');

    heal();
    key('r');
    await until(isKnown);

    expect(title()).toMatch(/18 of 20\+ checked/);
    expect(title()).not.toContain('not read');
  },
);

test('automatic health: a failure that all rows would have pauses it', async () => {
  const { fault, until, reads } = await start();
  const heal = fault({ path: '/v1/admin/bots/{id}', status: 401 });

  key('r');
  await until(isPaused);

  expect(title()).toContain('401: health paused · H continues');
  expect(messageOf(started.state()).text).toMatch(
    /^401 The server refused the token.* · r retry · ! details$/,
  );
  key('!');
  expect(started.state().dialog?.kind).toBe('failure');
  key('escape');
  heal();
  key('r');
  await until(({ data: { lists } }) => lists['list\nbot']?.phase === 'ready');
  expect(messageOf(started.state()).text).not.toContain('401');
  expect(reads().length).toBeLessThanOrEqual(12 + 18);
});

test('automatic health: rows that may not be read are counted, and nothing says that they are being checked', async () => {
  const { fault, until } = await start({ size: { columns: 160, rows: 24 } });
  const heal = fault({ path: '/v1/admin/bots/{id}', status: 403 });

  await until(({ data: { records, scan } }) => scan === undefined && Object.keys(records).length >= 18);

  const words = (): string => wordsOf(previewOf(started.state())?.lines ?? []);
  expect(title()).toContain('18 not read · H checks all');
  expect(words()).toContain('18 bots could not be read. H checks all.');
  expect(words()).not.toContain('checking');
  expect(wordsOf(attentionLines(started.state()))).toContain('18 bots could not be read. H in the bots list');

  heal();
  key('H');
  await until(({ data: { scan } }) => scan === undefined && !title().includes('not read'));
  expect(title()).toContain('need attention');
});

test('automatic health: a row whose load was stopped is checked like the others', async () => {
  const { reads, until } = await start({ latency: 30 });
  await until(({ data: { lists } }) => lists['list\nbot']?.phase === 'ready');

  key('enter');
  await until(({ data: { records } }) => Object.values(records).some(({ phase }) => phase === 'loading'));
  // The first press stops the load, the second goes back.
  key('escape');
  await until(({ data: { records } }) => Object.values(records).every(({ phase }) => phase !== 'loading'));
  key('escape');
  expect(title()).not.toContain('not read');

  const state = await until(isKnown);
  const known = onScreen(state).map(id => state.data.records[`bot\nbotId=${id}`]?.phase);
  expect(new Set(known)).toEqual(new Set(['ready']));
  expect(new Set(idsOf(reads()))).toEqual(new Set(onScreen(state)));
});

test('automatic health: what is checked under a filter keeps its place, is counted, and r sorts it in', async () => {
  const { until } = await start({ bots: 60, pageSize: 40, size: { columns: 120, rows: 24 } });
  await until(isKnown);

  key('z');
  const { ids } = contentOf(started.state());
  await until(({ data: { scan } }) => scan === undefined && title().includes('since'));

  expect(title()).toMatch(/^\d+ of 40\+? match · \d+ unchecked · \d+ checked since, r sorts them in/);
  expect(contentOf(started.state()).ids).toEqual(ids);
  key('r');
  await until(({ data: { lists } }) => lists['list\nbot']?.phase === 'ready');
  expect(contentOf(started.state()).ids.indexOf('')).toBeGreaterThan(ids.indexOf(''));
});

test('automatic health: what is checked under a sort by health keeps its place, is counted, and r sorts it in', async () => {
  const { explorer, until } = await start({ bots: 40, pageSize: 40 });
  await until(isKnown);
  explorer.change(state => withSort(state, 'health'));

  key('G');
  await until(isKnown);

  expect(title()).toMatch(/\d+ checked since, r sorts them in/);
  key('r');
  await until(({ data: { lists } }) => lists['list\nbot']?.phase === 'ready');
  expect(title()).not.toContain('since');
});

test('automatic health: the home screen says why it is paused', async () => {
  const { explorer, fault, until } = await start();
  fault({ path: '/v1/admin/bots/{id}', status: 401 });
  await until(isPaused);

  explorer.goBack();

  expect(wordsOf(attentionLines(started.state()))).toContain('401: health paused');
});

test('automatic health: the home screen requests the first page of bots and each of its rows once', async () => {
  const { sandbox, reads, until } = await start({ place: 'workspace' });

  await until(({ data: { scan, records } }) => scan === undefined && Object.keys(records).length === 21);

  const lists = sandbox.requests.filter(({ path }) => /\/bots(\?|$)/.test(path));
  expect(lists).toHaveLength(1);
  expect(new Set(reads()).size).toBe(20);
  expect(reads()).toHaveLength(20);
  expect(currentView(started.state()).cursor).toMatch(/^attention:/);
});

test('automatic health: the home screen counts the rows checked since it was opened', async () => {
  const { until } = await start();
  await until(isKnown);
  key('escape');

  await until(({ data: { scan, records } }) => scan === undefined && Object.keys(records).length === 21);

  const content = contentOf(started.state());
  const lines = (content.kind === 'lines' ? content.lines.slice() : []).map(line =>
    'spans' in line ? line.spans.map(({ text }) => text).join('') : '',
  );
  const listed = lines.filter(text => /^ {3}[✗!] /.test(text)).length;
  const more = Number(lines.find(text => / more bots …/.test(text))?.match(/\d+/)?.[0]);
  expect(lines.join('\n')).toContain('20 of 20+ bots checked');
  expect(listed + more).toBe(troubledRefs(started.state(), bot).length);

  while (currentView(started.state()).cursor !== 'attention:more:0') key('j');
  key('enter');

  expect(currentView(started.state())).toMatchObject({ place: { screen: 'list' }, filter: '!health:ok' });
});

test('automatic requests: at five a second at most one gets a 429, refreshes too, and no row is requested twice', async () => {
  const { sandbox, explorer, reads, until } = await start({ rate: '5/s', bots: 40, pageSize: 40 });
  for (const count of [3, 8, 13]) {
    await until(() => reads().length >= count);
    explorer.refresh(LIST);
  }

  await until(isKnown);

  expect(sandbox.requests.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(1);
  const accepted = sandbox.requests.filter(({ path, status }) => /\/bots\/[^?]/.test(path) && status === 200);
  expect(new Set(accepted.map(({ path }) => path)).size).toBe(accepted.length);
  expect(new Set(reads()).size).toBe(18);
  expect(sandbox.requests.filter(({ path }) => /\/bots(\?|$)/.test(path)).length).toBeGreaterThan(1);
}, 30_000);

test('automatic health: a row that a refresh has changed is requested again, once', async () => {
  const { sandbox, explorer, reads, until, state } = await start();
  await until(isKnown);
  const before = reads().length;
  const id = onScreen(state())[2] ?? '';
  sandbox.put('bot', { id, name: 'renamed', updatedAt: new Date().toISOString() });

  explorer.refresh(LIST);
  await until(({ data }) => data.records[`bot\nbotId=${id}`]?.last?.value['name'] === 'renamed');
  explorer.refresh(LIST);
  await until(isKnown);

  expect(idsOf(reads()).slice(before)).toEqual([id]);
});
