import type { Failure } from '../../../failure.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { countedRecords, ownIdName } from '../../../resources/resource.ts';
import { clean, safe } from '../../../text/sanitise.ts';
import { countOf, fullWords } from '../../facts/health-count.ts';
import { listingOf } from '../../facts/visible-rows.ts';
import { rowsOnScreen } from '../../selection/cursor.ts';
import { isMarkable } from '../../selection/list-marks.ts';
import { ageOf, FRESH_MS, homeListToLoad, rowsToCheck, scannedPlace } from '../../selection/rows-to-check.ts';
import { keyName } from '../../state/key-names.ts';
import type { Load, Rows } from '../../state/load.ts';
import { type ListPlace, type Place, placeKey, type View } from '../../state/place.ts';
import { rowLoad } from '../../state/records.ts';
import { currentView, type Notice, type State } from '../../state/state.ts';
import { notifyLate, type Ports, update } from '../../state/store.ts';
import { MAX_RECORDS } from '../load/evict-loads.ts';
import type { LoadActions } from '../load/load.ts';
import { startListCheck } from './list-check.ts';

/** Milliseconds without a key before visible rows are checked. */
const REST_MS = 300;
/** Milliseconds in which a second 429 pauses the checks that nobody asked for. */
const THROTTLED_MS = 60_000;
/** Maximum number of checked rows of a list: more would evict the first ones again. */
const MAX_ROWS = MAX_RECORDS * 0.9;

const BUSY: Notice = {
  tone: 'warn',
  text: safe`Another list is being checked. Esc in that list stops it.`,
};

/**
 * Returns the ids of all rows of a list. `source`: the view where the key was pressed; if it shows the list,
 * only rows that pass its filter.
 */
function allRows(state: State, place: ListPlace, source: View): readonly string[] {
  const key = placeKey(place);
  const rows = state.data.lists[key]?.last?.value;
  if (rows === undefined) return [];
  if (placeKey(source.place) !== key) return rows.ids.filter(isMarkable);
  // The filter may have changed since, and the view may be closed.
  const view = state.navigation.views.findLast(each => placeKey(each.place) === key) ?? source;
  return listingOf(state, view, rows).ids.filter(isMarkable);
}

/** Returns the rows without a recent full record: those without any first, and visible ones before others. */
function dueRows(state: State, place: ListPlace, ids: readonly string[]): readonly string[] {
  const visible = new Set(rowsOnScreen(state));
  const ranked: readonly string[][] = [[], [], [], []];
  for (const id of ids) {
    const load = rowLoad(state.data.records, place, id);
    if (ageOf(load, state.session.now) <= FRESH_MS) continue;
    ranked[(load?.last === undefined ? 0 : 2) + (visible.has(id) ? 0 : 1)]?.push(id);
  }
  return ranked.flat();
}

/**
 * Calls `then` with the rows of a list once it is loaded, or with undefined if it failed. In the same turn:
 * no frame shows the list idle between its pages and their check.
 */
function whenLoaded({ store }: Ports, place: ListPlace, then: (rows: Rows | undefined) => void): void {
  const load = (): Load<Rows> | undefined => store.getState().data.lists[placeKey(place)];
  const isPending = (): boolean => load() === undefined || load()?.phase === 'loading';
  const end = (): void => then(load()?.phase === 'ready' ? load()?.last?.value : undefined);
  if (!isPending()) return end();
  const unsubscribe = store.subscribe(() => {
    if (isPending()) return;
    unsubscribe();
    end();
  });
}

function stoppedNotice(state: State, { kind }: ListPlace, rows: Rows): Notice {
  const key = keyName(state.user.keymap, 'list.scan-all');
  const plural = clean(resourceOf(kind).plural.toLowerCase());
  return { tone: 'plain', text: safe`Stopped · ${countOf(rows)} ${plural} loaded · ${key} continues` };
}

function freshNotice({ kind }: ListPlace, count: number): Notice {
  if (count === 0) return { tone: 'warn', text: safe`No row here to check.` };
  const records = countedRecords(resourceOf(kind), count);
  return {
    tone: 'plain',
    text: safe`Nothing left to check: the health of ${records} is under 5 minutes old.`,
  };
}

function createCurrentCheck(ports: Ports) {
  const { store, client, now } = ports;
  let current: ReturnType<typeof startListCheck> | undefined;
  let throttledAt = Number.NEGATIVE_INFINITY;

  const isAt = (place: Place): boolean =>
    current !== undefined && placeKey(current.place) === placeKey(place);
  const isAsked = (): boolean => current?.isAutomatic() === false;

  /** Pauses the checks that nobody asked for after the second 429 within a minute. */
  function onThrottled(failure: Failure): void {
    const isSecond = now() - throttledAt < THROTTLED_MS;
    throttledAt = now();
    if (!isSecond || isAsked()) return;
    update(store, { data: { healthPause: failure } });
    current?.requests.stop();
  }

  /** Returns the check of this list; that of another one ends. */
  function startAt(place: ListPlace): typeof current {
    const resource = resourceOf(place.kind);
    const { read } = resource;
    if (client === undefined || read === undefined) return undefined;
    if (!isAt(place)) current?.requests.stop();
    const own = ownIdName(resource);
    current ??= startListCheck(ports, place, {
      read: (id, options) => client.send(read, { ...place.ids, [own]: id }, options),
      onThrottled,
      onEnd: () => {
        current = undefined;
      },
    });
    return current;
  }

  return { get: () => current, isAt, isAsked, startAt };
}

type CurrentCheck = ReturnType<typeof createCurrentCheck>;

/** Creates the check of the visible rows, which begins when keys rest. */
function createVisibleCheck({ store, now }: Ports, check: CurrentCheck, loading: LoadActions) {
  let timer: NodeJS.Timeout | undefined;
  let keyAt = Number.NEGATIVE_INFINITY;

  /** Returns the visible rows to check; undefined while others wait, or another list is checked. */
  function visibleRows(): ReturnType<typeof rowsToCheck> {
    const requests = check.get()?.requests;
    const due = rowsToCheck(store.getState(), id => requests?.isRequested(id) === true);
    if (due === undefined || requests === undefined) return due;
    return check.isAt(due.place) && !requests.hasFirst() ? due : undefined;
  }

  function begin(): void {
    timer = undefined;
    const due = visibleRows();
    if (due !== undefined) check.startAt(due.place)?.requests.setFirst(due.ids);
  }

  /** Sets the timer, which runs only between the last key and the check. */
  function schedule(): void {
    if (timer !== undefined) return;
    const state = store.getState();
    const list = homeListToLoad(state);
    if (list !== undefined && state.data.lists[placeKey(list)] === undefined)
      loading.load(list, false, { isAutomatic: true });
    if (visibleRows() !== undefined) timer = setTimeout(begin, Math.max(0, keyAt + REST_MS - now())).unref();
  }

  store.subscribe(schedule);
  /** Holds visible rows back until keys rest: a key may scroll to other rows. */
  return (): void => {
    keyAt = now();
    clearTimeout(timer);
    timer = undefined;
    check.get()?.requests.setFirst([]);
    schedule();
  };
}

/**
 * Creates the queue of rows whose health is checked, of one list at a time: the visible ones, which nobody
 * asked for, then those that a person asked for. Sends only GET requests.
 */
export function createHealthQueue(ports: Ports, loading: LoadActions) {
  const { store, now } = ports;
  const check = createCurrentCheck(ports);
  /** Lists whose pages are loaded in order to check all rows. */
  const awaited = new Map<string, 'loading' | 'stopped'>();

  /** Shows a notice, unless another screen than the one with this key is shown by now. */
  function notifyAt(key: string, notice: Notice | undefined): void {
    const isShown = placeKey(currentView(store.getState()).place) === key;
    if (isShown && notice !== undefined) notifyLate(store, notice);
  }

  /** Returns true while a person has another list checked; what nobody asked for gives way. */
  const isBusy = (place: ListPlace): boolean => check.isAsked() && !check.isAt(place);

  /** Checks all loaded rows of a list. Returns the reason if it cannot, or need not. */
  function checkLoaded(place: ListPlace, view: View, since: number): Notice | undefined {
    check.get()?.show();
    const state = store.getState();
    const all = allRows(state, place, view);
    const due = dueRows(state, place, all);
    if (due.length === 0) return freshNotice(place, all.length);
    const total = Math.min(all.length, Math.max(MAX_ROWS, all.length - due.length));
    const unfit = all.length - total;
    if (unfit === due.length) return { tone: 'warn', text: fullWords(unfit) };
    if (isBusy(place)) return BUSY;
    check.startAt(place)?.ask(due.slice(0, due.length - unfit), { total, unfit, since });
    return undefined;
  }

  return {
    noteKey: createVisibleCheck(ports, check, loading),
    /** Checks all rows of the list on the screen, or of the first list, after loading its pages. */
    checkAll: (): void => {
      const view = currentView(store.getState());
      const place = scannedPlace(store.getState());
      // A key that is held goes on with what it has begun.
      if (place === undefined || awaited.has(placeKey(place))) return;
      if (isBusy(place)) return notifyAt(placeKey(view.place), BUSY);
      const key = placeKey(place);
      const since = now();
      awaited.set(key, 'loading');
      loading.load(place);
      whenLoaded(ports, place, first => {
        if (first?.next !== undefined && awaited.get(key) === 'loading') loading.loadAll(place);
        whenLoaded(ports, place, rows => {
          const isStopped = awaited.get(key) === 'stopped';
          awaited.delete(key);
          if (rows === undefined) return;
          if (!isStopped) notifyAt(placeKey(view.place), checkLoaded(place, view, since));
          // After the notice of the load itself.
          else queueMicrotask(() => notifyAt(key, stoppedNotice(store.getState(), place, rows)));
        });
      });
    },
    /** Stops what `checkAll` has begun on a list; returns true if it was checking rows. */
    stopCheck: (place: Place): boolean => {
      const key = placeKey(place);
      if (awaited.has(key)) awaited.set(key, 'stopped');
      const isStopped = check.isAt(place) && check.isAsked();
      if (isStopped) check.get()?.requests.stop();
      return isStopped;
    },
  };
}
