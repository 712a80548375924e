import type { Mutate, StoreApi } from 'zustand/vanilla';
import { shallow } from 'zustand/vanilla/shallow';
import { placeKey } from '../state/place.ts';
import type { Ports } from '../state/ports.ts';
import { currentView, type State } from '../state/state.ts';
import { update } from '../state/store.ts';
import { currentLoad } from '../view/content/content.ts';
import { STALE_MS } from '../view/frame/status-bar.ts';
import { anchored } from './cursor/move-cursor.ts';
import { type Copies, snapshotStep } from './last-seen.ts';
import { showOnce } from './list-variant.ts';
import { fittingRecords } from './load/evict-records.ts';
import type { Reading } from './load/load.ts';
import { loadShownLists, prefetch } from './load/prefetch.ts';
import { reloadMarker } from './load/reload-changes.ts';
import { type Keeper, rememberRecord } from './remember.ts';

/** A store whose changes can be watched by part. */
export type WatchedStore = Mutate<StoreApi<State>, [['zustand/subscribeWithSelector', never]]>;

type Watched = Pick<Ports, 'now'> & {
  readonly store: WatchedStore;
  readonly reading: Reading;
  readonly keeper: Keeper | undefined;
  readonly copies: Copies | undefined;
};

/**
 * Starts every reaction to a change of the state. They run in this order. A reaction may change the state, too, so
 * each reads the state of the store and not the one it is called with.
 */
export function watch({ reading, keeper, copies, ...ports }: Watched): void {
  const { store } = ports;
  const on = <T>(part: (state: State) => T, react: (value: T, before: T) => void): void =>
    void store.subscribe(() => part(store.getState()), react);

  // First, because the others ask for the row under the cursor: rows that come and go do not move it.
  store.subscribe(() => keepCursor(store));
  on(
    state => state.data.records,
    () => evictRecords(store),
  );
  store.subscribe(prefetch(ports, reading));
  store.subscribe(() => loadShownLists(ports, reading));
  on(state => currentLoad(state)?.last?.at, staleTimer(ports));
  const markChanges = reloadMarker(ports);
  store.subscribe((_state, before) => markChanges(before));
  on(
    state => state.data.lists,
    (_lists, before) => showOnce(ports, before),
  );
  store.subscribe(
    () => placeAndLoad(store.getState()),
    () => rememberRecord(ports),
    { equalityFn: shallow },
  );
  on(
    state => state.user.memory,
    memory => keeper?.save(memory),
  );
  store.subscribe(snapshotStep(ports, copies));
}

const placeAndLoad = (state: State) => [placeKey(currentView(state).place), currentLoad(state)];

/** Keeps the cursor on its row. */
function keepCursor(store: WatchedStore): void {
  const state = store.getState();
  const next = anchored(state);
  if (next !== state) store.setState(next, true);
}

/** Drops records when there are more than fit into memory. */
function evictRecords(store: WatchedStore): void {
  const state = store.getState();
  const records = fittingRecords(state);
  if (records !== state.data.records) update(store, { data: { records } });
}

/** Returns a function that wakes the screen once, when what it shows begins to count as old. */
function staleTimer({ store, now }: Pick<Ports, 'store' | 'now'>): (loadedAt: number | undefined) => void {
  let timer: NodeJS.Timeout | undefined;
  return loadedAt => {
    clearTimeout(timer);
    const left = loadedAt === undefined ? 0 : loadedAt + STALE_MS - now();
    if (left <= 0) return;
    timer = setTimeout(() => update(store, { session: { now: now() } }), left);
    timer.unref();
  };
}
