import type { Outcome } from '../../../api/client.ts';
import type { Page } from '../../../api/response.ts';
import type { Failure, SentRequest } from '../../../failure.ts';
import { rowsOnScreen } from '../../selection/cursor.ts';
import { loadedOf } from '../../state/load.ts';
import { type ListPlace, listOf, placeKey } from '../../state/place.ts';
import { currentView, type State } from '../../state/state.ts';
import { type Ports, withChange } from '../../state/store.ts';
import { withRefreshed } from './list-changes.ts';
import { type PagingGuard, pageRequest } from './paging.ts';

/** Failures that leave the rows as they are: a server without a response is shown as offline and retried. */
const QUIET_FAILURES: ReadonlySet<Failure['kind']> = new Set(['cancelled', 'unreachable', 'timed-out']);

type RefreshResult = {
  /** Reloaded pages by their number. */
  readonly pages: ReadonlyMap<number, Page>;
  /** The last request with a response. */
  readonly sent?: SentRequest | undefined;
  readonly failure?: Failure;
};

/** Creates the refreshes of lists. `guardOf`: the paging guard of the load on the screen. */
export function createListRefreshes(
  { store, client, now }: Pick<Ports, 'store' | 'client' | 'now'>,
  guardOf: (key: string) => PagingGuard | undefined,
): {
  /** Reloads the pages on the screen. Rows and cursor stay. Leaving the list aborts it. */
  readonly refresh: (place: ListPlace) => Promise<void>;
  /** Aborts the refresh of a list, which a load replaces. */
  readonly stop: (key: string) => void;
} {
  const running = new Map<string, AbortController>();

  /** Requests the pages one after another, with the tokens of the first load; stops at a failure. */
  async function requestPages(
    request: (token: string | undefined) => Promise<Outcome<Page>>,
    guard: PagingGuard,
  ): Promise<RefreshResult> {
    const numbers = new Set(rowsOnScreen(store.getState()).flatMap(id => guard.ids.get(id) ?? []));
    const tokens = [undefined, ...guard.tokens];
    const pages = new Map<number, Page>();
    let sent: SentRequest | undefined;
    // A list without rows has a first page.
    for (const number of numbers.size === 0 ? [0] : [...numbers].toSorted((a, b) => a - b)) {
      const outcome = await request(tokens[number]);
      if (!outcome.ok) return { pages, failure: outcome.failure };
      pages.set(number, outcome.value);
      sent = outcome.sent;
    }
    return { pages, sent };
  }

  function withResult(state: State, place: ListPlace, guard: PagingGuard, result: RefreshResult): State {
    const { pages, sent, failure } = result;
    const key = placeKey(place);
    const { lists } = state.data;
    const last = lists[key]?.last;
    if (last === undefined || (failure !== undefined && QUIET_FAILURES.has(failure.kind))) return state;
    const next = withChange(state, { session: { now: now() } });
    if (failure !== undefined)
      return withChange(next, { data: { lists: { ...lists, [key]: { phase: 'failed', failure, last } } } });
    const loaded = sent === undefined ? last : loadedOf(last.value, sent);
    return withRefreshed(next, place, loaded, { pages, guard });
  }

  async function refresh(place: ListPlace): Promise<void> {
    const key = placeKey(place);
    const guard = guardOf(key);
    const { list } = listOf(place);
    const load = store.getState().data.lists[key];
    const isReady = load?.last !== undefined && load.phase !== 'loading' && !running.has(key);
    if (client === undefined || list === undefined || guard === undefined || !isReady) return;
    const controller = new AbortController();
    running.set(key, controller);
    const unsubscribe = store.subscribe(next => {
      if (placeKey(currentView(next).place) !== key) controller.abort();
    });
    const options = { signal: controller.signal, isAutomatic: true };
    const request = pageRequest(client, { list, ids: place.ids }, () => options);
    const result = await requestPages(request, guard);
    unsubscribe();
    if (running.get(key) !== controller) return;
    running.delete(key);
    store.setState(state => withResult(state, place, guard, result));
  }

  return {
    refresh,
    stop: key => {
      running.get(key)?.abort();
      running.delete(key);
    },
  };
}
