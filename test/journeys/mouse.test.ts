// @module-tag program

import { expect } from 'vitest';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { atRest, journeys, take } from '../helpers/journey.ts';

const { journey, smoke } = journeys({ shell: true });

/** Returns a click of the left button; columns and rows count from 1, as in terminals. */
const click = (x: number, y: number): string => `\u001b[<0;${x};${y}M\u001b[<0;${x};${y}m`;
const ON = [':mouse Enter', 'Mouse on'] as const;
const AT_FIRST = /▸ +support-prod/;
const expectMode = (isOff: boolean) => (run: ExplorerRun) =>
  expect(run.terminal.modes().mouseTrackingMode === 'none').toBe(isOff);

smoke('mouse: a click selects a row, a second one opens it, and one on the title bar does nothing', [
  ON,
  [`\`${click(10, 6)}\``, /▸ +order-tracker/],
  [`\`${click(10, 6)}\``, 'Diagnosis'],
  ({ terminal }) => terminal.send(click(terminal.row(0).indexOf('Bots') + 1, 1)),
  atRest,
  ['', 'Diagnosis'],
]);

journey('mouse: a click on a cause in the pane puts the cursor there, a second one opens its bots', [
  { start: { columns: 160, rows: 50, repliesToStatus: false, health: 'auto' } },
  [ON[0], ON[1], /│ +✗ connect/],
  atRest,
  async run => {
    const at = run.terminal.rows().findIndex(row => / ✗ connect/.test(row)) + 1;
    const connect = (mark: string) => new RegExp(`│ *${mark} ✗ connect`);
    await take(run, [`\`${click(120, at)}\``, connect('▸')]);
    await take(run, [`\`${click(60, 8)}\``, connect(''), /▸ +lost-luggage/]);
    await take(run, [`\`${click(120, at)}\``, connect('▸')]);
    await take(run, [`\`${click(120, at)}\``, / Bots · connect/]);
  },
]);

journey('mouse: a click into the row of a pane leaves the cursor in the list', [
  { start: { columns: 160, rows: 50, repliesToStatus: false } },
  ON,
  ['p', /│─ support-prod ─/],
  [`\`${click(120, 8)}\``],
  atRest,
  ['', AT_FIRST],
]);

journey('mouse: the wheel moves the cursor', [ON, ['`\u001b[<65;10;10M`', /^ 4\/\d+\+/m]]);

journey('mouse: a click confirms no dialog, and does not act on the list behind it', [
  ON,
  ['Ctrl-D', "Type the bot's name"],
  [`\`${click(10, 6)}${click(10, 23)}\``],
  atRest,
  ['', "Type the bot's name"],
  { DELETE: 0 },
  ['Esc', AT_FIRST],
]);

journey('mouse: it is off until :mouse turns it on, and off again after the end', [
  ON,
  expectMode(false),
  ({ terminal }) => terminal.quit(),
  expectMode(true),
]);

journey('mouse: while it is off, mouse reports have no effect', [
  expectMode(true),
  [`\`${click(10, 6)}\``],
  atRest,
  ['', AT_FIRST],
]);
