import { homeListToLoad, rowsToCheck } from '../../selection/rows-to-check.ts';
import { placeKey } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import type { LoadActions } from '../load/load.ts';
import type { Scanner } from './scanner.ts';

/** Milliseconds without a key before health is checked. */
const REST_MS = 300;

/** Checks of health that nobody asked for. */
export type AutoCheck = {
  /** Holds the checks back until keys rest: a key may scroll to other rows. */
  readonly noteKey: () => void;
};

/**
 * Checks the health of the visible rows while keys rest. A timer runs only between the last key and the
 * checks.
 */
export function createAutoCheck(
  { store, now }: Pick<Ports, 'store' | 'now'>,
  { scanner, loading }: { readonly scanner: Scanner; readonly loading: LoadActions },
): AutoCheck {
  let timer: NodeJS.Timeout | undefined;
  let keyAt = Number.NEGATIVE_INFINITY;

  function check(): void {
    timer = undefined;
    const due = rowsToCheck(store.getState(), scanner.isRequested);
    if (due !== undefined) scanner.suggest(due.place, due.ids);
  }

  function schedule(): void {
    if (timer !== undefined) return;
    const state = store.getState();
    const list = homeListToLoad(state);
    if (list !== undefined && state.data.lists[placeKey(list)] === undefined)
      loading.load(list, false, { isAutomatic: true });
    const due = rowsToCheck(state, scanner.isRequested);
    if (due === undefined || scanner.isBusy(due.place)) return;
    timer = setTimeout(check, Math.max(0, keyAt + REST_MS - now()));
    timer.unref();
  }

  store.subscribe(schedule);
  return {
    noteKey: () => {
      keyAt = now();
      clearTimeout(timer);
      timer = undefined;
      scanner.dropSuggestions();
      schedule();
    },
  };
}
