import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { clean } from '../../src/text/sanitise.ts';
import {
  alignColumns,
  cells,
  cutEnd,
  cutMiddle,
  cutWords,
  graphemes,
  sized,
  wrap,
} from '../../src/text/width.ts';
import { property } from '../helpers/property.ts';
import { hostileText } from './hostile.ts';

const anyText = fc
  .oneof(hostileText, fc.string({ unit: 'grapheme', maxLength: 60 }), fc.lorem({ maxCount: 20 }))
  .map(text => clean(text));
const anyWidth = fc.integer({ min: 0, max: 90 });

test('width: each character of the fast path takes one cell', () => {
  const wrong: string[] = [];

  for (let code = 0x20; code < 0x2600; code++) {
    const character = clean(String.fromCharCode(code));
    if (character.length === 1 && cells(character) !== stringWidth(character)) wrong.push(character);
  }

  expect(wrong).toEqual([]);
});

test.each([
  ['', 0],
  ['abc', 3],
  ['中文', 4],
  ['👍🏽', 2],
  ['e\u0301', 1],
])('width: %j takes %i cells', (text, width) => {
  expect(cells(text)).toBe(width);
});

test('graphemes: combining marks and emoji sequences are one character', () => {
  expect(graphemes('ab')).toEqual(['a', 'b']);
  expect(graphemes('e\u0301👨‍👩‍👧')).toEqual(['e\u0301', '👨‍👩‍👧']);
});

property('cut: the result never exceeds the width', [anyText, anyWidth], (text, width) => {
  expect(cells(cutEnd(text, width))).toBeLessThanOrEqual(width);
  expect(cells(cutMiddle(text, width))).toBeLessThanOrEqual(width);
  expect(cells(cutWords(text, width))).toBeLessThanOrEqual(width);
});

property('cut: a text that fits is unchanged', [anyText], text => {
  expect(cutEnd(text, cells(text))).toBe(text);
  expect(cutMiddle(text, cells(text))).toBe(text);
  expect(cutWords(text, cells(text))).toBe(text);
});

test('cutWords: whole words remain, unless one is too long', () => {
  expect(cutWords(clean('it failed 12 times in a row'), 20)).toBe('it failed 12 times…');
  expect(cutWords(clean('registration_failed'), 10)).toBe('registrat…');
});

test('cut: an ellipsis marks the missing part', () => {
  expect(cutEnd(clean('support-prod'), 8)).toBe('support…');
  expect(cutMiddle(clean('support-prod'), 8)).toBe('suppo…od');
  expect(cutMiddle(clean('support-prod'), 3)).toBe('su…');
  expect(cutEnd(clean('support-prod'), 0)).toBe('');
});

test('cut: no wide character is split', () => {
  expect(cutEnd(clean('中文中文'), 4)).toBe('中…');
});

property(
  'sized: the result has exactly the width',
  [anyText, anyWidth, fc.constantFrom('left', 'right')],
  (text, width, align) => {
    expect(cells(sized(text, width, align))).toBe(width);
  },
);

test('sized: the side opposite of the alignment is filled', () => {
  expect(sized(clean('ab'), 4)).toBe('ab  ');
  expect(sized(clean('ab'), 4, 'right')).toBe('  ab');
});

property(
  'wrap: lines fit, and no character is lost',
  [anyText, fc.integer({ min: 8, max: 60 })],
  (text, width) => {
    const lines = wrap(text, width);

    for (const line of lines) expect(cells(line)).toBeLessThanOrEqual(width);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  },
);

test('wrap: lines break between words, and inside a word only if it is longer than a line', () => {
  expect(wrap(clean('one two three'), 8)).toEqual(['one two', 'three']);
  expect(wrap(clean('a verylongword'), 6)).toEqual(['a', 'verylo', 'ngword']);
});

test('wrap: spaces that indent a line stay', () => {
  expect(wrap(clean('    at main.ts'), 40)).toEqual(['    at main.ts']);
});

test('wrap: a grapheme wider than a line is split', () => {
  const lines = wrap(clean('\u1100'.repeat(40)), 20);

  for (const line of lines) expect(cells(line)).toBeLessThanOrEqual(20);
  expect(lines.join('')).toBe('\u1100'.repeat(40));
});

test('wrap: any width ends, also 0', () => {
  expect(wrap(clean('中文'), 0)).toEqual(['中', '文']);
  expect(wrap(clean(''), 0)).toEqual(['']);
});

test('wrap: each character of a long text without spaces is segmented a limited number of times', () => {
  const segmented: number[] = [];
  const text = clean('中'.repeat(20_000), 64 * 1024);
  const { segment } = Intl.Segmenter.prototype;
  Intl.Segmenter.prototype.segment = function counted(input) {
    segmented.push(input.length);
    return segment.call(this, input);
  };

  const lines = wrap(text, 60);
  Intl.Segmenter.prototype.segment = segment;

  expect(lines).toHaveLength(667);
  expect(segmented.reduce((total, length) => total + length, 0)).toBeLessThan(200_000);
});

test('alignColumns: columns begin at the same cell, whatever the width of characters', () => {
  const rows = [
    ['ok', 'yes', 'one'],
    ['日本', 'no', ''],
    ['', 'é', 'two'],
  ].map(row => row.map(text => clean(text)));
  expect(alignColumns(rows)).toEqual(['ok    yes  one', '日本  no', '      é    two']);
  expect(alignColumns([])).toEqual([]);
});
