import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { foldedLine } from '../../src/explorer/screens/text/document-rows.ts';
import { pathOf } from '../../src/explorer/selection/document-cursor.ts';
import { documentLines, documentOf, documentText, lineText } from '../../src/json/document.ts';
import { type Json, type JsonObject, parseJson } from '../../src/json/json.ts';
import { property } from '../helpers/property.ts';

const yaml = (value: Json): string => documentText(documentOf(value), 'yaml');
const json = (value: Json): string => documentText(documentOf(value), 'json');

/** Texts that some YAML parser reads as something else, or that a block or a plain scalar would change. */
const words = fc.constantFrom(
  ...'yes No null ~ 1e3 0x1f 12:30:45 2025-11-21 # a: :a'.split(' '),
  ...'| > &a *a !a %a @a `a " \' {a [a --- ... << = .inf'.split(' '),
  ...['- a', 'a #b', 'a: b', '? a', '', ' ', ' lead', 'end ', 'two\nlines', 'end\n', 'end\n\n', '\nfirst'],
  ...[' a\n b', 'a\n\n b', 'tab\tin', '\t', 'a\r\nb', 'a\ufeff\nb', '😀\nb', 'é\u0301', '漢字'],
  ...'\0\u0085\u2028\ufeff',
  '\u001b[2J',
);
const text = fc.oneof(
  words,
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(words).map(all => all.join('\n')),
);
const anyJson = fc.letrec<{ value: Json }>(tie => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, 5e-324),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => (Object.is(number, -0) ? 0 : number)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
})).value;

property('YAML: parses as the value of the JSON', [anyJson], value => {
  expect(parse(yaml(value))).toEqual(value);
  expect(parse(yaml({ a: value, b: [value, [value]] }))).toEqual({ a: value, b: [value, [value]] });
});

test('YAML: plain words are unquoted, and words that a parser could misread are quoted', () => {
  expect(yaml({ name: 'support-prod', at: '2025-11-21', on: 'yes', url: 'https://a.example/b#c' })).toBe(
    'name: support-prod\nat: "2025-11-21"\n"on": "yes"\nurl: https://a.example/b#c',
  );
});

test('YAML: a text of several lines is a block of lines', () => {
  expect(yaml({ a: 'one\n\n  two', b: ['x\ny\n'] })).toBe('a: |-\n  one\n\n    two\nb:\n  - |\n    x\n    y');
});

test('YAML: an item begins beside its dash', () => {
  expect(yaml({ medias: [{ url: 'x', name: 'y' }, { deep: { z: 1 } }, [2, {}]] })).toBe(
    'medias:\n  - url: x\n    name: "y"\n  -\n    deep:\n      z: 1\n  -\n    - 2\n    - {}',
  );
});

test('YAML: keys can have any length', () => {
  const value = { ['k'.repeat(2000)]: 1, ['é"\n'.repeat(400)]: { a: ['x\ny'] }, [' '.repeat(1100)]: ['z'] };

  expect(parse(yaml({ list: [value], ...value }))).toEqual({ list: [value], ...value });
});

property('JSON: the text is that of JSON.stringify', [anyJson], value => {
  expect(json(value)).toBe(JSON.stringify(value, undefined, 2));
});

test.each([
  ['12345678901234567890', '12345678901234567890'],
  ['1e400', '1.0e+400'],
  ['1e21', '1.0e+21'],
  ['-1E5', '-1.0e+5'],
  ['1e-7', '1.0e-7'],
  ['1.5e300', '1.5e+300'],
  ['-1.5e-300', '-1.5e-300'],
])(
  'document: the number %s keeps its digits in JSON, and is a number for readers of YAML 1.1',
  (digits, text) => {
    const document = documentOf(parseJson(`{"size":${digits},"far":1e400}`));

    expect(documentText(document, 'json')).toContain(`"size": ${digits},`);
    expect(documentText(document, 'yaml')).toContain(`size: ${text}\n`);
    // The forms of numbers of YAML 1.1 (yaml.org/type/float.html and int.html).
    expect(text).toMatch(/^-?(?:\d+|\d+\.\d*(?:[eE][-+]\d+)?)$/);
  },
);

property(
  'document: no line contains a line break',
  [anyJson, fc.constantFrom('yaml' as const, 'json' as const)],
  (value, format) => {
    for (const line of documentLines(documentOf(value), format)) expect(lineText(line)).not.toContain('\n');
  },
);

const value: JsonObject = { list: [1, 2], map: { a: 1 }, text: 'a\nb\nc\n', items: [{ id: 1, x: 2 }] };
const document = documentOf(value);
const folds = (format: 'yaml' | 'json') =>
  documentLines(document, format).flatMap(line => {
    const node = document.nodes[line.opens ?? -1];
    return node === undefined ? [] : [lineText(foldedLine(line, node, format === 'json' ? ',' : ''))];
  });

test('folded line: shows the size of its content', () => {
  expect(folds('yaml')).toEqual([
    'list: [ 2 items ]',
    'map: { 1 key }',
    'text: | 3 lines',
    'items: [ 1 item ]',
    '  - { 2 keys }',
  ]);
});

test('folded line: keeps its comma in JSON', () => {
  expect(folds('json')[1]).toBe('  "list": [ 2 items ],');
});

test('path: written as in JavaScript', () => {
  const document = documentOf({ a: { 'odd key': [{ $b_1: 1 }] }, 'x-y': 2 }, ['whole']);
  const paths = document.nodes.map(({ at }) => pathOf(document, at));

  expect(paths.slice(0, 3)).toEqual(['whole', 'whole.a', 'whole.a["odd key"]']);
  expect(paths.at(-2)).toBe('whole.a["odd key"][0].$b_1');
  expect(paths.at(-1)).toBe('whole["x-y"]');
  expect(pathOf(documentOf({ 'x-y': 2 }), 1)).toBe('["x-y"]');
});

property('document: nodes have unique ids, whatever their keys', [anyJson], value => {
  const ids = documentOf(value).nodes.map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  [{ 'a/b/c': 1, 'a~1b/c': 2 }],
  [{ 'a/b': 1, 'a~1b': 2 }],
  [{ '#2': 1, ['x'.repeat(41)]: 2 }],
  [{ '~2': 1, ['x'.repeat(41)]: 2 }],
])('document: nodes have unique ids, whatever their keys: %j', value => {
  const ids = documentOf(value).nodes.map(({ id }) => id);

  expect(new Set(ids).size).toBe(3);
});
