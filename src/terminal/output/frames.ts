import { HIDE_CURSOR, SHOW_CURSOR, SYNC_BEGIN, SYNC_END } from '../sequences.ts';
import { type Cell, EMPTY, isBlank, type Row, readRow, SPACE, sameCell } from './cells.ts';
import {
  canErase,
  clearScreen,
  draw,
  drawDoubtful,
  eraseCells,
  eraseRest,
  FRESH,
  move,
  type Pen,
  resetStyle,
  type Scroll,
  scroll,
  setStyle,
  shortest,
  type TargetScreen,
} from './pen.ts';
import type { DefaultColours } from './sgr.ts';

export type Size = Readonly<{ columns: number; rows: number }>;

export type ScreenStyle = Readonly<{
  ground: DefaultColours;
  /** Replaces characters of one cell by others of one cell. */
  glyph: (text: string) => string;
}>;

export const unchanged = (text: string) => text;

const ERASING = /^(?:\x1b\[(?:\?25l|[\d;]*[A-LN-Za-ln-z]))+/;

/** Returns the rows of a frame. Its parts, erasing and hiding the cursor are collected, others passed on. */
export function frameCollector() {
  let frame: string | undefined;
  return (text: string): 'collecting' | 'other' | readonly string[] => {
    if (frame === undefined) {
      if (text === SYNC_BEGIN) frame = '';
      const erases = text !== '' && text.replace(ERASING, '') === '';
      return text === SYNC_BEGIN || erases ? 'collecting' : 'other';
    }
    if (text !== SYNC_END) {
      frame += text;
      return 'collecting';
    }
    const lines = frame.replace(ERASING, '').split('\n');
    frame = undefined;
    return lines;
  };
}

/** Another program that writes in between moves the cursor: after so many frames it is placed anew. */
const MAX_CONTINUED = 20;

const SCROLL_FROM = 100;

/** Cells, then blanks up to column `knownColumns`, then `rest`. */
type KnownRow = Pick<Row, 'cells' | 'rest'> & { readonly knownColumns: number };

type RowTask = Readonly<{ at: number; row: Row; known: KnownRow; screen: TargetScreen }>;

/** Unchanged cells that may be shorter to write again than to jump over. */
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

const isCorrect = ({ known, row }: RowTask, column: number) =>
  column < known.knownColumns && sameCell(cellOf(known.cells, column), cellOf(row.cells, column));

function wrongColumns(task: RowTask, from: number, to: number) {
  let first = from;
  while (first < to && isCorrect(task, first)) first++;
  let end = to;
  while (end > first && isCorrect(task, end - 1)) end--;
  return first === to ? undefined : { first, end };
}

/** Returns the column where the final blanks or the text of unknown width begin. */
const contentEnd = ({ cells, rest }: Row) =>
  rest.length > 0 ? cells.length : cells.findLastIndex(cell => !isBlank(cell)) + 1;

/** May write the correct cells to its left again if that is shorter. */
function goTo(pen: Pen, column: number, { at, row, screen }: RowTask): Pen {
  if (pen.row === at && pen.column === column) return pen;
  const candidates = [move(pen, at, column)];
  const [from, near] = pen.row === at ? [pen.column, pen] : [0, move(pen, at, 0)];
  if (from !== undefined && from < column && column - from <= MAX_GAP)
    candidates.push(draw(near, cellsBetween(row.cells, from, column), screen));
  return shortest(candidates.map(candidate => setStyle(candidate, cellOf(row.cells, column), screen)));
}

function endBlank(pen: Pen, task: RowTask): Pen {
  const { row, screen } = task;
  const blanks = wrongColumns(task, contentEnd(row), screen.columns);
  if (blanks === undefined) return pen;
  const there = goTo(pen, blanks.first, task);
  const drawn = draw(there, cellsBetween([], blanks.first, blanks.end), screen);
  return canErase(screen) ? shortest([drawn, eraseRest(there, screen)]) : drawn;
}

const isSameRest = (a: KnownRow, b: Row) =>
  a.cells.length === b.cells.length &&
  a.rest.length === b.rest.length &&
  a.rest.every((cell, at) => sameCell(cell, cellOf(b.rest, at)));

/** Always writes all of it, on erased cells: its width is unknown. */
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

const MIN_ERASED = 10;

function drawWrong(pen: Pen, { from, to }: { readonly from: number; readonly to: number }, task: RowTask) {
  const { row, screen } = task;
  const there = goTo(pen, from, task);
  const drawn = draw(there, cellsBetween(row.cells, from, to), screen);
  const blanks = row.cells.slice(from, to).filter(isBlank).length;
  if (blanks < MIN_ERASED || !canErase(screen)) return drawn;
  const known = { cells: row.cells.slice(0, from), rest: [], knownColumns: screen.columns };
  return shortest([drawn, writeCells(eraseCells(there, to - from, screen), to, { ...task, known })]);
}

function writeCells(pen: Pen, end: number, task: RowTask): Pen {
  let drawn = pen;
  for (let from = 0; from < end; from++) {
    let to = from;
    while (to < end && !isCorrect(task, to)) to++;
    if (to > from) drawn = drawWrong(drawn, { from, to }, task);
    from = to;
  }
  return drawn;
}

function writeChanges(pen: Pen, task: RowTask): Pen {
  const drawn = writeCells(pen, contentEnd(task.row), task);
  return task.row.rest.length > 0 ? endDoubtful(drawn, task) : endBlank(drawn, task);
}

/** Often shorter than overwriting old cells with blanks. */
function writeErased(pen: Pen, first: number, task: RowTask): Pen {
  const { row, known, screen } = task;
  const from = row.cells.slice(0, first).every(isBlank) ? 0 : first;
  const left = { cells: known.cells.slice(0, from), rest: [], knownColumns: screen.columns };
  return writeChanges(eraseRest(goTo(pen, from, task), screen), { ...task, known: left });
}

function changeRow(pen: Pen, old: Row | undefined, place: Omit<RowTask, 'known'>): Pen {
  const { row, screen } = place;
  const task = { ...place, known: old === undefined ? UNKNOWN_ROW : knownRow(old, screen) };
  const completed = writeChanges(pen, task);
  const first = wrongColumns(task, 0, row.rest.length > 0 ? row.cells.length : screen.columns)?.first;
  if (first === undefined || !canErase(screen)) return completed;
  return shortest([completed, writeErased(pen, first, task)]);
}

type Change<B> = Readonly<{ before: readonly B[]; after: readonly Row[] }>;

/** Stops once it exceeds `maxBytes`: another encoding is shorter. */
function changeRows(pen: Pen, change: Change<Row | undefined>, screen: TargetScreen, maxBytes = Infinity) {
  const { before, after } = change;
  let drawn = pen;
  let at = 0;
  for (const row of after) {
    if (drawn.size > maxBytes) break;
    if (before[at] !== row) drawn = changeRow(drawn, before[at], { at, row, screen });
    at++;
  }
  return drawn;
}

const erasedRow = (screen: TargetScreen): Row | undefined => (canErase(screen) ? EMPTY : undefined);

/** Those by which most rows have moved. */
const MAX_DISTANCES = 2;

function distances(before: readonly Row[], after: readonly Row[]): Map<number, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { line }] of before.entries())
    if (line.trim() !== '' && after[at]?.line !== line) places.set(line, [...(places.get(line) ?? []), at]);
  const found = new Map<number, number[]>();
  for (const [at, { line }] of after.entries()) {
    if (before[at]?.line === line) continue;
    for (const place of places.get(line) ?? []) found.set(place - at, [...(found.get(place - at) ?? []), at]);
  }
  return found;
}

const scrolls = (before: readonly Row[], after: readonly Row[]): readonly Scroll[] =>
  [...distances(before, after)]
    .filter(([, rows]) => rows.length > 1)
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_DISTANCES)
    .map(([by, rows]) => {
      const all = rows.flatMap(row => [row, row + by]);
      return { top: Math.min(...all), bottom: Math.max(...all), by };
    });

const scrolled = <T, E>(rows: readonly T[], { top, bottom, by }: Scroll, empty: E): readonly (T | E)[] =>
  rows.map((row, at) => {
    if (at < top || at > bottom) return row;
    const from = at + by;
    return from < top || from > bottom ? empty : (rows[from] ?? row);
  });

function paintChange(start: Pen, change: Change<Row>, screen: TargetScreen): Pen {
  const maxBytes = screen.canScroll ? SCROLL_FROM - 1 : Infinity;
  const short = changeRows(start, change, screen, maxBytes);
  if (short.size <= maxBytes) return short;
  const { before, after } = change;
  let best: Pen | undefined;
  for (const shift of scrolls(before, after)) {
    const left = { before: scrolled(before, shift, erasedRow(screen)), after };
    const moved = changeRows(scroll(start, shift, screen), left, screen, best?.size);
    if (best === undefined || moved.size < best.size) best = moved;
  }
  // A list that has moved takes far more bytes this way: writing stops once it is longer than the best.
  const plain = changeRows(start, change, screen, best?.size);
  return best === undefined || plain.size <= best.size ? plain : best;
}

/** Moves the terminal's cursor to where text is inserted. It is hidden elsewhere. */
function placeCursor(pen: Pen, rows: readonly Row[]): Pen & Readonly<{ isVisible: boolean }> {
  const row = rows.findIndex(({ cursor }) => cursor !== undefined);
  const column = rows[row]?.cursor;
  return { ...(column === undefined ? pen : move(pen, row, column)), isVisible: column !== undefined };
}

export function createFrames(style: ScreenStyle, { canScroll = false } = {}) {
  let { ground, glyph } = style;
  let shown: readonly Row[] | undefined;
  let end = { ...FRESH, isVisible: false };
  let continued = 0;
  let size: Size | undefined;

  const forget = () => {
    shown = undefined;
  };
  /** '' if the screen shows these lines. */
  const paint = (lines: readonly string[], now: Size) => {
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
    // The cursor is where the frame before left it: one that turns a spinner then takes four bytes.
    const start = continued === 0 ? FRESH : { ...FRESH, row: end.row, column: end.column };
    const pen =
      before === undefined
        ? changeRows(clearScreen(screen), { before: after.map(() => erasedRow(screen)), after }, screen)
        : paintChange(start, { before, after }, screen);
    const { isVisible } = end;
    end = placeCursor(resetStyle(pen, screen), after);
    if (before !== undefined && end.isVisible === isVisible) return end.bytes;
    return end.isVisible ? end.bytes + SHOW_CURSOR : HIDE_CURSOR + end.bytes;
  };
  return {
    paint,
    forget,
    /** True if it has changed: the next frame is then written in full. */
    setStyle: (next: ScreenStyle): boolean => {
      const { front, back } = next.ground;
      if (front === ground.front && back === ground.back && next.glyph === glyph) return false;
      ({ ground, glyph } = next);
      forget();
      return true;
    },
  };
}
