import type { Column } from '../../../resources/resource.ts';
import type { SafeText } from '../../../text/sanitise.ts';
import { cutWords, sized } from '../../../text/width.ts';

/** A column with its cells on this screen. */
export type PlacedColumn = { readonly column: Column; readonly width: number };

/** Cells between columns; a row starts with mark and cursor and ends with one cell. */
export const GAP = 2;
export const MARGIN = 5;
const MIN_FIRST_CELLS = 16;
const WIDE_FROM = 100;

const sum = (columns: readonly PlacedColumn[]): number =>
  columns.reduce((total, { width }) => total + width + GAP, 0);

/**
 * Returns the text of a cell in exactly `width` cells: cuts sentences at the end of a word, other text in the
 * middle.
 */
export const cellText = (text: SafeText, { isProse, align }: Column, width: number): SafeText =>
  sized(isProse ? cutWords(text, width) : text, width, align);

/** Returns the first column and the id, in full if there is room. */
function nameColumns(columns: readonly Column[]): readonly Column[] {
  return columns
    .filter(({ field }, at) => at === 0 || field === 'id')
    .map(column => (column.wide === undefined ? column : { ...column, width: column.wide }));
}

/** Returns the columns of a set that fit; the set `names` has whole ids. */
export function placeColumnSet(
  columns: readonly Column[],
  width: number,
  { set, isExact = false }: { readonly set?: 'names' | undefined; readonly isExact?: boolean },
): readonly PlacedColumn[] {
  const shown = set === undefined ? columns : nameColumns(columns);
  const widened = isExact ? shown.map(column => ({ ...column, width: column.exact ?? column.width })) : shown;
  return placeColumns(widened, width);
}

/** Returns the columns up to a rank; the first one takes the remaining cells. */
function placeToRank(
  columns: readonly Column[],
  rank: number,
  { room, isWide }: { room: number; isWide: boolean },
) {
  const [first, ...others] = columns
    .filter(column => column.rank <= rank)
    .map(column => ({ column, width: isWide ? (column.wide ?? column.width) : column.width }));
  const left = room - sum(others);
  return { left, placed: first === undefined ? [] : [{ ...first, width: Math.max(1, left) }, ...others] };
}

/**
 * Returns the columns that fit. The highest rank gives way first; the first column takes the remaining cells.
 * Columns get their wide form only if no other column gives way for it.
 */
export function placeColumns(columns: readonly Column[], width: number): readonly PlacedColumn[] {
  const room = width - MARGIN;
  const most = Math.max(...columns.map(({ rank }) => rank));
  const all = placeToRank(columns, most, { room, isWide: true });
  if (width >= WIDE_FROM && all.left >= (columns[0]?.width ?? 0)) return all.placed;
  for (let rank = most; rank > 1; rank--) {
    const { left, placed } = placeToRank(columns, rank, { room, isWide: false });
    if (left >= MIN_FIRST_CELLS) return placed;
  }
  return placeToRank(columns, 1, { room, isWide: false }).placed;
}

/** Returns the column whose mark is before the first one, because it has no room of its own. */
export const leadingMark = (
  columns: readonly Column[],
  placed: readonly PlacedColumn[],
): Column | undefined =>
  columns.find(column => column.isMark && placed.every(each => each.column.field !== column.field));
