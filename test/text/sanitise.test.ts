import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { yamlText } from '../../src/formats/documents.ts';
import {
  clean,
  cleanLines,
  escaped,
  joinSafe,
  MAX_TEXT,
  repeat,
  safe,
  shortText,
  upper,
} from '../../src/text/sanitise.ts';
import { forAll, property } from '../helpers/property.ts';
import { hostileText, INVISIBLE } from './hostile.ts';

/** The longest form of one unit is `<U+10FFFF>`. */
const LONGEST_FORM = 10;
const GLUE = /[\u200d\ufe0f]/;

const spelledBack = (cleaned: string): string =>
  cleaned.replace(/\^([@-_?])|<U\+([0-9A-F]{4,6})>/g, (_all, caret?: string, hex?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return caret === '?' ? '\x7f' : String.fromCharCode((caret ?? '').charCodeAt(0) - 64);
  });

test('clean: no text has invisible characters or ones that control a terminal', () =>
  forAll(1000, hostileText, text => {
    const cleaned = clean(text);

    expect(cleaned).not.toMatch(INVISIBLE);
    expect(cleaned.isWellFormed()).toBe(true);
  }));

/** The codes of all invisible characters of Unicode. */
const invisible = [...Array(0x110000).keys()].filter(code => INVISIBLE.test(String.fromCodePoint(code)));

test('clean: no invisible character of Unicode remains', () => {
  expect(invisible.length).toBeGreaterThan(4000);
  expect(invisible.filter(code => INVISIBLE.test(clean(String.fromCodePoint(code))))).toEqual([]);
});

test('escaped: JSON and YAML text keep their value, and no hidden character but joiners and their like', () => {
  const through: number[] = [];

  for (const code of invisible) {
    const character = String.fromCodePoint(code);
    const value = `a${character}b`;
    const [json, yaml] = [escaped(JSON.stringify(value)), yamlText({ [value]: value })];
    if (/[\u200c\u200d]/.test(character)) expect(json).toBe(`"${value}"`);
    else if (INVISIBLE.test(json) || INVISIBLE.test(yaml.replaceAll('\n', ''))) through.push(code);
    expect(JSON.parse(json)).toBe(value);
    expect(parse(yaml)).toEqual({ [value.toWellFormed()]: value.toWellFormed() });
  }

  expect(through).toEqual([]);
  for (const kept of ['"क\u200dष"', '"❤\ufe0f"']) expect(escaped(kept)).toBe(kept);
});

test('clean: the length is limited, also if every character is spelled out', () => {
  const long = clean('\u{e0041}'.repeat(100_000));

  expect(long.length).toBeLessThanOrEqual(MAX_TEXT * LONGEST_FORM + 1);
  expect(clean('x'.repeat(5000), 10)).toBe(`${'x'.repeat(10)}…`);
});

test('clean: no character is split by the cut', () => {
  expect(clean('ab😀cd', 3)).toBe('ab…');
  expect(clean('ab😀cd', 4)).toBe('ab😀…');
});

test('clean: every character can be told from the cleaned text', () => {
  const speakable = hostileText.filter(text => !/[\^<]/.test(text) && !GLUE.test(text));

  forAll(1000, speakable, text => {
    expect(spelledBack(clean(text))).toBe(text);
  });
});

test('clean: names that differ only in combining marks stay different', () => {
  const three = clean(`a${'\u0301'.repeat(30)}`);
  const four = clean(`a${'\u0301'.repeat(31)}`);

  expect(three).not.toBe(four);
});

property('clean: printable ASCII is unchanged', [fc.string({ unit: 'grapheme-ascii' })], text => {
  expect(clean(text)).toBe(text);
});

property('clean: cleaning twice is the same as once', [hostileText], text => {
  const once = clean(text);

  expect(clean(once)).toBe(once);
});

test.each([
  ['\x1b[31mred', '^[[31mred'],
  ['a\nb', 'a^Jb'],
  ['\x7f', '^?'],
  ['\x9b6n', '<U+009B>6n'],
  ['evil\u202egpj.exe', 'evil<U+202E>gpj.exe'],
  ['a\u200bb', 'a<U+200B>b'],
  ['\ud800', '<U+D800>'],
  ['a\u2800b', 'a<U+2800>b'],
  ['1\u20e3', '1<U+20E3>'],
  ['\ufffc', '<U+FFFC>'],
  // Joiners stay hidden inside an emoji only; scripts with several marks on a letter are unchanged.
  ['👨\u200d👩', '👨👩'],
  ['❤\ufe0f\u200d🔥', '❤🔥'],
  ['a\u200db', 'a<U+200D>b'],
  ['a\ufe0f\u200db', 'a<U+FE0F><U+200D>b'],
  ['ကြောင့်', 'ကြောင့်'],
  ['Việt'.normalize('NFD'), 'Việt'.normalize('NFD')],
])('clean: %j is shown as %s', (text, shown) => {
  expect(clean(text)).toBe(shown);
});

property('cleanLines: each line is clean', [hostileText], text => {
  const lines = cleanLines(text);

  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).not.toMatch(INVISIBLE);
});

test('cleanLines: every kind of line break counts, and tabs become spaces', () => {
  expect(cleanLines('a\r\nb\rc\nd\te')).toEqual(['a', 'b', 'c', 'd    e']);
});

test('cleanLines: the total length is limited', () => {
  expect(cleanLines('x\n'.repeat(1000), 10)).toHaveLength(6);
});

test('safe: our own words are joined with safe parts', () => {
  expect(safe`bot ${clean('a\nb')} has ${3}${undefined}`).toBe('bot a^Jb has 3');
});

test('safe text: joining, upper case and repeating keep it safe', () => {
  expect(joinSafe([safe`a`, safe`b`], ', ')).toBe('a, b');
  expect(upper(safe`abc`)).toBe('ABC');
  expect(repeat(safe`=`, 2.9)).toBe('==');
  expect(repeat(safe`=`, -1)).toBe('');
});

test('shortText: a message is trimmed and has at most 200 units', () => {
  expect(shortText('  no such bot \n')).toBe('no such bot');
  expect(shortText('x'.repeat(300))).toBe(`${'x'.repeat(200)}…`);
});
