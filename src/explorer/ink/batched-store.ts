import type { ReadonlyStore } from '../state/store.ts';

/**
 * Returns a store that notifies its listeners once per turn, because a key changes the state more than once.
 * Until then it returns the previous state, so that a frame never mixes two states.
 */
export function batchedStore<T>(store: ReadonlyStore<T>): ReadonlyStore<T> {
  const listeners = new Set<Parameters<ReadonlyStore<T>['subscribe']>[0]>();
  let shown = store.getState();
  let isDue = false;
  const notify = (): void => {
    const before = shown;
    shown = store.getState();
    isDue = false;
    for (const listener of listeners) listener(shown, before);
  };
  const schedule = (): void => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(notify);
  };
  let stop = (): void => undefined;
  const subscribe: ReadonlyStore<T>['subscribe'] = listener => {
    if (listeners.size === 0) {
      shown = store.getState();
      stop = store.subscribe(schedule);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) stop();
    };
  };
  const getState = (): T => (listeners.size === 0 ? store.getState() : shown);
  return { getState, getInitialState: store.getInitialState, subscribe };
}
