import type { Outcome } from '../../../api/client.ts';
import type { Page } from '../../../api/response.ts';
import type { Failure, SentRequest } from '../../../failure.ts';
import { rowsOnScreen } from '../../selection/settled-view.ts';
import { type Load, loadedOf, type Rows } from '../../state/load.ts';
import { type ListPlace, listOf, placeKey } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import { currentView, type State } from '../../state/state.ts';
import { update } from '../../state/store.ts';
import { refreshedRows } from './list-changes.ts';
import { type PagingGuard, pageRequest } from './paging.ts';

export type ListRefreshes = {
  /** Reloads the pages on the screen. Rows and cursor stay. Leaving the list aborts it. */
  readonly refresh: (place: ListPlace) => Promise<void>;
  /** Aborts the refresh of a list, which a load replaces. */
  readonly stop: (key: string) => void;
};

/** Returns the numbers of the pages on the screen; of the first page for a list without rows. */
function pagesOnScreen(state: State, guard: PagingGuard): readonly number[] {
  const pages = new Set(rowsOnScreen(state).flatMap(id => guard.ids.get(id) ?? []));
  return pages.size === 0 ? [0] : [...pages].toSorted((a, b) => a - b);
}

/** Failures that leave the rows as they are: a server without a response is shown as offline and retried. */
const QUIET_FAILURES: ReadonlySet<Failure['kind']> = new Set(['cancelled', 'unreachable', 'timed-out']);

type RefreshResult = {
  readonly pages: ReadonlyMap<number, Page>;
  /** The last request with a response. */
  readonly sent?: SentRequest;
  readonly failure?: Failure;
};

/** Requests pages one after another, with the tokens of the first load; stops at a failure. */
async function requestPages(
  numbers: readonly number[],
  request: (token: string | undefined) => Promise<Outcome<Page>>,
  { tokens }: PagingGuard,
): Promise<RefreshResult> {
  const pages = new Map<number, Page>();
  const starts = [undefined, ...tokens];
  let sent: SentRequest | undefined;
  for (const number of numbers) {
    const outcome = await request(starts[number]);
    if (!outcome.ok) return { pages, failure: outcome.failure };
    pages.set(number, outcome.value);
    sent = outcome.sent;
  }
  return { pages, ...(sent === undefined ? {} : { sent }) };
}

/** Creates the refreshes of lists. `guardOf`: the paging guard of the load on the screen. */
export function createListRefreshes(
  { store, client, now }: Pick<Ports, 'store' | 'client' | 'now'>,
  guardOf: (key: string) => PagingGuard | undefined,
): ListRefreshes {
  const running = new Map<string, AbortController>();

  function finish(place: ListPlace, guard: PagingGuard, { pages, sent, failure }: RefreshResult): void {
    const key = placeKey(place);
    update(store, state => {
      const last = state.data.lists[key]?.last;
      const { lists } = state.data;
      if (last === undefined || (failure !== undefined && QUIET_FAILURES.has(failure.kind))) return {};
      const put = (load: Load<Rows>) => ({ lists: { ...lists, [key]: load } });
      if (failure !== undefined)
        return { data: put({ phase: 'failed', failure, last }), session: { now: now() } };
      const { rows, data } = refreshedRows(state, { place, rows: last.value }, { pages, guard });
      const loaded = sent === undefined ? { ...last, value: rows } : loadedOf(rows, sent);
      return { data: { ...data, ...put({ phase: 'ready', last: loaded }) }, session: { now: now() } };
    });
  }

  async function refresh(place: ListPlace): Promise<void> {
    const key = placeKey(place);
    const state = store.getState();
    const guard = guardOf(key);
    const { list } = listOf(place);
    const load = state.data.lists[key];
    const isReady = load?.last !== undefined && load.phase !== 'loading' && !running.has(key);
    if (client === undefined || list === undefined || guard === undefined || !isReady) return;
    const controller = new AbortController();
    running.set(key, controller);
    const unsubscribe = store.subscribe(next => {
      if (placeKey(currentView(next).place) !== key) controller.abort();
    });
    const options = { signal: controller.signal, isAutomatic: true };
    const result = await requestPages(
      pagesOnScreen(state, guard),
      pageRequest(client, { list, ids: place.ids }, () => options),
      guard,
    );
    unsubscribe();
    if (running.get(key) !== controller) return;
    running.delete(key);
    finish(place, guard, result);
  }

  return {
    refresh,
    stop: key => {
      running.get(key)?.abort();
      running.delete(key);
    },
  };
}
