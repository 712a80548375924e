import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Terminal as Emulator, IBufferCell } from '@xterm/headless';
import { openTerminal } from '../helpers/terminal.ts';

// Draws the picture of the README, the first screen with demo data, from the real program: `npm run picture`.

/** Cell size and colours of the picture. The sixteen colours are those of a common dark terminal. */
const WIDTH = 8.4;
const HEIGHT = 18;
const PAD = 14;
const BACK = '#14161b';
const FRONT = '#c8ccd4';
const COLOURS = [
  '#1c1f26',
  '#e06c75',
  '#98c379',
  '#e5c07b',
  '#61afef',
  '#c678dd',
  '#56b6c2',
  '#c8ccd4',
  '#5c6370',
  '#ff7b86',
  '#b5e890',
  '#ffd68a',
  '#7cc0ff',
  '#e08cff',
  '#6fd8e5',
  '#ffffff',
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function drawCell(cell: IBufferCell, x: number, y: number): string {
  const ink = cell.isFgDefault() ? FRONT : (COLOURS[cell.getFgColor()] ?? FRONT);
  const [front, back] = cell.isInverse() ? [BACK, ink] : [ink, undefined];
  const left = PAD + x * WIDTH;
  const top = PAD + y * HEIGHT;
  const width = cell.getWidth() * WIDTH;
  const box =
    back === undefined
      ? ''
      : `<rect x="${left}" y="${top}" width="${width + 0.5}" height="${HEIGHT}" fill="${back}"/>`;
  const text = cell.getChars();
  if (text === '' || text === ' ') return box;
  const look = `${cell.isBold() ? ' font-weight="bold"' : ''}${cell.isDim() ? ' opacity="0.6"' : ''}`;
  return `${box}<text x="${left}" y="${top + HEIGHT - 5}" fill="${front}" textLength="${width}" lengthAdjust="spacingAndGlyphs"${look}>${escaped(text)}</text>`;
}

/** Draws the screen of the emulator as SVG: one text a cell, so that columns align in every viewer. */
function draw(emulator: Emulator): string {
  const buffer = emulator.buffer.active;
  const cells: string[] = [];
  for (let y = 0; y < emulator.rows; y++) {
    const line = buffer.getLine(buffer.viewportY + y);
    for (let x = 0; x < emulator.cols; x++) {
      const cell = line?.getCell(x);
      if (cell !== undefined && cell.getWidth() > 0) cells.push(drawCell(cell, x, y));
    }
  }
  const width = Math.ceil(emulator.cols * WIDTH + 2 * PAD);
  const height = emulator.rows * HEIGHT + 2 * PAD;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">
<rect width="100%" height="100%" rx="8" fill="${BACK}"/>
${cells.filter(cell => cell !== '').join('\n')}
</svg>
`;
}

const folder = join(import.meta.dirname, '../../.github');
const terminal = await openTerminal({
  flags: ['--demo', '--health', 'auto'],
  columns: 132,
  rows: 19,
});
await terminal.waitFor('support-prod');
await terminal.press('T');
// All visible rows are checked.
await terminal.waitFor(screen => screen.includes('Needs attention') && !/ · {2,}\d/.test(screen));
await terminal.settle();
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'first-screen.svg'), draw(terminal.emulator));
await terminal.close();
