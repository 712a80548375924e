import { type Cell, EMPTY, isBlank, type Row, SPACE, sameCell } from './cells.ts';
import {
  canErase,
  draw,
  drawDoubtful,
  eraseRest,
  move,
  type Pen,
  setStyle,
  shortest,
  type TargetScreen,
} from './pen.ts';

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
export function changeRow(pen: Pen, old: Row | undefined, place: Omit<RowTask, 'known'>): Pen {
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
