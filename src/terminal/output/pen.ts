import { type Cell, SPACE } from './cells.ts';
import type { Scroll } from './scroll.ts';
import { bare, fromNothing, type Ground, type Look, PLAIN, transition } from './sgr.ts';

/** What is written on: how wide it is, the colours of what has none of its own, and whether rows of it can be moved. */
export type Paper = { readonly columns: number; readonly ground: Ground; readonly canScroll: boolean };

/** What has been written of a frame, and where and in which look it goes on. Each step gives another pen. */
export type Pen = {
  readonly bytes: string;
  /** How many bytes that are. */
  readonly size: number;
  /** Undefined when nobody knows; the column also where the row is full, or behind text of doubtful width. */
  readonly row: number | undefined;
  readonly column: number | undefined;
  readonly look: Look;
};

/** Nothing is assumed of where a frame begins: whatever went wrong before, a row that is written is right. */
export const FRESH: Pen = { bytes: '', size: 0, row: undefined, column: undefined, look: PLAIN };

function write(
  pen: Pen,
  bytes: string,
  { row, column, look }: Pick<Pen, 'row' | 'column' | 'look'> = pen,
): Pen {
  return { bytes: pen.bytes + bytes, size: pen.size + Buffer.byteLength(bytes), row, column, look };
}

/** The one of several ways to write the same that needs the fewest bytes. */
export const shortest = (pens: readonly Pen[]): Pen =>
  pens.reduce((best, pen) => (pen.size < best.size ? pen : best));

const times = (count: number, end: string): string => `\x1b[${count === 1 ? '' : count}${end}`;

/** The ways to a place that may be taken from here. None of them scrolls, as a line feed would. */
function ways({ row, column }: Pen, toRow: number, toColumn: number): string[] {
  const all = [toColumn === 0 ? times(toRow + 1, 'H') : `\x1b[${toRow + 1};${toColumn + 1}H`];
  if (row === undefined) return all;
  if (toColumn === 0 && toRow > row) all.push(times(toRow - row, 'E'));
  if (toRow === row) all.push(times(toColumn + 1, 'G'));
  if (column === undefined) return all;
  if (toRow === row && toColumn > column) all.push(times(toColumn - column, 'C'));
  if (toRow === row && toColumn < column) all.push(times(column - toColumn, 'D'));
  if (toColumn === column && toRow > row) all.push(times(toRow - row, 'B'));
  return all;
}

/** Goes to a place, on the shortest way. */
export function move(pen: Pen, row: number, column: number): Pen {
  if (pen.row === row && pen.column === column) return pen;
  const [first = '', ...others] = ways(pen, row, column);
  const way = others.reduce((best, each) => (each.length < best.length ? each : best), first);
  return write(pen, way, { row, column, look: pen.look });
}

/** The look a cell is written in: a space does not end what is bold or coloured around it. */
const lookFor = (look: Look, cell: Cell): Look =>
  cell.text === ' ' && bare(cell.look) === bare(look) ? look : cell.look;

/** Gets ready to write a cell. */
export function dressFor(pen: Pen, cell: Cell, { ground }: Paper): Pen {
  const look = lookFor(pen.look, cell);
  if (look === pen.look) return pen;
  return write(pen, transition(pen.look, look, ground), { row: pen.row, column: pen.column, look });
}

/** Writes cells from where the pen is. */
export function draw(pen: Pen, cells: readonly Cell[], { columns, ground }: Paper): Pen {
  let { look } = pen;
  let text = '';
  for (const cell of cells) {
    const next = lookFor(look, cell);
    text += transition(look, next, ground) + cell.text;
    look = next;
  }
  const column = (pen.column ?? columns) + cells.length;
  // In the last column the terminals differ: some wait there, some behind it.
  return write(pen, text, { row: pen.row, column: column < columns ? column : undefined, look });
}

/** Writes text that may be wider than its cells, each in its very look: what joins what would depend on the difference. */
export function drawDoubtful(pen: Pen, cells: readonly Cell[], { ground }: Paper): Pen {
  let { look } = pen;
  let text = '';
  for (const cell of cells) {
    text += transition(look, cell.look, ground) + cell.text;
    look = cell.look;
  }
  return write(pen, text, { row: pen.row, column: undefined, look });
}

/** Whether erasing leaves the ground: not every terminal erases in another colour than its own. */
export const erases = ({ ground }: Paper): boolean => ground.back === undefined;

/** Erases the row from here on. In the look of a space a terminal erases to nothing but the ground. */
export const eraseRest = (pen: Pen, paper: Paper): Pen => write(dressFor(pen, SPACE, paper), '\x1b[K');

/** Ends a frame: what is written to the terminal next is plain. */
export const lift = (pen: Pen, { ground }: Paper): Pen =>
  write(pen, transition(pen.look, PLAIN, ground), { ...pen, look: PLAIN });

/** Begins on a screen that holds nobody knows what: plain, and empty where erasing does that. */
export function begin(paper: Paper): Pen {
  // A scroll region that another program has left behind would hold up moves from row to row.
  const plain = write(FRESH, (paper.canScroll ? '\x1b[r' : '') + fromNothing(PLAIN, paper.ground));
  return erases(paper) ? write(plain, '\x1b[H\x1b[J', { ...plain, row: 0, column: 0 }) : plain;
}

/**
 * Moves rows, and leaves empty ones behind. By deleted and inserted rows: unlike the sequences made for scrolling, every
 * terminal has them.
 */
export function scroll(pen: Pen, { top, bottom, by }: Scroll, paper: Paper): Pen {
  const rows = times(Math.abs(by), by > 0 ? 'M' : 'L');
  const bytes = `\x1b[${top + 1};${bottom + 1}r\x1b[${top + 1}H${rows}\x1b[r`;
  // The end of a scroll region moves the cursor.
  const dressed = dressFor(pen, SPACE, paper);
  return write(dressed, bytes, { row: undefined, column: undefined, look: dressed.look });
}
