import type { Explorer } from '../store/explorer.ts';
import type { State } from '../store/state.ts';
import { addedTo, isRowsOnly, VISIBLE_AFTER_MS } from './work.ts';

/** So long keys rest before Ink is told of rows that are painted already. */
const REST_MS = 100;

/** How long Ink can do without a state, in milliseconds; `told` is the one it has. */
function patience(told: State, state: State, now: number): number {
  if (!isRowsOnly(told, now) || !isRowsOnly(state, now)) return 0;
  // In time for the mark of work that takes longer.
  const added = addedTo(state);
  return typeof added === 'number' ? Math.min(REST_MS, added + VISIBLE_AFTER_MS - now) : REST_MS;
}

/**
 * Tells Ink of the store's changes: at once of those that it has to draw something for, of others when keys rest. What they
 * change is painted from the rows, without Ink.
 */
export const following =
  ({ store, now }: Pick<Explorer, 'store' | 'now'>) =>
  (tell: () => void): (() => void) => {
    let told = store.getState();
    let timer: NodeJS.Timeout | undefined;
    const tellNow = (): void => {
      clearTimeout(timer);
      told = store.getState();
      tell();
    };
    const stop = store.subscribe(state => {
      const ms = patience(told, state, now());
      if (ms <= 0) return tellNow();
      clearTimeout(timer);
      timer = setTimeout(tellNow, ms);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  };
