import type { IBufferCell, Terminal } from '@xterm/headless';

/** How a cell looks: SGR flags as bits 1 to 9, colours as SGR codes, empty where none is set. */
export type Look = { readonly flags: number; readonly fg: string; readonly bg: string };

/** A row of cells: the second half of a wide character is ''. Two rows with the same `key` look alike. */
export type Row = {
  readonly cells: readonly string[];
  /** Of each cell the number of its look. 0: nothing set. */
  readonly looks: readonly number[];
  readonly text: string;
  readonly key: string;
};
export type Screen = readonly Row[];

export const REVERSE = 1 << 7;

const looks: Look[] = [{ flags: 0, fg: '', bg: '' }];
const numbers = new Map([['0//', 0]]);

export const lookOf = (number: number): Look => looks[number] ?? { flags: 0, fg: '', bg: '' };

export function numberOf(look: Look): number {
  const key = `${look.flags}/${look.fg}/${look.bg}`;
  const known = numbers.get(key);
  if (known !== undefined) return known;
  looks.push(look);
  numbers.set(key, looks.length - 1);
  return looks.length - 1;
}

type Colour = {
  readonly plain: boolean;
  readonly palette: boolean;
  readonly rgb: boolean;
  readonly value: number;
};

function colourCode({ plain, palette, rgb, value }: Colour, base: 30 | 40): string {
  if (plain) return '';
  if (rgb) return `${base + 8};2;${value >> 16};${(value >> 8) & 255};${value & 255}`;
  if (!palette) return '';
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

const cellLooks = new Map<string, number>();

function cellLook(cell: IBufferCell): number {
  if (cell.isAttributeDefault()) return 0;
  const flags = flagsOf(cell);
  const key = `${flags}/${cell.getFgColorMode()}/${cell.getFgColor()}/${cell.getBgColorMode()}/${cell.getBgColor()}`;
  const known = cellLooks.get(key);
  if (known !== undefined) return known;
  const fg = {
    plain: cell.isFgDefault(),
    palette: cell.isFgPalette(),
    rgb: cell.isFgRGB(),
    value: cell.getFgColor(),
  };
  const bg = {
    plain: cell.isBgDefault(),
    palette: cell.isBgPalette(),
    rgb: cell.isBgRGB(),
    value: cell.getBgColor(),
  };
  const number = numberOf({ flags, fg: colourCode(fg, 30), bg: colourCode(bg, 40) });
  cellLooks.set(key, number);
  return number;
}

export function rowOf(cells: readonly string[], of: readonly number[]): Row {
  const text = cells.join('');
  return { cells, looks: of, text, key: `${text}\n${of.join()}` };
}

/** What is on the screen of an emulator now. */
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
      of.push(cellLook(cell));
    }
    return rowOf(cells, of);
  });
}

export const keyOf = (screen: Screen): string => screen.map(({ key }) => key).join('\n');
export const textOf = (screen: Screen): string => screen.map(({ text }) => text.trimEnd()).join('\n');
