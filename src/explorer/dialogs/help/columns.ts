import { clean, repeat, safe } from '../../../text/sanitise.ts';
import { cells } from '../../../text/width.ts';
import { joinLine, type Line, type Span, span, textLine } from '../../facts/line.ts';

/** Returns true if a line continues the one before it: `place.open:1`. */
const isPart = ({ id }: Line): boolean => /:[1-9]\d*$/.test(id);

/**
 * Returns the number of lines of a column of at most `height` rows. A command is not split between columns.
 */
function columnLength(lines: readonly Line[], height: number): number {
  if (lines.length <= height) return lines.length;
  let end = height;
  while (end > 1 && isTorn(lines, end)) end--;
  return end;
}

const isTorn = (lines: readonly Line[], end: number): boolean => {
  const [last, next] = [lines[end - 1], lines[end]];
  return last?.kind === 'title' || (next !== undefined && isPart(next));
};

/** Returns the columns of one page, and the lines left for the next. */
function pageColumns(lines: readonly Line[], { count, height }: { count: number; height: number }) {
  const columns: (readonly Line[])[] = [];
  let from = 0;
  for (let at = 0; at < count; at++) {
    const length = columnLength(lines.slice(from), height);
    columns.push(lines.slice(from, from + length));
    from += length;
  }
  return { columns, rest: lines.slice(from) };
}

/** Returns a line as spans of exactly `width` cells; a title with its rule. */
function paddedSpans(line: Line | undefined, width: number): readonly Span[] {
  if (line === undefined || line.kind === 'blank') return [span(repeat(safe` `, width))];
  const used = cells(clean(joinLine(line)));
  if (line.kind === 'text') return [...line.spans, span(repeat(safe` `, width - used))];
  const rule = repeat(safe`─`, width - used - 5);
  return [span(safe`─ `, 'dim'), ...line.spans, span(safe` ${rule}  `, 'dim')];
}

type ColumnLayout = {
  readonly count: number;
  /** Cells of a column. */
  readonly width: number;
  /** Rows of a page. All columns of a page are read before the next page. */
  readonly height: number;
};

/** Returns the lines in columns, page by page. On the last page all columns are about equally high. */
export function sideBySide(lines: readonly Line[], layout: ColumnLayout): readonly Line[] {
  const { count, width } = layout;
  if (lines.length === 0) return [];
  const height = Math.min(layout.height, Math.ceil(lines.length / count) + 1);
  const { columns, rest } = pageColumns(lines, { count, height });
  const rows = Array.from({ length: Math.max(...columns.map(column => column.length)) }, (_, at) =>
    textLine(`row:${lines.length}:${at}`, ...columns.flatMap(column => paddedSpans(column[at], width))),
  );
  return [...rows, ...sideBySide(rest, layout)];
}
