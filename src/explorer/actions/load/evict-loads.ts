import type { LoadTable } from '../../state/load.ts';
import { keyOf, placeKey, placeRefs, type View } from '../../state/place.ts';
import type { State } from '../../state/state.ts';
import { withChange } from '../../state/store.ts';

/** The most full records and lists in memory, and the most bytes of the responses of each. */
export const MAX_RECORDS = 2000;
export const MAX_LISTS = 200;
export const MAX_BYTES = 64 * 1024 * 1024;

const keysOf = (views: readonly View[]): readonly string[] =>
  views.flatMap(({ place }) => [placeKey(place), ...placeRefs(place).map(keyOf)]);

/** Loads of open views, with marks or in progress stay; the oldest go first, those in the history last. */
export function fittingLoads<T>(state: State, loads: LoadTable<T>, most: number): LoadTable<T> {
  const entries = Object.entries(loads);
  const bytes = entries.reduce((sum, [, { last }]) => sum + (last?.bytes ?? 0), 0);
  if (entries.length <= most && bytes <= MAX_BYTES) return loads;
  const { data, navigation } = state;
  const inUse = new Set(keysOf(navigation.views));
  const seen = new Set(keysOf(navigation.history.stacks.flat()));
  const ranked = entries
    .map(([key, { phase, last }]) => {
      const stays = inUse.has(key) || phase === 'loading' || Boolean(data.marks[key]?.size);
      return { key, stays, isSeen: seen.has(key), at: last?.at ?? 0, bytes: last?.bytes ?? 0 };
    })
    .sort((a, b) => Number(b.stays) - Number(a.stays) || Number(b.isSeen) - Number(a.isSeen) || b.at - a.at);
  // Drops a tenth more than necessary, so that not every response needs a sort.
  let [room, roomBytes] = [most * 0.9, MAX_BYTES * 0.9];
  const remaining = new Set<string>();
  for (const { key, stays, bytes: size } of ranked) {
    room -= 1;
    roomBytes -= size;
    if (stays || (room >= 0 && roomBytes >= 0)) remaining.add(key);
  }
  // A new object would be a change, after which loads are evicted again, without end.
  return remaining.size === entries.length
    ? loads
    : Object.fromEntries(entries.filter(([key]) => remaining.has(key)));
}

export function withFittingLoads(state: State): State {
  const records = fittingLoads(state, state.data.records, MAX_RECORDS);
  const lists = fittingLoads(state, state.data.lists, MAX_LISTS);
  const isSame = records === state.data.records && lists === state.data.lists;
  return isSame ? state : withChange(state, { data: { records, lists } });
}
