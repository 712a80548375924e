import type { Mutate, StoreApi } from 'zustand/vanilla';
import { shallow } from 'zustand/vanilla/shallow';
import type { MemoryFile } from '../../storage/memory.ts';
import { pageRows } from '../facts/layout.ts';
import { canLoadList, listsOnTab } from '../facts/undocumented.ts';
import { contentOf, currentLoad } from '../screens/content.ts';
import { cursorIndex } from '../selection/cursor.ts';
import { type Rows, STALE_MS } from '../state/load.ts';
import { placeKey, type View } from '../state/place.ts';
import { withRecordRemembered } from '../state/recents.ts';
import { recordLoad } from '../state/records.ts';
import { currentView, type State } from '../state/state.ts';
import { type Ports, update } from '../state/store.ts';
import { withCursorAnchored } from './cursor/move-cursor.ts';
import { type SnapshotStorage, snapshotStep } from './last-seen.ts';
import { recordChangeMarker, withoutRepeatedRows, withoutSeenChanges } from './load/changes.ts';
import { withFittingLoads } from './load/evict-loads.ts';
import type { LoadActions } from './load/load.ts';
import { previewStep } from './preview.ts';

export type WatchedStore = Mutate<StoreApi<State>, [['zustand/subscribeWithSelector', never]]>;

type WatchOptions = Pick<Ports, 'now'> & {
  readonly store: WatchedStore;
  readonly loading: LoadActions;
  readonly memoryFile: Pick<MemoryFile, 'save'> | undefined;
  readonly snapshots: SnapshotStorage | undefined;
  /** Returns true if the line to the terminal is known to be slow. */
  readonly isSlow: () => boolean;
};

/**
 * Subscribes all reactions to changes of the state; they run in this order. A reaction may change the state
 * too, so each reads the store and not the state of its call.
 */
export function watch({ loading, memoryFile, snapshots, isSlow, ...ports }: WatchOptions): void {
  const { store } = ports;
  const subscribeTo = <T>(part: (state: State) => T, react: (value: T, before: T) => void): void =>
    void store.subscribe(() => part(store.getState()), react);

  // First, because the others read the row under the cursor, which added and removed rows must not move.
  store.subscribe(() => store.setState(withCursorAnchored));
  subscribeTo(
    state => state.data,
    () => store.setState(withFittingLoads),
  );
  store.subscribe(prefetch(ports, loading));
  store.subscribe(() => loadListsOnTab(ports, loading));
  subscribeTo(state => currentLoad(state)?.last?.at, staleTimer(ports));
  store.subscribe(barInputs, () => update(store, { session: { barAt: ports.now() } }), {
    equalityFn: shallow,
  });
  const markChanges = recordChangeMarker(ports);
  store.subscribe((_state, before) => markChanges(before));
  subscribeTo(
    state => state.data.lists,
    () => store.setState(withoutRepeatedRows),
  );
  store.subscribe(
    () => shownRecord(store.getState()),
    () => store.setState(state => withRecordRemembered(state, ports.now())),
    { equalityFn: shallow },
  );
  subscribeTo(
    state => state.user.memory,
    memory => memoryFile?.save(memory),
  );
  store.subscribe((_state, before) => store.setState(state => withoutSeenChanges(state, before)));
  store.subscribe(snapshotStep(ports, snapshots));
  store.subscribe(previewStep({ ...ports, loading, isSlow }));
}

const shownRecord = (state: State) => [placeKey(currentView(state).place), currentLoad(state)];

/** Returns the parts of the status bar besides the age of the data, which changes only with them. */
function barInputs(state: State): readonly unknown[] {
  const { session, screen } = state;
  const load = currentLoad(state);
  const shown = [placeKey(currentView(state).place), load?.last?.at, load?.phase === 'failed'];
  const modes = [session.writeProtection, session.offline === undefined, session.autoRefresh];
  return [...shown, ...modes, screen.size, screen.exactTimes];
}

/** Returns a function that updates the screen once, when its data becomes stale. */
function staleTimer({ store, now }: Pick<Ports, 'store' | 'now'>): (loadedAt: number | undefined) => void {
  let timer: NodeJS.Timeout | undefined;
  return loadedAt => {
    clearTimeout(timer);
    const left = loadedAt === undefined ? 0 : loadedAt + STALE_MS - now();
    if (left <= 0) return;
    timer = setTimeout(() => update(store, { session: { now: now(), barAt: now() } }), left);
    timer.unref();
  };
}

/** Returns a key for the row of the cursor, the filter and the order of a list. */
const cursorStep = ({ place, cursor, filter, sort }: View): string =>
  [placeKey(place), cursor, filter, sort?.field, sort?.isDescending].join('\n');

/**
 * Returns a function that requests the next page when the cursor is within one screen of the last row.
 * Requests it once for the same rows: a cancelled page is not requested again by itself.
 */
export function prefetch({ store }: Pick<Ports, 'store'>, loading: LoadActions): () => void {
  let requested: Rows['ids'] | undefined;
  let requestedAt = '';
  return () => {
    const state = store.getState();
    const content = contentOf(state);
    if (content.kind !== 'table') requested = undefined;
    if (content.kind !== 'table' || content.rows.next === undefined || content.rows.ids === requested) return;
    const view = currentView(state);
    // A page may add no row at this end of a filtered or sorted list: then one page for each step of the
    // cursor.
    const at = content.listing.order === undefined ? '' : cursorStep(view);
    if (at !== '' && (at === requestedAt || state.dialog?.kind === 'filter')) return;
    const last = content.ids.length - 1;
    const room = pageRows(state, true);
    if (last - cursorIndex(content, view) >= room || currentLoad(state)?.phase !== 'ready') return;
    requested = content.rows.ids;
    requestedAt = at;
    // No key caused the request if the rows do not fill the screen.
    loading.loadMore(view.place, { isAutomatic: at === '' && last < room });
  };
}

export function loadListsOnTab({ store }: Pick<Ports, 'store'>, loading: LoadActions): void {
  const state = store.getState();
  const { place } = currentView(state);
  if (place.screen !== 'record') return;
  const lists = listsOnTab(state);
  if (lists.length === 0 || recordLoad(state, place.ref)?.last === undefined) return;
  for (const list of lists)
    if (state.data.lists[placeKey(list)] === undefined && canLoadList(state, list)) loading.load(list);
}
