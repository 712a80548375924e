// @module-tag program

import { afterEach, describe, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

const PLACE = '\x1b[12;1H';

/** Returns all sequences that are neither text nor colours. */
const others = (bytes: string) => bytes.match(/\x1b\[(?![\d;]*m)[\d;?]*[A-Za-z]|\x1b[^[]|[\x00-\x1a]/g) ?? [];
/**
 * Cursor moves, erasing to the end of a row, scroll regions, frame marks, and the query that follows a frame.
 */
const ALLOWED = /^\x1b\[(?:[\d;]*[BCDEGHr]|K|\d*[LM]|\?2026[hl]|5n)$/;

/** Returns the bytes that a key causes until the screen is at rest. */
async function cost({ terminal }: ExplorerRun, key: string): Promise<string> {
  const from = terminal.bytes().length;
  await terminal.press(key);
  return terminal.bytes().slice(from);
}

async function openAt(columns: number, rows: number): Promise<ExplorerRun> {
  opened = await openExplorer({ columns, rows });
  await opened.terminal.waitFor('support-prod');
  await opened.terminal.waitFor(columns > 100 ? '40+' : '20+');
  // The first rows appear before Ink has started.
  await opened.terminal.waitFor(() => opened.terminal.modes().bracketedPasteMode);
  await opened.terminal.waitFor('Borealis Air');
  await opened.terminal.settle();
  return opened;
}

describe.each([
  [80, 24],
  [120, 40],
])('at %i x %i', (columns, rows) => {
  test('output: moving the cursor costs at most 1.3 times the bytes of the two rows', async () => {
    const { terminal } = await openAt(columns, rows);
    await terminal.press('j', 'j', 'j', 'j');
    await terminal.settle();

    for (const _ of [1, 2, 3]) {
      const at = terminal.rows().findIndex(row => row.startsWith(' ▸'));
      const bytes = await cost(opened, 'k');
      const [above = '', below = ''] = [terminal.row(at - 1), terminal.row(at)];

      expect(above).toMatch(/^ ▸/);
      // The row under the cursor is inverse over its whole width.
      const painted = [`${PLACE}\x1b[7m${above.padEnd(columns)}\x1b[27m`, `${PLACE}${below}`];
      const reference = painted.reduce((total, row) => total + Buffer.byteLength(row), 0);
      expect(Buffer.byteLength(bytes)).toBeLessThanOrEqual(1.3 * reference);
    }
  });

  test('output: moving never clears the screen, shows the cursor or scrolls by a line feed', async () => {
    await openAt(columns, rows);

    for (const key of ['j', 'j', 'G', 'g', 'PageDown', 'PageUp', 'k'])
      for (const sequence of others(await cost(opened, key))) expect(sequence).toMatch(ALLOWED);
  });

  test('output: a list that scrolls writes only its new rows', async () => {
    await openAt(columns, rows);
    const costs: string[] = [];
    while (costs.length < rows) costs.push(await cost(opened, 'j'));

    const scrolled = costs.filter(bytes => /\x1b\[\d+;\d+r\x1b\[\d+H\x1b\[\d*M\x1b\[r/.test(bytes));

    expect(scrolled).not.toEqual([]);
    for (const bytes of scrolled) expect(Buffer.byteLength(bytes)).toBeLessThan((rows * columns) / 2);
  });
});

test('output: a screen at rest writes nothing', async () => {
  const { terminal } = await openAt(80, 24);
  const from = terminal.bytes().length;

  for (let quiet = 0; quiet < 8; quiet++) await terminal.settle();
  expect(terminal.bytes().slice(from)).toBe('');

  await terminal.press('j');
  await terminal.waitFor(/▸ +support-staging/);
  expect(terminal.bytes().length).toBeGreaterThan(from);
});

test('output: a letter in a field costs little more than the letter', async () => {
  await openAt(80, 24);
  await opened.terminal.press('y');
  await opened.terminal.waitFor('secrets masked');
  await opened.terminal.press('/', 'z', 'z');

  expect((await cost(opened, 'z')).length).toBeLessThan(40);
});
