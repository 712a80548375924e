import { expect, test } from 'vitest';
import { causeRows, causesOf } from '../../../../src/explorer/facts/causes.ts';
import { pageRows } from '../../../../src/explorer/facts/layout.ts';
import type { Line } from '../../../../src/explorer/facts/line.ts';
import { lineWords } from '../../../../src/explorer/facts/spoken-words.ts';
import { messageOf } from '../../../../src/explorer/frame/footer-message.ts';
import { paneOf } from '../../../../src/explorer/frame/pane.ts';
import { contentOf } from '../../../../src/explorer/screens/content.ts';
import { attentionLines } from '../../../../src/explorer/screens/home/attention.ts';
import { settledView } from '../../../../src/explorer/selection/cursor.ts';
import { currentView, type State } from '../../../../src/explorer/state/state.ts';
import { LIST, shownLines } from '../../../helpers/fake-explorer.ts';
import { isListed, sandboxSession } from '../../../helpers/on-sandbox.ts';

const { keys, start, state, title, until } = sandboxSession({ health: 'auto' });
const idsOf = (paths: readonly string[]) => paths.map(path => path.split('/').at(-1) ?? '');
function onScreen(state: State): readonly string[] {
  const { top } = settledView(state);
  return contentOf(state).ids.slice(top, top + pageRows(state, true));
}
const isKnown = (state: State): boolean => {
  const rows = onScreen(state);
  const { records, check } = state.data;
  return (
    check === undefined && rows.length > 1 && rows.every(id => records[`bot\nbotId=${id}`] !== undefined)
  );
};
const isPaused = ({ data: { healthPause } }: State): boolean => healthPause !== undefined;
const wordsOf = (lines: readonly Line[]): string => lines.map(line => lineWords(line)).join('\n');

test('automatic health: each visible row is requested once, after the list, and no other row', async () => {
  const { sandbox, reads } = await start();

  const state = await until(isKnown);

  expect(idsOf(reads()).toSorted()).toEqual([...onScreen(state)].toSorted());
  const [first, second] = sandbox.requests.map(({ path }) => path);
  expect([first, second]).toEqual(expect.arrayContaining([expect.stringMatching(/\/bots$/)]));
  expect(title()).toMatch(/^\d+ need attention · 18 of 20\+ checked$/);
  expect(state.notice).toBeUndefined();
});

test('automatic health: rows nearest to the cursor come first', async () => {
  const { reads } = await start({ bots: 60, pageSize: 60, latency: 20 });
  await until(isKnown);
  const before = reads().length;

  keys('G');
  const state = await until(isKnown);

  const { ids } = contentOf(state);
  const asked = idsOf(reads()).slice(before);
  expect(ids.indexOf(asked[0] ?? '')).toBe(ids.length - 1);
  expect(new Set(asked).size).toBe(asked.length);
});

test('automatic health: a key drops the rows that are not requested yet, and rows that left are not requested', async () => {
  const { reads, sandbox } = await start({ bots: 200, pageSize: 200, latency: 60 });
  await until(({ data: { check } }) => check !== undefined);
  const left = onScreen(state());
  const pressedAt = Date.now();

  keys('G');
  await until(isKnown);

  const first = sandbox.requests.find(({ path }) => onScreen(state()).some(id => path.endsWith(id)));
  expect((first?.at ?? 0) - pressedAt).toBeGreaterThan(250);

  const asked = idsOf(reads());
  expect(left.filter(id => asked.includes(id)).length).toBeLessThan(left.length);
  for (const id of onScreen(state())) expect(asked.filter(each => each === id)).toHaveLength(1);
});

test('automatic health: a single 429 does not pause it', async () => {
  const { fault } = await start();
  fault({ path: '/v1/admin/bots/{id}', status: 429, headers: { 'retry-after': '1' }, times: 1 });

  const state = await until(each => isKnown(each) || isPaused(each));

  expect(isPaused(state)).toBe(false);
});

test('automatic health: after a second 429 within a minute it pauses, and H goes on', async () => {
  const { fault, sandbox, reads } = await start();
  const heal = fault({ path: '/v1/admin/bots/{id}', status: 429, headers: { 'retry-after': '1' } });
  await until(isPaused);
  const asked = reads().length;

  expect(title()).toContain('429: health paused, H continues');
  keys('j k');
  expect(reads()).toHaveLength(asked);
  heal();
  keys('H');
  await until(isKnown);

  expect(isPaused(state())).toBe(false);
  expect(sandbox.requests.every(({ method }) => method === 'GET')).toBe(true);
}, 20_000);

test.each([
  ['a broken connection', { reset: 'before' }],
  ['a time-out', { hang: 'headers' }],
] as const)(
  'automatic health: a pause by %s ends when the server has responded, and its rows are checked',
  async (_why, how) => {
    const { fault } = await start({ timeoutMs: 500 });
    const heal = fault({ path: '/v1/admin/bots/{id}', ...how });
    await until(isPaused);
    expect(title()).toContain('health paused, H continues');

    heal();
    keys('r');
    await until(isKnown);

    expect(title()).toMatch(/18 of 20\+ checked/);
    expect(title()).not.toContain('not read');
  },
);

test('automatic health: a failure that all rows would have pauses it', async () => {
  const { fault, reads } = await start();
  const heal = fault({ path: '/v1/admin/bots/{id}', status: 401 });

  keys('r');
  await until(isPaused);

  expect(title()).toContain('401: health paused, H continues');
  expect(wordsOf(attentionLines(state(), 10))).toContain('401: health paused');
  expect(messageOf(state()).text).toMatch(/^401 The server refused the token.* · r retry · ! details$/);
  keys('!');
  expect(state().dialog?.kind).toBe('failure');
  keys('Esc');
  heal();
  keys('r');
  await until(isListed);
  expect(messageOf(state()).text).not.toContain('401');
  expect(reads().length).toBeLessThanOrEqual(12 + 18);
});

test('automatic health: rows that may not be read are counted, and nothing says that they are being checked', async () => {
  const { fault } = await start({ size: { columns: 160, rows: 24 } });
  const heal = fault({ path: '/v1/admin/bots/{id}', status: 403 });

  await until(({ data: { records, check } }) => check === undefined && Object.keys(records).length >= 18);

  const words = (): string => wordsOf(paneOf(state())?.lines ?? []);
  expect(title()).toContain('18 not read');
  expect(words()).toContain('18 bots could not be read. H checks all.');
  expect(words()).not.toContain('checking');
  expect(wordsOf(attentionLines(state(), 10))).toContain('18 bots could not be read. H in the bots list');

  heal();
  keys('H');
  await until(({ data: { check } }) => check === undefined && !title().includes('not read'));
  expect(title()).toContain('need attention');
});

test('automatic health: a row whose load was stopped is checked like the others', async () => {
  const { reads } = await start({ latency: 30 });
  await until(isListed);

  keys('Enter');
  await until(({ data: { records } }) => Object.values(records).some(({ phase }) => phase === 'loading'));
  // The first press stops the load, the second goes back.
  keys('Esc');
  await until(({ data: { records } }) => Object.values(records).every(({ phase }) => phase !== 'loading'));
  keys('Esc');
  expect(title()).not.toContain('not read');

  const state = await until(isKnown);
  const known = onScreen(state).map(id => state.data.records[`bot\nbotId=${id}`]?.phase);
  expect(new Set(known)).toEqual(new Set(['ready']));
  expect(new Set(idsOf(reads()))).toEqual(new Set(onScreen(state)));
});

test.each([
  ['a filter', 60, 'z', /^\d+ of 40\+? match · \d+ checked since, r sorts them in$/],
  ['a sort by health', 40, 's H G', /\d+ checked since, r sorts them in/],
])(
  'automatic health: what is checked under %s keeps its place, is counted, and r sorts it in',
  async (_how, bots, line, words) => {
    await start({ bots, pageSize: 40, size: { columns: 120, rows: 24 } });
    await until(isKnown);

    keys(line);
    const { ids } = contentOf(state());
    await until(({ data: { check } }) => check === undefined && title().includes('since'));

    expect(title()).toMatch(words);
    expect(contentOf(state()).ids).toEqual(ids);
    keys('r');
    await until(isListed);
    expect(title()).not.toContain('since');
    expect(contentOf(state()).ids).not.toEqual(ids);
  },
);

test('automatic health: the home screen counts the rows checked since it was opened', async () => {
  await start();
  await until(isKnown);
  keys('Esc');

  await until(({ data: { check, records } }) => check === undefined && Object.keys(records).length === 21);

  await until(each => causeRows(each)?.ids.length === causesOf(each).groups.length);

  const lines = shownLines(state());
  const listed = lines.filter(text => /^ {3}[✗!] /.test(text)).length;
  const more = Number(lines.find(text => / more causes? …/.test(text))?.match(/\d+/)?.[0]);
  expect(lines.join('\n')).toContain('20 of 20+ bots checked');
  expect(listed + more).toBe(causesOf(state()).groups.length);

  while (currentView(state()).cursor !== 'attention:more:0') keys('j');
  keys('Enter');

  expect(currentView(state()).place).toMatchObject({ kind: 'cause' });
});

test('automatic requests: at five a second at most one gets a 429, refreshes too, and no row is requested twice', async () => {
  const { sandbox, explorer, reads } = await start({ rate: '5/s', bots: 40, pageSize: 40 });
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
  const { sandbox, explorer, reads } = await start();
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
