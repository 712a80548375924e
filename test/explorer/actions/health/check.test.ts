import { expect, test } from 'vitest';
import { withoutRecord } from '../../../../src/explorer/actions/delete/outcomes.ts';
import { contentOf } from '../../../../src/explorer/screens/content.ts';
import { rowCells } from '../../../../src/explorer/screens/list/table.ts';
import { cursorIndex, recordAt } from '../../../../src/explorer/selection/cursor.ts';
import { currentView, type State } from '../../../../src/explorer/state/state.ts';
import { withChange } from '../../../../src/explorer/state/store.ts';
import { bot } from '../../../../src/resources/bot.ts';
import { isIdle, isListed, sandboxSession } from '../../../helpers/on-sandbox.ts';

const session = sandboxSession({}, isListed);
const { checkEnds, checked, keys, notice, start, state, title, until } = session;
const startChecked: typeof start = async options => {
  const started = await start({ health: 'auto', ...options });
  await until(each => isIdle(each) && Object.keys(each.data.records).length >= 18);
  return started;
};
const checkAll = async (): Promise<State> => {
  keys('H');
  return until(isIdle);
};
const filtered = (filter: string): void =>
  session.current().explorer.openView({ ...currentView(state()), filter });
const table = () => {
  const content = contentOf(state());
  if (content.kind !== 'table') throw new Error('there is no table');
  return content;
};
const column = (name: string): readonly string[] => {
  const content = table();
  const found = bot.columns.find(({ field }) => field === name);
  const cell = rowCells(state(), content, { now: Date.now(), exact: false });
  return content.ids.map((id, at) => {
    const record = recordAt(content, at);
    if (record === undefined || found === undefined) return '';
    const { mark, text } = cell(id, record, found);
    return found.isMark ? `${mark} ${text}` : text;
  });
};
const health = () => column('health');

test('check: H loads the full record of each row once, several at once; each then shows one health state', async () => {
  const { reads, watch } = await start();
  keys('z');
  expect(notice()).toBe('Nothing checked yet: H checks all.');
  expect(new Set(health())).toEqual(new Set(['· ']));
  expect(new Set(column('integrations'))).toEqual(new Set(['']));
  const most = watch();

  const { notice: said } = await checkAll();

  const asked = reads().map(path => path.split('/').at(-1));
  expect(asked.toSorted()).toEqual([...table().rows.ids].toSorted());
  expect(most()).toBeGreaterThanOrEqual(4);
  expect(most()).toBeLessThanOrEqual(12);
  expect(health()[0]).toBe('✗ slack registration_failed +1');
  expect(column('integrations')[0]).toBe('6');
  for (const cell of health()) expect(cell).toMatch(/^([✗!] \S.+|✓ ok|· partly checked|· )$/);
  expect(said?.text).toMatch(
    new RegExp(`^${asked.length} of ${asked.length} bots checked · \\d+ need attention`),
  );
});

test.each(['h', ':scan', ':list.check', ':list.scan'])('scan: %s is an earlier name of H', async name => {
  const { reads } = await start({ bots: 15 });

  keys(name === 'h' ? name : `${name} Enter`);
  await until(isIdle);

  expect(reads()).toHaveLength(table().rows.ids.length);
});

test('check: rows keep their places until it ends, even in a list sorted by health', async () => {
  await start({ latency: 50, pageSize: 200 });
  keys('s H');
  const before = table().ids;
  const home = cursorIndex(table(), currentView(state()));

  keys('H');
  await checked(4);
  expect(table().ids).toEqual(before);
  expect(health()).toContain('… checking');
  expect(cursorIndex(table(), currentView(state()))).toBe(home);
  await until(isIdle);

  expect(table().ids).not.toEqual(before);
  expect(health()[0]).toMatch(/^✗/);
});

test('check: sorted by health are problems first, then warnings, then ok, then unchecked', async () => {
  await startChecked();

  keys('s H');

  const marks = health()
    .map(([mark]) => mark)
    .join('');
  expect(marks).toMatch(/^✗+!+·?✓+·*··$/);
  expect(title()).toContain('by health ↓ over 20 loaded');
  keys('s H');
  expect(health()[0]).toMatch(/^(✓|·)/);
  expect(health().at(-1)).toBe('· ');
});

test('check: a bot that may not be loaded gets its own symbol, and the others are checked', async () => {
  const { fault } = await start();
  fault({ path: `/v1/admin/bots/${table().ids[2]}`, status: 403 });

  await checkAll();

  expect(health()[2]).toBe('? not read 403');
  expect(health()).not.toContain('· ');
  expect(notice()).toMatch(/^(\d+) of \d+ bots checked · 1 bot could not be read/);
});

test.each([
  ['a 401', { status: 401 }, /^401 .*\. 0 of (\d+) bots checked · H continues/],
  ['a 429 without Retry-After', { status: 429 }, /^429 .*\. 0 of (\d+) bots checked · H continues/],
  ['a broken connection', { reset: 'before' }, /\. 0 of (\d+) bots checked · H continues/],
  [
    'a server error on every request',
    { status: 500 },
    /^500 .*\. 0 of (\d+) bots checked · 3 bots could not be read · H continues/,
  ],
] as const)(
  'check: %s stops it with a notice',
  async (_what, effect, words) => {
    const { fault, reads } = await start();
    fault({ path: '/v1/admin/bots/{id}', ...effect });

    const { notice: said } = await checkAll();

    expect(said?.text).toMatch(words);
    expect(said?.tone).toBe('bad');
    // Twelve requests at once, each tried twice.
    expect(reads().length).toBeLessThanOrEqual(24);
  },
  20_000,
);

test('check: after a 429 it sends fewer requests at once', async () => {
  const { fault, watch } = await start({ bots: 60, pageSize: 60, latency: 100 });
  fault({ path: '/v1/admin/bots/{id}', status: 429, headers: { 'retry-after': '1' }, times: 1 });
  keys('H');
  await until(({ data: { check } }) => check?.wait !== undefined);
  await checked(13);

  const most = watch();
  await until(isIdle);

  expect(notice()).toMatch(/checked/);
  // Without the 429 it would be twelve by now.
  expect(most()).toBeLessThan(12);
}, 20_000);

test('check: continues in other views, where Esc goes back instead of cancelling it', async () => {
  await start({ latency: 100, pageSize: 100 });
  keys('H');
  await checked(1);

  keys('Enter');
  expect(currentView(state()).place.screen).toBe('record');
  keys('Esc Esc');

  await until(isIdle);
  expect(Object.keys(state().data.records).length).toBeGreaterThan(1);
});

test('check: rows that come on the screen during a check are checked first', async () => {
  const { reads } = await startChecked({ bots: 200, pageSize: 200, latency: 150 });
  const { ids } = table();
  keys('H G');
  await until(isIdle);

  const asked = reads().map(path => path.split('/').at(-1));
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.indexOf(ids.at(-1))).toBeLessThan(asked.indexOf(ids.at(-30)));
}, 20_000);

test('check: z shows only rows with problems and counts unchecked ones; z again shows all, and a filter stays', async () => {
  await startChecked();

  keys('z');

  const { passed, unchecked: unread } = table().listing;
  expect(
    health()
      .slice(0, passed)
      .every(cell => /^[✗!]/.test(cell)),
  ).toBe(true);
  expect(passed).toBeGreaterThan(3);
  expect(unread).toBe(2);
  expect(title()).toContain('2 not checked yet');
  keys('z');
  expect(currentView(state()).filter).toBeUndefined();
  filtered('faq "order  track"');
  keys('z');
  expect(currentView(state()).filter).toBe('faq "order  track" !health:ok');
  keys('z');
  expect(currentView(state()).filter).toBe('faq "order  track"');
});

test('check: filters by health and integrations show only matching rows of those that are checked', async () => {
  await startChecked();

  for (const [filter, field, form] of [
    ['health:bad', 'health', /^✗/],
    ['health:warn', 'health', /^!/],
    ['health:ok', 'health', /^(✓|· ok)/],
    ['int>3', 'integrations', /^([4-9]|\d\d)/],
    ['int:slack', 'integrations', /^[1-9]/],
  ] as const) {
    filtered(filter);

    const { passed, unchecked } = table().listing;
    expect(passed, filter).toBeGreaterThan(0);
    expect(passed, filter).toBeLessThan(18);
    expect(unchecked, filter).toBe(2);
    for (const cell of column(field).slice(0, passed)) expect(cell).toMatch(form);
  }
  const first = state().data.records[`bot\nbotId=${table().ids[0]}`]?.last?.value;
  expect(JSON.stringify(first)).toContain('"name":"slack"');
});

test('check: a bot deleted during a check does not come back', async () => {
  const { explorer } = await start({ latency: 30, pageSize: 100 });
  const [gone = ''] = table().ids;
  keys('H');
  await until(({ data: { check } }) => check?.current.has(gone) === true);

  explorer.change(state => withChange(state, withoutRecord(state, { kind: 'bot', ids: { botId: gone } })));
  await until(isIdle);

  expect(state().data.records).not.toHaveProperty(`bot\nbotId=${gone}`);
});

test('check: a long check updates the screen in few steps', async () => {
  await start({ bots: 300, pageSize: 300 });
  let steps = 0;
  const leave = session.current().explorer.store.subscribe(() => steps++);

  keys('H');
  await checkEnds();
  leave();

  expect(notice()).toMatch(/^216 of 216/);
  // Showing each response by itself would take at least one step per bot.
  expect(steps).toBeLessThan(150);
}, 30_000);
