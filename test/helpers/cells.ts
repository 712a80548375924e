import { createRequire } from 'node:module';
import type { IBufferCell, Terminal } from '@xterm/headless';

/** The terminal emulator: a package without exports that an import finds. */
export const { Terminal: Emulator } = createRequire(import.meta.url)(
  '@xterm/headless',
) as typeof import('@xterm/headless');

/** Returns the style of a cell, e.g. `bold,fg=2`; '' for a plain one. Colours are palette numbers or hex. */
function look(cell: IBufferCell): string {
  const colour = (name: string, value: number, isRgb: boolean) =>
    `${name}=${isRgb ? `#${value.toString(16).padStart(6, '0')}` : value}`;
  return [
    cell.isInverse() && 'inverse',
    cell.isBold() && 'bold',
    cell.isDim() && 'dim',
    cell.isItalic() && 'italic',
    cell.isUnderline() && 'underline',
    cell.isStrikethrough() && 'strike',
    !cell.isFgDefault() && colour('fg', cell.getFgColor(), Boolean(cell.isFgRGB())),
    !cell.isBgDefault() && colour('bg', cell.getBgColor(), Boolean(cell.isBgRGB())),
  ]
    .filter(part => part !== false && part !== 0)
    .join(',');
}

/** True if nothing of the cell is visible; weight and text colour of a space are not. */
const isBlank = (cell: IBufferCell): boolean =>
  (cell.getChars() || ' ') === ' ' &&
  cell.isInverse() + cell.isUnderline() + cell.isStrikethrough() === 0 &&
  cell.isBgDefault();

/**
 * Returns row `y` of the screen with marks where the style changes: `<inverse,fg=2>text</>`. Blanks belong to
 * the style on both their sides if it is the same, and to none otherwise: on the screen there is no
 * difference.
 */
export function styledRow(emulator: Terminal, y: number): string {
  const line = emulator.buffer.active.getLine(emulator.buffer.active.viewportY + y);
  let row = '';
  let last = '';
  let blanks = '';
  for (let x = 0; x < emulator.cols; x++) {
    const cell = line?.getCell(x);
    if (!cell || cell.getWidth() === 0) continue;
    if (isBlank(cell)) {
      blanks += ' ';
      continue;
    }
    const next = look(cell);
    row += next === last ? blanks : `${last && '</>'}${blanks}${next && `<${next}>`}`;
    row += cell.getChars() || ' ';
    last = next;
    blanks = '';
  }
  return last ? `${row}</>` : row;
}

/**
 * Returns the visible part of each cell of the screen: its character and style. Weight and text colour of a
 * space are left out unless it is inverse, underlined or struck through.
 */
export function visibleCells(emulator: Terminal): readonly (readonly string[])[] {
  const { active } = emulator.buffer;
  return Array.from({ length: emulator.rows }, (_, y) =>
    Array.from({ length: emulator.cols }, (_, x) => {
      const cell = active.getLine(active.viewportY + y)?.getCell(x);
      if (!cell) return '';
      const text = cell.getChars() || (cell.getWidth() === 0 ? '' : ' ');
      const hidden = /^(?:bold|dim|italic|fg=[^,]*)$/;
      const parts = look(cell).split(',');
      const isBare = text === ' ' && !/inverse|underline|strike/.test(look(cell));
      return [text, ...(isBare ? parts.filter(part => !hidden.test(part)) : parts)].join(' ').trimEnd();
    }),
  );
}
