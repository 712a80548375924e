import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTerminal } from '../helpers/terminal.ts';
import { draw } from './draw.ts';

// Draws the picture of the README, the first screen with demo data, from the real program: `npm run picture`.
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
