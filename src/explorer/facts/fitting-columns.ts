import type { Column } from '../../resources/resource.ts';

export type PlacedColumn = { readonly column: Column; readonly width: number };

/** Cells between columns; a row starts with mark and cursor and ends with one cell. */
export const GAP = 2;
export const MARGIN = 5;
const MIN_FIRST_CELLS = 16;
const WIDE_FROM = 100;

const sum = (columns: readonly PlacedColumn[]): number =>
  columns.reduce((total, { width }) => total + width + GAP, 0);

/** Returns the first column and the id, in full if there is room. */
function nameColumns(columns: readonly Column[]): readonly Column[] {
  return columns
    .filter(({ field }, at) => at === 0 || field === 'id')
    .map(column => (column.wide === undefined ? column : { ...column, width: column.wide }));
}

/** Returns the columns of a set that fit; the set `names` has whole ids. `most`: cells for the first one. */
export function placeColumnSet(
  columns: readonly Column[],
  width: number,
  {
    set,
    isExact = false,
    most,
  }: { readonly set?: 'names' | undefined; readonly isExact?: boolean; readonly most?: number },
): readonly PlacedColumn[] {
  const shown = set === undefined ? columns : nameColumns(columns);
  const widened = isExact ? shown.map(column => ({ ...column, width: column.exact ?? column.width })) : shown;
  return placeColumns(widened, width, most);
}

/** Returns the columns up to a rank; the first one takes the remaining cells, but not more than it needs. */
function placeToRank(
  columns: readonly Column[],
  rank: number,
  { room, isWide, most }: { room: number; isWide: boolean; most: number },
) {
  const [first, ...others] = columns
    .filter(column => column.rank <= rank)
    .map(column => ({ column, width: isWide ? (column.wide ?? column.width) : column.width }));
  const left = room - sum(others);
  const width = Math.max(1, Math.min(left, Math.max(most, first?.width ?? 0)));
  return { left, placed: first === undefined ? [] : [{ ...first, width }, ...others] };
}

/**
 * Returns the columns that fit. The highest rank gives way first; the first column takes the remaining cells.
 * Columns get their wide form only if no other column gives way for it.
 */
export function placeColumns(
  columns: readonly Column[],
  width: number,
  most = Number.POSITIVE_INFINITY,
): readonly PlacedColumn[] {
  const room = width - MARGIN;
  const lowest = Math.max(...columns.map(({ rank }) => rank));
  const all = placeToRank(columns, lowest, { room, isWide: true, most });
  if (width >= WIDE_FROM && all.left >= (columns[0]?.width ?? 0)) return all.placed;
  for (let rank = lowest; rank > 1; rank--) {
    const { left, placed } = placeToRank(columns, rank, { room, isWide: false, most });
    if (left >= MIN_FIRST_CELLS) return placed;
  }
  return placeToRank(columns, 1, { room, isWide: false, most }).placed;
}

/** Returns the column whose mark is before the first one, because it has no room of its own. */
export const leadingMark = (
  columns: readonly Column[],
  placed: readonly PlacedColumn[],
): Column | undefined =>
  columns.find(column => column.isMark && placed.every(each => each.column.field !== column.field));
