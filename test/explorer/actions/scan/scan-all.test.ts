import { afterEach, expect, test } from 'vitest';
import { healthCount } from '../../../../src/explorer/facts/health-count.ts';
import { progressBar } from '../../../../src/explorer/frame/progress.ts';
import { viewTitle } from '../../../../src/explorer/frame/titles.ts';
import { batchedStore } from '../../../../src/explorer/ink/explorer-view.ts';
import { press } from '../../../../src/explorer/keyboard/keyboard.ts';
import { contentOf } from '../../../../src/explorer/screens/content.ts';
import { settledView } from '../../../../src/explorer/selection/cursor.ts';
import { marksOf } from '../../../../src/explorer/selection/list-marks.ts';
import { currentView, type State } from '../../../../src/explorer/state/state.ts';
import { botPlace, DEV_LIST, LIST, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots, page, settle } from '../../../helpers/fake-service.ts';
import { type SandboxExplorer, startOnSandbox } from '../../../helpers/on-sandbox.ts';

let started: SandboxExplorer;
afterEach(() => started?.close());

const rowsOf = ({ data: { lists } }: State) => lists['list\nbot'];
const isIdle = (state: State): boolean => state.data.scan === undefined && rowsOf(state)?.phase === 'ready';
/** Starts on the first of three pages, of which no row is checked. */
const start = async (options: Parameters<typeof startOnSandbox>[0] = {}) => {
  started = await startOnSandbox({ bots: 70, pageSize: 20, ...options });
  await started.until(isIdle);
  return started;
};
const key = (name: string): void =>
  press(started.explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });
const total = (): number => rowsOf(started.state())?.last?.value.ids.length ?? 0;
const notice = () => started.state().notice?.text ?? '';
/** Returns the paths of the requests for pages, with their tokens. */
const pages = () =>
  started.sandbox.requests.map(({ path }) => path).filter(path => /\/bots(\?|$)/.test(path));
const expectOnce = (paths: readonly string[]): void => expect(new Set(paths).size).toBe(paths.length);

test('check all: H requests each page and each row once, also if it is held, and moves nothing meanwhile', async () => {
  const { explorer, reads, sandbox, state, until } = await start({ latency: 3 });
  key('j');
  key('space');
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
    key('H');
    isPressing = false;
    expect(shown()).toEqual(before);
  });

  key('H');
  await until(({ data: { scan } }) => scan !== undefined);
  await until(isIdle);
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

test('check all: the bar counts the checked rows of all, never backwards, from the pages on without a gap', async () => {
  const { explorer, state, until } = await start({ latency: 3, health: 'auto' });
  await until(({ data: { scan, records } }) => scan === undefined && Object.keys(records).length > 18);
  const counts: (readonly [done: number, checked: number])[] = [];
  const bars: (string | undefined)[] = [];
  // The states that Ink draws.
  const leave = batchedStore(explorer.store).subscribe(now => {
    const { scan } = now.data;
    const rows = rowsOf(now)?.last?.value;
    const { place } = currentView(now);
    if (isIdle(now) || rows === undefined || place.screen !== 'list') return;
    const { work } = viewTitle(now);
    bars.push(progressBar(work, { now: now.session.now + 1000, width: 60 }));
    if (scan === undefined || scan.isAutomatic) return;
    expect(scan.total).toBe(total());
    counts.push([scan.done, healthCount(now, place, rows).checked]);
  });

  key('H');
  await until(({ data: { scan } }) => scan !== undefined);
  await until(isIdle);
  leave();

  expect(bars.every(bar => /^\d+ loaded so far|^[━╌]{8} \d+ of \d+ checked/.test(bar ?? ''))).toBe(true);
  expect(bars.at(-1)).toMatch(/ \d+ of \d+ checked · \d+ need attention/);
  expect(counts[0]?.[0]).toBe(18);
  for (const [done, checked] of counts) expect(done).toBe(checked);
  expect(counts.map(([done]) => done)).toEqual(counts.map(([done]) => done).toSorted((a, b) => a - b));
  expect(state().data.scan).toBeUndefined();
});

test('check all: under a filter the bar counts its rows only, beside no count of the whole list', async () => {
  const { explorer, state, until } = await start({ latency: 3 });
  for (const name of ['/', ...'bot', 'enter']) key(name);
  const bars = new Set<string>();
  const leave = batchedStore(explorer.store).subscribe(now => {
    if (now.data.scan === undefined) return;
    const bar = progressBar(viewTitle(now).work, { now: now.session.now + 1000, width: 60 });
    if (bar !== undefined) bars.add(bar);
  });

  key('H');
  await until(({ data: { scan } }) => scan !== undefined);
  await until(isIdle);
  leave();

  const { ids } = contentOf(state());
  expect(bars.size).toBeGreaterThan(0);
  for (const bar of bars) expect(bar).toMatch(new RegExp(`^[━╌]{8} \\d+ of ${ids.length} checked$`));
});

test('check all: Esc stops it among the pages and among the rows, and H continues without repeating a request', async () => {
  const { reads, until } = await start({ latency: 40 });
  key('H');
  await until(state => (rowsOf(state)?.last?.value.ids.length ?? 0) > 20);
  key('escape');
  await until(state => rowsOf(state)?.phase === 'ready' && state.notice !== undefined);
  expect(notice()).toMatch(/^Stopped · \d+\+ bots loaded · H continues$/);
  expect(reads()).toEqual([]);

  key('H');
  await until(({ data: { scan } }) => (scan?.done ?? 0) > 5);
  key('escape');
  expect(notice()).toMatch(
    new RegExp(`^Stopped · \\d+ of ${total()} bots checked( · [^·]*)? · H continues$`),
  );
  const known = Object.keys(started.state().data.records).flatMap(each => /botId=(.*)/.exec(each)?.[1] ?? []);
  key('H');
  const { data } = await until(({ data: { scan } }) => scan !== undefined);
  expect(data.scan).toMatchObject({ done: known.length, total: total() });
  await until(isIdle);

  // Only rows whose request was stopped are requested again.
  const ids = reads().map(path => path.split('/').at(-1));
  for (const id of known) expect(ids.filter(each => each === id)).toHaveLength(1);
  expect(new Set(ids).size).toBe(total());
  expect(notice()).toContain(`${total()} of ${total()} bots checked`);
});

test('check all: with all rows just checked H says so and requests nothing', async () => {
  const { sandbox, until } = await start({ bots: 15 });
  key('H');
  await until(({ data: { scan } }) => scan !== undefined);
  await until(isIdle);
  const sent = sandbox.requests.length;

  key('H');

  expect(notice()).toBe(`Nothing left to check: the health of ${total()} bots is under 5 minutes old.`);
  expect(started.state().data.scan).toBeUndefined();
  expect(sandbox.requests).toHaveLength(sent);
});

test('check all: what it has to say while pages load does not replace the field of a dialog opened since', async () => {
  const { until } = await start({ bots: 15, latency: 20 });
  key('H');
  await until(({ data: { scan } }) => scan !== undefined);
  await until(isIdle);
  key('r');
  key('H');
  key('/');
  expect(started.state().dialog).toBeDefined();
  await until(isIdle);
  await new Promise(setImmediate);

  expect(started.state().notice).toBeUndefined();
});

test('check all: a 429 with Retry-After pauses it, then it completes', async () => {
  const { fault, until } = await start({ bots: 15 });
  fault({ path: '/v1/admin/bots/{id}', status: 429, headers: { 'retry-after': '1' }, times: 4 });

  key('H');
  const waiting = await until(({ data: { scan } }) => scan?.wait !== undefined);
  expect(waiting.data.scan).toMatchObject({ done: 0, total: total(), wait: { status: 429 } });
  await until(isIdle);

  expect(notice()).toContain(`${total()} of ${total()} bots checked`);
}, 20_000);

test('check all: H does nothing where rows have no health, and on other screens', async () => {
  const { explorer, sandbox, until } = await start();
  explorer.open({ screen: 'list', kind: 'trash', ids: {} });
  await until(isIdle);
  key('H');
  expect(notice()).toBe('These records have no health.');
  explorer.open({ screen: 'record', ref: { kind: 'workspace', ids: {} } });
  await until(state => currentView(state).place.screen === 'record');
  const sent = sandbox.requests.length;

  key('H');

  expect(notice()).toMatch(/^H does nothing here/);
  expect(sandbox.requests).toHaveLength(sent);
});

test('check all: rows that do not fit into memory are counted, and another H requests none of them', async () => {
  const { explorer, service, state } = await startOnBots(bots(1900));
  service.replyWith(({ id, ids }) => (id === 'bot.read' ? { value: { id: ids['botId'] } } : undefined));
  const pressH = (): void => press(explorer, { name: 'H', text: 'H' }, { alone: true });
  const reads = () => service.calls.filter(({ id }) => id === 'bot.read').length;

  pressH();
  while (state().data.scan !== undefined) await settle();
  expect(reads()).toBe(1800);
  expect(state().notice?.text).toMatch(/^100 left: filter the list first, .* 1800 of 1900 bots checked/);
  pressH();
  await settle();

  expect(reads()).toBe(1800);
  expect(state().notice?.text).toBe('100 left: filter the list first, memory for checked records is full.');
});

test('check all: rows never checked come before those whose health is old, and visible ones before others', async () => {
  const { explorer, pass, service, state } = await startOnBots(bots(30));
  service.replyWith(({ id, ids }) => (id === 'bot.read' ? { value: { id: ids['botId'] } } : undefined));
  const pressKey = (name: string): void => press(explorer, { name, text: name }, { alone: true });
  const reads = () => service.calls.flatMap(({ id, ids }) => (id === 'bot.read' ? [ids['botId']] : []));
  const { ids } = contentOf(state());
  for (const id of ids.slice(0, 15)) explorer.load(botPlace(id));
  await settle();
  expect(reads()).toHaveLength(15);
  pass(10 * 60_000);

  pressKey('G');
  pressKey('H');
  while (state().data.scan !== undefined) await settle();

  const { top } = settledView(state());
  expect(top).toBe(12);
  expect(reads().slice(15)).toEqual([...ids.slice(15), ...ids.slice(12, 15), ...ids.slice(0, 12)]);
});

test('check all: H on another list is refused at once, before any of its pages is requested', async () => {
  const { explorer, service, state } = await startOnBots(bots(40));
  const pressH = (): void => press(explorer, { name: 'H', text: 'H' }, { alone: true });
  pressH();
  explorer.open(DEV_LIST);
  await service.open('bot.list').answer(page(bots(20, 40), 'more'));
  const { length: sent } = service.calls;

  pressH();
  await settle();

  expect(state().notice?.text).toBe('Another list is being checked. Esc in that list stops it.');
  expect(service.calls).toHaveLength(sent);
});

test('check all: that nothing is left to check is no news on a screen opened while pages loaded', async () => {
  const { explorer, service, state } = await startOnBots(bots(20));
  service.replyWith(({ id, ids }) => (id === 'bot.read' ? { value: { id: ids['botId'] } } : undefined));
  explorer.checkAll();
  while (state().data.scan !== undefined) await settle();
  explorer.reload(LIST);
  press(explorer, { name: 'H', text: 'H' }, { alone: true });
  const reload = service.open('bot.list');
  explorer.open(DEV_LIST);
  const { notice } = state();
  await reload.answer(page(bots(20)));
  while (state().data.lists['list\nbot']?.phase === 'loading') await settle();

  expect(state().notice).toBe(notice);
});

test('check all: H under a filter checks no other row, also if a record is opened while pages load', async () => {
  const { explorer, service, state } = await startOnBots(bots(20), { next: 'more' });
  explorer.openView({ ...currentView(state()), filter: '"bot 7"' });
  press(explorer, { name: 'H', text: 'H' }, { alone: true });
  const lastPage = service.open('bot.list');
  explorer.open(botPlace('b0'));
  await lastPage.answer(page(bots(5, 20)));
  while (state().data.lists['list\nbot']?.phase === 'loading') await settle();

  const reads = service.calls.flatMap(({ id, ids }) => (id === 'bot.read' ? [ids['botId']] : []));
  expect(reads).toEqual(['b0', 'b7']);
});

test('check all: a list without problems says so after a dot with a blank on each side', async () => {
  const { explorer, service, state } = await startOnBots(bots(2));
  service.replyWith(({ id, ids }) =>
    id === 'bot.read'
      ? { value: { id: ids['botId'], integrations: {}, recurringEvents: {}, status: 'active' } }
      : undefined,
  );

  press(explorer, { name: 'H', text: 'H' }, { alone: true });
  await settle();
  await settle();

  expect(state().notice?.text).toBe('2 of 2 bots checked · no problems found');
});
