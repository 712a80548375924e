import { isList, isObject, type Json, MAX_DEPTH, rawDigits, written } from '../json/json.ts';

/** Tells equal values: each has a number of its own, whatever the order of its members. */
export type Sameness = {
  readonly of: (value: Json) => number;
  readonly is: (a: Json, b: Json) => boolean;
};

/** Numbers with more digits are compared as they are written. */
const MAX_DIGITS = 1000;

/** A number by its value: its significant digits and the power of ten they are meant with. */
function numberText(written: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written);
  if (parts === null || written.length > MAX_DIGITS) return written;
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

/** Looks at every value once, however deep it lies: what is inside one stands for its number. */
export function createSameness(): Sameness {
  const numbers = new Map<string, number>();
  const numbered = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const seen = new WeakMap<object, number>();
  // What cannot be written is like nothing else.
  const deepText = (value: Json): string => written(value) ?? `deep ${numbers.size}`;

  function of(value: Json, depth = 0): number {
    if (!isList(value) && !isObject(value)) return numbered(scalarText(value));
    const known = seen.get(value) ?? numbered(depth > MAX_DEPTH ? deepText(value) : text(value, depth + 1));
    seen.set(value, known);
    return known;
  }

  function text(
    value: readonly Json[] | Exclude<Json, null | string | number | boolean>,
    depth: number,
  ): string {
    if (isList(value)) return `[${value.map(item => of(item, depth)).join()}]`;
    const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${of(each, depth)}`);
    return `{${members.sort().join()}}`;
  }

  return { of: value => of(value), is: (a, b) => of(a) === of(b) };
}
