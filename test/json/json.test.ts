import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isList, isObject, isSame, type Json, member, parseJson, rawDigits } from '../../src/json/json.ts';
import { property } from '../helpers/property.ts';

test.each([
  '12345678901234567890',
  '-9007199254740993',
  '0.12345678901234567890',
  '1e400',
  '[1,9007199254740993,{"a":100000000000000000001}]',
])('parseJson: %s keeps its digits', text => {
  expect(JSON.stringify(parseJson(text))).toBe(text);
});

test.each(['9007199254740991', '1234567890123456', '1.5', '"12345678901234567890"', 'null'])(
  'parseJson: %s gives the same value as JSON.parse',
  text => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  },
);

test.each(['', ' ', '{', '{"a":1,}', 'undefined', '01', '{"a":12345678901234567890', "{'a':1}", '[1] 2'])(
  'parseJson: %s is refused',
  text => {
    expect(() => parseJson(text)).toThrow();
  },
);

property('parseJson: the output of JSON.stringify is parsed back', [fc.jsonValue()], value => {
  const text = JSON.stringify(value);
  expect(JSON.stringify(parseJson(text))).toBe(text);
});

property('parseJson: integers of any length are parsed back', [fc.bigInt()], value => {
  expect(JSON.stringify(parseJson(`{"n":${value}}`))).toBe(`{"n":${value}}`);
});

test('json: a long number is neither an object nor a list, and has its digits', () => {
  const value = parseJson('12345678901234567890');

  expect(isObject(value)).toBe(false);
  expect(isList(value)).toBe(false);
  expect(rawDigits(value)).toBe('12345678901234567890');
  expect(rawDigits(7)).toBe(undefined);
  expect(rawDigits({ rawJSON: '7' })).toBe(undefined);
});

test.each<[Json | undefined, boolean, boolean]>([
  [undefined, false, false],
  [null, false, false],
  ['', false, false],
  [0, false, false],
  [[], false, true],
  [{}, true, false],
])('json: %j: object %s, list %s', (value, object, list) => {
  expect(isObject(value)).toBe(object);
  expect(isList(value)).toBe(list);
});

test.each(['toString', '__proto__', 'constructor', 'hasOwnProperty'])('member: %s is not inherited', key => {
  expect(member({}, key)).toBe(undefined);
  expect(member(parseJson(`{"${key}":1}`), key)).toBe(1);
});

test.each<Json | undefined>([undefined, null, 'text', 7, true, [1]])('member: %j has no members', value => {
  expect(member(value, 'length')).toBe(undefined);
  expect(member(value, '0')).toBe(undefined);
});

property('member: any value and key can be passed', [fc.jsonValue(), fc.string()], (value, key) => {
  expect(() => member(value as Json, key)).not.toThrow();
});

function nested(depth: number, inmost: Json): Json {
  let value = inmost;
  for (let at = 0; at < depth; at++) value = [value];
  return value;
}

test.each([
  [{ a: [1, null] }, { a: [1, null] }, true],
  [{ a: 1 }, { a: 2 }, false],
  [undefined, undefined, true],
  [null, undefined, false],
] as const)('isSame: %j and %j: %j', (a, b, same) => {
  expect(isSame(a, b)).toBe(same);
});

test('isSame: values that nest a million levels deep can be compared', () => {
  const deep = nested(1e6, 1);

  expect(isSame(deep, deep)).toBe(true);
  expect(isSame(deep, nested(1e6, 2))).toBe(false);
});
