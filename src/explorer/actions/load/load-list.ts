import type { SendOptions } from '../../../api/request.ts';
import type { Failure } from '../../../failure.ts';
import { rowTexts } from '../../../filter/row-text.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { safe } from '../../../text/sanitise.ts';
import { isAllLoaded } from '../../facts/row-count.ts';
import { keyName } from '../../state/key-names.ts';
import type { Load, Loaded, Rows } from '../../state/load.ts';
import { type ListPlace, listOf, placeKey } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import { rowIndex } from '../../state/row-index.ts';
import type { State } from '../../state/state.ts';
import { notifyLate, withSortedRecords } from '../../state/store.ts';
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
import { createListRefreshes, type ListRefreshes } from './refresh.ts';
import { createThrottle } from './throttle.ts';

type ListLoads = {
  readonly load: (place: ListPlace, isFresh: boolean, origin?: LoadOrigin) => void;
  readonly more: (place: ListPlace, origin?: LoadOrigin) => void;
  readonly all: (place: ListPlace) => void;
  readonly stop: (place: ListPlace) => boolean;
  readonly refresh: ListRefreshes['refresh'];
  /** Returns true while the list is loading from its first page. */
  readonly isReloading: (place: ListPlace) => boolean;
};

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

function isBelowGoal(
  { pages: wanted, rows: most = ALL, search = [] }: LoadGoal,
  { pages, rows, bytes }: PagingProgress,
  { ids }: PagingGuard,
): boolean {
  const isFound = search !== 'end' && search.every(id => ids.has(id));
  return pages < wanted + (isFound ? 0 : PAGES_SEARCHED) && rows < most && bytes < BYTES_AT_ONCE;
}

/** Returns the number of rows at which loading all pauses next. */
const pauseRows = (rows: number): number =>
  rows < PAUSE_AT ? PAUSE_AT : (Math.floor(rows / ROWS_AT_ONCE) + 1) * ROWS_AT_ONCE;

const goalForAll = ({ ids }: Rows): LoadGoal => ({ pages: ALL, rows: pauseRows(ids.length) });

/**
 * Returns a function that fits loaded rows to those on the screen: it removes rows that have left the list
 * since the request, and puts further pages below the rows in their present order.
 */
function fitToShown(
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
    shown = isFresh || now === undefined ? rows : withLaterRows(rows, now);
    return { ...loaded, value: shown };
  };
}

/** Fills the text index of loaded rows: the first letter of a filter on a long list need not wait for it. */
function indexed({ kind }: ListPlace, loaded: Loaded<Rows>): Loaded<Rows> {
  rowTexts(resourceOf(kind), loaded.value.items);
  return loaded;
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

/** Stores the goal of each list while it is loading; undefined for a list that is not, or was stopped. */
function createGoals(at: (place: ListPlace) => Load<Rows> | undefined) {
  const goals = new Map<string, LoadGoal>();
  return {
    begin: (place: ListPlace, goal: LoadGoal): unknown => goals.set(placeKey(place), goal),
    forget: (place: ListPlace): unknown => goals.delete(placeKey(place)),
    of: (place: ListPlace): LoadGoal | undefined =>
      at(place)?.phase === 'loading' ? goals.get(placeKey(place)) : undefined,
  };
}

const LISTS = {
  get: (state: State) => state.data.lists,
  put: (lists: State['data']['lists']) => ({ data: { lists } }),
};

export function createListLoads(ports: Ports): ListLoads {
  const { store, now, client } = ports;
  const lists = createLatestRequests<Rows>(ports, LISTS);
  const guards = new Map<string, PagingGuard>();
  const flushes = new Map<string, () => void>();
  const at = (place: ListPlace): Load<Rows> | undefined => lists.at(placeKey(place));
  const goals = createGoals(at);
  const { refresh, stop: stopRefresh } = createListRefreshes(ports, key => guards.get(key));

  /** Starts loading a list: from its beginning, or from its last page. */
  function begin(place: ListPlace, { isFresh = false, pages: wanted }: LoadGoal) {
    const key = placeKey(place);
    stopRefresh(key);
    // Shows pages that the previous load has received but not shown yet.
    flushes.get(key)?.();
    const guard = isFresh ? newPagingGuard() : (guards.get(key) ?? newPagingGuard());
    const handle = lists.begin(key, wanted === ALL ? at(place)?.last?.value.ids.length : undefined);
    const isReload = isFresh && handle.last !== undefined;
    const fitted = fitToShown(handle.last?.value, () => at(place)?.last?.value, isFresh);
    const show = (each: () => Loaded<Rows>): void => handle.show(indexed(place, fitted(each())));
    const pages = createThrottle(ports, show);
    flushes.set(key, pages.flush);
    // Rows that stay on the screen keep the paging guard that loaded them.
    if (!isReload) guards.set(key, guard);
    const start: Loaded<Rows> = (isFresh ? undefined : handle.last) ?? { value: noRows, at: now(), ms: 0 };
    return { key, guard, handle, isReload, fitted, pages, start };
  }

  /** Loads pages until the goal is reached. A reload replaces the rows only at its end. */
  async function loadUntil(place: ListPlace, goal: LoadGoal): Promise<void> {
    const { list } = listOf(place);
    if (client === undefined || list === undefined) return;
    goals.begin(place, goal);
    const { key, guard, handle, isReload, fitted, pages, start } = begin(place, goal);
    // A person may request more pages meanwhile.
    const present = (): LoadGoal => goals.of(place) ?? goal;
    const options = (): SendOptions => ({ ...handle.options, isAutomatic: present().isAutomatic === true });
    const { loaded, ...end } = await loadPages(start, progress => isBelowGoal(present(), progress, guard), {
      guard,
      request: pageRequest(client, { list, ids: place.ids }, options),
      onPage: each => (isReload ? undefined : pages.take(each)),
    });
    if (!handle.isCurrent()) return;
    // A failure on a page of the search leaves a list that has more pages.
    const { failure } = loaded.value.pages < goal.pages ? end : {};
    const isPaused = present().pages === ALL;
    pages.drop();
    flushes.delete(key);
    if (isReload && failure === undefined) guards.set(key, guard);
    endLoad(store, place, { handle, isReload, isPaused, failure, loaded: indexed(place, fitted(loaded)) });
  }

  function more(place: ListPlace, origin?: LoadOrigin): void {
    const present = at(place);
    const rows = present?.last?.value;
    if (present?.phase === 'loading' || rows?.next === undefined) return;
    void loadUntil(place, { pages: rows.pages + 1, ...origin });
  }

  function all(place: ListPlace): void {
    const rows = at(place)?.last?.value;
    const present = goals.of(place);
    if (rows?.next === undefined || present?.pages === ALL) return;
    const goal = goalForAll(rows);
    // A page that is loading is not requested twice.
    if (present === undefined || present.isFresh === true) return void loadUntil(place, goal);
    goals.begin(place, goal);
    lists.countFrom(placeKey(place), rows.ids.length);
  }

  function load(place: ListPlace, isFresh: boolean, origin?: LoadOrigin): void {
    if (!isFresh && ['loading', 'ready'].includes(at(place)?.phase ?? '')) return;
    flushes.get(placeKey(place))?.();
    void loadUntil(place, { ...reloadGoal(store.getState(), place), isFresh: true, ...origin });
  }

  function stop(place: ListPlace): boolean {
    goals.forget(place);
    return lists.stop(placeKey(place));
  }

  return { load, more, all, stop, refresh, isReloading: place => goals.of(place)?.isFresh === true };
}

type LoadEnd = {
  readonly loaded: Loaded<Rows>;
  readonly failure: Failure | undefined;
  readonly handle: RequestHandle<Rows>;
  readonly isReload: boolean;
  readonly isPaused: boolean;
};

/** Ends a load. After a failed reload the earlier rows stay, after a failed load the pages before it. */
function endLoad(store: Ports['store'], place: ListPlace, result: LoadEnd): void {
  const { handle, isReload, isPaused, loaded, failure } = result;
  const key = placeKey(place);
  const before = store.getState().data.lists[key]?.last?.value;
  if (failure === undefined) {
    handle.end({ loaded });
    if (isReload && before !== undefined)
      store.setState(state =>
        withSortedRecords(withReloadMarked(withoutLostMarks(state, key), place, before)),
      );
    if (isPaused) notifyPause(store, loaded.value);
  } else if (isReload || loaded.value.pages === 0) handle.end({ failure });
  else handle.end({ loaded, failure });
}
