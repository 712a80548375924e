import { resourceOf } from '../../../resources/registry.ts';
import { countedRecords } from '../../../resources/resource.ts';
import { clean, safe } from '../../../text/sanitise.ts';
import { countOf } from '../../facts/row-count.ts';
import { scannedPlace } from '../../selection/rows-to-check.ts';
import { keyName } from '../../state/key-names.ts';
import type { Load, Rows } from '../../state/load.ts';
import { type ListPlace, placeKey, type View } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import { currentView, type Notice, type State } from '../../state/state.ts';
import { notifyLate } from '../../state/store.ts';
import type { LoadActions } from '../load/load.ts';
import { allRows, dueRows, nearRows, rowsToScan, type ScanGoal } from './rows.ts';
import type { Scanner } from './scanner.ts';

/** Scans lists: loads full records for fields that list items do not have. Sends only GET requests. */
export type ScanActions = {
  /** Scans the marked rows, or those on the screen; a scan in progress takes them first. */
  readonly scanNear: () => void;
  /** Scans all rows of a list; `pages`: after loading all pages. */
  readonly scanAll: (pages?: 'pages') => void;
};

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

/** Returns the notice after the pages were stopped, or paused because the list is long. */
function partNotice(state: State, { kind }: ListPlace, rows: Rows): Notice {
  const all = keyName(state.user.keymap, 'list.scan-all');
  const loaded = keyName(state.user.keymap, 'list.scan');
  const plural = clean(resourceOf(kind).plural.toLowerCase());
  return {
    tone: 'plain',
    text: safe`${countOf(rows)} ${plural} loaded: ${all} continues, ${loaded} checks these.`,
  };
}

/** Returns the notice for rows that all have recent health. */
function freshNotice({ kind }: ListPlace, count: number): Notice {
  if (count === 0) return { tone: 'warn', text: safe`No row here to check.` };
  const records = countedRecords(resourceOf(kind), count);
  return {
    tone: 'plain',
    text: safe`Nothing left to check: the health of ${records} is under 5 minutes old.`,
  };
}

export function createScanActions(
  ports: Ports,
  { scanner, loading }: { readonly scanner: Scanner; readonly loading: LoadActions },
): ScanActions {
  const { store, now } = ports;
  /** Keys of the lists whose pages are loaded in order to check all rows. */
  const awaited = new Set<string>();

  /** Shows a notice, unless another screen than the one with this key is shown by now. */
  function notifyAt(key: string, notice: Notice | undefined): void {
    const isShown = placeKey(currentView(store.getState()).place) === key;
    if (isShown && notice !== undefined) notifyLate(store, notice);
  }

  function scanNear(): void {
    const place = scannedPlace(store.getState());
    if (place === undefined) return;
    scanner.flush();
    const state = store.getState();
    const rows = nearRows(state);
    const due = dueRows(state, place, rows);
    const isRepeat = due.length === 0;
    const refusal = scanner.scan(place, isRepeat ? rows : due, { command: 'list.check', isRepeat });
    if (refusal !== undefined) notifyLate(store, refusal);
  }

  /**
   * Checks all loaded rows of a list. `view`: where the key was pressed; `since`: when its pages began
   * to load. Returns the reason if there is nothing to check.
   */
  function scanLoaded(
    place: ListPlace,
    command: ScanGoal['command'],
    { view, since }: { readonly view: View; readonly since: number },
  ): Notice | undefined {
    scanner.flush();
    const state = store.getState();
    const all = allRows(state, place, view);
    const due = rowsToScan(state, place, all);
    if (due.length === 0) return freshNotice(place, all.length);
    return scanner.scan(place, due, { command, whole: { count: all.length, since } });
  }

  function scanAll(place: ListPlace, pages: 'pages' | undefined): void {
    const key = placeKey(place);
    // A key that is held goes on with what it has begun.
    if (awaited.has(key)) return;
    const view = currentView(store.getState());
    const notifyThere = (notice: Notice | undefined): void => notifyAt(placeKey(view.place), notice);
    const refusal = scanner.refusal(place);
    if (refusal !== undefined) return notifyThere(refusal);
    awaited.add(key);
    const since = now();
    loading.load(place);
    whenLoaded(ports, place, first => {
      if (pages !== undefined && first?.next !== undefined) loading.loadAll(place);
      whenLoaded(ports, place, rows => {
        awaited.delete(key);
        if (rows === undefined) return;
        if (pages === undefined) notifyThere(scanLoaded(place, 'list.scan', { view, since }));
        else if (rows.next === undefined) notifyThere(scanLoaded(place, 'list.scan-all', { view, since }));
        // After the notice of the load itself.
        else queueMicrotask(() => notifyAt(key, partNotice(store.getState(), place, rows)));
      });
    });
  }

  return {
    scanNear,
    scanAll: pages => {
      const place = scannedPlace(store.getState());
      if (place !== undefined) scanAll(place, pages);
    },
  };
}
