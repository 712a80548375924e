import type { Failure } from '../../../failure.ts';
import { rowTexts } from '../../../filter/row-values.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { safe } from '../../../text/sanitise.ts';
import { isAllLoaded } from '../../facts/health-count.ts';
import { keyName } from '../../state/key-names.ts';
import { type Load, type Loaded, type Rows, rowIndex } from '../../state/load.ts';
import { type ListPlace, listOf, placeKey } from '../../state/place.ts';
import type { State } from '../../state/state.ts';
import { notifyLate, type Ports, withSortedRecords } from '../../state/store.ts';
import { withoutLostMarks } from '../cursor/mark.ts';
import { withReloadMarked } from './changes.ts';
import { createLatestRequests, type LoadOrigin } from './latest-request.ts';
import {
  createReceivedPages,
  newPagingGuard,
  noRows,
  type PagingGuard,
  type PagingProgress,
  requestPage,
  withoutRows,
} from './paging.ts';
import { createListRefreshes } from './refresh.ts';
import { createThrottle } from './throttle.ts';

/** Rows after which loading all pauses, first and from then on: lists may be endless. */
const PAUSE_AT = 2000;
const ROWS_AT_ONCE = 100_000;
const BYTES_AT_ONCE = 256 * 1024 * 1024;

/** Pages after those of its goal that a reload loads, since new records may have moved rows there. */
const PAGES_SEARCHED = 5;

/** Pages or rows to load. `isFresh`: from the first page. `search`: what more pages are loaded for. */
type LoadGoal = LoadOrigin & {
  readonly pages: number;
  readonly isFresh?: boolean;
  readonly rows?: number;
  readonly search?: readonly string[] | 'end';
};

const ALL = Number.POSITIVE_INFINITY;

function isReached(
  goal: LoadGoal,
  { pages, rows, bytes, next }: PagingProgress,
  { ids }: PagingGuard,
): boolean {
  const { search = [], rows: most = ALL } = goal;
  const isFound = search !== 'end' && search.every(id => ids.has(id));
  const isFull = pages >= goal.pages + (isFound ? 0 : PAGES_SEARCHED) || rows >= most;
  return next === undefined || isFull || bytes >= BYTES_AT_ONCE;
}

const pauseRows = (rows: number): number =>
  rows < PAUSE_AT ? PAUSE_AT : (Math.floor(rows / ROWS_AT_ONCE) + 1) * ROWS_AT_ONCE;

function notifyPause(store: Ports['store'], { ids, next }: Rows): void {
  if (next === undefined) return;
  const { keymap } = store.getState().user;
  const text = safe`${ids.length} loaded. ${keyName(keymap, 'list.all')} again loads up to ${pauseRows(ids.length)}; ${keyName(keymap, 'place.back')} stops it.`;
  notifyLate(store, { tone: 'plain', text });
}

/**
 * Returns the goal of a load from the first page: that page of a list not loaded before; else all pages shown
 * and the one that failed, and the rows that a cursor or a mark is on.
 */
function freshGoal({ data, navigation }: State, place: ListPlace): LoadGoal {
  const present = data.lists[placeKey(place)];
  const rows = present?.last?.value ?? noRows;
  const missing = present?.phase === 'failed' && rows.next !== undefined ? 1 : 0;
  const held = [...navigation.views.map(({ cursor = '' }) => cursor), ...(data.marks[placeKey(place)] ?? [])];
  const search = held.filter(id => rowIndex(rows.ids, id) >= 0);
  const isWhole = rows.pages > 0 && isAllLoaded(rows);
  return { pages: Math.max(1, rows.pages + missing), isFresh: true, search: isWhole ? 'end' : search };
}

type Lists = {
  readonly ports: Ports;
  readonly requests: ReturnType<typeof createLatestRequests<Rows>>;
  /** The paging guards of the rows on the screen. */
  readonly guards: Map<string, PagingGuard>;
};

function beginLoad({ ports, requests, guards }: Lists, place: ListPlace, goal: LoadGoal) {
  const { isFresh = false, pages: wanted } = goal;
  const key = placeKey(place);
  const rows = (): Rows | undefined => requests.at(key)?.last?.value;
  const before = rows();
  const isReload = isFresh && before !== undefined;
  const guard = (isFresh ? undefined : guards.get(key)) ?? newPagingGuard();
  // Rows that stay on the screen keep the paging guard that loaded them.
  if (!isReload) guards.set(key, guard);
  const handle = requests.begin(key, wanted === ALL ? before?.ids.length : undefined);
  const pages = createReceivedPages((isFresh ? undefined : before) ?? noRows, guard);

  /** Returns the rows with what was received. Those that have left the list since the start stay away. */
  function loaded(): Loaded<Rows> | undefined {
    const present = rows() ?? noRows;
    const left = new Set(isReload ? before.ids : []).difference(new Set(present.ids));
    const next = pages.take(isReload ? noRows : present);
    const value = withoutRows(next?.value ?? noRows, left);
    // Fills the text index: the first letter of a filter on a long list need not wait for it.
    rowTexts(resourceOf(place.kind), value.items);
    return next && { ...next, value };
  }
  const throttle = createThrottle(ports, () => {
    const next = loaded();
    if (next !== undefined) handle.show(next);
  });
  return { goal, key, guard, handle, isReload, before, pages, loaded, throttle };
}

/** A list while it is loading. A person may request more pages meanwhile: that changes the goal. */
type ListLoad = ReturnType<typeof beginLoad>;

/** Ends a load. After a failed reload the earlier rows stay, after a failed load the pages before it. */
function endLoad(
  { ports: { store }, guards }: Lists,
  place: ListPlace,
  load: ListLoad,
  failure: Failure | undefined,
): void {
  const { goal, key, guard, handle, isReload, before = noRows } = load;
  load.throttle.drop();
  const loaded = load.loaded();
  // A failure on a page of the search leaves a list that has more pages.
  const isFailed = failure !== undefined && load.pages.progress().pages < goal.pages;
  if (loaded === undefined || isFailed)
    return handle.end(isReload || loaded === undefined ? { failure } : { loaded, failure });
  guards.set(key, guard);
  handle.end({ loaded });
  if (isReload)
    store.setState(state => withSortedRecords(withReloadMarked(withoutLostMarks(state, key), place, before)));
  if (goal.pages === ALL) notifyPause(store, loaded.value);
}

/** Creates the loads of lists, each with the meaning of its action in `load.ts`. */
export function createListLoads(ports: Ports) {
  const { store, client } = ports;
  const requests = createLatestRequests<Rows>(ports, {
    get: state => state.data.lists,
    put: lists => ({ data: { lists } }),
  });
  const guards = new Map<string, PagingGuard>();
  const running = new Map<string, ListLoad>();
  const { refresh, stop: stopRefresh } = createListRefreshes(ports, key => guards.get(key));

  const at = (place: ListPlace): Load<Rows> | undefined => requests.at(placeKey(place));
  /** Shows pages that were received but not shown yet. */
  const flush = (place: ListPlace): void => running.get(placeKey(place))?.throttle.flush();

  /** Loads pages until the goal is reached. A reload replaces the rows only at its end. */
  async function loadUntil(place: ListPlace, goal: LoadGoal): Promise<void> {
    if (client === undefined || listOf(place).list === undefined) return;
    stopRefresh(placeKey(place));
    flush(place);
    const load = beginLoad({ ports, requests, guards }, place, goal);
    const { key, handle, pages } = load;
    running.set(key, load);
    let failure: Failure | undefined;
    do {
      const options = { ...handle.options, isAutomatic: load.goal.isAutomatic === true };
      const outcome = await requestPage(client, place, pages.progress().next, options);
      if (!handle.isCurrent()) return;
      if (outcome.ok) pages.add(outcome.value, outcome.sent);
      else failure = outcome.failure;
      // The next request is sent before the page is painted.
      if (!load.isReload) load.throttle.take();
    } while (failure === undefined && !isReached(load.goal, pages.progress(), load.guard));
    running.delete(key);
    endLoad({ ports, requests, guards }, place, load, failure);
  }

  return {
    refresh,
    isReloading: (place: ListPlace): boolean => running.get(placeKey(place))?.goal.isFresh === true,
    load: (place: ListPlace, isFresh: boolean, origin?: LoadOrigin): void => {
      if (!isFresh && ['loading', 'ready'].includes(at(place)?.phase ?? '')) return;
      flush(place);
      void loadUntil(place, { ...freshGoal(store.getState(), place), ...origin });
    },
    more: (place: ListPlace, origin?: LoadOrigin): void => {
      const rows = at(place)?.last?.value;
      if (at(place)?.phase === 'loading' || rows?.next === undefined) return;
      void loadUntil(place, { pages: rows.pages + 1, ...origin });
    },
    all: (place: ListPlace): void => {
      const rows = at(place)?.last?.value;
      const load = running.get(placeKey(place));
      if (rows?.next === undefined || load?.goal.pages === ALL) return;
      const goal: LoadGoal = { pages: ALL, rows: pauseRows(rows.ids.length) };
      if (load === undefined || load.goal.isFresh) return void loadUntil(place, goal);
      // A page that is loading is not requested twice.
      load.goal = goal;
      load.handle.countFrom(rows.ids.length);
    },
    stop: (place: ListPlace): boolean => {
      flush(place);
      running.delete(placeKey(place));
      return requests.stop(placeKey(place));
    },
  };
}
