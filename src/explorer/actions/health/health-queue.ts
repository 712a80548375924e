import type { Failure } from '../../../failure.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { countedRecords } from '../../../resources/resource.ts';
import { lower, safe } from '../../../text/sanitise.ts';
import { countOf, fullWords } from '../../facts/health-count.ts';
import { listingOf } from '../../facts/visible-rows.ts';
import { rowsOnScreen } from '../../selection/cursor.ts';
import { homeListToLoad, placeToCheck, rowsToCheck } from '../../selection/rows-to-check.ts';
import { keyIn } from '../../state/key-names.ts';
import { isRecordId, isStale, type Load, type Rows } from '../../state/load.ts';
import { type ListPlace, type Place, placeKey, type View } from '../../state/place.ts';
import { rowLoad } from '../../state/records.ts';
import { currentView, type Notice, type State } from '../../state/state.ts';
import { notifyLate, type Ports, update } from '../../state/store.ts';
import { MAX_RECORDS } from '../load/evict-loads.ts';
import type { LoadActions } from '../load/load.ts';
import { startListCheck } from './list-check.ts';

const REST_MS = 300;
/** A second 429 within this time pauses the checks that nobody asked for. */
const THROTTLED_MS = 60_000;
/** More would evict the first ones again. */
const MAX_ROWS = MAX_RECORDS * 0.9;

const BUSY: Notice = { tone: 'warn', text: safe`Another list is being checked. Esc in that list stops it.` };

/** `source`: where the key was pressed; if it shows the list, only rows that pass its filter. */
function allRows(state: State, place: ListPlace, source: View): readonly string[] {
  const key = placeKey(place);
  const rows = state.data.lists[key]?.last?.value;
  if (rows === undefined) return [];
  if (placeKey(source.place) !== key) return rows.ids.filter(isRecordId);
  // The filter may have changed since, and the view may be closed.
  const view = state.navigation.views.findLast(each => placeKey(each.place) === key) ?? source;
  const { ids, hidden } = listingOf(state, view, rows);
  return [...ids.filter(isRecordId), ...hidden];
}

/** Rows without a recent full record: those without any first, and visible ones before others. */
function dueRows(state: State, place: ListPlace, ids: readonly string[]): readonly string[] {
  const visible = new Set(rowsOnScreen(state));
  const ranked: readonly string[][] = [[], [], [], []];
  for (const id of ids) {
    const load = rowLoad(state.data.records, place, id);
    const hasHealth = load?.last !== undefined;
    if (hasHealth && !isStale(load, state.session.now)) continue;
    ranked[(hasHealth ? 2 : 0) + (visible.has(id) ? 0 : 1)]?.push(id);
  }
  return ranked.flat();
}

/** Calls `then` in the turn of the last response: no frame shows the list idle before its check. */
function whenLoaded({ store }: Ports, place: ListPlace, then: (rows: Rows | undefined) => void): void {
  const load = (): Load<Rows> | undefined => store.getState().data.lists[placeKey(place)];
  const isPending = () => load() === undefined || load()?.phase === 'loading';
  const end = () => then(load()?.phase === 'ready' ? load()?.last?.value : undefined);
  if (!isPending()) return end();
  const unsubscribe = store.subscribe(() => {
    if (isPending()) return;
    unsubscribe();
    end();
  });
}

function stoppedNotice(state: State, { kind }: ListPlace, rows: Rows): Notice {
  const key = keyIn(state, 'list.scan-all');
  const plural = lower(resourceOf(kind).plural);
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

/** Checks the rows of one list at a time. */
function createCheck(ports: Ports, loading: LoadActions) {
  const { store, client, now } = ports;
  let check: ReturnType<typeof startListCheck> | undefined;
  let throttledAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let keyAt = -Infinity;
  let isResting = false;

  const isAt = (place: Place) => check !== undefined && placeKey(check.place) === placeKey(place);
  const isAsked = () => check?.isAutomatic() === false;
  const visibleRows = () => rowsToCheck(store.getState(), id => check?.isNew(id) === false);

  function first(): readonly string[] {
    const due = isResting ? visibleRows() : undefined;
    return due !== undefined && isAt(due.place) ? due.ids : [];
  }

  function onThrottled(failure: Failure): void {
    const isSecond = now() - throttledAt < THROTTLED_MS;
    throttledAt = now();
    if (!isSecond || isAsked()) return;
    update(store, { data: { healthPause: failure } });
    check?.stop();
  }

  function onEnd(): void {
    check = undefined;
  }

  function startAt(place: ListPlace): typeof check {
    if (client === undefined) return undefined;
    if (!isAt(place)) check?.stop();
    check ??= startListCheck({ ...ports, client }, place, { first, onThrottled, onEnd });
    return check;
  }

  function begin(): void {
    timer = undefined;
    isResting = true;
    const due = visibleRows();
    if (due !== undefined && (check === undefined || isAt(due.place))) startAt(due.place)?.next();
  }

  function schedule(): void {
    if (timer !== undefined || (isResting && check !== undefined)) return;
    const state = store.getState();
    const list = homeListToLoad(state);
    if (list !== undefined && state.data.lists[placeKey(list)] === undefined)
      loading.load(list, false, { isAutomatic: true });
    if (visibleRows() !== undefined) timer = setTimeout(begin, Math.max(0, keyAt + REST_MS - now())).unref();
  }

  function noteKey(): void {
    keyAt = now();
    isResting = false;
    clearTimeout(timer);
    timer = undefined;
    schedule();
  }

  store.subscribe(schedule);
  return { get: () => check, isAt, isAsked, startAt, noteKey };
}

export function createHealthQueue(ports: Ports, loading: LoadActions) {
  const { store, now } = ports;
  const check = createCheck(ports, loading);
  const awaited = new Map<string, 'loading' | 'stopped'>();

  function notifyAt(key: string, notice: Notice | undefined): void {
    const isShown = placeKey(currentView(store.getState()).place) === key;
    if (isShown && notice !== undefined) notifyLate(store, notice);
  }

  const isBusy = (place: ListPlace) => check.isAsked() && !check.isAt(place);

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
    noteKey: check.noteKey,
    checkAll: (): void => {
      const view = currentView(store.getState());
      const place = placeToCheck(store.getState());
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
    stopCheck: (place: Place): boolean => {
      const key = placeKey(place);
      if (awaited.has(key)) awaited.set(key, 'stopped');
      const isStopped = check.isAt(place) && check.isAsked();
      if (isStopped) check.get()?.stop();
      return isStopped;
    },
  };
}
