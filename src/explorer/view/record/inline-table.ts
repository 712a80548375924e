import type { JsonObject } from '../../../json/json.ts';
import { cellOf } from '../../../resources/cell.ts';
import type { Tone } from '../../../resources/field.ts';
import type { Column, Resource } from '../../../resources/resource.ts';
import { repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, sized } from '../../../text/width.ts';
import { type Line, lateLine, MARKS, type Span, span, type Target } from '../line.ts';
import { cellText, GAP, MARGIN, type Placed, placeSet } from '../list/columns.ts';
import type { Paper } from './fields.ts';

/** A row of a table among the lines of a record. */
export type TableRow = {
  readonly id: string;
  readonly record: JsonObject;
  readonly target: Target;
  /** Tone of the mark before it; no mark without one. */
  readonly tone?: Tone;
};

type Sheet = {
  readonly id: string;
  readonly resource: Pick<Resource, 'fields' | 'nameField'>;
  readonly columns: readonly Column[];
  readonly paper: Paper;
};

const gap = (at: number): Span => span(repeat(safe` `, at === 0 ? 0 : GAP));

/** Returns the columns in which at least one row has a value. */
function usedColumns({ resource, columns }: Sheet, rows: readonly TableRow[]): readonly Column[] {
  const clock = { now: 0, exact: true };
  const says = (column: Column): boolean =>
    rows.some(({ record }) => cellOf(resource, record, { column, clock }).text !== '-');
  return columns.filter((column, at) => at === 0 || says(column));
}

/** Shrinks the first column to its content, so that related cells stay together. */
function snug(placed: readonly Placed[], sheet: Sheet, rows: readonly TableRow[]): readonly Placed[] {
  const [first, ...others] = placed;
  if (first === undefined) return placed;
  const { resource, paper } = sheet;
  const about = { column: first.column, clock: paper.clock };
  const needed = rows.reduce(
    (most, { record }) => Math.max(most, cells(cellOf(resource, record, about).text)),
    cells(first.column.title),
  );
  return [{ ...first, width: Math.min(first.width, needed) }, ...others];
}

function rowSpans(row: TableRow, sheet: Sheet, placed: readonly Placed[]): readonly Span[] {
  const { resource, paper } = sheet;
  return placed.flatMap(({ column, width }, at) => {
    const { text, tone } = cellOf(resource, row.record, { column, clock: paper.clock });
    const style = at === 0 && tone === 'plain' ? 'strong' : tone;
    return [gap(at), span(cellText(text, column, width), style)];
  });
}

/** Returns column titles and rows as lines; the cursor passes over the titles. */
export function tableLines(sheet: Sheet, rows: readonly TableRow[]): readonly Line[] {
  const { id, paper } = sheet;
  const lead: SafeText = rows.some(({ tone }) => tone !== undefined) ? safe`     ` : safe`   `;
  const width = paper.width - cells(lead) - 1 + MARGIN;
  const placed = snug(placeSet(usedColumns(sheet, rows), width, { isExact: paper.clock.exact }), sheet, rows);
  const titles = placed.flatMap(({ column, width: room }, at) => [
    gap(at),
    span(sized(column.title, room, column.align), 'label'),
  ]);
  return [
    { kind: 'text', id: '', spans: [span(lead), ...titles] },
    ...rows.map(row => {
      const mark = row.tone === undefined ? span(lead) : span(safe`   ${MARKS[row.tone]} `, row.tone);
      return lateLine(`${id}:${row.id}`, row.target, () => [mark, ...rowSpans(row, sheet, placed)]);
    }),
  ];
}
