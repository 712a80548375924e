import { keyOf, placeRefs, type View } from '../../state/place.ts';
import type { State } from '../../state/state.ts';

/** Maximum number of full records in memory, and of bytes of their responses. */
export const MAX_RECORDS = 2000;
export const MAX_BYTES = 64 * 1024 * 1024;

type Records = State['data']['records'];
type RecordEntry = readonly [key: string, load: Records[string]];

const bytesOf = ([, { last }]: RecordEntry): number => last?.bytes ?? 0;

/** Returns the keys of all records of some views. */
const keysOf = (views: readonly View[]): readonly string[] =>
  views.flatMap(({ place }) => placeRefs(place).map(({ kind, ids }) => keyOf(kind, ids)));

/**
 * Returns a function that ranks records: first those of open views and loading ones, which must stay, then
 * those in the history, then by age.
 */
function rankIn(state: State): (entry: RecordEntry) => number {
  const inUse = new Set(keysOf(state.navigation.views));
  const seen = new Set(keysOf(state.navigation.history.stacks.flat()));
  return ([key, { phase, last }]) => {
    if (inUse.has(key) || phase === 'loading') return Number.POSITIVE_INFINITY;
    return (last?.at ?? 0) + (seen.has(key) ? Number.MAX_SAFE_INTEGER / 2 : 0);
  };
}

/**
 * Returns the records without the oldest beyond the limits; the same object when all fit. Dropped records
 * count as never loaded.
 */
export function fittingRecords(state: State): Records {
  const entries = Object.entries(state.data.records);
  const bytes = entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
  if (entries.length <= MAX_RECORDS && bytes <= MAX_BYTES) return state.data.records;
  const rank = rankIn(state);
  const ranked = entries
    .map(entry => ({ entry, worth: rank(entry) }))
    .sort((a, b) => (a.worth < b.worth ? 1 : -1));
  // Drops a tenth more than necessary, so that not every response needs a sort.
  let [records, room] = [MAX_RECORDS * 0.9, MAX_BYTES * 0.9];
  const remaining = new Set<RecordEntry>();
  for (const { entry, worth } of ranked) {
    records -= 1;
    room -= bytesOf(entry);
    if (worth === Number.POSITIVE_INFINITY || (records >= 0 && room >= 0)) remaining.add(entry);
  }
  return Object.fromEntries(entries.filter(entry => remaining.has(entry)));
}
