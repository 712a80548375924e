import { type Cell, isBlank, type Row, SPACE, sameCell } from './cells.ts';
import {
  draw,
  drawDoubtful,
  dressFor,
  eraseRest,
  erases,
  move,
  type Paper,
  type Pen,
  shortest,
} from './pen.ts';

/** What is surely on the screen in a row: these cells, blanks behind them as far as the `sure` columns, then `rest`. */
type Seen = Row & { readonly sure: number };

/** A row to be written, where, and what is there. */
type Task = { readonly at: number; readonly row: Row; readonly seen: Seen; readonly paper: Paper };

/** Through so many unchanged cells it may be shorter to write on than to go around them. */
const NEAR = 12;

const NOTHING_SURE: Seen = { cells: [], rest: [], sure: 0 };

const seenOf = (row: Row, { columns }: Paper): Seen => ({
  ...row,
  sure: row.rest.length === 0 ? columns : row.cells.length,
});

const cellOf = (cells: readonly Cell[], column: number): Cell => cells[column] ?? SPACE;

function stretch(cells: readonly Cell[], from: number, to: number): readonly Cell[] {
  if (to <= cells.length) return cells.slice(from, to);
  return Array.from({ length: to - from }, (_, at) => cellOf(cells, from + at));
}

/** Whether a column already shows what it should. */
const isRight = ({ seen, row }: Task, column: number): boolean =>
  column < seen.sure && sameCell(cellOf(seen.cells, column), cellOf(row.cells, column));

/** The columns from one to another that do not show what they should: the first, and the one behind the last. */
function wrong(task: Task, from: number, to: number) {
  let first = from;
  while (first < to && isRight(task, first)) first++;
  let end = to;
  while (end > first && isRight(task, end - 1)) end--;
  return first === to ? undefined : { first, end };
}

/** Where the blanks begin that a row ends with, or the text of doubtful width. */
function contentEnd({ cells, rest }: Row): number {
  let end = cells.length;
  while (rest.length === 0 && end > 0 && isBlank(cellOf(cells, end - 1))) end--;
  return end;
}

/** Goes to a column of a row of which everything to the left is right already, perhaps by writing that again. */
function reach(pen: Pen, column: number, { at, row, paper }: Task): Pen {
  if (pen.row === at && pen.column === column) return pen;
  const ways = [move(pen, at, column)];
  const [from, near] = pen.row === at ? [pen.column, pen] : [0, move(pen, at, 0)];
  if (from !== undefined && from < column && column - from <= NEAR)
    ways.push(draw(near, stretch(row.cells, from, column), paper));
  return shortest(ways.map(way => dressFor(way, cellOf(row.cells, column), paper)));
}

/** Ends a row with blanks, from the end of its content on. */
function endBlank(pen: Pen, task: Task): Pen {
  const { at, row, paper } = task;
  const content = contentEnd(row);
  const blanks = wrong(task, content, paper.columns);
  if (blanks === undefined) return pen;
  const { first, end } = blanks;
  const drawn = draw(reach(pen, first, task), stretch([], first, end), paper);
  if (!erases(paper)) return drawn;
  const here = pen.row === at ? (pen.column ?? first) : first;
  const from = here >= content && here < first ? here : first;
  return shortest([drawn, eraseRest(reach(pen, from, task), paper)]);
}

const isSameRest = (a: Row, b: Row): boolean =>
  a.cells.length === b.cells.length &&
  a.rest.length === b.rest.length &&
  a.rest.every((cell, at) => sameCell(cell, cellOf(b.rest, at)));

/** Ends a row with text of doubtful width: on empty ground, and whole. */
function endDoubtful(pen: Pen, task: Task): Pen {
  const { at, row, seen, paper } = task;
  if (isSameRest(seen, row)) return pen;
  const from = row.cells.length;
  const there = reach(pen, from, task);
  if (wrong(task, from, paper.columns) === undefined) return drawDoubtful(there, row.rest, paper);
  const cleared = erases(paper)
    ? eraseRest(there, paper)
    : move(draw(there, stretch([], from, paper.columns), paper), at, from);
  return drawDoubtful(cleared, row.rest, paper);
}

/** Writes what a row does not yet show. */
function complete(pen: Pen, task: Task): Pen {
  const { row, paper } = task;
  const content = contentEnd(row);
  let drawn = pen;
  for (let from = 0; from < content; from++) {
    let to = from;
    while (to < content && !isRight(task, to)) to++;
    if (to > from) drawn = draw(reach(drawn, from, task), stretch(row.cells, from, to), paper);
    from = to;
  }
  return row.rest.length > 0 ? endDoubtful(drawn, task) : endBlank(drawn, task);
}

/** The same on a row that is erased first: often shorter than to write blanks over what was there. */
function anew(pen: Pen, first: number, task: Task): Pen {
  const { row, seen, paper } = task;
  const from = row.cells.slice(0, first).every(isBlank) ? 0 : first;
  const left = { cells: seen.cells.slice(0, from), rest: [], sure: paper.columns };
  return complete(eraseRest(reach(pen, from, task), paper), { ...task, seen: left });
}

/** Whether to erase a row first cannot be shorter: there is nothing to erase, or all that it leaves to write is as long. */
function isShort(bytes: number, first: number, { row, seen, paper }: Task): boolean {
  let written = 0;
  let erased = 0;
  for (let at = first; at < paper.columns; at++) {
    if (!isBlank(cellOf(row.cells, at))) written++;
    if (at >= seen.sure || !isBlank(cellOf(seen.cells, at))) erased++;
  }
  return erased === 0 || bytes <= written;
}

/** Makes a row of the screen show another, in the fewest bytes. `old` is undefined when nobody knows what it shows. */
export function changeRow(pen: Pen, old: Row | undefined, place: Omit<Task, 'seen'>): Pen {
  const { row, paper } = place;
  const task = { ...place, seen: old === undefined ? NOTHING_SURE : seenOf(old, paper) };
  const completed = complete(pen, task);
  const first = wrong(task, 0, row.rest.length > 0 ? row.cells.length : paper.columns)?.first;
  if (first === undefined || !erases(paper) || isShort(completed.size - pen.size, first, task))
    return completed;
  return shortest([completed, anew(pen, first, task)]);
}
