// @module-tag smoke

import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import type { TerminalOptions } from '../helpers/terminal.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

/** Returns a click of the left button; columns and rows count from 1, as in terminals. */
const click = (x: number, y: number): string => `\u001b[<0;${x};${y}M\u001b[<0;${x};${y}m`;

async function openWithMouse(size: TerminalOptions = {}): Promise<ExplorerRun> {
  opened = await openExplorer({ shell: true, ...size });
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press(':', ...'mouse', 'Enter');
  await terminal.waitFor('Mouse on');
  return opened;
}

test('mouse: a click selects a row, a second one opens it, and one on the title bar does nothing', async () => {
  const { terminal } = await openWithMouse();

  terminal.send(click(10, 6));
  await terminal.waitFor(/▸ +order-tracker/);
  terminal.send(click(10, 6));
  await terminal.waitFor('Diagnosis');
  const at = terminal.row(0).indexOf('Bots') + 1;
  terminal.send(click(at, 1));
  await terminal.settle();

  expect(terminal.text()).toContain('Diagnosis');
});

test('mouse: a click into the preview beside a list leaves the cursor on its row', async () => {
  const { terminal } = await openWithMouse({ columns: 160, rows: 50, repliesToStatus: false });

  terminal.send(click(120, 8));
  await terminal.settle();
  expect(terminal.text()).toMatch(/▸ +support-prod/);
  terminal.send(click(60, 8));

  await terminal.waitFor(/▸ +lost-luggage/);
});

test('mouse: the wheel moves the cursor', async () => {
  const { terminal } = await openWithMouse();

  terminal.send('\u001b[<65;10;10M');

  await terminal.waitFor(/^ 4\/\d+\+/m);
});

test('mouse: a click confirms no dialog', async () => {
  const { terminal, deletes } = await openWithMouse();
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");

  terminal.send(click(10, 6) + click(10, 23));
  await terminal.settle();

  expect(terminal.text()).toContain("Type the bot's name");
  expect(deletes()).toHaveLength(0);
});

test('mouse: it is off until :mouse turns it on, and off again after the end', async () => {
  const { terminal } = await openWithMouse();
  expect(terminal.modes().mouseTrackingMode).not.toBe('none');

  await terminal.quit();

  expect(terminal.modes().mouseTrackingMode).toBe('none');
});

test('mouse: while it is off, mouse reports have no effect', async () => {
  opened = await openExplorer();
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  expect(terminal.modes().mouseTrackingMode).toBe('none');

  terminal.send(click(10, 6));
  await terminal.settle();

  expect(terminal.text()).toMatch(/▸ +support-prod/);
});
