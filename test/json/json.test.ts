import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isList, isObject, isSame, type Json, member, parseJson, rawDigits } from '../../src/json/json.ts';

describe('parseJson', () => {
  test.each([
    '12345678901234567890',
    '-9007199254740993',
    '0.12345678901234567890',
    '1e400',
    '[1,9007199254740993,{"a":100000000000000000001}]',
  ])('%s keeps its digits', text => {
    expect(JSON.stringify(parseJson(text))).toBe(text);
  });

  test.each(['9007199254740991', '1234567890123456', '1.5', '"12345678901234567890"', 'null'])(
    '%s is what JSON.parse gives',
    text => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    },
  );

  test.each(['', ' ', '{', '{"a":1,}', 'undefined', '01', '{"a":12345678901234567890', "{'a':1}", '[1] 2'])(
    '%s is refused',
    text => {
      expect(() => parseJson(text)).toThrow();
    },
  );

  test('what JSON.stringify wrote comes back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(parseJson(text))).toBe(text);
      }),
    );
  });

  test('integers of any length come back', () => {
    fc.assert(
      fc.property(fc.bigInt(), value => {
        expect(JSON.stringify(parseJson(`{"n":${value}}`))).toBe(`{"n":${value}}`);
      }),
    );
  });
});

test('a kept number is neither an object nor a list, and gives its digits', () => {
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
])('%j: object %s, list %s', (value, object, list) => {
  expect(isObject(value)).toBe(object);
  expect(isList(value)).toBe(list);
});

describe('member', () => {
  test.each(['toString', '__proto__', 'constructor', 'hasOwnProperty'])('%s is not inherited', key => {
    expect(member({}, key)).toBe(undefined);
    expect(member(parseJson(`{"${key}":1}`), key)).toBe(1);
  });

  test.each<Json | undefined>([undefined, null, 'text', 7, true, [1]])('%j has none', value => {
    expect(member(value, 'length')).toBe(undefined);
    expect(member(value, '0')).toBe(undefined);
  });

  test('of any value is total', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, key) => {
        expect(() => member(value as Json, key)).not.toThrow();
      }),
    );
  });
});

/** A list in a list, and so on; the innermost holds a value. */
function nested(depth: number, inmost: Json): Json {
  let value = inmost;
  for (let at = 0; at < depth; at++) value = [value];
  return value;
}

describe('whether two values are the same', () => {
  test.each([
    [{ a: [1, null] }, { a: [1, null] }, true],
    [{ a: 1 }, { a: 2 }, false],
    [undefined, undefined, true],
    [null, undefined, false],
  ] as const)('%j and %j: %j', (a, b, same) => {
    expect(isSame(a, b)).toBe(same);
  });

  test('is said of what nests a million levels deep too, on every Node', () => {
    const deep = nested(1e6, 1);

    expect(isSame(deep, deep)).toBe(true);
    expect(isSame(deep, nested(1e6, 2))).toBe(false);
  });
});
