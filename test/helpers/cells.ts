import type { IBufferCell, Terminal } from '@xterm/headless';

/** How a cell looks beyond its character, e.g. `bold,fg=2`; '' for a plain one. Colours are palette numbers or hex. */
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

/** Row `y` of the screen with marks where the style changes: `<inverse,fg=2>text</>`. */
export function styledRow(emulator: Terminal, y: number): string {
  const line = emulator.buffer.active.getLine(emulator.buffer.active.viewportY + y);
  let row = '';
  let last = '';
  for (let x = 0; x < emulator.cols; x++) {
    const cell = line?.getCell(x);
    if (!cell || cell.getWidth() === 0) continue;
    const next = look(cell);
    if (next !== last) row += `${last && '</>'}${next && `<${next}>`}`;
    row += cell.getChars() || ' ';
    last = next;
  }
  return last ? `${row}</>` : row.trimEnd();
}
