import { bare, changed, type Look, linked, PLAIN } from './sgr.ts';

/** One character in one look. Behind the first one that may be wider than a cell, a whole stretch of text. */
export type Cell = { readonly text: string; readonly look: Look };

/** A row of the screen. */
export type Row = {
  /** From the left, one for each column. */
  readonly cells: readonly Cell[];
  /** What follows from the first text on that may be wider than a cell: where it ends nobody knows. */
  readonly rest: readonly Cell[];
};

export const SPACE: Cell = { text: ' ', look: PLAIN };
export const EMPTY: Row = { cells: [], rest: [] };

// Characters that every terminal shows in one cell, or that Ink counts as one: then --ascii is the way out.
const ONE_CELL =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u203a\u2190-\u2193\u2500-\u25fc\u2605\u2713\u2717]*$/;
/** What a terminal puts into the cell before it. */
const JOINS = /^[\p{M}\p{Cf}]/u;
const ESCAPE = /\x1b\[([\d;:]*)m|\x1b\]8;[^;\x07\x1b]*;([^\x07\x1b]*)(?:\x07|\x1b\\)/g;

/** Whether two cells look the same. */
export function sameCell(a: Cell, b: Cell): boolean {
  if (a.text !== b.text) return false;
  return a.look === b.look || (a.text === ' ' && bare(a.look) === bare(b.look));
}

/** Whether nothing of a cell is to be seen, on the ground. */
export const isBlank = (cell: Cell): boolean => sameCell(cell, SPACE);

/** Text in its looks, in the order of the row: each piece is passed on with the look it has. */
function* piecesOf(line: string): Generator<Cell> {
  let look = PLAIN;
  let from = 0;
  for (const match of line.matchAll(ESCAPE)) {
    if (match.index > from) yield { text: line.slice(from, match.index), look };
    from = match.index + match[0].length;
    const [, parameters, link] = match;
    look = parameters === undefined ? linked(look, link ?? '') : changed(look, parameters);
  }
  if (from < line.length) yield { text: line.slice(from), look };
}

/**
 * Reads a row as Ink writes it: text, SGR and links. `glyph` may exchange characters of one cell. What would not be
 * on a screen of so many columns is left out: it would be written over the last cell that is.
 */
export function readRow(line: string, columns: number, glyph: (text: string) => string): Row {
  const cells: Cell[] = [];
  const rest: Cell[] = [];
  for (const { text: raw, look } of piecesOf(line)) {
    const text = glyph(raw);
    if (rest.length === 0 && ONE_CELL.test(text))
      cells.push(...Array.from(text, one => ({ text: one, look })));
    else {
      const base = rest.length === 0 && JOINS.test(text) ? cells.pop() : undefined;
      rest.push(...(base === undefined ? [] : [base]), { text, look });
    }
  }
  return cells.length < columns ? { cells, rest } : { cells: cells.slice(0, columns), rest: [] };
}
