import { cellOf } from '../resources/cells.ts';
import type { Clock } from '../resources/field.ts';
import { GAP, type Placed, placeColumns } from '../store/columns.ts';
import { type Span, span } from '../store/line.ts';
import type { Surface } from '../store/surface.ts';
import { repeat, safe } from '../text/sanitise.ts';
import { sized } from '../text/width.ts';
import { type Brush, paintSpans } from './paint.ts';

type Table = Extract<Surface, { is: 'table' }>;

const gap = (at: number): Span => span(repeat(safe` `, at === 0 ? 3 : GAP));

function rowSpans(
  table: Table,
  index: number,
  { placed, clock }: { placed: readonly Placed[]; clock: Clock },
): readonly Span[] {
  const record = table.rows.items[index];
  if (record === undefined) return [];
  return placed.flatMap(({ column, width }, at) => {
    const cell = cellOf(table.resource, record, { column, clock });
    return [gap(at), span(sized(cell.text, width, column.align), cell.tone)];
  });
}

/** The column titles and the rows of a table that are on the screen. */
export function paintTable(
  table: Table,
  window: { readonly top: number; readonly height: number; readonly cursor: number },
  { clock, ...brush }: Brush & { readonly clock: Clock },
): readonly string[] {
  const placed = placeColumns(table.resource.columns, brush.width);
  const titles = placed.flatMap(({ column, width }, at) => [
    gap(at),
    span(sized(column.title, width, column.align), 'label'),
  ]);
  const count = Math.max(0, Math.min(window.height - 1, table.ids.length - window.top));
  const rows = Array.from({ length: count }, (_, at) => {
    const index = window.top + at;
    return paintSpans(rowSpans(table, index, { placed, clock }), brush, index === window.cursor);
  });
  return [paintSpans(titles, brush), ...rows];
}
