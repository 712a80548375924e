import { createRequire } from 'node:module';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { createFrames } from '../../src/terminal/frames.ts';
import { asciiText } from '../../src/terminal/glyphs.ts';
import { styledRow } from '../helpers/cells.ts';

const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as typeof import('@xterm/headless');

const NO_DRESS = { ground: {}, glyph: (text: string) => text };

/** An emulator as it is when frames are painted: without wrapping. */
async function screen(columns: number, rows: number) {
  const emulator = new Terminal({ cols: columns, rows, allowProposedApi: true });
  const write = (bytes: string) => new Promise<void>(done => emulator.write(bytes, done));
  await write('\x1b[?7l');
  const seen = () => Array.from({ length: emulator.rows }, (_, y) => styledRow(emulator, y)).join('\n');
  return { emulator, write, seen, resize: (c: number, r: number) => emulator.resize(c, r) };
}

const piece = fc.tuple(
  fc.constantFrom(
    '',
    '\x1b[1m',
    '\x1b[2m',
    '\x1b[7m',
    '\x1b[31m',
    '\x1b[38;5;99m',
    '\x1b[48;2;1;2;3m',
    '\x1b[1;36m',
  ),
  fc.constantFrom('a', 'bcd', ' ', '          ', '─────', '✗ x', '日本', '🛫', 'é', '|', 'e\u0301'),
);
/** Pieces as one line that fits, as Ink's lines do. */
function lineOf(pieces: readonly (readonly [sgr: string, text: string])[], columns: number): string {
  let used = 0;
  return pieces
    .filter(([, text]) => {
      used += stringWidth(text);
      return used <= columns;
    })
    .map(([sgr, text]) => (sgr === '' ? text : `${sgr}${text}\x1b[0m`))
    .join('');
}

const frame = fc
  .record({
    // The emulator has no screens of one column.
    columns: fc.integer({ min: 2, max: 24 }),
    rows: fc.integer({ min: 1, max: 5 }),
    pieces: fc.array(fc.array(piece, { maxLength: 6 }), { maxLength: 6 }),
  })
  .map(({ columns, rows, pieces }) => ({ columns, rows, lines: pieces.map(each => lineOf(each, columns)) }));

test('any frame after any other looks as if it were the first, at every size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 2, maxLength: 5 }), async all => {
      const last = all.at(-1);
      const one = await screen(24, 5);
      const frames = createFrames(NO_DRESS);
      for (const { lines, ...size } of all) {
        one.resize(size.columns, size.rows);
        await one.write(frames.paint(lines, size));
      }
      const two = await screen(last?.columns ?? 1, last?.rows ?? 1);
      await two.write(createFrames(NO_DRESS).paint(last?.lines ?? [], last ?? { columns: 1, rows: 1 }));

      expect(one.seen()).toBe(two.seen());
    }),
    { numRuns: 150 },
  );
});

test('a frame looks as the rows of it do when they are written plainly', async () => {
  await fc.assert(
    fc.asyncProperty(frame, async ({ lines, columns, rows }) => {
      const one = await screen(columns, rows);
      await one.write(createFrames(NO_DRESS).paint(lines, { columns, rows }));
      const two = await screen(columns, rows);
      await two.write(
        lines
          .slice(0, rows)
          .map((text, at) => `\x1b[${at + 1}H${text}`)
          .join(''),
      );

      expect(one.seen()).toBe(two.seen());
    }),
    { numRuns: 100 },
  );
});

const size = { columns: 20, rows: 3 };

test('a frame of a wider screen does not damage the next one, of the narrower screen', async () => {
  const narrow = { columns: 20, rows: 1 };
  const one = await screen(20, 1);
  const frames = createFrames(NO_DRESS);

  await one.write(frames.paint([`${'-'.repeat(18)} ─-`], narrow));
  await one.write(frames.paint([`${'-'.repeat(17)} ─`], narrow));
  await one.write(frames.paint([`${'-'.repeat(18)} ─`], narrow));

  expect(one.seen()).toBe(`${'-'.repeat(18)} ─`);
});

describe('what is written', () => {
  test('is nothing when nothing has changed', () => {
    const frames = createFrames(NO_DRESS);
    frames.paint(['a', 'b'], size);

    expect(frames.paint(['a', 'b'], size)).toBe('');
  });

  test('is only the stretch that differs', () => {
    const frames = createFrames(NO_DRESS);
    frames.paint(['one', 'count 12 of 40', 'three'], size);

    expect(frames.paint(['one', 'count 13 of 40', 'three'], size)).toBe('\x1b[2;8H3');
  });

  test('is everything after the screen was forgotten', () => {
    const frames = createFrames(NO_DRESS);
    const first = frames.paint(['one', 'two', 'three'], size);
    frames.forget();

    expect(frames.paint(['one', 'two', 'three'], size)).toBe(first);
  });

  test('is as wide in plain characters', () => {
    expect(asciiText('▸ ✗ a › b · 3 … ─│ ✓ ★')).toBe('> x a > b . 3 ~ -| + *');
  });
});

test('a skin with a ground of its own leaves no cell without it', async () => {
  const one = await screen(20, 3);
  const frames = createFrames({ ground: { front: '38;5;15', back: '48;5;17' }, glyph: text => text });
  await one.write(frames.paint(['a \x1b[31mred\x1b[39m', '日本 \x1b[7mx\x1b[27m', ''], size));
  await one.write(frames.paint(['b', '日', 'new'], size));

  for (let y = 0; y < 3; y++)
    for (let x = 0; x < 20; x++)
      expect(one.emulator.buffer.active.getLine(y)?.getCell(x)?.getBgColor()).toBe(17);
});
