import { type Cell, SPACE } from './cells.ts';
import { absoluteSgr, type CellStyle, type DefaultColours, PLAIN, spaceStyle, transition } from './sgr.ts';

export type TargetScreen = Readonly<{ columns: number; ground: DefaultColours; canScroll: boolean }>;

export type Pen = Readonly<{
  bytes: string;
  size: number;
  /** Undefined if unknown: the column is, after the last one and after text of unknown width. */
  row: number | undefined;
  column: number | undefined;
  style: CellStyle;
}>;

/** The terminal's cursor may be anywhere. */
export const FRESH: Pen = { bytes: '', size: 0, row: undefined, column: undefined, style: PLAIN };

function write(pen: Pen, bytes: string, { row, column, style }: Pick<Pen, 'row' | 'column' | 'style'> = pen) {
  return { bytes: pen.bytes + bytes, size: pen.size + Buffer.byteLength(bytes), row, column, style };
}

export const shortest = (pens: readonly Pen[]): Pen =>
  pens.reduce((best, pen) => (pen.size < best.size ? pen : best));

const csi = (count: number, end: string) => `\x1b[${count === 1 ? '' : count}${end}`;

function movesInRow(column: number | undefined, toColumn: number): string[] {
  const all = [toColumn === 0 ? '\r' : csi(toColumn + 1, 'G')];
  if (column === undefined) return all;
  if (toColumn > column) all.push(csi(toColumn - column, 'C'));
  if (toColumn < column) all.push(toColumn + 1 === column ? '\b' : csi(column - toColumn, 'D'));
  return all;
}

/** None scrolls, as a line feed would. */
function cursorMoves({ row, column }: Pen, toRow: number, toColumn: number): string[] {
  const all = [toColumn === 0 ? csi(toRow + 1, 'H') : `\x1b[${toRow + 1};${toColumn + 1}H`];
  if (row === undefined) return all;
  if (toRow === row) return [...all, ...movesInRow(column, toColumn)];
  if (toColumn === 0 && toRow > row) all.push(csi(toRow - row, 'E'));
  if (toColumn === column && toRow > row) all.push(csi(toRow - row, 'B'));
  return all;
}

export function move(pen: Pen, row: number, column: number): Pen {
  if (pen.row === row && pen.column === column) return pen;
  const [first = '', ...others] = cursorMoves(pen, row, column);
  const move = others.reduce((best, each) => (each.length < best.length ? each : best), first);
  return write(pen, move, { row, column, style: pen.style });
}

/** A space keeps the current style where the difference is invisible. */
const styleFor = (style: CellStyle, cell: Cell): CellStyle =>
  cell.text === ' ' && spaceStyle(cell.style) === spaceStyle(style) ? style : cell.style;

export function setStyle(pen: Pen, cell: Cell, { ground }: TargetScreen): Pen {
  const style = styleFor(pen.style, cell);
  if (style === pen.style) return pen;
  return write(pen, transition(pen.style, style, ground), { row: pen.row, column: pen.column, style });
}

/** `pick` chooses the style of a cell after that of the one before. */
function drawCells(
  pen: Pen,
  cells: readonly Cell[],
  ground: DefaultColours,
  pick: (style: CellStyle, cell: Cell) => CellStyle,
): Pen {
  let { style } = pen;
  let text = '';
  for (const cell of cells) {
    const next = pick(style, cell);
    text += transition(style, next, ground) + cell.text;
    style = next;
  }
  return write(pen, text, { row: pen.row, column: undefined, style });
}

export function draw(pen: Pen, cells: readonly Cell[], { columns, ground }: TargetScreen): Pen {
  const column = (pen.column ?? columns) + cells.length;
  // Terminals differ after the last column: some leave the cursor in it, some behind it.
  return { ...drawCells(pen, cells, ground, styleFor), column: column < columns ? column : undefined };
}

/** Every style is exact: it decides which characters combine. */
export const drawDoubtful = (pen: Pen, cells: readonly Cell[], { ground }: TargetScreen): Pen =>
  drawCells(pen, cells, ground, (_style, cell) => cell.style);

/** Some terminals erase to their own colour only. */
export const canErase = ({ ground }: TargetScreen) => ground.back === undefined;

/** A space leaves the default background. */
export const eraseRest = (pen: Pen, screen: TargetScreen): Pen =>
  write(setStyle(pen, SPACE, screen), '\x1b[K');

/** The cursor stays in front of the cells. */
export const eraseCells = (pen: Pen, count: number, screen: TargetScreen): Pen =>
  write(setStyle(pen, SPACE, screen), `\x1b[${count}X`);

export const resetStyle = (pen: Pen, { ground }: TargetScreen): Pen =>
  write(pen, transition(pen.style, PLAIN, ground), { ...pen, style: PLAIN });

/** Sets the plain style and, where `canErase`, empties the screen. */
export function clearScreen(screen: TargetScreen): Pen {
  // A scroll region left by another program would stop cursor moves at its edge.
  const plain = write(FRESH, (screen.canScroll ? '\x1b[r' : '') + absoluteSgr(PLAIN, screen.ground));
  return canErase(screen) ? write(plain, '\x1b[H\x1b[J', { ...plain, row: 0, column: 0 }) : plain;
}

export type Scroll = Readonly<{ top: number; bottom: number; by: number }>;

/** Every terminal can delete and insert rows, but not scroll. */
export function scroll(pen: Pen, { top, bottom, by }: Scroll, screen: TargetScreen): Pen {
  const rows = csi(Math.abs(by), by > 0 ? 'M' : 'L');
  const bytes = `\x1b[${top + 1};${bottom + 1}r\x1b[${top + 1}H${rows}\x1b[r`;
  const styled = setStyle(pen, SPACE, screen);
  // Resetting the scroll region moves the cursor.
  return write(styled, bytes, { row: undefined, column: undefined, style: styled.style });
}
