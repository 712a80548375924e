import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Emulator } from '../helpers/cells.ts';
import { forAllAsync } from '../helpers/property.ts';
import { encode, encodedBytes } from './encoder.ts';
import { keyOf, type Row, rowOf, type Screen, screenOf, styleNumber } from './screen.ts';

const SIZE = { cols: 24, rows: 6 };

async function shown(old: Screen, bytes: string): Promise<Screen> {
  const emulator = new Emulator({ ...SIZE, allowProposedApi: true, scrollback: 0 });
  const blank = screenOf(emulator);
  await new Promise<void>(resolve => emulator.write(encode(blank, old) + bytes, resolve));
  const screen = screenOf(emulator);
  emulator.dispose();
  return screen;
}

const styles = [
  0,
  styleNumber({ flags: 1 << 7, fg: '', bg: '' }),
  styleNumber({ flags: 1 << 1, fg: '31', bg: '' }),
  styleNumber({ flags: (1 << 1) | (1 << 7), fg: '38;5;120', bg: '48;2;1;2;3' }),
];

const row: fc.Arbitrary<Row> = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', ' ', '─', '語'), fc.constantFrom(...styles)), { maxLength: 24 })
  .map(parts => {
    const cells = parts.flatMap(([text]) => (text === '語' ? [text, ''] : [text])).slice(0, SIZE.cols);
    const of = parts
      .flatMap(([text, style]) => (text === '語' ? [style, style] : [style]))
      .slice(0, SIZE.cols);
    // A wide character does not fit into the last cell.
    if (cells.at(-1) === '語') cells[cells.length - 1] = ' ';
    while (cells.length < SIZE.cols) cells.push(' ');
    while (of.length < SIZE.cols) of.push(0);
    return rowOf(cells, of);
  });
const screen = fc.array(row, { minLength: SIZE.rows, maxLength: SIZE.rows });

test('encoder: its output turns any screen into any other', () =>
  forAllAsync(300, screen, screen, async (old, next) => {
    expect(keyOf(await shown(old, encode(old, next)))).toBe(keyOf(next));
  }));

test('encoder: its output turns any screen into the same, scrolled', () =>
  forAllAsync(200, screen, row, fc.boolean(), async (old, other, isUp) => {
    const next = isUp ? [...old.slice(1), other] : [other, ...old.slice(0, -1)];
    expect(keyOf(await shown(old, encode(old, next)))).toBe(keyOf(next));
  }));

test('encoder: a scrolled screen costs its new row', () => {
  const letters = 'abcdefghijklmnopqrstuvwx';
  const line = (at: number): string => letters.slice(at) + letters.slice(0, at);
  const lines = (from: number): Screen =>
    Array.from({ length: SIZE.rows }, (_, at) => rowOf([...line(from + at)], Array(24).fill(0)));

  expect(encode(lines(0), lines(1))).toBe(`\x1b[S\x1b[6H${line(6)}`);
});

test.each<readonly [string, readonly [string, string], number]>([
  ['nothing', ['same', 'same'], 0],
  ['one letter', ['same', 'sane'], '\x1b[1;3Hn'.length],
  ['the end of a row', ['a long row', 'a'], '\x1b[1;2H\x1b[K'.length],
])('encoder: %s costs its bytes and no more', (_what, [before, after], bytes) => {
  const plain = (text: string): Screen => [rowOf([...text.padEnd(24)], Array(24).fill(0))];
  expect(encodedBytes(plain(before), plain(after))).toBe(bytes);
});
