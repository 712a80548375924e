import type { Client } from '../../../api/client.ts';
import type { Operation } from '../../../api/operation.ts';
import { rowTexts } from '../../../filter/row-text.ts';
import { listOperation } from '../../../resources/list-variant.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { safe } from '../../../text/sanitise.ts';
import { keyName } from '../../state/key-names.ts';
import type { Load, Loaded, Rows } from '../../state/load.ts';
import { type ListPlace, placeKey } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import type { State } from '../../state/state.ts';
import { withSortedRecords } from '../../state/store.ts';
import { withoutLostMarks } from '../cursor/mark.ts';
import { createLatestRequests, type RequestHandle } from './latest-request.ts';
import {
  loadPages,
  newPagingGuard,
  noRows,
  type PagingGuard,
  type PagingProgress,
  withoutId,
} from './paging.ts';

/** Loads lists, page by page. */
type ListLoads = {
  readonly load: (place: ListPlace, isFresh: boolean) => void;
  readonly more: (place: ListPlace) => void;
  readonly all: (place: ListPlace) => void;
  readonly stop: (place: ListPlace) => boolean;
  /** Returns true while the list is loading from its first page. */
  readonly isReloading: (place: ListPlace) => boolean;
};

/** Rows after which loading all pauses, first and from then on: lists may be endless. */
const PAUSE_AT = 2000;
const ROWS_AT_ONCE = 100_000;
/** Maximum number of bytes of one load. */
const BYTES_AT_ONCE = 256 * 1024 * 1024;

/** Milliseconds between two updates of the screen: painting takes as long as receiving some pages. */
const SHOW_EVERY_MS = 100;

/** A number of pages or rows to load. `isFresh`: from the first page. */
type ReadGoal = { readonly pages: number; readonly isFresh?: boolean; readonly rows?: number };

const ALL = Number.POSITIVE_INFINITY;

const isBelowGoal = (
  { pages: wanted, rows: most = ALL }: ReadGoal,
  { pages, rows, bytes }: PagingProgress,
): boolean => pages < wanted && rows < most && bytes < BYTES_AT_ONCE;

/** Returns the number of rows at which loading all pauses next. */
const pauseRows = (rows: number): number =>
  rows < PAUSE_AT ? PAUSE_AT : (Math.floor(rows / ROWS_AT_ONCE) + 1) * ROWS_AT_ONCE;

const goalForAll = ({ ids }: Rows): ReadGoal => ({ pages: ALL, rows: pauseRows(ids.length) });

/** Returns a function that removes those rows from a response that left the list during the request. */
function removedRowsFilter(
  before: Rows | undefined,
  present: () => Rows | undefined,
): (loaded: Loaded<Rows>) => Loaded<Rows> {
  const removed = new Set<string>();
  let shown = before;
  return loaded => {
    const now = present();
    if (shown !== undefined && now !== undefined && shown !== now) {
      const remaining = new Set(now.ids);
      for (const id of shown.ids) if (!remaining.has(id)) removed.add(id);
    }
    shown = [...removed].reduce(withoutId, loaded.value);
    return { ...loaded, value: shown };
  };
}

/** Fills the text index now, so that the first letter of a filter on a long list need not wait. */
function indexed({ kind }: ListPlace, loaded: Loaded<Rows>): Loaded<Rows> {
  rowTexts(resourceOf(kind), loaded.value.items);
  return loaded;
}

/** Shows loaded pages, at most one every `SHOW_EVERY_MS`. */
function createPageThrottle(now: () => number, show: (loaded: Loaded<Rows>) => void) {
  let pending: (() => Loaded<Rows>) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let shownAt = 0;
  /** Drops the pages that are not shown yet. */
  const drop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    pending = undefined;
  };
  /** Shows them now. */
  const flush = (): void => {
    const loaded = pending?.();
    drop();
    if (loaded === undefined) return;
    shownAt = now();
    show(loaded);
  };
  return {
    drop,
    flush,
    // Not in this turn: the request for the next page is sent first.
    take: (loaded: () => Loaded<Rows>): void => {
      pending = loaded;
      timer ??= setTimeout(flush, Math.max(0, shownAt + SHOW_EVERY_MS - now()));
    },
  };
}

/** Shows a notice that loading all paused, and the key that continues. */
function notifyPause({ getState, setState }: Ports['store'], { ids, next }: Rows): void {
  if (next === undefined) return;
  const state = getState();
  const text = safe`${ids.length} loaded. ${keyName(state.user.keymap, 'list.all')} again loads up to ${pauseRows(ids.length)}; ${keyName(state.user.keymap, 'place.back')} stops it.`;
  setState({ notice: { tone: 'plain', text } });
}

/** Returns how many pages a reload loads: all present ones, and the one that failed. */
function pagesToReload(present: Load<Rows> | undefined): number {
  const rows = present?.last?.value;
  const missing = present?.phase === 'failed' && rows?.next !== undefined ? 1 : 0;
  return Math.max(1, (rows?.pages ?? 0) + missing);
}

/** Returns the function that requests the pages of a list. */
const pageRequest =
  (client: Client, list: Operation<string, 'page'>, place: ListPlace) =>
  ({ options }: RequestHandle<Rows>) =>
  (page: string | undefined) =>
    client.send(list, place.ids, { ...options, ...(page === undefined ? {} : { page }) });

/** Stores the goal of each list while it is loading; undefined for a list that is not, or was stopped. */
function createGoals(at: (place: ListPlace) => Load<Rows> | undefined) {
  const goals = new Map<string, ReadGoal>();
  return {
    begin: (place: ListPlace, goal: ReadGoal): unknown => goals.set(placeKey(place), goal),
    forget: (place: ListPlace): unknown => goals.delete(placeKey(place)),
    of: (place: ListPlace): ReadGoal | undefined =>
      at(place)?.phase === 'loading' ? goals.get(placeKey(place)) : undefined,
  };
}

const LISTS = {
  get: (state: State) => state.data.lists,
  put: (lists: State['data']['lists']) => ({ data: { lists } }),
};

export function createListLoads(ports: Ports): ListLoads {
  const { store, now } = ports;
  const lists = createLatestRequests<Rows>(ports, LISTS);
  const guards = new Map<string, PagingGuard>();
  const flushes = new Map<string, () => void>();
  const at = (place: ListPlace): Load<Rows> | undefined => lists.at(placeKey(place));
  const goals = createGoals(at);

  /** Starts loading a list: from its beginning, or from its last page. */
  function begin(place: ListPlace, { isFresh = false, pages: wanted }: ReadGoal) {
    const key = placeKey(place);
    // Shows pages that the previous load has received but not shown yet.
    flushes.get(key)?.();
    const guard = isFresh ? newPagingGuard() : (guards.get(key) ?? newPagingGuard());
    const handle = lists.begin(key, wanted === ALL ? at(place)?.last?.value.ids.length : undefined);
    const isReload = isFresh && handle.last !== undefined;
    const withoutRemoved = removedRowsFilter(handle.last?.value, () => at(place)?.last?.value);
    const withIndexedRows = (each: Loaded<Rows>): Loaded<Rows> => indexed(place, withoutRemoved(each));
    const pages = createPageThrottle(now, each => handle.show(withIndexedRows(each)));
    flushes.set(key, pages.flush);
    // Rows that stay on the screen keep the paging guard that loaded them.
    if (!isReload) guards.set(key, guard);
    const start: Loaded<Rows> = (isFresh ? undefined : handle.last) ?? { value: noRows, at: now(), ms: 0 };
    return { key, guard, handle, isReload, withIndexedRows, pages, start };
  }

  /** Loads pages until the goal is reached. A reload replaces the rows only at its end. */
  async function loadUntil(place: ListPlace, goal: ReadGoal): Promise<void> {
    const { client } = ports;
    const list = listOperation(resourceOf(place.kind), place.variant);
    if (client === undefined || list === undefined) return;
    goals.begin(place, goal);
    const { key, guard, handle, isReload, withIndexedRows, pages, start } = begin(place, goal);
    // A person may request more pages meanwhile.
    const present = (): ReadGoal => goals.of(place) ?? goal;
    const result = await loadPages(start, progress => isBelowGoal(present(), progress), {
      guard,
      request: pageRequest(client, list, place)(handle),
      onPage: each => {
        if (handle.isCurrent() && !isReload) pages.take(each);
      },
    });
    if (!handle.isCurrent()) return;
    const isPaused = present().pages === ALL && result.failure === undefined;
    pages.drop();
    flushes.delete(key);
    if (isReload && result.failure === undefined) guards.set(key, guard);
    endLoad(store, key, { handle, isReload, ...result, read: withIndexedRows(result.read) });
    if (isPaused) notifyPause(store, result.read.value);
  }

  function more(place: ListPlace): void {
    const present = at(place);
    const rows = present?.last?.value;
    if (present?.phase === 'loading' || rows?.next === undefined) return;
    void loadUntil(place, { pages: rows.pages + 1 });
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

  function load(place: ListPlace, isFresh: boolean): void {
    const present = at(place);
    if (!isFresh && (present?.phase === 'loading' || present?.phase === 'ready')) return;
    void loadUntil(place, { pages: pagesToReload(present), isFresh: true });
  }

  function stop(place: ListPlace): boolean {
    goals.forget(place);
    return lists.stop(placeKey(place));
  }

  return { load, more, all, stop, isReloading: place => goals.of(place)?.isFresh === true };
}

type LoadEnd = Awaited<ReturnType<typeof loadPages>> & {
  readonly handle: RequestHandle<Rows>;
  readonly isReload: boolean;
};

/** Ends a load. After a failed reload the earlier rows stay, after a failed load the pages before it. */
function endLoad(store: Ports['store'], key: string, result: LoadEnd): void {
  const { handle, isReload, read: loaded, failure } = result;
  if (failure === undefined) {
    handle.end({ loaded });
    if (isReload) store.setState(state => withSortedRecords(withoutLostMarks(state, key)));
  } else if (isReload || loaded.value.pages === 0) handle.end({ failure });
  else handle.end({ loaded, failure });
}
