import {
  isList,
  isObject,
  isSame,
  type Json,
  type JsonObject,
  MAX_DEPTH,
  member,
  rawDigits,
  stringify,
} from '../json/json.ts';
import { itemKey, matchItems } from './list-diff.ts';

/** One step of a path: a member, the item at an index, or the item with this `id` or `name`. */
export type Step = string | number | { readonly by: string; readonly is: string };
export type Path = readonly Step[];

/**
 * A difference between two values. Indexes in a path are those of the earlier value; for an added item, of
 * the later.
 * `at`: the index of an added item. `order`: the earlier indexes of the items that are in both lists, in
 * their new order; `before` and `after` show the same items to a reader.
 */
export type Change =
  | { readonly kind: 'added'; readonly path: Path; readonly after: Json; readonly at?: number }
  | { readonly kind: 'removed'; readonly path: Path; readonly before: Json }
  | { readonly kind: 'changed'; readonly path: Path; readonly before: Json; readonly after: Json }
  | {
      readonly kind: 'moved';
      readonly path: Path;
      readonly before: Json;
      readonly after: Json;
      readonly order: readonly number[];
    };

/** All differences of two values, up to a limit. `more`: the number left out. */
export type Difference = { readonly changes: readonly Change[]; readonly more: number };

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

/**
 * Returns a function that gives equal values the same number, whatever the order of their members. It visits
 * every value once: a value is identified by the numbers of its children.
 */
function createNumbering(): (value: Json) => number {
  const numbers = new Map<string, number>();
  const visited = new WeakMap<object, number>();
  const numberFor = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };

  function textOf(value: readonly Json[] | JsonObject, depth: number): string {
    // A value too deep to stringify equals no other.
    if (depth > MAX_DEPTH) return stringify(value) ?? `deep ${numbers.size}`;
    if (isList(value)) return `[${value.map(item => numberOf(item, depth + 1)).join()}]`;
    const members = Object.entries(value).map(
      ([key, each]) => `${JSON.stringify(key)}:${numberOf(each, depth + 1)}`,
    );
    return `{${members.sort().join()}}`;
  }

  function numberOf(value: Json, depth: number): number {
    if (!isList(value) && !isObject(value)) {
      const digits = rawDigits(value) ?? (typeof value === 'number' ? String(value) : undefined);
      return numberFor(digits === undefined ? JSON.stringify(value) : `#${numberText(digits)}`);
    }
    const number = visited.get(value) ?? numberFor(textOf(value, depth));
    visited.set(value, number);
    return number;
  }

  return value => numberOf(value, 0);
}

/** Limit of changes in one difference: more than anyone reads. */
const MAX_CHANGES = 2000;

type Collector = { readonly numberOf: (value: Json) => number; readonly put: (change: Change) => void };

/**
 * Compares two values. The order of members is ignored, that of items is not; numbers are compared by value
 * (`1.0` equals `1`). Takes time in proportion to the size of both.
 */
export function difference(before: Json, after: Json): Difference {
  const changes: Change[] = [];
  let more = 0;
  // A quick test first: usually nothing has changed.
  if (isSame(before, after)) return { changes, more };
  const put = (change: Change): void => {
    if (changes.length < MAX_CHANGES) changes.push(change);
    else more++;
  };
  compare(before, after, [], { numberOf: createNumbering(), put });
  return { changes, more };
}

function compare(before: Json, after: Json, path: Path, collector: Collector): void {
  const isDeep = path.length >= MAX_DEPTH;
  if (isObject(before) && isObject(after) && !isDeep) compareMembers(before, after, path, collector);
  else if (isList(before) && isList(after) && !isDeep) compareItems(before, after, path, collector);
  else if (collector.numberOf(before) !== collector.numberOf(after))
    collector.put({ kind: 'changed', path, before, after });
}

function compareMembers(before: JsonObject, after: JsonObject, at: Path, collector: Collector): void {
  for (const [key, value] of Object.entries(before)) {
    const [path, later] = [[...at, key], member(after, key)];
    if (later === undefined) collector.put({ kind: 'removed', path, before: value });
    else compare(value, later, path, collector);
  }
  for (const [key, value] of Object.entries(after))
    if (!Object.hasOwn(before, key)) collector.put({ kind: 'added', path: [...at, key], after: value });
}

function compareItems(
  before: readonly Json[],
  after: readonly Json[],
  path: Path,
  collector: Collector,
): void {
  const { put, numberOf } = collector;
  const key = itemKey(before, after);
  // Without a name an item is known by its index, and equal to those of the same number.
  const nameOf = (item: Json | undefined): Json | undefined =>
    key === undefined ? undefined : member(item, key);
  const stepTo = (list: readonly Json[], index: number): Path => {
    const is = nameOf(list[index]);
    return [...path, key === undefined || typeof is !== 'string' ? index : { by: key, is }];
  };
  const names = (list: readonly Json[]) =>
    list.map(item => (key === undefined ? numberOf(item) : String(nameOf(item))));
  const { pairs, removed, added, isMoved } = matchItems(before, after, {
    names: [names(before), names(after)],
    pairsRest: key === undefined,
  });
  for (const [from, to] of pairs)
    compare(before[from] ?? null, after[to] ?? null, stepTo(before, from), collector);
  for (const from of removed)
    put({ kind: 'removed', path: stepTo(before, from), before: before[from] ?? null });
  for (const to of added) put({ kind: 'added', path: stepTo(after, to), after: after[to] ?? null, at: to });
  if (!isMoved) return;
  const label = ([from]: readonly [number, number]): Json => nameOf(before[from]) ?? before[from] ?? null;
  const later = pairs.toSorted(([, a], [, b]) => a - b);
  const order = later.map(([from]) => from);
  put({ kind: 'moved', path, before: pairs.map(label), after: later.map(label), order });
}
