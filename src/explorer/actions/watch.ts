import type { Mutate, StoreApi } from 'zustand/vanilla';
import { shallow } from 'zustand/vanilla/shallow';
import type { MemoryFile } from '../../storage/memory.ts';
import { currentLoad } from '../screens/content.ts';
import { STALE_MS } from '../state/load.ts';
import { placeKey } from '../state/place.ts';
import { withRecordRemembered } from '../state/recents.ts';
import { currentView, type State } from '../state/state.ts';
import { type Ports, update } from '../state/store.ts';
import { withCursorAnchored } from './cursor/move-cursor.ts';
import { type SnapshotStorage, snapshotStep } from './last-seen.ts';
import { recordChangeMarker, withoutRepeatedRows, withoutSeenChanges } from './load/changes.ts';
import { withFittingLoads } from './load/evict-loads.ts';
import type { LoadActions } from './load/load.ts';
import { loadListsOnTab, prefetch } from './load/prefetch.ts';
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
