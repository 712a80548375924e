import type { Outcome } from '../../../api/client.ts';
import type { Page } from '../../../api/response.ts';
import type { Failure } from '../../../failure.ts';
import { rowsOnScreen } from '../../selection/cursor.ts';
import { loadedOf } from '../../state/load.ts';
import { type ListPlace, placeKey } from '../../state/place.ts';
import { currentView } from '../../state/state.ts';
import { type Ports, withChange } from '../../state/store.ts';
import { withRefreshed } from './changes.ts';
import { type PagingGuard, requestPage } from './paging.ts';

/** Failures that leave the rows as they are: a server without a response is shown as offline and retried. */
const QUIET_FAILURES: ReadonlySet<Failure['kind']> = new Set(['cancelled', 'unreachable', 'timed-out']);

/** Creates the refreshes of lists. `guardOf`: the paging guard of the load on the screen. */
export function createListRefreshes(
  { store, client, now }: Pick<Ports, 'store' | 'client' | 'now'>,
  guardOf: (key: string) => PagingGuard | undefined,
) {
  const running = new Map<string, AbortController>();

  /** Shows the pages that were reloaded, by their number, or the failure; `last`: the rows before. */
  function show(place: ListPlace, pages: ReadonlyMap<number, Page>, end: Outcome<Page> | undefined): void {
    const key = placeKey(place);
    const guard = guardOf(key);
    store.setState(state => {
      const { lists } = state.data;
      const last = lists[key]?.last;
      if (last === undefined || guard === undefined || end === undefined) return state;
      if (!end.ok && QUIET_FAILURES.has(end.failure.kind)) return state;
      const next = withChange(state, { session: { now: now() } });
      if (end.ok) return withRefreshed(next, place, loadedOf(last.value, end.sent), { pages, guard });
      const failed = { phase: 'failed', failure: end.failure, last } as const;
      return withChange(next, { data: { lists: { ...lists, [key]: failed } } });
    });
  }

  return {
    /** Reloads the pages on the screen. Rows and cursor stay. Leaving the list aborts it. */
    refresh: async (place: ListPlace): Promise<void> => {
      const key = placeKey(place);
      const guard = guardOf(key);
      const load = store.getState().data.lists[key];
      const isReady = load?.last !== undefined && load.phase !== 'loading' && !running.has(key);
      if (client === undefined || guard === undefined || !isReady) return;
      const controller = new AbortController();
      running.set(key, controller);
      const unsubscribe = store.subscribe(next => {
        if (placeKey(currentView(next).place) !== key) controller.abort();
      });
      const numbers = new Set(rowsOnScreen(store.getState()).flatMap(id => guard.ids.get(id) ?? []));
      const tokens = [undefined, ...guard.tokens];
      const pages = new Map<number, Page>();
      let outcome: Outcome<Page> | undefined;
      // A list without rows has a first page.
      for (const number of numbers.size === 0 ? [0] : [...numbers].toSorted((a, b) => a - b)) {
        const options = { signal: controller.signal, isAutomatic: true };
        outcome = await requestPage(client, place, tokens[number], options);
        if (!outcome.ok) break;
        pages.set(number, outcome.value);
      }
      unsubscribe();
      if (running.get(key) !== controller) return;
      running.delete(key);
      show(place, pages, outcome);
    },
    stop: (key: string): void => {
      running.get(key)?.abort();
      running.delete(key);
    },
  };
}
