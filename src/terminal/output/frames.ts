import { type Cell, EMPTY, isBlank, type Row, readRow, SPACE, sameCell } from './cells.ts';
import {
  canErase,
  clearScreen,
  draw,
  drawDoubtful,
  eraseRest,
  FRESH,
  move,
  type Pen,
  resetStyle,
  scroll,
  setStyle,
  shortest,
  startAt,
  type TargetScreen,
} from './pen.ts';
import { scrolled, scrolls } from './scroll.ts';
import type { DefaultColours } from './sgr.ts';

export type Size = { readonly columns: number; readonly rows: number };

/** Appearance of the whole screen: default colours, and replacements for characters. */
export type ScreenStyle = {
  readonly ground: DefaultColours;
  /** Replaces characters of one cell by others of one cell. */
  readonly glyph: (text: string) => string;
};

/**
 * Number of frames in a row that may begin where the last one has left the cursor. Another program that
 * writes to the terminal in between moves it: the frames after these are in their place again.
 */
const MAX_CONTINUED = 20;

const SCROLL_FROM = 100;

/** Known contents of a row on the screen: cells, then blanks up to column `knownColumns`, then `rest`. */
type KnownRow = Pick<Row, 'cells' | 'rest'> & { readonly knownColumns: number };

/** A row to write at index `at`, and the known contents there. */
type RowTask = {
  readonly at: number;
  readonly row: Row;
  readonly known: KnownRow;
  readonly screen: TargetScreen;
};

/** Longest run of unchanged cells that may be shorter to write again than to jump over. */
const MAX_GAP = 12;

const UNKNOWN_ROW: KnownRow = { ...EMPTY, knownColumns: 0 };

const knownRow = (row: Row, { columns }: TargetScreen): KnownRow => ({
  ...row,
  knownColumns: row.rest.length === 0 ? columns : row.cells.length,
});

const cellOf = (cells: readonly Cell[], column: number): Cell => cells[column] ?? SPACE;

function cellsBetween(cells: readonly Cell[], from: number, to: number): readonly Cell[] {
  if (to <= cells.length) return cells.slice(from, to);
  return Array.from({ length: to - from }, (_, at) => cellOf(cells, from + at));
}

const isCorrect = ({ known, row }: RowTask, column: number): boolean =>
  column < known.knownColumns && sameCell(cellOf(known.cells, column), cellOf(row.cells, column));

/** Returns the range of columns that show a wrong cell: the first, and the end behind the last. */
function wrongColumns(task: RowTask, from: number, to: number) {
  let first = from;
  while (first < to && isCorrect(task, first)) first++;
  let end = to;
  while (end > first && isCorrect(task, end - 1)) end--;
  return first === to ? undefined : { first, end };
}

/** Returns the column where the final blanks or the text of unknown width begin. */
function contentEnd({ cells, rest }: Row): number {
  let end = cells.length;
  while (rest.length === 0 && end > 0 && isBlank(cellOf(cells, end - 1))) end--;
  return end;
}

/** Moves to a column; may write the correct cells to its left again if that is shorter. */
function goTo(pen: Pen, column: number, { at, row, screen }: RowTask): Pen {
  if (pen.row === at && pen.column === column) return pen;
  const candidates = [move(pen, at, column)];
  const [from, near] = pen.row === at ? [pen.column, pen] : [0, move(pen, at, 0)];
  if (from !== undefined && from < column && column - from <= MAX_GAP)
    candidates.push(draw(near, cellsBetween(row.cells, from, column), screen));
  return shortest(candidates.map(candidate => setStyle(candidate, cellOf(row.cells, column), screen)));
}

function endBlank(pen: Pen, task: RowTask): Pen {
  const { at, row, screen } = task;
  const content = contentEnd(row);
  const blanks = wrongColumns(task, content, screen.columns);
  if (blanks === undefined) return pen;
  const { first, end } = blanks;
  const drawn = draw(goTo(pen, first, task), cellsBetween([], first, end), screen);
  if (!canErase(screen)) return drawn;
  const here = pen.row === at ? (pen.column ?? first) : first;
  const from = here >= content && here < first ? here : first;
  return shortest([drawn, eraseRest(goTo(pen, from, task), screen)]);
}

const isSameRest = (a: KnownRow, b: Row): boolean =>
  a.cells.length === b.cells.length &&
  a.rest.length === b.rest.length &&
  a.rest.every((cell, at) => sameCell(cell, cellOf(b.rest, at)));

/** Writes the text of unknown width at the end of a row: always all of it, on erased cells. */
function endDoubtful(pen: Pen, task: RowTask): Pen {
  const { at, row, known, screen } = task;
  if (isSameRest(known, row)) return pen;
  const from = row.cells.length;
  const there = goTo(pen, from, task);
  if (wrongColumns(task, from, screen.columns) === undefined) return drawDoubtful(there, row.rest, screen);
  const cleared = canErase(screen)
    ? eraseRest(there, screen)
    : move(draw(there, cellsBetween([], from, screen.columns), screen), at, from);
  return drawDoubtful(cleared, row.rest, screen);
}

function writeChanges(pen: Pen, task: RowTask): Pen {
  const { row, screen } = task;
  const content = contentEnd(row);
  let drawn = pen;
  for (let from = 0; from < content; from++) {
    let to = from;
    while (to < content && !isCorrect(task, to)) to++;
    if (to > from) drawn = draw(goTo(drawn, from, task), cellsBetween(row.cells, from, to), screen);
    from = to;
  }
  return row.rest.length > 0 ? endDoubtful(drawn, task) : endBlank(drawn, task);
}

/** Erases the row first, then writes it: often shorter than overwriting old cells with blanks. */
function writeErased(pen: Pen, first: number, task: RowTask): Pen {
  const { row, known, screen } = task;
  const from = row.cells.slice(0, first).every(isBlank) ? 0 : first;
  const left = { cells: known.cells.slice(0, from), rest: [], knownColumns: screen.columns };
  return writeChanges(eraseRest(goTo(pen, from, task), screen), { ...task, known: left });
}

/** Returns true if erasing first cannot be shorter: nothing to erase, or as many bytes to write anyway. */
function isShorterWithoutErase(bytes: number, first: number, { row, known, screen }: RowTask): boolean {
  let written = 0;
  let erased = 0;
  for (let at = first; at < screen.columns; at++) {
    if (!isBlank(cellOf(row.cells, at))) written++;
    if (at >= known.knownColumns || !isBlank(cellOf(known.cells, at))) erased++;
  }
  return erased === 0 || bytes <= written;
}

/** Writes a row in the fewest bytes. `old`: what the screen shows there, undefined if unknown. */
function changeRow(pen: Pen, old: Row | undefined, place: Omit<RowTask, 'known'>): Pen {
  const { row, screen } = place;
  const task = { ...place, known: old === undefined ? UNKNOWN_ROW : knownRow(old, screen) };
  const completed = writeChanges(pen, task);
  const first = wrongColumns(task, 0, row.rest.length > 0 ? row.cells.length : screen.columns)?.first;
  if (
    first === undefined ||
    !canErase(screen) ||
    isShorterWithoutErase(completed.size - pen.size, first, task)
  )
    return completed;
  return shortest([completed, writeErased(pen, first, task)]);
}

type Change = { readonly before: readonly (Row | undefined)[]; readonly after: readonly Row[] };

/** Writes the rows that differ. Stops once it exceeds `maxBytes`: another encoding is shorter. */
function changeRows(
  pen: Pen,
  { before, after }: Change,
  { screen, maxBytes }: { readonly screen: TargetScreen; readonly maxBytes?: number | undefined },
): Pen {
  let drawn = pen;
  let at = 0;
  for (const row of after) {
    if (maxBytes !== undefined && drawn.size > maxBytes) break;
    if (before[at] !== row) drawn = changeRow(drawn, before[at], { at, row, screen });
    at++;
  }
  return drawn;
}

const erasedRow = (screen: TargetScreen): Row | undefined => (canErase(screen) ? EMPTY : undefined);

function paintAll(after: readonly Row[], screen: TargetScreen): Pen {
  return changeRows(clearScreen(screen), { before: after.map(() => erasedRow(screen)), after }, { screen });
}

/** Writes the difference of two frames from `start` on; scrolls first if that is shorter. */
function paintChange(
  start: Pen,
  change: { readonly before: readonly Row[]; readonly after: readonly Row[] },
  screen: TargetScreen,
): Pen {
  const maxBytes = screen.canScroll ? SCROLL_FROM - 1 : Number.POSITIVE_INFINITY;
  const short = changeRows(start, change, { screen, maxBytes });
  if (short.size <= maxBytes) return short;
  const { before, after } = change;
  let best: Pen | undefined;
  for (const shift of scrolls(before, after)) {
    const left = { before: scrolled(before, shift, erasedRow(screen)), after };
    const moved = changeRows(scroll(start, shift, screen), left, { screen, maxBytes: best?.size });
    if (best === undefined || moved.size < best.size) best = moved;
  }
  // A list that has moved takes far more bytes this way: writing stops once it is longer than the best.
  const plain = changeRows(start, change, { screen, maxBytes: best?.size });
  return best === undefined || plain.size <= best.size ? plain : best;
}

/** Finds the fewest bytes from each frame to the next. `canScroll`: the terminal has scroll regions. */
export function createFrames(style: ScreenStyle, { canScroll = false } = {}) {
  let { ground, glyph } = style;
  let shown: readonly Row[] | undefined;
  let end = FRESH;
  let continued = 0;
  let size: Size | undefined;

  const forget = () => {
    shown = undefined;
  };
  /** Returns the bytes that make the screen show these lines; '' if it does. Others become empty. */
  const paint = (lines: readonly string[], now: Size): string => {
    if (size?.columns !== now.columns || size.rows !== now.rows) forget();
    size = now;
    const before = shown;
    const known = new Map(before?.map(row => [row.line, row]));
    const screen = { columns: now.columns, ground, canScroll };
    const after = Array.from({ length: now.rows }, (_, at) => {
      const line = lines[at] ?? '';
      return known.get(line) ?? readRow(line, now.columns, glyph);
    });
    shown = after;
    continued = (continued + 1) % MAX_CONTINUED;
    const start = continued === 0 ? FRESH : startAt(end);
    const pen =
      before === undefined ? paintAll(after, screen) : paintChange(start, { before, after }, screen);
    end = resetStyle(pen, screen);
    return end.bytes;
  };
  return {
    paint,
    forget,
    /** Sets the appearance. True if it has changed: the next frame is then written in full. */
    setStyle: (next: ScreenStyle): boolean => {
      const { front, back } = next.ground;
      if (front === ground.front && back === ground.back && next.glyph === glyph) return false;
      ({ ground, glyph } = next);
      forget();
      return true;
    },
  };
}
