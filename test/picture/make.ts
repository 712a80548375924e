import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTerminal } from '../helpers/terminal.ts';
import { draw } from './draw.ts';

// Draws the picture of the README from the real program with demo data, in a terminal of 80 by 24: `npm run
// picture`.
const folder = join(import.meta.dirname, '../../.github');
const terminal = await openTerminal({ flags: ['--demo'] });
await terminal.waitFor('support-prod');
await terminal.press('T', 'Enter');
await terminal.waitFor('registration_failed');
await terminal.settle();
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'bot.svg'), draw(terminal.emulator));
await terminal.close();
