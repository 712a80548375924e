import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { asciiText } from '../../../src/terminal/output/ascii.ts';
import { createFrames } from '../../../src/terminal/output/frames.ts';
import { styledRow } from '../../helpers/cells.ts';

const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as typeof import('@xterm/headless');

const NO_DRESS = { ground: {}, glyph: (text: string) => text };

async function screen(columns: number, rows: number) {
  const emulator = new Terminal({ cols: columns, rows, allowProposedApi: true });
  const write = (bytes: string) => new Promise<void>(done => emulator.write(bytes, done));
  await write('\x1b[?7l');
  const seen = () => Array.from({ length: emulator.rows }, (_, y) => styledRow(emulator, y)).join('\n');
  return { emulator, write, seen, resize: (c: number, r: number) => emulator.resize(c, r) };
}

const size = { columns: 20, rows: 3 };

test('frames: a frame of a wider screen does not damage the next one, of the narrower screen', async () => {
  const narrow = { columns: 20, rows: 1 };
  const one = await screen(20, 1);
  const frames = createFrames(NO_DRESS);

  await one.write(frames.paint([`${'-'.repeat(18)} ─-`], narrow));
  await one.write(frames.paint([`${'-'.repeat(17)} ─`], narrow));
  await one.write(frames.paint([`${'-'.repeat(18)} ─`], narrow));

  expect(one.seen()).toBe(`${'-'.repeat(18)} ─`);
});

describe('what is written', () => {
  test('frames: an unchanged frame writes nothing', () => {
    const frames = createFrames(NO_DRESS);
    frames.paint(['a', 'b'], size);

    expect(frames.paint(['a', 'b'], size)).toBe('');
  });

  test('frames: only the range that differs is written', () => {
    const frames = createFrames(NO_DRESS);
    frames.paint(['one', 'count 12 of 40', 'three'], size);

    expect(frames.paint(['one', 'count 13 of 40', 'three'], size)).toBe('\x1b[2;8H3');
  });

  test('frames: a turn of the spinner is written over the one before, in four bytes', () => {
    const frames = createFrames(NO_DRESS);
    frames.paint(['one', 'two ⠁ loading', 'three'], size);

    expect(frames.paint(['one', 'two ⠂ loading', 'three'], size)).toBe('\x1b[2;5H⠂');
    expect(frames.paint(['one', 'two ⠄ loading', 'three'], size)).toBe('\b⠄');
  });

  test('frames: at the latest after twenty turns one is written at its address, wherever the cursor is', () => {
    const frames = createFrames(NO_DRESS);
    const written = Array.from({ length: 22 }, (_, turn) =>
      frames.paint([`two ${turn % 2 === 0 ? '⠁' : '⠂'}`], size),
    );

    expect(written.slice(2).filter(bytes => bytes.startsWith('\x1b[1;5H'))).toHaveLength(1);
  });

  test('frames: everything is written after `forget`', () => {
    const frames = createFrames(NO_DRESS);
    const first = frames.paint(['one', 'two', 'three'], size);
    frames.forget();

    expect(frames.paint(['one', 'two', 'three'], size)).toBe(first);
  });

  test('frames: ASCII characters have the same width', () => {
    expect(asciiText('▸ ✗ a › b · 3 … ─│ ✓ ★')).toBe('> x a > b . 3 ~ -| + *');
  });
});
