import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Terminal as Emulator, IBufferCell } from '@xterm/headless';
import { openTerminal } from '../helpers/terminal.ts';

// Draws the pictures of the README from the real program with demo data: `npm run picture`. One is the first
// screen, the other moves: from the start to the cause, its bots and the post for a channel.

/** Cell size and colours of the picture. The sixteen colours are those of a common dark terminal. */
const WIDTH = 8.4;
const HEIGHT = 18;
const PAD = 14;
const BACK = '#14161b';
const FRONT = '#c8ccd4';
const COLOURS = [
  '#1c1f26 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #c8ccd4',
  '#5c6370 #ff7b86 #b5e890 #ffd68a #7cc0ff #e08cff #6fd8e5 #ffffff',
].flatMap(colours => colours.split(' '));

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

type Style = { readonly front: string; readonly back: string | undefined; readonly look: string };

/** Cells of one style side by side; `cells`: their number, which wide characters count twice. */
type Run = Style & { readonly x: number; readonly text: string; readonly cells: number };

function styleOf(cell: IBufferCell): Style {
  const ink = cell.isFgDefault() ? FRONT : (COLOURS[cell.getFgColor()] ?? FRONT);
  const [front, back] = cell.isInverse() ? [BACK, ink] : [ink, undefined];
  const look = `${cell.isBold() ? ' font-weight="bold"' : ''}${cell.isDim() ? ' opacity="0.6"' : ''}`;
  return { front, back, look };
}

/** Returns the runs of a row: words of ASCII letters, and every other character by itself. */
function runsOf(emulator: Emulator, y: number): readonly Run[] {
  const buffer = emulator.buffer.active;
  const line = buffer.getLine(buffer.viewportY + y);
  const runs: Run[] = [];
  for (let x = 0; x < emulator.cols; x++) {
    const cell = line?.getCell(x);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const text = cell.getChars() || ' ';
    const run: Run = { ...styleOf(cell), x, text, cells: cell.getWidth() };
    const last = runs.at(-1);
    const isNext = last !== undefined && /^[\x21-\x7e]+$/.test(last.text + text);
    const isSame = last?.front === run.front && last.back === run.back && last.look === run.look;
    if (isNext && isSame) runs.splice(-1, 1, { ...last, text: last.text + text, cells: last.cells + 1 });
    else runs.push(run);
  }
  return runs;
}

function drawRun({ x, text, cells, front, back, look }: Run, y: number): string {
  const [left, top, width] = [PAD + x * WIDTH, PAD + y * HEIGHT, cells * WIDTH].map(each =>
    Number(each.toFixed(1)),
  );
  if (left === undefined || top === undefined || width === undefined) return '';
  const box =
    back === undefined
      ? ''
      : `<rect x="${left}" y="${top}" width="${width + 0.5}" height="${HEIGHT}" fill="${back}"/>`;
  if (text.trim() === '') return box;
  return `${box}<text x="${left}" y="${top + HEIGHT - 5}" fill="${front}" textLength="${width}" lengthAdjust="spacingAndGlyphs"${look}>${escaped(text)}</text>`;
}

/** Draws the screen of the emulator: words have their exact width, so that columns align in every viewer. */
const drawScreen = (emulator: Emulator): string =>
  Array.from({ length: emulator.rows }, (_row, y) =>
    runsOf(emulator, y)
      .map(run => drawRun(run, y))
      .join(''),
  )
    .filter(row => row !== '')
    .join('\n');

/** Puts drawn screens into one picture of a terminal. */
function picture({ cols, rows }: Emulator, contents: string): string {
  const width = Math.ceil(cols * WIDTH + 2 * PAD);
  const height = rows * HEIGHT + 2 * PAD;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">
<rect width="100%" height="100%" rx="8" fill="${BACK}"/>
${contents}
</svg>
`;
}

/** Time that each screen of the moving picture stands, in seconds. */
const STANDS = 3;

/** Returns screens one after another, for ever; only the last one where motion is not wanted. */
function moving(screens: readonly string[]): string {
  const all = screens.length;
  const groups = screens.map(
    (screen, at) => `<g style="animation-delay:${(at - all) * STANDS}s">\n${screen}\n</g>`,
  );
  return `<style>
g { visibility: hidden; animation: stand ${all * STANDS}s step-end infinite; }
@keyframes stand { 0% { visibility: visible; } ${(100 / all).toFixed(2)}% { visibility: hidden; } }
@media (prefers-reduced-motion: reduce) { g { animation: none; } g:last-of-type { visibility: visible; } }
</style>
${groups.join('\n')}`;
}

const folder = join(import.meta.dirname, '../../.github');

async function open(columns: number, rows: number) {
  const terminal = await openTerminal({ flags: ['--demo', '--health', 'auto'], columns, rows });
  await terminal.waitFor('support-prod');
  // All visible rows are checked.
  await terminal.waitFor(screen => screen.includes('Causes') && !/ · {2,}\d/.test(screen));
  await terminal.settle();
  return terminal;
}

mkdirSync(folder, { recursive: true });

const still = await open(132, 19);
writeFileSync(join(folder, 'first-screen.svg'), picture(still.emulator, drawScreen(still.emulator)));
await still.close();

const terminal = await open(120, 19);
const screens = [drawScreen(terminal.emulator)];
for (const key of ['Tab', 'Enter', 'P']) {
  await terminal.press(key);
  await terminal.settle();
  screens.push(drawScreen(terminal.emulator));
}
writeFileSync(join(folder, 'first-minute.svg'), picture(terminal.emulator, moving(screens)));
await terminal.close();
