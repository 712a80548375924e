import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  MAX_DEPTH,
  rawDigits,
  stringify,
} from '../json/json.ts';

/** Compares values; the order of members is ignored. */
export type Equality = {
  /** Returns the same number for equal values, another one for each other value. */
  readonly numberOf: (value: Json) => number;
  readonly areEqual: (a: Json, b: Json) => boolean;
};

/** Numbers with more digits are compared as text. */
const MAX_DIGITS = 1000;

/** Normalises a number to its sign, significant digits and power of ten: `1.50` and `15e-1` are the same. */
function numberText(source: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source);
  if (parts === null || source.length > MAX_DIGITS) return source;
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/(?<!0)0+$/, '');
  if (significant === '') return '0';
  const exponent = BigInt(power) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${sign}${significant}e${exponent}`;
}

function scalarText(value: Json): string {
  const digits = rawDigits(value) ?? (typeof value === 'number' ? String(value) : undefined);
  return digits === undefined ? JSON.stringify(value) : `#${numberText(digits)}`;
}

/**
 * Creates a comparison that visits every value once: a value is identified by the numbers of its children.
 */
export function createEquality(): Equality {
  const numbers = new Map<string, number>();
  const numberForText = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const visited = new WeakMap<object, number>();
  // A value too deep to stringify equals no other.
  const deepText = (value: Json): string => stringify(value) ?? `deep ${numbers.size}`;

  function numberOf(value: Json, depth = 0): number {
    if (!isList(value) && !isObject(value)) return numberForText(scalarText(value));
    const number =
      visited.get(value) ?? numberForText(depth > MAX_DEPTH ? deepText(value) : textOf(value, depth + 1));
    visited.set(value, number);
    return number;
  }

  function textOf(value: readonly Json[] | JsonObject, depth: number): string {
    if (isList(value)) return `[${value.map(item => numberOf(item, depth)).join()}]`;
    const members = Object.entries(value).map(
      ([key, each]) => `${JSON.stringify(key)}:${numberOf(each, depth)}`,
    );
    return `{${members.sort().join()}}`;
  }

  return { numberOf: value => numberOf(value), areEqual: (a, b) => numberOf(a) === numberOf(b) };
}
