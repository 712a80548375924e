import fc from 'fast-check';
import { expect, test } from 'vitest';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { screenRows } from '../../../src/explorer/paint/screen.ts';
import { themeOf } from '../../../src/explorer/paint/theme.ts';
import { update, withChange } from '../../../src/explorer/state/store.ts';
import { createFrames } from '../../../src/terminal/output/frames.ts';
import { Emulator, visibleCells } from '../../helpers/cells.ts';
import { startOnSandbox } from '../../helpers/on-sandbox.ts';
import { numRuns, seed } from '../../helpers/properties.ts';
import { keyNamed, someKeys } from '../../helpers/some-keys.ts';
import { writable } from '../../helpers/writable.ts';

const THEME = themeOf('terminal', { depth: 'all', ascii: false, links: true });
const SIZES = [
  { columns: 60, rows: 9 },
  { columns: 36, rows: 8 },
  { columns: 80, rows: 8 },
] as const;

/** Emulates a screen without line wrapping. */
function emulated(columns: number, rows: number) {
  const emulator = new Emulator({ cols: columns, rows, allowProposedApi: true });
  const write = (bytes: string) => new Promise<void>(done => emulator.write(bytes, done));
  return { emulator, write };
}

const SEQUENCES = numRuns(500);

test(`frames: after any keys, painting only changes yields the same screen as a full repaint (seed ${seed})`, {
  timeout: 20_000 + 80 * SEQUENCES,
}, async () => {
  const { explorer, until, close } = await startOnSandbox({ bots: 200 });
  await until(({ data: { lists } }) => Object.values(lists).some(({ last }) => last !== undefined));
  const { store } = explorer;
  let size: (typeof SIZES)[number] = SIZES[0];
  const painted = emulated(size.columns, size.rows);
  const plain = emulated(size.columns, size.rows);
  const frames = createFrames({ ground: {}, glyph: text => text }, { canScroll: true });
  const rows = () => screenRows(withChange(store.getState(), { screen: { size } }), THEME);
  const sequences = fc.sample(fc.record({ at: fc.integer({ min: 0, max: 60 }), keys: someKeys }), {
    numRuns: SEQUENCES,
    seed,
  });

  let changes = 0;
  try {
    await painted.write('\x1b[?7l');
    for (const { at, keys } of sequences) {
      const next = SIZES[at];
      if (next !== undefined) {
        size = next;
        for (const { emulator } of [painted, plain]) emulator.resize(size.columns, size.rows);
        update(writable(store), { screen: { size } });
      }
      let bytes = '';
      for (const name of keys) {
        press(explorer, keyNamed(name), { alone: true });
        bytes += frames.paint(rows(), size);
      }
      const shown = rows();
      const whole = shown.map((text, y) => `\x1b[${y + 1}H${text}\x1b[m`).join('');
      await Promise.all([painted.write(bytes), plain.write(`\x1b[?7l\x1b[m\x1b[2J${whole}`)]);

      if (bytes === '') continue;
      expect(visibleCells(painted.emulator), keys.join(' ')).toEqual(visibleCells(plain.emulator));
      changes++;
    }
  } finally {
    await close();
  }
  expect(changes).toBeGreaterThan(0);
});
