import type { JsonObject } from '../../../json/json.ts';
import { cellOf, cellText } from '../../../resources/cell.ts';
import type { Tone } from '../../../resources/field.ts';
import type { Column, Resource } from '../../../resources/resource.ts';
import { repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, sized, usualWidth } from '../../../text/width.ts';
import { GAP, MARGIN, type PlacedColumn, placeColumnSet } from '../../facts/columns.ts';
import { type Line, lateLine, MARKS, type Span, span } from '../../facts/line.ts';
import type { Action } from '../../state/action.ts';
import type { RenderOptions } from './fields.ts';

export type TableRow = {
  readonly id: string;
  readonly record: JsonObject;
  readonly target: Action;
  /** Tone of the mark before the row; default: no mark. */
  readonly tone?: Tone;
  /** Text to copy from the row; default: the id of its record. */
  readonly copy?: string | undefined;
};

type InlineTable = {
  readonly id: string;
  readonly resource: Pick<Resource, 'fields' | 'nameField'>;
  readonly columns: readonly Column[];
  readonly options: RenderOptions;
};

const gap = (at: number): Span => span(repeat(safe` `, at === 0 ? 0 : GAP));

/** Returns the columns in which at least one row has a value. */
function usedColumns({ resource, columns }: InlineTable, rows: readonly TableRow[]): readonly Column[] {
  const clock = { now: 0, exact: true };
  const hasValue = (column: Column): boolean =>
    rows.some(({ record }) => cellOf(resource, record, { column, clock }).text !== '-');
  return columns.filter((column, at) => at === 0 || hasValue(column));
}

/** Shrinks the first column to what nearly all its texts need, so that related cells stay together. */
function withSnugFirst(
  placed: readonly PlacedColumn[],
  table: InlineTable,
  rows: readonly TableRow[],
): readonly PlacedColumn[] {
  const [first, ...others] = placed;
  if (first === undefined) return placed;
  const { resource, options } = table;
  const inputs = { column: first.column, clock: options.clock };
  const widths = rows.map(({ record }) => cells(cellOf(resource, record, inputs).text));
  const needed = Math.max(usualWidth(widths), cells(first.column.title));
  return [{ ...first, width: Math.min(first.width, needed) }, ...others];
}

function rowSpans(row: TableRow, table: InlineTable, placed: readonly PlacedColumn[]): readonly Span[] {
  const { resource, options } = table;
  return placed.flatMap(({ column, width }, at) => {
    const { text, tone } = cellOf(resource, row.record, { column, clock: options.clock });
    const style = at === 0 && tone === 'plain' ? 'strong' : tone;
    return [gap(at), span(cellText(text, column, width), style)];
  });
}

/** Returns column titles and rows as lines; the cursor passes over the titles. */
export function tableLines(table: InlineTable, rows: readonly TableRow[]): readonly Line[] {
  const { id, options } = table;
  const lead: SafeText = rows.some(({ tone }) => tone !== undefined) ? safe`     ` : safe`   `;
  const width = options.width - cells(lead) - 1 + MARGIN;
  const placed = withSnugFirst(
    placeColumnSet(usedColumns(table, rows), width, { isExact: options.clock.exact }),
    table,
    rows,
  );
  const titles = placed.flatMap(({ column, width: room }, at) => [
    gap(at),
    span(sized(column.title, room, column.align), 'label'),
  ]);
  return [
    { kind: 'text', id: '', spans: [span(lead), ...titles] },
    ...rows.map(row => {
      const mark = row.tone === undefined ? span(lead) : span(safe`   ${MARKS[row.tone]} `, row.tone);
      const line = lateLine(`${id}:${row.id}`, row.target, () => [mark, ...rowSpans(row, table, placed)]);
      return row.copy === undefined ? line : Object.assign(line, { copy: row.copy });
    }),
  ];
}
