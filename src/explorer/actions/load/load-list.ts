import type { Client, Outcome } from '../../../api/client.ts';
import type { SendOptions } from '../../../api/request.ts';
import type { Page } from '../../../api/response.ts';
import type { Failure, SentRequest } from '../../../failure.ts';
import { rowTexts } from '../../../filter/row-values.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { safe } from '../../../text/sanitise.ts';
import { isAllLoaded } from '../../facts/health-count.ts';
import { rowsOnScreen } from '../../selection/cursor.ts';
import { keyIn } from '../../state/key-names.ts';
import { type Load, type Loaded, loadedOf, type Rows, rowIndex } from '../../state/load.ts';
import { type ListPlace, listOf, type Place, placeKey } from '../../state/place.ts';
import { currentView, type State } from '../../state/state.ts';
import { notifyLate, type Ports, withChange, withSortedRecords } from '../../state/store.ts';
import { withoutLostMarks } from '../cursor/mark.ts';
import { withRefreshed, withReloadMarked } from './changes.ts';
import { createLatestRequests, createThrottle, type LoadOrigin } from './latest-request.ts';
import { newPagingGuard, newRows, noRows, type PagingGuard, withoutRows, withPages } from './page-rows.ts';

const PAUSE_AT = 2000;
const ROWS_AT_ONCE = 100_000;
const BYTES_AT_ONCE = 256 * 1024 * 1024;

/** Pages searched after those of the goal for rows that new records may have moved there. */
const PAGES_SEARCHED = 5;

/** `isFresh`: from the first page. `search`: what more pages are loaded for. */
type LoadGoal = LoadOrigin &
  Readonly<{ pages: number; isFresh?: boolean; rows?: number; search?: readonly string[] | 'end' }>;

const ALL = Infinity;

const pauseRows = (rows: number) =>
  rows < PAUSE_AT ? PAUSE_AT : (Math.floor(rows / ROWS_AT_ONCE) + 1) * ROWS_AT_ONCE;

function notifyPause(store: Ports['store'], { ids, next }: Rows): void {
  if (next === undefined) return;
  const state = store.getState();
  const text = safe`${ids.length} loaded. ${keyIn(state, 'list.all')} again loads up to ${pauseRows(ids.length)}; ${keyIn(state, 'place.back')} stops it.`;
  notifyLate(store, { tone: 'plain', text });
}

/** All pages shown and the one that failed, and the rows that a cursor or a mark is on. */
function freshGoal({ data, navigation }: State, place: ListPlace): LoadGoal {
  const present = data.lists[placeKey(place)];
  const rows = present?.last?.value ?? noRows;
  const missing = present?.phase === 'failed' && rows.next !== undefined ? 1 : 0;
  const held = [...navigation.views.map(({ cursor = '' }) => cursor), ...(data.marks[placeKey(place)] ?? [])];
  const search = held.filter(id => rowIndex(rows.ids, id) >= 0);
  const isWhole = rows.pages > 0 && isAllLoaded(rows);
  return { pages: Math.max(1, rows.pages + missing), isFresh: true, search: isWhole ? 'end' : search };
}

async function requestPage(client: Client, place: ListPlace, options: SendOptions): Promise<Outcome<Page>> {
  const { list } = listOf(place);
  if (list === undefined) return { ok: false, failure: { kind: 'no-connection' } };
  return client.send(list, place.ids, options);
}

type Lists = Readonly<{
  ports: Ports;
  requests: ReturnType<typeof createLatestRequests<Rows>>;
  guards: Map<string, PagingGuard>;
}>;

function beginLoad({ ports, requests, guards }: Lists, place: ListPlace, first: LoadGoal) {
  const { store } = ports;
  const key = placeKey(place);
  const rows = (): Rows => requests.at(key)?.last?.value ?? noRows;
  const before = rows();
  const { isFresh = false } = first;
  const isReload = isFresh && before.pages > 0;
  const guard = (isFresh ? undefined : guards.get(key)) ?? newPagingGuard();
  // Rows that stay on the screen keep the paging guard that loaded them.
  if (!isReload) guards.set(key, guard);
  const handle = requests.begin(key, first.pages === ALL ? before.ids.length : undefined);
  let goal = first;
  let { pages, next } = isFresh ? noRows : before;
  let count = isFresh ? 0 : before.ids.length;
  let bytes = 0;
  let received: readonly Rows[] = [];
  let sent: SentRequest | undefined;

  /** Rows that have left the list since the start stay away. */
  function loaded(): Loaded<Rows> | undefined {
    const left = new Set(isReload ? before.ids : []).difference(new Set(rows().ids));
    const value = withoutRows(withPages(isReload ? noRows : rows(), received), left);
    received = [];
    // Fills the text index: the first letter of a filter on a long list need not wait for it.
    rowTexts(resourceOf(place.kind), value.items);
    return sent && loadedOf(value, sent);
  }
  const throttle = createThrottle(ports, () => handle.show(loaded()));

  return {
    handle,
    flush: throttle.flush,
    goal: () => goal,
    /** A person requests all pages meanwhile: one that is loading is not requested twice. */
    extend: (all: LoadGoal): void => {
      goal = all;
      handle.countFrom(rows().ids.length);
    },
    next: () => next,
    add: (page: Page, response: SentRequest): void => {
      const added = newRows(page, guard);
      received = [...received, added];
      count += added.ids.length;
      [next, sent, pages, bytes] = [added.next, response, pages + 1, bytes + (response.bytes ?? 0)];
      // A reload replaces the rows at its end. The next request is sent before a page is painted.
      if (!isReload) throttle.take();
    },
    isReached: (): boolean => {
      const { search = [], rows: most = ALL } = goal;
      const isFound = search !== 'end' && search.every(id => guard.ids.has(id));
      const isFull = pages >= goal.pages + (isFound ? 0 : PAGES_SEARCHED) || count >= most;
      return next === undefined || isFull || bytes >= BYTES_AT_ONCE;
    },
    /** After a failed reload the earlier rows stay, after a failed load the pages before it. */
    end: (failure: Failure | undefined): void => {
      throttle.drop();
      const last = loaded();
      // A failure on a page of the search leaves a list that has more pages.
      if (last === undefined || (failure !== undefined && pages < goal.pages))
        return handle.end({ loaded: isReload ? undefined : last, failure });
      guards.set(key, guard);
      handle.end({ loaded: last });
      if (isReload)
        store.setState(state =>
          withSortedRecords(withReloadMarked(withoutLostMarks(state, key), place, before)),
        );
      if (goal.pages === ALL) notifyPause(store, last.value);
    },
  };
}

/** A server without a response is shown as offline and retried. */
const QUIET_FAILURES: ReadonlySet<Failure['kind']> = new Set(['cancelled', 'unreachable', 'timed-out']);

function withRefreshEnded(
  state: State,
  place: ListPlace,
  {
    end,
    now,
    ...loaded
  }: Parameters<typeof withRefreshed>[3] & Readonly<{ end: Outcome<Page>; now: number }>,
): State {
  const { lists } = state.data;
  const key = placeKey(place);
  const last = lists[key]?.last;
  if (last === undefined || (!end.ok && QUIET_FAILURES.has(end.failure.kind))) return state;
  const next = withChange(state, { session: { now } });
  if (end.ok) return withRefreshed(next, place, loadedOf(last.value, end.sent), loaded);
  const failed = { phase: 'failed', failure: end.failure, last } as const;
  return withChange(next, { data: { lists: { ...lists, [key]: failed } } });
}

function pagesOnScreen(state: State, { ids }: PagingGuard): readonly number[] {
  const numbers = new Set(rowsOnScreen(state).flatMap(id => ids.get(id) ?? []));
  return numbers.size === 0 ? [0] : [...numbers].toSorted((a, b) => a - b);
}

function createRefreshes({ ports: { store, client, now }, requests, guards }: Lists) {
  let running: Readonly<{ key: string; controller: AbortController }> | undefined;

  async function refresh(place: ListPlace): Promise<void> {
    const key = placeKey(place);
    const guard = guards.get(key);
    const isLoading = requests.at(key)?.phase === 'loading' || running?.key === key;
    if (client === undefined || guard === undefined || isLoading) return;
    const controller = new AbortController();
    const { signal } = controller;
    running = { key, controller };
    const unsubscribe = store.subscribe(next => {
      // Until the request has ended, a refresh of a list that is shown again would be taken for this one.
      if (placeKey(currentView(next).place) !== key) stop(key);
    });
    const tokens = [undefined, ...guard.tokens];
    const pages = new Map<number, Page>();
    let end: Outcome<Page> | undefined;
    for (const number of pagesOnScreen(store.getState(), guard)) {
      end = await requestPage(client, place, { page: tokens[number], signal, isAutomatic: true });
      if (!end.ok) break;
      pages.set(number, end.value);
    }
    unsubscribe();
    if (running?.controller === controller) running = undefined;
    if (signal.aborted || end === undefined) return;
    const result = { end, now: now(), pages, guard };
    store.setState(state => withRefreshEnded(state, place, result));
  }

  function stop(key: string): void {
    if (running?.key !== key) return;
    running.controller.abort();
    running = undefined;
  }

  return { refresh, stop };
}

export function createListLoads(ports: Ports) {
  const { store, client } = ports;
  const requests = createLatestRequests<Rows>(ports, {
    get: state => state.data.lists,
    put: lists => ({ data: { lists } }),
  });
  const lists: Lists = { ports, requests, guards: new Map() };
  const running = new Map<string, ReturnType<typeof beginLoad>>();
  const refreshes = createRefreshes(lists);

  const at = (place: ListPlace): Load<Rows> | undefined => requests.at(placeKey(place));
  const flush = (place: ListPlace) => running.get(placeKey(place))?.flush();

  async function loadUntil(place: ListPlace, goal: LoadGoal): Promise<void> {
    if (client === undefined || listOf(place).list === undefined) return;
    const key = placeKey(place);
    refreshes.stop(key);
    flush(place);
    const load = beginLoad(lists, place, goal);
    running.set(key, load);
    let failure: Failure | undefined;
    do {
      const isAutomatic = load.goal().isAutomatic === true;
      const options = { ...load.handle.options, page: load.next(), isAutomatic };
      const outcome = await requestPage(client, place, options);
      if (!load.handle.isCurrent()) return;
      if (outcome.ok) load.add(outcome.value, outcome.sent);
      else failure = outcome.failure;
    } while (failure === undefined && !load.isReached());
    running.delete(key);
    load.end(failure);
  }

  return {
    refresh: refreshes.refresh,
    isReloading: (place: ListPlace) => running.get(placeKey(place))?.goal().isFresh === true,
    load: (place: ListPlace, isFresh: boolean, origin?: LoadOrigin): void => {
      if (!isFresh && ['loading', 'ready'].includes(at(place)?.phase ?? '')) return;
      flush(place);
      void loadUntil(place, { ...freshGoal(store.getState(), place), ...origin });
    },
    loadMore: (place: Place, origin?: LoadOrigin): void => {
      if (place.screen !== 'list' || at(place)?.phase === 'loading') return;
      const rows = at(place)?.last?.value;
      if (rows?.next !== undefined) void loadUntil(place, { pages: rows.pages + 1, ...origin });
    },
    loadAll: (place: Place): void => {
      if (place.screen !== 'list') return;
      const rows = at(place)?.last?.value;
      const load = running.get(placeKey(place));
      if (rows?.next === undefined || load?.goal().pages === ALL) return;
      const goal: LoadGoal = { pages: ALL, rows: pauseRows(rows.ids.length) };
      if (load === undefined || load.goal().isFresh) void loadUntil(place, goal);
      else load.extend(goal);
    },
    stop: (place: ListPlace): boolean => {
      flush(place);
      running.delete(placeKey(place));
      return requests.stop(placeKey(place));
    },
  };
}
