import { afterEach, describe, expect, test } from 'vitest';
import { type Opened, openExplorer } from '../helpers/explorer.ts';

let opened: Opened;
afterEach(() => opened.close());

const SGR = /\x1b\[[\d;]*m/g;
const PLACE = '\x1b[12;1H';

/** What of the output is neither text nor a change of colours or place. */
const others = (bytes: string) =>
  bytes.match(/\x1b\[(?![\d;]*m)(?!\d*;?\d*H)[\d;?]*[A-Za-z]|\x1b[^[]/g) ?? [];

/** The bytes of one key, when the screen is at rest again. */
async function cost({ terminal }: Opened, key: string): Promise<string> {
  const from = terminal.bytes().length;
  await terminal.press(key);
  return terminal.bytes().slice(from);
}

async function openAt(columns: number, rows: number): Promise<Opened> {
  opened = await openExplorer({ columns, rows });
  await opened.terminal.waitFor('support-prod');
  await opened.terminal.waitFor(columns > 100 ? '40+' : '20+');
  await opened.terminal.settle();
  return opened;
}

describe.each([
  [80, 24],
  [120, 40],
])('at %i x %i', (columns, rows) => {
  test('moving the cursor by a row costs at most 1.3 times the bytes of the two rows', async () => {
    const { terminal } = await openAt(columns, rows);
    await terminal.press('j', 'j', 'j', 'j');
    await terminal.settle();

    for (const _ of [1, 2, 3]) {
      const at = terminal.rows().findIndex(row => row.startsWith(' ▸'));
      const bytes = await cost(opened, 'k');
      const [above = '', below = ''] = [terminal.row(at - 1), terminal.row(at)];

      expect(above).toMatch(/^ ▸/);
      // The row under the cursor is inverse over the whole width.
      const painted = [`${PLACE}\x1b[7m${above.padEnd(columns)}\x1b[27m`, `${PLACE}${below}`];
      const reference = painted.reduce((total, row) => total + Buffer.byteLength(row), 0);
      expect(Buffer.byteLength(bytes)).toBeLessThanOrEqual(1.3 * reference);
    }
  });

  test('moving never clears the screen, scrolls or shows the cursor, and a page is one frame', async () => {
    await openAt(columns, rows);

    for (const key of ['j', 'j', 'G', 'g', 'PageDown', 'PageUp', 'k']) {
      const bytes = await cost(opened, key);

      expect(bytes.replace(SGR, '')).not.toMatch(/\x1b\[\d?J|\n|\x1b\[\?25h|\x1b[MDE]|\x1b\[\d*[ST]/);
      // Only: to the next row, erase to the end of the row, and the marks around a frame.
      for (const sequence of others(bytes))
        expect(['\x1b[E', '\x1b[K', '\x1b[?2026h', '\x1b[?2026l']).toContain(sequence);
    }
  });
});

test('a screen at rest writes nothing', async () => {
  const { terminal } = await openAt(80, 24);
  const from = terminal.bytes().length;

  for (let quiet = 0; quiet < 8; quiet++) await terminal.settle();
  expect(terminal.bytes().slice(from)).toBe('');

  await terminal.press('j');
  await terminal.waitFor(/▸ +support-staging/);
  expect(terminal.bytes().length).toBeGreaterThan(from);
});

test('a letter in a field writes little more than the letter', async () => {
  await openAt(80, 24);
  await opened.terminal.press(':', 'z', 'z');

  expect((await cost(opened, 'z')).length).toBeLessThan(40);
});
