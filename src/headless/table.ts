import { type JsonObject, member } from '../api/json.ts';
import { fieldNamed } from '../resources/asked.ts';
import { cellOf } from '../resources/cells.ts';
import type { Clock } from '../resources/field.ts';
import { undescribed } from '../resources/label.ts';
import type { Column, Resource } from '../resources/resource.ts';
import { joinSafe, repeat, type SafeText, safe } from '../text/sanitise.ts';
import { cells, sized } from '../text/width.ts';

/** How values are shown: those of which kind, at which time, and secrets as they are or masked. */
export type TableLook = {
  readonly resource: Resource;
  readonly clock: Clock;
  readonly reveals: boolean;
};

const GAP = 2;
/** A name is not cut shorter than this. */
const LEAST = 12;

/** The value of a record in a column, as one line. */
export function cellText(look: TableLook, record: JsonObject, column: Column): SafeText {
  const { resource } = look;
  const field = fieldNamed(resource, column.field);
  if (field?.secret === true && look.reveals) return undescribed(member(record, column.field)) ?? safe`-`;
  return cellOf(resource, record, { column, clock: look.clock }).text;
}

type Row = readonly SafeText[];

const widthOf = (rows: readonly Row[], at: number): number =>
  rows.reduce((most, row) => Math.max(most, cells(row[at] ?? safe``)), 0);

/** The places of the columns there is room for: on a narrow terminal those of the highest rank go first. */
function roomFor(columns: readonly Column[], widths: readonly number[], room: number): readonly number[] {
  let places = columns.map((_column, at) => at);
  const rank = (at: number): number => columns[at]?.rank ?? 1;
  const needed = (): number =>
    places.reduce(
      (sum, at) => sum + GAP + (at === 0 ? Math.min(LEAST, widths[0] ?? 0) : (widths[at] ?? 0)),
      -GAP,
    );
  while (places.length > 1 && needed() > room) {
    const worst = Math.max(...places.slice(1).map(rank));
    const out = places.findLast(at => at > 0 && rank(at) === worst);
    places = places.filter(at => at !== out);
  }
  return places;
}

/** Cells of the first column: what the others leave. */
function firstWidth(widths: readonly number[], places: readonly number[], room: number): number {
  const others = places.slice(1).reduce((sum, at) => sum + GAP + (widths[at] ?? 0), 0);
  return Math.max(1, Math.min(widths[0] ?? 0, room - others));
}

function rowText(
  row: Row,
  {
    columns,
    widths,
    places,
  }: { columns: readonly Column[]; widths: readonly number[]; places: readonly number[] },
): SafeText {
  const parts = places.map((at, rank) => {
    const cell = row[at] ?? safe``;
    const isLast = rank === places.length - 1;
    // Nothing but spaces would follow the last one.
    return isLast && columns[at]?.align !== 'right' && cells(cell) <= (widths[at] ?? 0)
      ? cell
      : sized(cell, widths[at] ?? 0, columns[at]?.align);
  });
  return joinSafe(parts, repeat(safe` `, GAP));
}

/** Rows of cells as aligned lines below their titles. `width`: cells of the terminal; without it nothing is cut. `isChosen`: no column is left out, whatever the room. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly Row[],
  { width, isChosen }: { readonly width: number | undefined; readonly isChosen: boolean },
): readonly SafeText[] {
  const all = [columns.map(({ title }) => title), ...rows];
  const natural = columns.map((_column, at) => widthOf(all, at));
  const isFree = width === undefined || isChosen;
  const places = isFree ? columns.map((_column, at) => at) : roomFor(columns, natural, width);
  const widths = isFree ? natural : natural.with(0, firstWidth(natural, places, width));
  return all.map(row => rowText(row, { columns, widths, places }));
}
