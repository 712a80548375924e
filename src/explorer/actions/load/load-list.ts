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
import { withoutGone } from '../cursor/mark.ts';
import { createSlot, type Ticket } from './latest-request.ts';
import { newWalk, noRows, type Sofar, type Walk, walkPages, withoutId } from './paging.ts';

/** Loads lists, page by page. */
type ListReading = {
  readonly load: (place: ListPlace, fresh: boolean) => void;
  readonly more: (place: ListPlace) => void;
  readonly all: (place: ListPlace) => void;
  readonly stop: (place: ListPlace) => boolean;
  /** Returns true if the list is being loaded from its beginning. */
  readonly isReloading: (place: ListPlace) => boolean;
};

/** Most rows loaded without asking, and with each further request: lists may be endless. */
const PAUSE_AT = 2000;
const ROWS_AT_ONCE = 100_000;
/** Most bytes loaded at once, whatever the rows are like. */
const BYTES_AT_ONCE = 256 * 1024 * 1024;

/**
 * Rows that come faster are shown together, in milliseconds: painting takes as long as receiving some pages.
 */
const SHOW_EVERY_MS = 100;

/** How far to load: to a number of pages, or of rows. `fresh`: from the beginning. */
type Extent = { readonly wanted: number; readonly fresh?: boolean; readonly most?: number };

const ALL = Number.POSITIVE_INFINITY;

const goesOn = ({ wanted, most = ALL }: Extent, { pages, rows, bytes }: Sofar): boolean =>
  pages < wanted && rows < most && bytes < BYTES_AT_ONCE;

/** Returns the number of rows at which loading all pauses, for a list with so many. */
const mostFrom = (rows: number): number =>
  rows < PAUSE_AT ? PAUSE_AT : (Math.floor(rows / ROWS_AT_ONCE) + 1) * ROWS_AT_ONCE;

const allFrom = ({ ids }: Rows): Extent => ({ wanted: ALL, most: mostFrom(ids.length) });

/** Removes from every response what was deleted from the list while it was on its way. */
function keeper(
  before: Rows | undefined,
  present: () => Rows | undefined,
): (read: Loaded<Rows>) => Loaded<Rows> {
  const removed = new Set<string>();
  let shown = before;
  return read => {
    const now = present();
    if (shown !== undefined && now !== undefined && shown !== now) {
      const left = new Set(now.ids);
      for (const id of shown.ids) if (!left.has(id)) removed.add(id);
    }
    shown = [...removed].reduce(withoutId, read.value);
    return { ...read, value: shown };
  };
}

/** Shows pages as they come, but not more often than eyes can follow. */
function pageShower(now: () => number, show: (read: Loaded<Rows>) => void) {
  let held: (() => Loaded<Rows>) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let shownAt = 0;
  /** Drops the pages held back. */
  const drop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    held = undefined;
  };
  /** Shows the pages held back. */
  const flush = (): void => {
    const read = held?.();
    drop();
    if (read === undefined) return;
    shownAt = now();
    show(read);
  };
  return {
    drop,
    flush,
    // Never at once, so that the request for the next page leaves first.
    take: (read: () => Loaded<Rows>): void => {
      held = read;
      timer ??= setTimeout(flush, Math.max(0, shownAt + SHOW_EVERY_MS - now()));
    },
  };
}

/** Says that loading all paused, and how to go on. */
function tellPause({ getState, setState }: Ports['store'], { ids, next }: Rows): void {
  if (next === undefined) return;
  const state = getState();
  const text = safe`${ids.length} loaded. ${keyName(state.user.keymap, 'list.all')} again loads up to ${mostFrom(ids.length)}; ${keyName(state.user.keymap, 'place.back')} stops it.`;
  setState({ notice: { tone: 'plain', text } });
}

/** A reload loads as many pages as there are, and the one that failed. */
function pagesToRead(present: Load<Rows> | undefined): number {
  const rows = present?.last?.value;
  const missing = present?.phase === 'failed' && rows?.next !== undefined ? 1 : 0;
  return Math.max(1, (rows?.pages ?? 0) + missing);
}

/** Returns the function that requests the pages of a list. */
const asking =
  (client: Client, list: Operation<string, 'page'>, place: ListPlace) =>
  ({ options }: Ticket<Rows>) =>
  (page: string | undefined) =>
    client.send(list, place.ids, { ...options, ...(page === undefined ? {} : { page }) });

/** Keeps how far each list is being loaded; undefined for one that is not, or was stopped. */
function keepExtents(at: (place: ListPlace) => Load<Rows> | undefined) {
  const extents = new Map<string, Extent>();
  return {
    begin: (place: ListPlace, extent: Extent): unknown => extents.set(placeKey(place), extent),
    forget: (place: ListPlace): unknown => extents.delete(placeKey(place)),
    of: (place: ListPlace): Extent | undefined =>
      at(place)?.phase === 'loading' ? extents.get(placeKey(place)) : undefined,
  };
}

const LISTS = {
  get: (state: State) => state.data.lists,
  put: (lists: State['data']['lists']) => ({ data: { lists } }),
};

export function createListReading(ports: Ports): ListReading {
  const { store, now } = ports;
  const lists = createSlot<Rows>(ports, LISTS);
  const walks = new Map<string, Walk>();
  const flushes = new Map<string, () => void>();
  const at = (place: ListPlace): Load<Rows> | undefined => lists.at(placeKey(place));
  const extents = keepExtents(at);

  /** Starts loading a list: from its beginning, or from its last page. */
  function begin(place: ListPlace, fresh: boolean) {
    const key = placeKey(place);
    // Flushes pages that the previous load still holds back.
    flushes.get(key)?.();
    const walk = fresh ? newWalk() : (walks.get(key) ?? newWalk());
    const ticket = lists.begin(key);
    const isReload = fresh && ticket.last !== undefined;
    const left = keeper(ticket.last?.value, () => at(place)?.last?.value);
    const kept = (each: Loaded<Rows>): Loaded<Rows> => {
      const shown = left(each);
      // Indexed as pages come: the first letter of a filter on a long list would have to wait for it.
      rowTexts(resourceOf(place.kind), shown.value.items);
      return shown;
    };
    const pages = pageShower(now, each => ticket.show(kept(each)));
    flushes.set(key, pages.flush);
    // Rows that stay on the screen keep the paging guard that loaded them.
    if (!isReload) walks.set(key, walk);
    const start: Loaded<Rows> = (fresh ? undefined : ticket.last) ?? { value: noRows, at: now(), ms: 0 };
    return { key, walk, ticket, isReload, kept, pages, start };
  }

  /** Loads pages until it is enough. A reload replaces the rows only when it is complete. */
  async function read(place: ListPlace, extent: Extent): Promise<void> {
    const { client } = ports;
    const list = listOperation(resourceOf(place.kind), place.variant);
    if (client === undefined || list === undefined) return;
    extents.begin(place, extent);
    const { key, walk, ticket, isReload, kept, pages, start } = begin(place, extent.fresh === true);
    // More may be requested meanwhile.
    const present = (): Extent => extents.of(place) ?? extent;
    const result = await walkPages(start, sofar => goesOn(present(), sofar), {
      walk,
      ask: asking(client, list, place)(ticket),
      onPage: each => {
        if (ticket.isCurrent() && !isReload) pages.take(each);
      },
    });
    if (!ticket.isCurrent()) return;
    const isPaused = present().wanted === ALL && result.failure === undefined;
    pages.drop();
    flushes.delete(key);
    if (isReload && result.failure === undefined) walks.set(key, walk);
    end(store, key, { ticket, isReload, ...result, read: kept(result.read) });
    if (isPaused) tellPause(store, result.read.value);
  }

  function more(place: ListPlace): void {
    const present = at(place);
    const rows = present?.last?.value;
    if (present?.phase === 'loading' || rows?.next === undefined) return;
    void read(place, { wanted: rows.pages + 1 });
  }

  function all(place: ListPlace): void {
    const rows = at(place)?.last?.value;
    const present = extents.of(place);
    if (rows?.next === undefined || present?.wanted === ALL) return;
    // A page that is loading is not requested twice.
    if (present !== undefined && present.fresh !== true) extents.begin(place, allFrom(rows));
    else void read(place, allFrom(rows));
  }

  function load(place: ListPlace, fresh: boolean): void {
    const present = at(place);
    if (!fresh && (present?.phase === 'loading' || present?.phase === 'ready')) return;
    void read(place, { wanted: pagesToRead(present), fresh: true });
  }

  function stop(place: ListPlace): boolean {
    extents.forget(place);
    return lists.stop(placeKey(place));
  }

  return { load, more, all, stop, isReloading: place => extents.of(place)?.fresh === true };
}

type Ended = Awaited<ReturnType<typeof walkPages>> & {
  readonly ticket: Ticket<Rows>;
  readonly isReload: boolean;
};

/** A failed reload leaves the rows; pages before a failure stay. */
function end(store: Ports['store'], key: string, result: Ended): void {
  const { ticket, isReload, read, failure } = result;
  if (failure === undefined) {
    ticket.finish({ read });
    if (isReload) store.setState(state => withoutGone(state, key));
  } else if (isReload || read.value.pages === 0) ticket.finish({ failure });
  else ticket.finish({ read, failure });
}
