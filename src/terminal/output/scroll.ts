import type { Row } from './cells.ts';

/** Moves the rows from `top` to `bottom` up by `by` rows; down if negative. */
export type Scroll = { readonly top: number; readonly bottom: number; readonly by: number };

const MAX_DISTANCES = 2;

function distances(before: readonly Row[], after: readonly Row[]): Map<number, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { line }] of before.entries())
    if (line.trim() !== '' && after[at]?.line !== line) places.set(line, [...(places.get(line) ?? []), at]);
  const found = new Map<number, number[]>();
  for (const [at, { line }] of after.entries()) {
    if (before[at]?.line === line) continue;
    for (const place of places.get(line) ?? []) found.set(place - at, [...(found.get(place - at) ?? []), at]);
  }
  return found;
}

/** Returns the scrolls that put most rows of one screen where they are on the other, best first. */
export function scrolls(before: readonly Row[], after: readonly Row[]): readonly Scroll[] {
  return [...distances(before, after)]
    .filter(([, rows]) => rows.length > 1)
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_DISTANCES)
    .map(([by, rows]) => {
      const all = rows.flatMap(row => [row, row + by]);
      return { top: Math.min(...all), bottom: Math.max(...all), by };
    });
}

/** Returns the rows after a scroll; `empty` fills the vacated ones. */
export function scrolled<T, E>(
  rows: readonly T[],
  { top, bottom, by }: Scroll,
  empty: E,
): readonly (T | E)[] {
  return rows.map((row, at) => {
    if (at < top || at > bottom) return row;
    const from = at + by;
    return from < top || from > bottom ? empty : (rows[from] ?? row);
  });
}
