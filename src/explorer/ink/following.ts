import type { Explorer } from '../actions/explorer.ts';
import type { State } from '../state/state.ts';
import { addedTo, isRowsOnly, VISIBLE_AFTER_MS } from '../view/frame/progress.ts';

/** So long keys rest before Ink is told of rows that are painted already. */
const REST_MS = 100;

/** How long Ink can do without a state, in milliseconds; `told` is the one it has, undefined before the first. */
function patience(told: State | undefined, state: State, now: number): number {
  const isAhead = told === undefined || isRowsOnly(told, now);
  if (!isAhead || !isRowsOnly(state, now)) return 0;
  // In time for the mark of work that takes longer.
  const added = addedTo(state);
  return typeof added === 'number' ? Math.min(REST_MS, added + VISIBLE_AFTER_MS - now) : REST_MS;
}

/** The store as Ink hears of it. */
export type Followed = {
  readonly subscribe: (tell: () => void) => () => void;
  /** Undefined until Ink is told a first time: to hear keys it needs no screen. */
  readonly state: () => State | undefined;
};

/**
 * Tells Ink of the store's changes: at once of those that it has to draw something for, of others when keys rest. What they
 * change is painted from the rows, without Ink.
 */
export function following({ store, now }: Pick<Explorer, 'store' | 'now'>): Followed {
  let told: State | undefined;
  const subscribe = (tell: () => void): (() => void) => {
    let timer: NodeJS.Timeout | undefined;
    const tellNow = (): void => {
      clearTimeout(timer);
      told = store.getState();
      tell();
    };
    const follow = (): void => {
      const ms = patience(told, store.getState(), now());
      if (ms <= 0) return tellNow();
      clearTimeout(timer);
      timer = setTimeout(tellNow, ms);
    };
    follow();
    const stop = store.subscribe(follow);
    return () => {
      clearTimeout(timer);
      stop();
    };
  };
  return { subscribe, state: () => (told === undefined ? undefined : store.getState()) };
}
