// @module-tag program

import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { pace } from '../helpers/pace.ts';

/** Bots of the sandbox, about a quarter of them development bots, which another list has. */
const ALL_BOTS = 26_600;
const FRAME_MS = 1000 / 60;

let opened: ExplorerRun;
/** Number of rows of the loaded list. */
let count = '';
beforeAll(async () => {
  opened = await openExplorer({ sandbox: { bots: ALL_BOTS, pageSize: 1000 }, columns: 120, rows: 45 });
  const { terminal } = opened;
  await terminal.waitFor('more available');
  terminal.send('M');
  await terminal.waitFor('M again loads up to 100000');
  terminal.send('M');
  await terminal.waitFor('· all loaded', { timeoutMs: 60_000 * pace });
  count = /(\d+) · all loaded/.exec(terminal.text())?.[1] ?? '';
}, 90_000 * pace);
afterAll(() => opened.close());

/** Returns the row of the cursor, from the line below the list. */
const row = (): number => Number(/^ (\d+)\/\d+/m.exec(opened.terminal.text())?.[1]);

test('many rows: a held key moves row by row and ends on the right one', async () => {
  const { terminal } = opened;
  const keys = 300;
  const seen: number[] = [];
  const watching = terminal.emulator.onWriteParsed(() => {
    if (seen.at(-1) !== row()) seen.push(row());
  });

  for (let at = 0; at < keys; at++) {
    terminal.send('j');
    await setTimeout(FRAME_MS);
  }
  await terminal.waitFor(() => row() === keys + 1);
  await terminal.settle();
  watching.dispose();

  expect(seen.at(-1)).toBe(keys + 1);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.length).toBeLessThanOrEqual(keys + 1);
});

test('many rows: all letters typed at once into the filter count', async () => {
  const { terminal } = opened;

  terminal.send('/');
  terminal.send('support');
  await terminal.waitFor(new RegExp(`Bots /support/.* \\d+ of ${count} match`));
  const found = Number(/(\d+) of \d+ match/.exec(terminal.text())?.[1]);
  await terminal.press('Enter', '*');

  expect(found).toBeGreaterThan(0);
  await terminal.waitFor(`${found} marked`);
  await terminal.press('Escape', 'Escape');
  await terminal.waitFor(`${count} · all loaded`);
});

test('many rows: the palette finds a record by the end of its id', async () => {
  const { terminal, sandbox } = opened;
  const ids = sandbox.idsOf('bot', {});
  const id = ids.at(-1) ?? '';

  terminal.send(':');
  await terminal.waitFor('Go to or run');
  terminal.send(id.slice(-12));

  await terminal.waitFor(screen => (screen.split('Go to or run')[1] ?? '').includes(id));
  await terminal.press('Escape');
});
