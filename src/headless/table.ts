import { type JsonObject, member } from '../json/json.ts';
import { type Cell, cellOf } from '../resources/cell.ts';
import type { Clock, Tone } from '../resources/field.ts';
import { fieldNamed } from '../resources/fields.ts';
import { undescribed } from '../resources/label.ts';
import type { Column, Resource } from '../resources/resource.ts';
import { safe } from '../text/sanitise.ts';
import { cells, sized } from '../text/width.ts';

/** How values are shown: those of which kind, at which time, and secrets as they are or masked. */
export type TableLook = {
  readonly resource: Resource;
  readonly clock: Clock;
  readonly reveals: boolean;
};

const GAP = 2;
/** A name is not cut shorter than this. */
const LEAST = 20;

/** The value of a record in a column, as one line. */
export function tableCell(look: TableLook, record: JsonObject, column: Column): Cell {
  const { resource } = look;
  const field = fieldNamed(resource, column.field);
  if (field?.secret === true && look.reveals)
    return { text: undescribed(member(record, column.field)) ?? safe`-`, tone: 'plain' };
  return cellOf(resource, record, { column, clock: look.clock });
}

type Row = readonly Cell[];

/** Where a table goes. `width`: cells of the terminal; without one nothing is cut. */
export type Paper = {
  readonly width: number | undefined;
  readonly hasColours: boolean;
  /** The columns were asked for: none is left out, whatever the room. */
  readonly isChosen: boolean;
};

const COLOURS: { readonly [T in Tone]: readonly [on: string, off: string] } = {
  plain: ['', ''],
  good: ['\u001b[32m', '\u001b[39m'],
  warn: ['\u001b[33m', '\u001b[39m'],
  bad: ['\u001b[31m', '\u001b[39m'],
  dim: ['\u001b[2m', '\u001b[22m'],
};

/** A text in the colour of its tone, where there are colours. */
export function coloured(text: string, tone: Tone, hasColours: boolean): string {
  const [on, off] = COLOURS[tone];
  return hasColours && text.trim() !== '' ? `${on}${text}${off}` : text;
}

const widthOf = (rows: readonly Row[], at: number): number =>
  rows.reduce((most, row) => Math.max(most, cells(row[at]?.text ?? safe``)), 0);

/** The fewest cells of a column: what it holds, or what its description gives it. */
function leastOf(columns: readonly Column[], natural: readonly number[], at: number): number {
  const { wide, width = LEAST } = columns[at] ?? {};
  return Math.min(natural[at] ?? 0, at === 0 ? LEAST : (wide ?? width));
}

/** The places of the columns there is room for: on a narrow terminal those of the highest rank go first. */
function roomFor(columns: readonly Column[], natural: readonly number[], room: number): readonly number[] {
  const least = (at: number): number => leastOf(columns, natural, at);
  const rank = (at: number): number => columns[at]?.rank ?? 1;
  // One that does not even fit beside the first takes no other's place.
  let places = columns.map((_column, at) => at).filter(at => at === 0 || least(0) + GAP + least(at) <= room);
  const needed = (): number => places.reduce((sum, at) => sum + GAP + least(at), -GAP);
  while (places.length > 1 && needed() > room) {
    const worst = Math.max(...places.slice(1).map(rank));
    const out = places.findLast(at => at > 0 && rank(at) === worst);
    places = places.filter(at => at !== out);
  }
  return places;
}

/** Cells of each column: the fewest, and what is left over to one after the other, the first one first. */
function fitted(columns: readonly Column[], natural: readonly number[], room: number): Laid {
  const places = roomFor(columns, natural, room);
  const widths = columns.map((_column, at) => leastOf(columns, natural, at));
  let left = room - places.reduce((sum, at) => sum + GAP + (widths[at] ?? 0), -GAP);
  for (const at of places) {
    const more = Math.max(0, Math.min(left, (natural[at] ?? 0) - (widths[at] ?? 0)));
    widths[at] = (widths[at] ?? 0) + more;
    left -= more;
  }
  return { columns, widths, places };
}

type Laid = {
  readonly columns: readonly Column[];
  readonly widths: readonly number[];
  readonly places: readonly number[];
};

function rowText(row: Row, { columns, widths, places }: Laid, hasColours: boolean): string {
  const parts = places.map((at, place) => {
    const { text, tone } = row[at] ?? { text: safe``, tone: 'plain' };
    const { align } = columns[at] ?? {};
    const full = sized(text, widths[at] ?? 0, align);
    // Nothing but spaces would follow the last one.
    const isBare = place === places.length - 1 && align !== 'right';
    return coloured(isBare ? full.trimEnd() : full, tone, hasColours);
  });
  return parts.join(' '.repeat(GAP)).trimEnd();
}

/** Rows of cells as aligned lines below their titles. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly Row[],
  { width, hasColours, isChosen }: Paper,
): readonly string[] {
  const head = columns.map(({ title }): Cell => ({ text: title, tone: 'dim' }));
  const all = [head, ...rows];
  const natural = columns.map((_column, at) => widthOf(all, at));
  const laid =
    width === undefined || isChosen
      ? { columns, widths: natural, places: columns.map((_column, at) => at) }
      : fitted(columns, natural, width);
  return all.map(row => rowText(row, laid, hasColours));
}
