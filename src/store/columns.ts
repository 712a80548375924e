import type { Column } from '../resources/resource.ts';

/** A column with the cells it gets on this screen. */
export type Placed = { readonly column: Column; readonly width: number };

/** Cells between columns, and before and after a row: mark and cursor at the left, one cell at the right. */
export const GAP = 2;
export const MARGIN = 5;
const FIRST_LEAST = 12;
const WIDE_FROM = 100;

const sum = (columns: readonly Placed[]): number =>
  columns.reduce((total, { width }) => total + width + GAP, 0);

/** The first column and the id in full, where there is room for both. */
function nameColumns(columns: readonly Column[]): readonly Column[] {
  return columns
    .filter(({ field }, at) => at === 0 || field === 'id')
    .map(column => (column.wide === undefined ? column : { ...column, width: column.wide }));
}

/** The columns of a set that fit: `names` is the one with whole ids. */
export function placeSet(
  columns: readonly Column[],
  width: number,
  { set, isExact = false }: { readonly set?: 'names' | undefined; readonly isExact?: boolean },
): readonly Placed[] {
  const shown = set === undefined ? columns : nameColumns(columns);
  const sized = isExact ? shown.map(column => ({ ...column, width: column.exact ?? column.width })) : shown;
  return placeColumns(sized, width);
}

/** The columns that fit, by rank: the highest rank gives way first; the first column takes what is left. */
export function placeColumns(columns: readonly Column[], width: number): readonly Placed[] {
  const room = width - MARGIN;
  let rank = 4;
  for (;;) {
    const kept = columns.filter(column => column.rank <= rank);
    const [first, ...others] = kept.map(column => ({
      column,
      width: width >= WIDE_FROM ? (column.wide ?? column.width) : column.width,
    }));
    if (first === undefined) return [];
    const left = room - sum(others);
    if (left >= FIRST_LEAST || rank === 1) return [{ ...first, width: Math.max(1, left) }, ...others];
    rank--;
  }
}
