/** Rows that are somewhere else now: those from `top` to `bottom` go up by so many, or down when negative. */
export type Scroll = { readonly top: number; readonly bottom: number; readonly by: number };

/** How many different distances are tried. */
const TRIED = 2;

/** By how much each row that is not where it was has moved, and how many rows have. */
function distances(before: readonly string[], after: readonly string[]): Map<number, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, text] of before.entries())
    if (text.trim() !== '' && after[at] !== text) places.set(text, [...(places.get(text) ?? []), at]);
  const found = new Map<number, number[]>();
  for (const [at, text] of after.entries()) {
    if (before[at] === text) continue;
    for (const place of places.get(text) ?? []) found.set(place - at, [...(found.get(place - at) ?? []), at]);
  }
  return found;
}

/** The scrolls that would put most rows of one screen where they are on the other. */
export function scrolls(before: readonly string[], after: readonly string[]): readonly Scroll[] {
  return [...distances(before, after)]
    .filter(([, rows]) => rows.length > 1)
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, TRIED)
    .map(([by, rows]) => {
      const all = rows.flatMap(row => [row, row + by]);
      return { top: Math.min(...all), bottom: Math.max(...all), by };
    });
}

/** Rows after a scroll; `empty` is what it leaves behind. */
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
