import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { editing } from '../../src/build/build.ts';
import { characterReplacements } from '../../src/build/character-replacements.ts';
import { newFolder } from '../helpers/folder.ts';

type Measuring = {
  readonly stringWidth: (text: string, options?: { readonly ambiguousIsNarrow: boolean }) => number;
  readonly wrapAnsi: (text: string, columns: number, options: { readonly hard: boolean }) => string;
  readonly sliceAnsi: (text: string, from: number, to: number) => string;
  readonly tokenize: (text: string) => unknown;
};

const SOURCE = `
export { default as stringWidth } from 'string-width';
export { default as wrapAnsi } from 'wrap-ansi';
export { default as sliceAnsi } from 'slice-ansi';
export { tokenize } from '@alcalzone/ansi-tokenize';`;

let folder: string;
let stock: Measuring;
let replaced: Measuring;

async function load(name: string, isStock: boolean): Promise<Measuring> {
  const outfile = join(folder, name);
  await build({
    stdin: { contents: SOURCE, resolveDir: '.' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: isStock ? [] : [editing(characterReplacements, new Set())],
  });
  return (await import(outfile)) as Measuring;
}

beforeAll(async () => {
  folder = newFolder('characters');
  stock = await load('stock.mjs', true);
  replaced = await load('replaced.mjs', false);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PIECES = [
  ...['\u001b[1m', '\u001b[31;7m', '\u001b[m', '\u001b]8;;https://a.b\u0007', '\u001b', '\r\n', '\n', '\t'],
  ...[
    '│',
    '─',
    '…',
    '▸',
    '●',
    '★',
    '✓',
    '×',
    '↑',
    '↔',
    '\u00ad',
    '\u00a0',
    'é',
    'e\u0301',
    '\u200d',
    '\ufe0f',
  ],
  ...['©', '©\ufe0f', '1\ufe0f\u20e3', '⌚', '⚡', '▪', '▪\ufe0f', '◾', '日本', '한', 'ᄀ', 'ᅡ', 'नि', 'ｶﾞ'],
  ...['😀', '👍🏽', '🇦', '🇦🇹', '👨‍👩‍👧', '🏴\u{e0067}\u{e007f}', '\ud83d', '\ude00'],
];
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PIECES),
      fc.string({ maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
  )
  .map(parts => parts.join(''));

test('every single unit, and every one beside a plain letter, is as wide as it was', () => {
  const differing: string[] = [];
  for (let code = 0; code <= 0xffff; code++) {
    for (const each of [String.fromCharCode(code), `a${String.fromCharCode(code)}`]) {
      for (const options of [{ ambiguousIsNarrow: true }, { ambiguousIsNarrow: false }])
        if (stock.stringWidth(each, options) !== replaced.stringWidth(each, options))
          differing.push(code.toString(16));
    }
  }

  expect(differing).toEqual([]);
});

test('any text is measured, wrapped, cut and taken apart as it was', () => {
  fc.assert(
    fc.property(text, fc.nat(30), fc.nat(30), (given, from, size) => {
      expect(replaced.stringWidth(given)).toBe(stock.stringWidth(given));
      expect(replaced.wrapAnsi(given, size + 1, { hard: true })).toBe(
        stock.wrapAnsi(given, size + 1, { hard: true }),
      );
      expect(replaced.sliceAnsi(given, from, from + size)).toBe(stock.sliceAnsi(given, from, from + size));
      expect(replaced.tokenize(given)).toEqual(stock.tokenize(given));
    }),
    { numRuns: 3000 },
  );
});
