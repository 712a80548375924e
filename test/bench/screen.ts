import type { IBufferCell, Terminal } from '@xterm/headless';

/** The style of a cell: SGR flags as bits 1 to 9, colours as SGR codes, empty if none is set. */
export type CellStyle = { readonly flags: number; readonly fg: string; readonly bg: string };

/** A row of cells: the second half of a wide character is ''. Rows with the same `key` are identical. */
export type Row = {
  readonly cells: readonly string[];
  /** The number of each cell's style. 0: nothing set. */
  readonly styles: readonly number[];
  readonly text: string;
  readonly key: string;
};
export type Screen = readonly Row[];

export const REVERSE = 1 << 7;

const styles: CellStyle[] = [{ flags: 0, fg: '', bg: '' }];
const numbers = new Map([['0//', 0]]);

export const styleOf = (number: number): CellStyle => styles[number] ?? { flags: 0, fg: '', bg: '' };

export function styleNumber(style: CellStyle): number {
  const key = `${style.flags}/${style.fg}/${style.bg}`;
  const known = numbers.get(key);
  if (known !== undefined) return known;
  styles.push(style);
  numbers.set(key, styles.length - 1);
  return styles.length - 1;
}

function colourCode(isRgb: boolean, value: number, base: 30 | 40): string {
  if (isRgb) return `${base + 8};2;${value >> 16};${(value >> 8) & 255};${value & 255}`;
  if (value < 8) return String(base + value);
  return value < 16 ? String(base + 52 + value) : `${base + 8};5;${value}`;
}

function flagsOf(cell: IBufferCell): number {
  const flag = (isOn: number, bit: number): number => (isOn ? 1 << bit : 0);
  return (
    flag(cell.isBold(), 1) |
    flag(cell.isDim(), 2) |
    flag(cell.isItalic(), 3) |
    flag(cell.isUnderline(), 4) |
    flag(cell.isBlink(), 5) |
    flag(cell.isInverse(), 7) |
    flag(cell.isInvisible(), 8) |
    flag(cell.isStrikethrough(), 9)
  );
}

function cellStyle(cell: IBufferCell): number {
  if (cell.isAttributeDefault()) return 0;
  return styleNumber({
    flags: flagsOf(cell),
    fg: cell.isFgDefault() ? '' : colourCode(cell.isFgRGB(), cell.getFgColor(), 30),
    bg: cell.isBgDefault() ? '' : colourCode(cell.isBgRGB(), cell.getBgColor(), 40),
  });
}

export function rowOf(cells: readonly string[], of: readonly number[]): Row {
  const text = cells.join('');
  return { cells, styles: of, text, key: `${text}\n${of.join()}` };
}

export function screenOf({ buffer, rows, cols }: Terminal): Screen {
  const { active } = buffer;
  const cell = active.getNullCell();
  return Array.from({ length: rows }, (_, y) => {
    const line = active.getLine(active.viewportY + y);
    const cells: string[] = [];
    const of: number[] = [];
    for (let x = 0; x < cols; x++) {
      line?.getCell(x, cell);
      cells.push(cell.getWidth() === 0 ? '' : cell.getChars() || ' ');
      of.push(cellStyle(cell));
    }
    return rowOf(cells, of);
  });
}

export const keyOf = (screen: Screen): string => screen.map(({ key }) => key).join('\n');
export const textOf = (screen: Screen): string => screen.map(({ text }) => text.trimEnd()).join('\n');
