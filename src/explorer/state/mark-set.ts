import { rowIndex } from './row-index.ts';

export type Marks = ReadonlySet<string>;

export const NO_MARKS: Marks = new Set();

/** Returns the marks after marking or unmarking the rows at some positions of a list. */
export function withMarked(
  marks: Marks,
  ids: readonly string[],
  { positions, isMarked }: { readonly positions: Iterable<number>; readonly isMarked: boolean },
): Marks {
  const next = new Set(marks);
  for (const at of positions) {
    if (isMarked) next.add(ids[at] ?? '');
    else next.delete(ids[at] ?? '');
  }
  return next;
}

/** Returns the marks without one id; the same object if the id is not marked. */
export const withoutMark = (marks: Marks, id: string): Marks =>
  marks.has(id) ? marks.difference(new Set([id])) : marks;

/** Returns only the marks of rows that are in the list. */
export const marksWithin = (marks: Marks, ids: readonly string[]): Marks =>
  new Set([...marks].filter(id => rowIndex(ids, id) >= 0));

export function countMarked(marks: Marks, ids: readonly string[], positions: Iterable<number>): number {
  let count = 0;
  for (const at of positions) if (marks.has(ids[at] ?? '')) count++;
  return count;
}
