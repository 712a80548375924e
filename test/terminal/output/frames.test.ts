import { expect, test } from 'vitest';
import { asciiText } from '../../../src/explorer/paint/ascii.ts';
import { createFrames } from '../../../src/terminal/output/frames.ts';
import { INSERTION_POINT } from '../../../src/terminal/sequences.ts';
import { Emulator, styledRow } from '../../helpers/cells.ts';

const NO_DRESS = { ground: {}, glyph: (text: string) => text };
const size = { columns: 20, rows: 3 };

test('frames: a frame of a wider screen does not damage the next one, of the narrower screen', async () => {
  const emulator = new Emulator({ cols: 20, rows: 1, allowProposedApi: true });
  const frames = createFrames(NO_DRESS);
  emulator.write('\x1b[?7l');

  for (const line of [`${'-'.repeat(18)} ─-`, `${'-'.repeat(17)} ─`, `${'-'.repeat(18)} ─`])
    await new Promise<void>(done => emulator.write(frames.paint([line], { columns: 20, rows: 1 }), done));

  expect(styledRow(emulator, 0)).toBe(`${'-'.repeat(18)} ─`);
});

test('frames: the cursor is shown where text is inserted, behind wide characters too, and hidden elsewhere', () => {
  const [mark, end] = INSERTION_POINT;
  const frames = createFrames(NO_DRESS);
  const paint = (line: string) => frames.paint([line], { columns: 20, rows: 1 });

  expect(paint('list')).toBe('\x1b[?25l\x1b[m\x1b[H\x1b[Jlist');
  expect(paint(`/a${mark} ${end}`)).toBe('\r/a  \x1b[3G\x1b[?25h');
  expect(paint(`/ab${mark} ${end}`)).toBe('b');
  expect(paint(`/a${mark}b${end}`)).toBe('\b');
  expect(paint(`/漢字${mark} ${end}`)).toBe('\r\x1b[K/漢字 \x1b[6G');
  expect(paint('list')).toBe('\x1b[?25l\rlist\x1b[K');
  frames.forget();
  expect(paint(`/a${mark} ${end}`)).toBe('\x1b[m\x1b[H\x1b[J/a\x1b[?25h');
});

test.each([
  ['an unchanged frame writes nothing', '12', '12', ''],
  ['only the range that differs is written', '12', '13', '\x1b[2;8H3'],
])('frames: %s', (_what, before, after, bytes) => {
  const frames = createFrames(NO_DRESS);
  frames.paint(['one', `count ${before} of 40`, 'three'], size);

  expect(frames.paint(['one', `count ${after} of 40`, 'three'], size)).toBe(bytes);
});

test.each([
  ['at the end of a stretch', `ok${' '.repeat(38)}`, '\r\x1b[40Xok\x1b[91G9'],
  ['inside a stretch', `ok${' '.repeat(30)}and more`, '\r\x1b[40Xok\x1b[33Gand more\x1b[91G9'],
])('frames: many blanks %s are erased, and cells that stay are not', async (_where, text, bytes) => {
  const wide = { columns: 100, rows: 1 };
  const emulator = new Emulator({ cols: wide.columns, rows: 1, allowProposedApi: true });
  const frames = createFrames(NO_DRESS);
  const after = `${text}${'-'.repeat(50)}9`;

  const written = [`${'x'.repeat(40)}${'-'.repeat(50)}8`, after].map(line => frames.paint([line], wide));
  for (const part of written) await new Promise<void>(done => emulator.write(part, done));

  expect(written[1]).toBe(bytes);
  expect(styledRow(emulator, 0)).toBe(after);
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
