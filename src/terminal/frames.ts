import { type Cell, cellsText, type Ground, PLAIN, type Row, readRow, sameCell } from './cells.ts';

export type Size = { readonly columns: number; readonly rows: number };

/** How the whole screen is dressed: colours of what has none of its own, and other characters for some. */
export type Dress = {
  readonly ground: Ground;
  /** Exchanges characters of one cell for others of one cell. */
  readonly glyph: (text: string) => string;
};

export type Frames = {
  /** The bytes that make the screen show these lines, '' when it does. Rows without a line become empty. */
  readonly paint: (lines: readonly string[], size: Size) => string;
  /** What is on the screen is not known any more: the next frame is painted whole. */
  readonly forget: () => void;
  readonly dress: (dress: Dress) => void;
};

type Shown = { readonly text: string; readonly row: Row };

const SPACE: Cell = { text: ' ', look: PLAIN };
const ERASE_REST = '\x1b[K';
/** Longer than the sequence for it. */
const ERASE_FROM = 4;

/** A stretch of a row that has to be written, and the column where it begins. */
type Change = { readonly column: number; readonly text: string };

type Paper = { readonly columns: number; readonly ground: Ground };

/** A row without what would not be on the screen: it would be written over the last cell that is. */
function cropped(row: Row, columns: number): Row {
  return row.known <= columns ? row : { cells: row.cells.slice(0, columns), known: columns };
}

const isKnown = (row: Row): boolean => row.known === row.cells.length;

/** The change of a row where the columns are not known to the end: from the first difference on it is written anew. */
function doubtful(old: Row | undefined, row: Row, { columns, ground }: Paper): Change | undefined {
  const known = Math.min(old?.known ?? 0, row.known);
  let first = 0;
  while (first < known && sameCell(old?.cells[first] ?? SPACE, row.cells[first] ?? SPACE)) first++;
  if (first >= columns) return undefined;
  const text = cellsText(row.cells.slice(first), ground);
  return { column: first, text: isKnown(row) && row.cells.length >= columns ? text : ERASE_REST + text };
}

/** What changes a row into another, or undefined when it is the same. */
function change(old: Row | undefined, row: Row, paper: Paper): Change | undefined {
  if (old === undefined || !isKnown(old) || !isKnown(row)) return doubtful(old, row, paper);
  const differ = (index: number): boolean => !sameCell(old.cells[index] ?? SPACE, row.cells[index] ?? SPACE);
  let end = Math.max(old.cells.length, row.cells.length);
  while (end > 0 && !differ(end - 1)) end--;
  if (end === 0) return undefined;
  let first = 0;
  while (!differ(first)) first++;
  return { column: first, text: stretch(row.cells, { first, end, ground: paper.ground }) };
}

function stretch(
  cells: readonly Cell[],
  { first, end, ground }: { first: number; end: number; ground: Ground },
): string {
  const blank = end - Math.max(first, cells.length);
  const shown = cellsText(cells.slice(first, end), ground);
  if (blank <= 0) return shown;
  // Where the screen has a colour of its own, not every terminal erases with it.
  const erases = blank >= ERASE_FROM && ground.back === undefined;
  return shown + (erases ? ERASE_REST : ' '.repeat(blank));
}

/** The shortest way from the row written last to a place: `ESC [ E` never scrolls, as a line feed would. */
function move(from: number | undefined, row: number, column: number): string {
  if (column === 0) return from === row - 1 ? '\x1b[E' : `\x1b[${row + 1}H`;
  return `\x1b[${row + 1};${column + 1}H`;
}

/**
 * Turns whole frames into what differs from the one before, a stretch a row, each put where it belongs by its
 * place on the screen: whatever went wrong before, a row that is written is right.
 */
export function createFrames(dress: Dress): Frames {
  let { ground, glyph } = dress;
  let shown: readonly Shown[] | undefined;
  let size: Size | undefined;

  const forget = () => {
    shown = undefined;
  };
  const paint = (lines: readonly string[], now: Size): string => {
    if (size?.columns !== now.columns || size.rows !== now.rows) forget();
    size = now;
    const before = shown;
    const codes = [ground.front, ground.back].flatMap(code => code ?? []).join(';');
    let bytes = before === undefined ? `\x1b[0${codes === '' ? '' : `;${codes}`}m` : '';
    let last: number | undefined;
    shown = Array.from({ length: now.rows }, (_, at): Shown => {
      const text = lines[at] ?? '';
      const old = before?.[at];
      if (old?.text === text) return old;
      const row = cropped(readRow(text, glyph), now.columns);
      const differs = change(old?.row, row, { columns: now.columns, ground });
      if (differs !== undefined) {
        bytes += move(last, at, differs.column) + differs.text;
        last = at;
      }
      return { text, row };
    });
    return bytes;
  };
  return {
    paint,
    forget,
    dress: next => {
      const { front, back } = next.ground;
      if (front === ground.front && back === ground.back && next.glyph === glyph) return;
      ({ ground, glyph } = next);
      forget();
    },
  };
}
