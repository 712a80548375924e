import { ONE_CELL } from '../../text/width.ts';
import { type CellStyle, PLAIN, spaceStyle, withLink, withParameters } from './sgr.ts';

/** One character and its style. In `Row.rest`, a run of text of one style. */
export type Cell = { readonly text: string; readonly style: CellStyle };

export type Row = {
  /** The row as Ink wrote it. */
  readonly line: string;
  /** Cells from the left, one a column. */
  readonly cells: readonly Cell[];
  /** Text from the first character on whose width is not certain: its end column is unknown. */
  readonly rest: readonly Cell[];
};

/** A cell that shows the default background. */
export const SPACE: Cell = { text: ' ', style: PLAIN };
export const EMPTY: Row = { line: '', cells: [], rest: [] };

/** Characters that combine with the cell before them. */
const JOINS = /^[\p{M}\p{Cf}]/u;
const ESCAPE = /\x1b\[([\d;:]*)m|\x1b\]8;[^;\x07\x1b]*;([^\x07\x1b]*)(?:\x07|\x1b\\)/g;

export function sameCell(a: Cell, b: Cell): boolean {
  if (a.text !== b.text) return false;
  return a.style === b.style || (a.text === ' ' && spaceStyle(a.style) === spaceStyle(b.style));
}

/** Returns true if a cell shows nothing but the default background. */
export const isBlank = (cell: Cell): boolean => sameCell(cell, SPACE);

function* runsOf(line: string): Generator<Cell> {
  let style = PLAIN;
  let from = 0;
  for (const match of line.matchAll(ESCAPE)) {
    if (match.index > from) yield { text: line.slice(from, match.index), style };
    from = match.index + match[0].length;
    const [, parameters, link] = match;
    style = parameters === undefined ? withLink(style, link ?? '') : withParameters(style, parameters);
  }
  if (from < line.length) yield { text: line.slice(from), style };
}

/**
 * Parses a row as Ink writes it: text, SGR and links. `glyph` may replace characters of one cell. Cells
 * beyond `columns` are dropped: a terminal would draw them over the last column.
 */
export function readRow(line: string, columns: number, glyph: (text: string) => string): Row {
  const cells: Cell[] = [];
  const rest: Cell[] = [];
  for (const { text: raw, style } of runsOf(line)) {
    const text = glyph(raw);
    if (rest.length === 0 && ONE_CELL.test(text))
      cells.push(...Array.from(text, one => ({ text: one, style })));
    else {
      const base = rest.length === 0 && JOINS.test(text) ? cells.pop() : undefined;
      rest.push(...(base === undefined ? [] : [base]), { text, style });
    }
  }
  return cells.length < columns ? { line, cells, rest } : { line, cells: cells.slice(0, columns), rest: [] };
}
