import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { createFrames, type ScreenStyle, type Size } from '../../../src/terminal/output/frames.ts';
import { Emulator, visibleCells } from '../../helpers/cells.ts';
import { numRuns, seed } from '../../helpers/properties.ts';
import { forAll } from '../../helpers/property.ts';

const BARE: ScreenStyle = { ground: {}, glyph: text => text };
const SKIN: ScreenStyle = { ground: { front: '38;5;15', back: '48;5;17' }, glyph: text => text };
const LARGEST = { columns: 24, rows: 7 };

/** Width of characters beyond ASCII, on which terminals disagree. */
type Widths = 'usual' | 'narrow' | 'wide';

function screen({ columns, rows }: Size, widths: Widths) {
  const emulator = new Emulator({ cols: columns, rows, allowProposedApi: true });
  const width = { usual: undefined, narrow: 1, wide: 2 }[widths];
  if (width !== undefined) {
    const wcwidth = (code: number) => {
      if (code >= 0x300 && code < 0x370) return 0;
      return code < 0x2600 || code === 0x2717 ? 1 : width;
    };
    emulator.unicode.register({
      version: widths,
      wcwidth: code => wcwidth(code) as 0 | 1 | 2,
      // Width and combining flag, as the emulator packs them.
      charProperties: code => (wcwidth(code) << 1) | (wcwidth(code) === 0 ? 1 : 0),
    });
    emulator.unicode.activeVersion = widths;
  }
  const write = (bytes: string) => new Promise<void>(done => emulator.write(bytes, done));
  const seen = () => visibleCells(emulator);
  return { emulator, write, seen, resize: (c: number, r: number) => emulator.resize(c, r) };
}

const STYLES = ['', '1', '2', '7', '31', '38;5;99', '48;2;1;2;3', '1;36', '4', '9', '2;7'];
const TEXTS = [
  ...['a', 'bcd', ' ', '          ', '─────', '✗ x', 'é', '|', '12:30', 'row-000'],
  ...['日本', '🛫', 'e\u0301', '\u0301', '👩‍👩‍👧', '🇩🇪', '❤️', '각', '\u200d'],
];
const piece = fc.tuple(fc.constantFrom(...STYLES), fc.constantFrom(...TEXTS));

/** Joins pieces to a line that fits, like Ink. Repeating a style would separate combining characters. */
function lineOf(pieces: readonly (readonly [style: string, text: string])[], columns: number): string {
  let used = 0;
  let last = '';
  const texts = pieces.map(([style, text]) => {
    used += stringWidth(text);
    if (used > columns) return '';
    const change = style === last ? '' : `\x1b[0${style && `;${style}`}m`;
    last = style;
    return change + text;
  });
  return `${texts.join('')}\x1b[0m`;
}

type Pieces = [style: string, text: string][];
type Step =
  | { readonly is: 'frame'; readonly lines: Pieces[] }
  | { readonly is: 'row'; readonly at: number; readonly line: Pieces }
  | { readonly is: 'scroll'; readonly by: number; readonly top: number; readonly more: Pieces[] }
  | { readonly is: 'resize'; readonly size: Size }
  | { readonly is: 'damage'; readonly at: number };

const line = fc.array(piece, { maxLength: 6 });
const size = fc.record({
  columns: fc.integer({ min: 2, max: LARGEST.columns }),
  rows: fc.integer({ min: 1, max: LARGEST.rows }),
});
const row = fc.nat({ max: LARGEST.rows - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ is: fc.constant('frame' as const), lines: fc.array(line, { maxLength: LARGEST.rows }) }),
  { weight: 3, arbitrary: fc.record({ is: fc.constant('row' as const), at: row, line }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('scroll' as const),
      by: fc.integer({ min: -3, max: 3 }),
      top: fc.nat({ max: 2 }),
      more: fc.array(line, { minLength: 3, maxLength: 3 }),
    }),
  },
  fc.record({ is: fc.constant('resize' as const), size }),
  fc.record({ is: fc.constant('damage' as const), at: row }),
);

/** Returns the rows after a step, as lists of pieces; they are fitted when drawn. */
function after(rows: readonly Pieces[], next: Step): readonly Pieces[] {
  if (next.is === 'frame') return next.lines;
  if (next.is === 'row') return Object.assign([...rows], { [next.at]: next.line });
  if (next.is !== 'scroll') return rows;
  const [head, list] = [rows.slice(0, next.top), rows.slice(next.top)];
  const { by, more } = next;
  return [
    ...head,
    ...(by > 0
      ? [...list.slice(by), ...more.slice(0, by)]
      : [...more.slice(0, -by), ...list.slice(0, by || undefined)]),
  ];
}

const sequence = fc.record({
  first: size,
  lines: fc.array(line, { maxLength: LARGEST.rows }),
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
  widths: fc.constantFrom<Widths>('usual', 'narrow', 'wide'),
});
type Sequence = { first: Size; lines: Pieces[]; steps: Step[]; widths: Widths };

/** Draws a sequence on an emulator like the program. Returns the final and the expected screen. */
async function painted(
  { first, lines, steps, widths }: Sequence,
  {
    dress,
    canScroll,
    passing,
  }: { dress: ScreenStyle; canScroll: boolean; passing: (bytes: string) => string },
) {
  const one = screen(first, widths);
  const frames = createFrames(dress, { canScroll });
  let now = first;
  let rows: readonly Pieces[] = lines;
  const fitted = () => Array.from(rows, pieces => lineOf(pieces ?? [], now.columns)).slice(0, now.rows);
  const paint = () => one.write(passing(frames.paint(fitted(), now)));
  await one.write('\x1b[?7l');
  await paint();
  for (const next of steps) {
    if (next.is === 'resize') {
      now = next.size;
      one.resize(now.columns, now.rows);
    }
    if (next.is === 'damage') {
      await one.write(`\x1b[${next.at + 1}H\x1b[31;44mWALL: going down\x1b[K`);
      frames.forget();
    }
    rows = after(rows, next);
    await paint();
  }
  return { one, size: now, lines: fitted() };
}

const same = (bytes: string): string => bytes;

/** Imitates a terminal that erases to its own colour. */
const withoutColourErase = (bytes: string): string =>
  bytes.replace(/\x1b\[\d*[LM]/g, moved => `\x1b[m${moved}\x1b[0;38;5;15;48;5;17m`);

/** Number of sequences at a time: the emulator is slow per write, not per byte. */
const AT_ONCE = 200;

/** Checks random sequences and reports the shortest that fails. */
async function check(full: number, holds: (each: Sequence) => Promise<void>): Promise<void> {
  const count = numRuns(full);
  const all = fc.sample(sequence, { numRuns: count, seed });
  const failures: { each: Sequence; error: unknown }[] = [];
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(
      all
        .slice(from, from + AT_ONCE)
        .map(each => holds(each).catch((error: unknown) => failures.push({ each, error }))),
    );
  const length = ({ each }: { each: Sequence }) => JSON.stringify(each).length;
  const [least] = failures.sort((a, b) => length(a) - length(b));
  if (least !== undefined)
    throw new Error(
      `${failures.length} of ${count}, seed ${seed}: ${JSON.stringify(least.each)}\n${String(least.error)}`,
    );
}

test.each([
  ['with rows moved by the terminal', true, 2000],
  ['without', false, 500],
])(
  'frames: after any sequence of frames the screen shows the last one, %s',
  { timeout: 240_000 },
  async (_, canScroll, count) => {
    await check(count, async each => {
      const { one, size: last, lines } = await painted(each, { dress: BARE, canScroll, passing: same });
      const plain = screen(last, each.widths);
      await plain.write(`\x1b[?7l${lines.map((text, at) => `\x1b[${at + 1}H${text}`).join('')}`);

      expect(one.seen()).toEqual(plain.seen());
      one.emulator.dispose();
      plain.emulator.dispose();
    });
  },
);

test('frames: a skin with a background colour covers every cell, also if the terminal erases to its own colour', {
  timeout: 120_000,
}, async () => {
  await check(500, async each => {
    const {
      one,
      size: last,
      lines,
    } = await painted(
      { ...each, widths: 'usual', steps: each.steps.filter(({ is }) => is !== 'resize') },
      { dress: SKIN, canScroll: true, passing: withoutColourErase },
    );
    const anew = screen(last, 'usual');
    await anew.write(`\x1b[?7l${createFrames(SKIN).paint(lines, last)}`);

    expect(one.seen()).toEqual(anew.seen());
    for (let y = 0; y < last.rows; y++)
      for (let x = 0; x < last.columns; x++)
        expect(one.emulator.buffer.active.getLine(y)?.getCell(x)?.isBgDefault()).toBe(false);
    one.emulator.dispose();
    anew.emulator.dispose();
  });
});

test('frames: a skin with a background colour never erases', () =>
  forAll(100, sequence, ({ first, lines }) => {
    const frames = createFrames(SKIN, { canScroll: true });
    const bytes = [
      frames.paint(
        lines.map(each => lineOf(each, first.columns)),
        first,
      ),
      frames.paint([], first),
    ];

    expect(bytes.join('')).not.toMatch(/\x1b\[\d*[JKX]/);
  }));
