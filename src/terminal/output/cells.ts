import { cells as cellsOf, ONE_CELL } from '../../text/width.ts';
import { INSERTION_POINT } from '../sequences.ts';
import { type CellStyle, PLAIN, spaceStyle, withLink, withParameters } from './sgr.ts';

/** In `Row.rest`, a run of text of one style. */
export type Cell = Readonly<{ text: string; style: CellStyle }>;

export type Row = Readonly<{
  line: string;
  /** One a column. */
  cells: readonly Cell[];
  /** From the first character on whose width is not certain: its end column is unknown. */
  rest: readonly Cell[];
  /** Column of the terminal's cursor, if it is in this row. */
  cursor: number | undefined;
}>;

export const SPACE: Cell = { text: ' ', style: PLAIN };
export const EMPTY: Row = { line: '', cells: [], rest: [], cursor: undefined };

const JOINS = /^[\p{M}\p{Cf}]/u;
const ESCAPE = /\x1b\[([\d;:]*)m|\x1b\]8;[^;\x07\x1b]*;([^\x07\x1b]*)(?:\x07|\x1b\\)/g;

export function sameCell(a: Cell, b: Cell): boolean {
  if (a.text !== b.text) return false;
  return a.style === b.style || (a.text === ' ' && spaceStyle(a.style) === spaceStyle(b.style));
}

export const isBlank = (cell: Cell) => sameCell(cell, SPACE);

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

function cursorOf(line: string, columns: number): number | undefined {
  const [before = '', after] = line.split(INSERTION_POINT[0]);
  return after === undefined ? undefined : Math.min(cellsOf(before.replaceAll(ESCAPE, '')), columns - 1);
}

/** Parses SGR and links. Drops cells beyond `columns`: a terminal would draw them over the last column. */
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
  const cursor = cursorOf(line, columns);
  if (cells.length < columns) return { line, cells, rest, cursor };
  return { line, cells: cells.slice(0, columns), rest: [], cursor };
}
