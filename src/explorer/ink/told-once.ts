import type { StoreApi } from 'zustand';

/**
 * The store as the screen follows it: told once of all that changes in one go. A key changes the state more than once, and
 * every part of the screen would be painted as often.
 */
export function toldOnce<T>(store: StoreApi<T>): StoreApi<T> {
  const listeners = new Set<Parameters<StoreApi<T>['subscribe']>[0]>();
  let before: { readonly state: T } | undefined;
  const tell = (): void => {
    const state = store.getState();
    const then = before?.state ?? state;
    before = undefined;
    for (const listener of listeners) listener(state, then);
  };
  const follow = (_: T, then: T): void => {
    if (before !== undefined) return;
    before = { state: then };
    queueMicrotask(tell);
  };
  let stop = (): void => undefined;
  const subscribe: StoreApi<T>['subscribe'] = listener => {
    if (listeners.size === 0) stop = store.subscribe(follow);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) stop();
    };
  };
  return { ...store, subscribe };
}
