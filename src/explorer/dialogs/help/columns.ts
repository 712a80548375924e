import { clean, repeat, safe } from '../../../text/sanitise.ts';
import { cells } from '../../../text/width.ts';
import { joinLine, type Line, type Span, span, textLine } from '../../view/line.ts';

/** Whether a line only goes on with what the one before it began: `place.open:1`. */
const isPart = ({ id }: Line): boolean => /:[1-9]\d*$/.test(id);

/** The lines of a column at most `height` high, and how many they are; what belongs together is not torn apart. */
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

/** The first lines in so many columns of a height, the rest of them left. */
function page(lines: readonly Line[], { count, height }: { count: number; height: number }) {
  const columns: (readonly Line[])[] = [];
  let from = 0;
  for (let at = 0; at < count; at++) {
    const length = columnLength(lines.slice(from), height);
    columns.push(lines.slice(from, from + length));
    from += length;
  }
  return { columns, rest: lines.slice(from) };
}

/** A line as spans of exactly `width` cells; a title with its rule. */
function padded(line: Line | undefined, width: number): readonly Span[] {
  if (line === undefined || line.kind === 'blank') return [span(repeat(safe` `, width))];
  const used = cells(clean(joinLine(line)));
  if (line.kind === 'text') return [...line.spans, span(repeat(safe` `, width - used))];
  const rule = repeat(safe`─`, width - used - 5);
  return [span(safe`─ `, 'dim'), ...line.spans, span(safe` ${rule}  `, 'dim')];
}

type Sheet = {
  readonly count: number;
  /** Cells of a column. */
  readonly width: number;
  /** Rows of a page: it is read column by column before the next one. */
  readonly height: number;
};

/** Lines in columns beside each other, page by page; on the last page all columns are about as high. */
export function sideBySide(lines: readonly Line[], sheet: Sheet): readonly Line[] {
  const { count, width } = sheet;
  if (lines.length === 0) return [];
  const height = Math.min(sheet.height, Math.ceil(lines.length / count) + 1);
  const { columns, rest } = page(lines, { count, height });
  const rows = Array.from({ length: Math.max(...columns.map(column => column.length)) }, (_, at) =>
    textLine(`row:${lines.length}:${at}`, ...columns.flatMap(column => padded(column[at], width))),
  );
  return [...rows, ...sideBySide(rest, sheet)];
}
