import { expect, test } from 'vitest';
import type { Explorer } from '../../../../src/explorer/actions/explorer.ts';
import { healthCount } from '../../../../src/explorer/facts/health-count.ts';
import { progressBar } from '../../../../src/explorer/frame/progress.ts';
import { viewTitle } from '../../../../src/explorer/frame/titles.ts';
import { contentOf } from '../../../../src/explorer/screens/content.ts';
import { marksOf, settledView } from '../../../../src/explorer/selection/cursor.ts';
import { currentView, type State } from '../../../../src/explorer/state/state.ts';
import { botPlace, DEV_LIST, type FakeExplorer, LIST } from '../../../helpers/fake-explorer.ts';
import { bots, page, settle } from '../../../helpers/fake-service.ts';
import { isIdle, sandboxSession } from '../../../helpers/on-sandbox.ts';
import { answer, onBots, open, play, scenes } from '../../../helpers/scenes.ts';

/** Starts on the first of three pages, of which no row is checked. */
const { checkEnds, checked, keys, notice, pages, start, state, until } = sandboxSession(
  { bots: 70, pageSize: 20 },
  isIdle,
);
const loadOf = ({ data: { lists } }: State) => lists['list\nbot'];
const total = (): number => loadOf(state())?.last?.value.ids.length ?? 0;
const expectOnce = (paths: readonly string[]): void => expect(new Set(paths).size).toBe(paths.length);

test('check all: H requests each page and each row once, also if it is held, and moves nothing meanwhile', async () => {
  const { explorer, reads, sandbox } = await start({ latency: 3 });
  keys('j Space');
  const shown = () => {
    const { at, top, cursor } = settledView(state());
    return { at, top, cursor, marks: [...marksOf(state())], rows: contentOf(state()).ids.slice(0, 20) };
  };
  const before = shown();
  // A held key: presses it after each change.
  let isPressing = false;
  const leave = explorer.store.subscribe(() => {
    if (isPressing || isIdle(state())) return;
    isPressing = true;
    keys('H');
    isPressing = false;
    expect(shown()).toEqual(before);
  });

  keys('H');
  await checkEnds();
  leave();

  expect(shown()).toEqual(before);
  expect(total()).toBeGreaterThan(40);
  expect(reads()).toHaveLength(total());
  expectOnce(reads());
  expect(pages()).toHaveLength(Math.ceil(total() / 20));
  expect(sandbox.requests.every(({ method }) => method === 'GET')).toBe(true);
  expect(notice()).toMatch(
    new RegExp(`^${total()} of ${total()} bots checked · \\d+ need attention \\(z\\)$`),
  );
});

/** Calls back with the states that Ink draws: those at the end of a turn. */
const onDrawn = ({ store }: Explorer, note: (state: State) => void) =>
  store.subscribe(() => queueMicrotask(() => note(store.getState())));

test('check all: the bar counts the checked rows of all, never backwards, from the pages on without a gap', async () => {
  const { explorer } = await start({ latency: 3, health: 'auto' });
  await until(({ data: { check, records } }) => check === undefined && Object.keys(records).length > 18);
  const counts: (readonly [done: number, checked: number])[] = [];
  const bars: (string | undefined)[] = [];
  const leave = onDrawn(explorer, now => {
    const { check } = now.data;
    const rows = loadOf(now)?.last?.value;
    const { place } = currentView(now);
    if (isIdle(now) || rows === undefined || place.screen !== 'list') return;
    const { work } = viewTitle(now);
    bars.push(progressBar(work, now.session.now + 1000, 60));
    if (check === undefined || check.isAutomatic) return;
    expect(check.total).toBe(total());
    counts.push([check.done, healthCount(now, place, rows).checked]);
  });

  keys('H');
  await checkEnds();
  leave();

  expect(bars.every(bar => /^\d+ loaded so far|^[━╌]{8} \d+ of \d+ checked/.test(bar ?? ''))).toBe(true);
  expect(bars.at(-1)).toMatch(/ \d+ of \d+ checked · \d+ need attention/);
  expect(counts[0]?.[0]).toBe(18);
  for (const [done, checked] of counts) expect(done).toBe(checked);
  expect(counts.map(([done]) => done)).toEqual(counts.map(([done]) => done).toSorted((a, b) => a - b));
  expect(state().data.check).toBeUndefined();
});

test('check all: under a filter the bar counts its rows only, beside no count of the whole list', async () => {
  const { explorer } = await start({ latency: 3 });
  keys('/bot Enter');
  const bars = new Set<string>();
  const leave = onDrawn(explorer, now => {
    if (now.data.check === undefined) return;
    const bar = progressBar(viewTitle(now).work, now.session.now + 1000, 60);
    if (bar !== undefined) bars.add(bar);
  });

  keys('H');
  await checkEnds();
  leave();

  const { ids } = contentOf(state());
  expect(bars.size).toBeGreaterThan(0);
  for (const bar of bars) expect(bar).toMatch(new RegExp(`^[━╌]{8} \\d+ of ${ids.length} checked$`));
});

test('check all: Esc stops it among the pages and among the rows, and H continues without repeating a request', async () => {
  const { reads } = await start({ latency: 40 });
  keys('H');
  await until(state => (loadOf(state)?.last?.value.ids.length ?? 0) > 20);
  keys('Esc');
  await until(state => loadOf(state)?.phase === 'ready' && state.notice !== undefined);
  expect(notice()).toMatch(/^Stopped · \d+\+ bots loaded · H continues$/);
  expect(reads()).toEqual([]);

  keys('H');
  await checked(6);
  keys('Esc');
  expect(notice()).toMatch(
    new RegExp(`^Stopped · \\d+ of ${total()} bots checked( · [^·]*)? · H continues$`),
  );
  const known = Object.keys(state().data.records).flatMap(each => /botId=(.*)/.exec(each)?.[1] ?? []);
  keys('H');
  const { data } = await until(({ data: { check } }) => check !== undefined);
  expect(data.check).toMatchObject({ done: known.length, total: total() });
  await until(isIdle);

  // Only rows whose request was stopped are requested again.
  const ids = reads().map(path => path.split('/').at(-1));
  for (const id of known) expect(ids.filter(each => each === id)).toHaveLength(1);
  expect(new Set(ids).size).toBe(total());
  expect(notice()).toContain(`${total()} of ${total()} bots checked`);
});

test('check all: what it has to say while pages load does not replace the field of a dialog opened since', async () => {
  await start({ bots: 15, latency: 20 });
  keys('H');
  await checkEnds();
  keys('r H /');
  expect(state().dialog).toBeDefined();
  await until(isIdle);
  await new Promise(setImmediate);

  expect(state().notice).toBeUndefined();
});

test('check all: each 429 with Retry-After pauses it, then it completes', async () => {
  const { fault } = await start({ bots: 15 });
  const pause = { path: '/v1/admin/bots/{id}', status: 429, headers: { 'retry-after': '1' } };
  fault({ ...pause, times: 4 });
  fault({ ...pause, after: 8, times: 1 });

  keys('H');
  const waiting = await until(({ data: { check } }) => check?.wait !== undefined);
  expect(waiting.data.check).toMatchObject({ done: 0, total: total(), wait: { status: 429 } });
  await until(isIdle);

  expect(notice()).toContain(`${total()} of ${total()} bots checked`);
}, 20_000);

const answering = ({ service }: FakeExplorer): void =>
  service.replyWith(({ id, ids }) =>
    id === 'bot.read'
      ? { value: { id: ids['botId'], integrations: {}, recurringEvents: {}, status: 'active' } }
      : undefined,
  );
const isOver = async ({ state: now }: FakeExplorer): Promise<void> => {
  while (now().data.check !== undefined || loadOf(now())?.phase === 'loading') await settle();
};
const reads =
  (wanted: readonly string[]) =>
  ({ service }: FakeExplorer): void =>
    expect(service.calls.flatMap(({ id, ids }) => (id === 'bot.read' ? [ids['botId']] : []))).toEqual(wanted);
const ids = (from: number, to: number) => bots(to - from, from).map(({ id }) => String(id));

scenes('check all', onBots(20), {
  'with all rows just checked H says so and requests nothing': [
    [answering, 'H', isOver, { calls: 22, notice: '20 of 20 bots checked · no problems found' }],
    ['H', { calls: 22, notice: 'Nothing left to check: the health of 20 bots is under 5 minutes old.' }],
  ],
  'H does nothing where rows have no health, and on other screens': [
    [
      open({ screen: 'list', kind: 'trash', ids: {} }),
      settle,
      'H',
      { notice: 'These records have no health.' },
    ],
    [
      open({ screen: 'record', ref: { kind: 'workspace', ids: {} } }),
      'H',
      { notice: /^H does nothing here/ },
    ],
    { reads: 0, pages: 1 },
  ],
  'that nothing is left to check is no news on a screen opened while pages loaded': [
    [answering, 'H', isOver, ({ explorer }) => explorer.reload(LIST), 'H'],
    async started => {
      const reload = started.service.open('bot.list');
      started.explorer.open(DEV_LIST);
      const { notice: before } = started.state();
      await reload.answer(page(bots(20)));
      await play(started, isOver, { notice: before?.text });
    },
  ],
  'H on another list is refused at once, before any of its pages is requested': [
    ['H', open(DEV_LIST), answer('bot.list', page(bots(20, 40), 'more')), { pages: 2 }],
    ['H', settle, { notice: 'Another list is being checked. Esc in that list stops it.', pages: 2 }],
  ],
  'a record that was reloaded meanwhile is not replaced by an older response': [
    ['H', answering, '+10'],
    async ({ explorer, service, state: now }) => {
      const pending = service.calls.filter(call => call.id === 'bot.read');
      await explorer.loadRecord({ kind: 'bot', ids: { botId: 'b0' } });
      for (const call of pending) await call.answer({ id: call.ids['botId'], status: 'old' });
      while (now().data.check !== undefined) await settle();
      const { records } = now().data;
      expect(['b0', 'b1'].map(id => records[`bot\nbotId=${id}`]?.last?.value['status'])).toEqual([
        ...['active', 'old'],
      ]);
    },
  ],
  'rows that do not fit into memory are counted, and another H requests none of them': [
    { start: onBots(1900) },
    [
      answering,
      'H',
      isOver,
      { reads: 1800, notice: /^100 not checked: memory .* 1800 of 1900 bots checked/ },
    ],
    ['H', settle, { notice: '100 not checked: memory for checked records is full. Filter the list first.' }],
    { reads: 1800 },
  ],
  'rows never checked come before those whose health is old, and visible ones before others': [
    { start: onBots(30) },
    ({ explorer }) => {
      for (const id of ids(0, 15)) explorer.load(botPlace(id));
    },
    ...ids(0, 15).map(id => answer('bot.read', { id })),
    [answering, '+600000 G H', isOver],
    ({ state: now }) => expect(settledView(now()).top).toBe(12),
    reads([...ids(0, 15), ...ids(15, 30), ...ids(12, 15), ...ids(0, 12)]),
  ],
  'H under a filter checks no other row, also if a record is opened while pages load': [
    { start: onBots(20, { next: 'more' }) },
    ({ explorer, view }) => explorer.openView({ ...view(), filter: '"bot 7"' }),
    ['H', open(botPlace('b0')), answer('bot.list', page(bots(5, 20))), settle, settle],
    reads(['b0', 'b7']),
  ],
});
