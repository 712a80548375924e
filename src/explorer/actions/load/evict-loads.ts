import type { Load } from '../../state/load.ts';
import { keyOf, placeKey, placeRefs, type View } from '../../state/place.ts';
import type { State } from '../../state/state.ts';

/** Maximum number of full records and of lists in memory, and of bytes of the responses of each. */
export const MAX_RECORDS = 2000;
export const MAX_LISTS = 200;
export const MAX_BYTES = 64 * 1024 * 1024;

type LoadTable<T> = { readonly [key: string]: Load<T> };
type LoadEntry = readonly [key: string, load: Load<unknown>];

const bytesOf = ([, { last }]: LoadEntry): number => last?.bytes ?? 0;

const keysOf = (views: readonly View[]): readonly string[] =>
  views.flatMap(({ place }) => [
    placeKey(place),
    ...placeRefs(place).map(({ kind, ids }) => keyOf(kind, ids)),
  ]);

/**
 * Returns a function that ranks loads: first those of open views, those with marks, and those in progress,
 * which must stay, then those in the history, then by age.
 */
function rankIn({ data, navigation }: State): (entry: LoadEntry) => number {
  const inUse = new Set(keysOf(navigation.views));
  const seen = new Set(keysOf(navigation.history.stacks.flat()));
  return ([key, { phase, last }]) => {
    if (inUse.has(key) || phase === 'loading' || data.marks[key]?.size) return Number.POSITIVE_INFINITY;
    return (last?.at ?? 0) + (seen.has(key) ? Number.MAX_SAFE_INTEGER / 2 : 0);
  };
}

/**
 * Returns the loads of a table without the oldest beyond the limits; the same object when all fit. Dropped
 * ones count as never loaded.
 */
export function fittingLoads<T>(state: State, loads: LoadTable<T>, most: number): LoadTable<T> {
  const entries = Object.entries(loads);
  const bytes = entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
  if (entries.length <= most && bytes <= MAX_BYTES) return loads;
  const rank = rankIn(state);
  const ranked = entries
    .map(entry => ({ entry, worth: rank(entry) }))
    .sort((a, b) => (a.worth < b.worth ? 1 : -1));
  // Drops a tenth more than necessary, so that not every response needs a sort.
  let [room, roomBytes] = [most * 0.9, MAX_BYTES * 0.9];
  const remaining = new Set<LoadEntry>();
  for (const { entry, worth } of ranked) {
    room -= 1;
    roomBytes -= bytesOf(entry);
    if (worth === Number.POSITIVE_INFINITY || (room >= 0 && roomBytes >= 0)) remaining.add(entry);
  }
  return Object.fromEntries(entries.filter(entry => remaining.has(entry)));
}
