import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../json/json.ts';
import { ownId } from '../../../resources/resource.ts';
import { CAUSE_LINE, causeInFilter, causeRows, causesOf, causesView } from '../../facts/causes.ts';
import { paneKind } from '../../facts/layout.ts';
import { isAtHome } from '../../selection/rows-to-check.ts';
import type { Rows } from '../../state/load.ts';
import { causesPlace, isCauses, placeKey } from '../../state/place.ts';
import { currentView, type State } from '../../state/state.ts';
import { type Ports, withChange } from '../../state/store.ts';
import { noRows } from './page-rows.ts';

/** Milliseconds between two rankings while results arrive. */
const RANK_MS = 500;
/** Milliseconds without a letter of a filter, before the causes of its rows are ranked. */
const TYPING_MS = 150;

const rowsOf = (items: readonly JsonObject[]): Rows => ({
  ...noRows,
  items,
  ids: items.map(item => ownId(item) ?? ''),
  pages: 1,
});

/** The rows in their order with the counts of now; new causes come last, under a line. */
function withCounts(before: Rows, items: readonly JsonObject[]): Rows {
  const now = new Map(items.map(item => [ownId(item), item]));
  const kept = before.items.map(item => now.get(ownId(item)) ?? { ...item, bots: 0 });
  const known = new Set(before.ids);
  const all = [...kept, ...items.filter(item => !known.has(ownId(item) ?? ''))];
  const sorted = before.base?.sorted.length ?? before.items.length;
  return { ...rowsOf(all), base: { sorted: all.slice(0, sorted), items: all, isDivided: true } };
}

function withCausesRanked(state: State, at: number): State {
  const key = placeKey(causesPlace);
  const before = causeRows(state);
  if (state.data.lists[key]?.phase === 'loading') return state;
  const { rows } = causesOf(state);
  if (before === undefined && rows.length === 0) return state;
  const { place, cursor } = currentView(state);
  const isFrozen = isCauses(place) || cursor?.startsWith(CAUSE_LINE) === true;
  const value = before !== undefined && isFrozen ? withCounts(before, rows) : rowsOf(rows);
  if (isDeepStrictEqual(value, before)) return state;
  const load = { phase: 'ready', last: { value, at, ms: 0 } } as const;
  return withChange(state, { data: { lists: { ...state.data.lists, [key]: load } } });
}

function rankedView(state: State): ReturnType<typeof causesView> {
  const { place, filter } = currentView(state);
  const isShown = isCauses(place) || isAtHome(state) || paneKind(state) === 'causes';
  return isShown || causeInFilter(filter) !== undefined ? causesView(state) : undefined;
}

/**
 * Ranks the causes of another place and those of a whole check at once, during a check twice a second, those
 * under a filter when no more is typed.
 */
export function causeStep({ store, now }: Pick<Ports, 'store' | 'now'>): () => void {
  let last: readonly unknown[] = [];
  let rankedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  function rank(): void {
    clearTimeout(timer);
    timer = undefined;
    rankedAt = now();
    store.setState(state => withCausesRanked(state, now()));
  }
  function rankIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(rank, ms).unref();
  }
  return () => {
    const state = store.getState();
    const { place } = currentView(state);
    const view = rankedView(state);
    if (view === undefined) {
      clearTimeout(timer);
      [timer, last] = [undefined, []];
      return;
    }
    const { records, sortedRecords, lists, check } = state.data;
    const rows = lists[placeKey(view.place)]?.last;
    const inputs = [placeKey(place), view.filter, records, sortedRecords, rows, check === undefined];
    const changed = inputs.map((each, index) => each !== last[index]);
    if (!changed.includes(true)) return;
    last = inputs;
    const [isElsewhere, isTyped, isArrival] = changed;
    if (isElsewhere) return rank();
    if (isTyped) return rankIn(TYPING_MS);
    const waitMs = isArrival && check !== undefined ? rankedAt + RANK_MS - now() : 0;
    if (waitMs <= 0) return rank();
    if (timer === undefined) rankIn(waitMs);
  };
}
