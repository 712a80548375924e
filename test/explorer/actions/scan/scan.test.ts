import { afterEach, expect, test } from 'vitest';
import { viewTitle } from '../../../../src/explorer/frame/titles.ts';
import { press } from '../../../../src/explorer/keyboard/keyboard.ts';
import { contentOf } from '../../../../src/explorer/screens/content.ts';
import { rowCells } from '../../../../src/explorer/screens/list/table.ts';
import { cursorIndex, recordAt } from '../../../../src/explorer/selection/cursor.ts';
import { currentView, type State } from '../../../../src/explorer/state/state.ts';
import { update } from '../../../../src/explorer/state/store.ts';
import { bot } from '../../../../src/resources/bot.ts';
import { type SandboxExplorer, startOnSandbox } from '../../../helpers/on-sandbox.ts';
import { writable } from '../../../helpers/writable.ts';

let started: SandboxExplorer;
afterEach(() => started.close());

const isListed = ({ data: { lists } }: State): boolean => lists['list\nbot']?.phase === 'ready';
const isIdle = (state: State): boolean => state.data.scan === undefined && isListed(state);
const start = async (options: Parameters<typeof startOnSandbox>[0] = {}) => {
  started = await startOnSandbox(options);
  await started.until(isListed);
  return started;
};
/** Starts with the visible rows checked: 18 of 20+. */
const startChecked = async (options: Parameters<typeof startOnSandbox>[0] = {}) => {
  started = await startOnSandbox({ health: 'auto', ...options });
  await started.until(state => isIdle(state) && Object.keys(state.data.records).length >= 18);
  return started;
};
const key = (name: string): void =>
  press(started.explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });
/** Presses a key and waits until the scan ends. */
const through = async (name: string): Promise<State> => {
  key(name);
  return started.until(isIdle);
};
const table = () => {
  const content = contentOf(started.state());
  if (content.kind !== 'table') throw new Error('there is no table');
  return content;
};
/** Returns the cells of a column, top to bottom. */
const column = (name: string): readonly string[] => {
  const content = table();
  const found = bot.columns.find(({ field }) => field === name);
  const cell = rowCells(started.state(), content, { now: Date.now(), exact: false });
  return content.ids.map((id, at) => {
    const record = recordAt(content, at);
    if (record === undefined || found === undefined) return '';
    const { mark, text } = cell(id, record, found);
    return found.isMark ? `${mark} ${text}` : text;
  });
};
const health = () => column('health');
const notice = () => started.state().notice?.text ?? '';

test('scan: H loads the full record of each row once, several at once', async () => {
  const { reads, watch } = await start();
  const most = watch();

  const { notice: said } = await through('H');

  const asked = reads().map(path => path.split('/').at(-1));
  expect(asked.toSorted()).toEqual([...table().rows.ids].toSorted());
  expect(most()).toBeGreaterThanOrEqual(4);
  expect(most()).toBeLessThanOrEqual(12);
  expect(health()[0]).toBe('✗ 2 problems');
  expect(column('integrations')[0]).toBe('6');
  expect(said?.text).toMatch(
    new RegExp(`^${asked.length} of ${asked.length} bots checked · \\d+ need attention`),
  );
});

test.each(['h', ':scan', ':list.check', ':list.scan'])('scan: %s is an earlier name of H', async name => {
  const { reads } = await start({ bots: 15 });

  if (name === 'h') key('h');
  else for (const each of [...name, 'enter']) key(each);
  await started.until(isIdle);

  expect(reads()).toHaveLength(table().rows.ids.length);
});

test('scan: h during H requests no row twice, and the count stays that of the list', async () => {
  const { reads } = await startChecked({ bots: 60, pageSize: 60, latency: 100 });
  const { length } = table().rows.ids;
  const counts = new Set<string>();
  const leave = started.explorer.store.subscribe(({ data: { scan } }) => {
    if (scan !== undefined) counts.add(`${scan.done <= length} ${scan.total}`);
  });
  key('H');
  await started.until(({ data: { scan } }) => (scan?.done ?? 0) > 0);

  key('h');
  key('g');
  key('h');
  await started.until(isIdle);
  leave();

  expect(reads()).toHaveLength(length);
  expect([...counts]).toEqual([`true ${length}`]);
  expect(notice()).toMatch(new RegExp(`^${length} of ${length} bots checked`));
});

test('scan: every row shows exactly one health state, and unchecked rows show no other value', async () => {
  await start();

  expect(new Set(health())).toEqual(new Set(['· ']));
  expect(new Set(column('integrations'))).toEqual(new Set(['']));
  await through('H');

  for (const cell of health()) expect(cell).toMatch(/^(✗ \d problems?|! [\w ]+|✓ ok|· partly checked|· )$/);
});

test('scan: rows keep their places until it ends, even in a list sorted by health', async () => {
  await start({ latency: 50, pageSize: 200 });
  key('s');
  key('H');
  const before = table().ids;
  const home = cursorIndex(table(), currentView(started.state()));

  key('H');
  await started.until(({ data: { scan } }) => (scan?.done ?? 0) > 3);
  expect(table().ids).toEqual(before);
  expect(health()).toContain('… checking');
  expect(cursorIndex(table(), currentView(started.state()))).toBe(home);
  await started.until(isIdle);

  expect(table().ids).not.toEqual(before);
  expect(health()[0]).toMatch(/^✗/);
});

test('scan: sorted by health are problems first, then warnings, then ok, then unchecked', async () => {
  await startChecked();

  key('s');
  key('H');

  const marks = health()
    .map(([mark]) => mark)
    .join('');
  expect(marks).toMatch(/^✗+!+·?✓+·*··$/);
  expect(viewTitle(started.state()).right).toContain('by health ↓ over 20 loaded');
  key('s');
  key('H');
  expect(health()[0]).toMatch(/^(✓|·)/);
  expect(health().at(-1)).toBe('· ');
});

test('scan: a bot that may not be loaded gets its own symbol, and the others are checked', async () => {
  const { fault } = await start();
  fault({ path: `/v1/admin/bots/${table().ids[2]}`, status: 403 });

  await through('H');

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
  'scan: %s stops it with a notice',
  async (_what, effect, words) => {
    const { fault, reads } = await start();
    fault({ path: '/v1/admin/bots/{id}', ...effect });

    const { notice: said } = await through('H');

    expect(said?.text).toMatch(words);
    expect(said?.tone).toBe('bad');
    // Twelve requests at once, each tried twice.
    expect(reads().length).toBeLessThanOrEqual(24);
  },
  20_000,
);

test('scan: after a 429 it sends fewer requests at once', async () => {
  const { fault, watch } = await start({ bots: 60, pageSize: 60, latency: 100 });
  fault({ path: '/v1/admin/bots/{id}', status: 429, headers: { 'retry-after': '1' }, times: 1 });
  key('H');
  await started.until(({ data: { scan } }) => scan?.wait !== undefined);
  await started.until(({ data: { scan } }) => (scan?.done ?? 0) > 12);

  const most = watch();
  await started.until(isIdle);

  expect(notice()).toMatch(/checked/);
  // Without the 429 it would be twelve by now.
  expect(most()).toBeLessThan(12);
}, 20_000);

test('scan: Esc cancels it, keeps the results and sends nothing more', async () => {
  const { reads } = await start({ latency: 100, pageSize: 100 });
  key('H');
  await started.until(({ data: { scan } }) => (scan?.done ?? 0) > 3);

  key('escape');

  expect(started.state().data.scan).toBeUndefined();
  expect(notice()).toMatch(/^Stopped · \d+ of \d+ bots checked( · [^·]*)? · H continues$/);
  expect(health().filter(cell => cell.startsWith('… '))).toEqual([]);
  const checked = table().ids.filter((_, at) => health()[at] !== '· ');
  expect(checked.length).toBeGreaterThan(3);
  await through('H');
  // Requests on their way at Esc are sent again, those with a response are not.
  for (const id of checked) expect(reads().filter(path => path.endsWith(id))).toHaveLength(1);
  expect(notice()).toMatch(/^(\d+) of \1 bots checked/);
});

test('scan: continues in other views, where Esc goes back instead of cancelling it', async () => {
  await start({ latency: 100, pageSize: 100 });
  key('H');
  await started.until(({ data: { scan } }) => (scan?.done ?? 0) > 0);

  key('enter');
  expect(currentView(started.state()).place.screen).toBe('record');
  key('escape');
  key('escape');

  await started.until(isIdle);
  expect(Object.keys(started.state().data.records).length).toBeGreaterThan(1);
});

test('scan: rows that come on the screen during a scan are checked first', async () => {
  const { reads } = await startChecked({ bots: 200, pageSize: 200, latency: 150 });
  const { ids } = table();
  key('H');
  key('G');
  await started.until(isIdle);

  const asked = reads().map(path => path.split('/').at(-1));
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.indexOf(ids.at(-1))).toBeLessThan(asked.indexOf(ids.at(-30)));
}, 20_000);

test('scan: z refuses while nothing is checked', async () => {
  await start();
  key('z');
  expect(notice()).toBe('Nothing checked yet: H checks all.');
});

test('scan: z shows only rows with problems and counts unchecked ones; z again shows all', async () => {
  await startChecked();

  key('z');

  const { passed, unchecked: unread } = table().listing;
  expect(
    health()
      .slice(0, passed)
      .every(cell => /^[✗!]/.test(cell)),
  ).toBe(true);
  expect(passed).toBeGreaterThan(3);
  expect(unread).toBe(2);
  expect(viewTitle(started.state()).right).toContain('2 unchecked');
  key('z');
  expect(currentView(started.state()).filter).toBeUndefined();
});

test('scan: z keeps the current filter', async () => {
  await startChecked();
  started.explorer.openView({ ...currentView(started.state()), filter: 'faq "order  track"' });

  key('z');
  expect(currentView(started.state()).filter).toBe('faq "order  track" !health:ok');
  key('z');

  expect(currentView(started.state()).filter).toBe('faq "order  track"');
});

test.each([
  ['health:bad', /^✗/],
  ['health:warn', /^!/],
  ['health:ok', /^(✓|· ok)/],
])('scan: the filter %s shows only matching rows', async (filter, form) => {
  await startChecked();

  started.explorer.openView({ ...currentView(started.state()), filter });

  const { passed, unchecked: unread } = table().listing;
  expect(passed).toBeGreaterThan(0);
  expect(unread).toBe(2);
  for (const cell of health().slice(0, passed)) expect(cell).toMatch(form);
});

test('scan: int:slack finds bots with that integration, int>3 those with more than three', async () => {
  await startChecked();

  started.explorer.openView({ ...currentView(started.state()), filter: 'int:slack' });
  expect(table().listing.passed).toBeGreaterThan(0);
  expect(table().listing.passed).toBeLessThan(18);
  const first = started.state().data.records[`bot\nbotId=${table().ids[0]}`]?.last?.value;
  expect(JSON.stringify(first)).toContain('"name":"slack"');

  started.explorer.openView({ ...currentView(started.state()), filter: 'int>3' });
  for (const count of column('integrations').slice(0, table().listing.passed))
    expect(Number(count)).toBeGreaterThan(3);
});

test('scan: a bot deleted during a scan does not come back', async () => {
  const { explorer } = await start({ latency: 30, pageSize: 100 });
  const [gone = ''] = table().ids;
  key('H');
  await started.until(({ data: { scan } }) => scan?.current.has(gone) === true);

  update(writable(explorer.store), state => {
    const load = state.data.lists['list\nbot'];
    if (load?.last === undefined) return {};
    const { value } = load.last;
    const rows = { ...value, ids: value.ids.slice(1), items: value.items.slice(1) };
    return {
      data: {
        lists: { ...state.data.lists, 'list\nbot': { phase: 'ready', last: { ...load.last, value: rows } } },
      },
    };
  });
  await started.until(isIdle);

  expect(started.state().data.records).not.toHaveProperty(`bot\nbotId=${gone}`);
});

test('scan: a long scan updates the screen in few steps', async () => {
  await start({ bots: 300, pageSize: 300 });
  let steps = 0;
  const leave = started.explorer.store.subscribe(() => steps++);

  key('H');
  await started.until(({ data: { scan } }) => scan !== undefined);
  await started.until(isIdle);
  leave();

  expect(notice()).toMatch(/^216 of 216/);
  // Showing each response by itself would take at least one step per bot.
  expect(steps).toBeLessThan(150);
}, 30_000);
