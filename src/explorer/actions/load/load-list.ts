import type { SendOptions } from '../../../api/request.ts';
import type { Failure } from '../../../failure.ts';
import { rowTexts } from '../../../filter/row-text.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { safe } from '../../../text/sanitise.ts';
import { isAllLoaded } from '../../facts/health-count.ts';
import { keyName } from '../../state/key-names.ts';
import { type Load, type Loaded, type Rows, rowIndex } from '../../state/load.ts';
import { type ListPlace, listOf, placeKey } from '../../state/place.ts';
import type { State } from '../../state/state.ts';
import { notifyLate, type Ports, withSortedRecords } from '../../state/store.ts';
import { withoutLostMarks } from '../cursor/mark.ts';
import { createLatestRequests, type LoadOrigin, type RequestHandle } from './latest-request.ts';
import { withReloadMarked } from './list-changes.ts';
import {
  loadPages,
  newPagingGuard,
  noRows,
  type PagingGuard,
  type PagingProgress,
  pageRequest,
  withLaterRows,
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

function isBelowGoal(goal: LoadGoal, { pages, rows, bytes }: PagingProgress, { ids }: PagingGuard): boolean {
  const { pages: wanted, rows: most = ALL, search = [] } = goal;
  const isFound = search !== 'end' && search.every(id => ids.has(id));
  return pages < wanted + (isFound ? 0 : PAGES_SEARCHED) && rows < most && bytes < BYTES_AT_ONCE;
}

/** Returns the number of rows at which loading all pauses next. */
const pauseRows = (rows: number): number =>
  rows < PAUSE_AT ? PAUSE_AT : (Math.floor(rows / ROWS_AT_ONCE) + 1) * ROWS_AT_ONCE;

/**
 * Returns a function that fits loaded rows to those on the screen: it removes rows that have left the list
 * since the request, and puts further pages below the rows in their present order.
 */
function fitToShown(
  { kind }: ListPlace,
  before: Rows | undefined,
  present: () => Rows | undefined,
  isFresh: boolean,
): (loaded: Loaded<Rows>) => Loaded<Rows> {
  const removed = new Set<string>();
  let shown = before;
  return loaded => {
    const now = present();
    if (shown !== undefined && now !== undefined && shown !== now) {
      const remaining = new Set(now.ids);
      for (const id of shown.ids) if (!remaining.has(id)) removed.add(id);
    }
    const rows = withoutRows(loaded.value, removed);
    // Fills the text index: the first letter of a filter on a long list need not wait for it.
    rowTexts(resourceOf(kind), rows.items);
    shown = isFresh || now === undefined ? rows : withLaterRows(rows, now);
    return { ...loaded, value: shown };
  };
}

/** Shows a notice that loading all paused, and the key that continues. */
function notifyPause(store: Ports['store'], { ids, next }: Rows): void {
  if (next === undefined) return;
  const state = store.getState();
  const text = safe`${ids.length} loaded. ${keyName(state.user.keymap, 'list.all')} again loads up to ${pauseRows(ids.length)}; ${keyName(state.user.keymap, 'place.back')} stops it.`;
  notifyLate(store, { tone: 'plain', text });
}

/** Returns the goal of a reload: all pages shown, and the one that failed. Looks for the rows that matter. */
function reloadGoal({ data, navigation }: State, place: ListPlace): LoadGoal {
  const present = data.lists[placeKey(place)];
  const rows = present?.last?.value ?? noRows;
  const missing = present?.phase === 'failed' && rows.next !== undefined ? 1 : 0;
  const held = [...navigation.views.map(({ cursor = '' }) => cursor), ...(data.marks[placeKey(place)] ?? [])];
  const search = held.filter(id => rowIndex(rows.ids, id) >= 0);
  const isWhole = rows.pages > 0 && isAllLoaded(rows);
  return { pages: Math.max(1, rows.pages + missing), search: isWhole ? 'end' : search };
}

/** A list while it is loading. A person may request more pages meanwhile: that changes the goal. */
type ListLoad = {
  goal: LoadGoal;
  readonly key: string;
  readonly guard: PagingGuard;
  readonly handle: RequestHandle<Rows>;
  readonly isReload: boolean;
  readonly start: Loaded<Rows>;
  readonly fitted: (loaded: Loaded<Rows>) => Loaded<Rows>;
  readonly pages: ReturnType<typeof createThrottle<() => Loaded<Rows>>>;
};

const LISTS = {
  get: (state: State) => state.data.lists,
  put: (lists: State['data']['lists']) => ({ data: { lists } }),
};

const NOTHING_LOADED: Loaded<Rows> = { value: noRows, at: 0, ms: 0 };

/** Creates the loads of lists, each with the meaning of its action in `LoadActions`. */
export function createListLoads(ports: Ports) {
  const { store, client } = ports;
  const lists = createLatestRequests<Rows>(ports, LISTS);
  /** The paging guards of the rows on the screen. */
  const guards = new Map<string, PagingGuard>();
  const running = new Map<string, ListLoad>();
  const { refresh, stop: stopRefresh } = createListRefreshes(ports, key => guards.get(key));

  const at = (place: ListPlace): Load<Rows> | undefined => lists.at(placeKey(place));
  const isReloading = (place: ListPlace): boolean => running.get(placeKey(place))?.goal.isFresh === true;

  /** Starts loading a list: from its beginning, or from its last page. */
  function begin(place: ListPlace, goal: LoadGoal): ListLoad {
    const { isFresh = false, pages: wanted } = goal;
    const key = placeKey(place);
    stopRefresh(key);
    // Shows pages that the previous load has received but not shown yet.
    running.get(key)?.pages.flush();
    const guard = (isFresh ? undefined : guards.get(key)) ?? newPagingGuard();
    const handle = lists.begin(key, wanted === ALL ? at(place)?.last?.value.ids.length : undefined);
    const isReload = isFresh && handle.last !== undefined;
    // Rows that stay on the screen keep the paging guard that loaded them.
    if (!isReload) guards.set(key, guard);
    const start = (isFresh ? undefined : handle.last) ?? NOTHING_LOADED;
    const fitted = fitToShown(place, handle.last?.value, () => at(place)?.last?.value, isFresh);
    const pages = createThrottle(ports, (each: () => Loaded<Rows>) => handle.show(fitted(each())));
    return { goal, key, guard, handle, isReload, start, fitted, pages };
  }

  /** Loads pages until the goal is reached. A reload replaces the rows only at its end. */
  async function loadUntil(place: ListPlace, goal: LoadGoal): Promise<void> {
    const { list } = listOf(place);
    if (client === undefined || list === undefined) return;
    const load = begin(place, goal);
    const { key, guard, handle, start, pages } = load;
    running.set(key, load);
    const options = (): SendOptions => ({ ...handle.options, isAutomatic: load.goal.isAutomatic === true });
    const { loaded, ...end } = await loadPages(start, progress => isBelowGoal(load.goal, progress, guard), {
      guard,
      request: pageRequest(client, { list, ids: place.ids }, options),
      onPage: load.isReload ? () => undefined : pages.take,
    });
    if (!handle.isCurrent()) return;
    pages.drop();
    const isPaused = running.get(key)?.goal.pages === ALL;
    running.delete(key);
    // A failure on a page of the search leaves a list that has more pages.
    const { failure } = loaded.value.pages < goal.pages ? end : {};
    if (failure === undefined) guards.set(key, guard);
    endLoad(store, place, load, { loaded: load.fitted(loaded), failure, isPaused });
  }

  function more(place: ListPlace, origin?: LoadOrigin): void {
    const present = at(place);
    const rows = present?.last?.value;
    if (present?.phase === 'loading' || rows?.next === undefined) return;
    void loadUntil(place, { pages: rows.pages + 1, ...origin });
  }

  function all(place: ListPlace): void {
    const rows = at(place)?.last?.value;
    const load = running.get(placeKey(place));
    if (rows?.next === undefined || load?.goal.pages === ALL) return;
    const goal: LoadGoal = { pages: ALL, rows: pauseRows(rows.ids.length) };
    if (load === undefined || isReloading(place)) return void loadUntil(place, goal);
    // A page that is loading is not requested twice.
    load.goal = goal;
    lists.countFrom(placeKey(place), rows.ids.length);
  }

  function load(place: ListPlace, isFresh: boolean, origin?: LoadOrigin): void {
    if (!isFresh && ['loading', 'ready'].includes(at(place)?.phase ?? '')) return;
    running.get(placeKey(place))?.pages.flush();
    void loadUntil(place, { ...reloadGoal(store.getState(), place), isFresh: true, ...origin });
  }

  function stop(place: ListPlace): boolean {
    running.get(placeKey(place))?.pages.flush();
    running.delete(placeKey(place));
    return lists.stop(placeKey(place));
  }

  return { load, more, all, stop, refresh, isReloading };
}

/** Ends a load. After a failed reload the earlier rows stay, after a failed load the pages before it. */
function endLoad(
  store: Ports['store'],
  place: ListPlace,
  { key, handle, isReload }: ListLoad,
  result: {
    readonly loaded: Loaded<Rows>;
    readonly failure: Failure | undefined;
    readonly isPaused: boolean;
  },
): void {
  const { loaded, failure, isPaused } = result;
  if (failure !== undefined)
    return handle.end(isReload || loaded.value.pages === 0 ? { failure } : { loaded, failure });
  const before = store.getState().data.lists[key]?.last?.value;
  handle.end({ loaded });
  if (isReload && before !== undefined)
    store.setState(state => withSortedRecords(withReloadMarked(withoutLostMarks(state, key), place, before)));
  if (isPaused) notifyPause(store, loaded.value);
}
