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
import { kept } from '../text/memo.ts';

/** A member, the item at an index, or the item with this `id` or `name`. */
export type Step = string | number | Readonly<{ by: string; is: string }>;
export type Path = readonly Step[];

/**
 * Indexes in a path are those of the earlier value, of an added item those of the later, as `at`. `order`:
 * the earlier indexes of the items in both lists, in their new order; `before` and `after` show these items.
 */
export type Change =
  | Readonly<{ kind: 'added'; path: Path; after: Json; at?: number }>
  | Readonly<{ kind: 'removed'; path: Path; before: Json }>
  | Readonly<{ kind: 'changed'; path: Path; before: Json; after: Json }>
  | Readonly<{ kind: 'moved'; path: Path; before: Json; after: Json; order: readonly number[] }>;

export type Difference = Readonly<{ changes: readonly Change[]; more: number }>;

/** Numbers with more digits are compared as text. */
const MAX_DIGITS = 1000;

/** `1.50` and `15e-1` become the same sign, digits and power of ten. */
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

/** Equal values get the same number, whatever the order of their members. Visits every value once. */
function createNumbering(): (value: Json) => number {
  const numbers = new Map<string, number>();
  const visited = new WeakMap<object, number>();
  const numberFor = (text: string): number => kept(numbers, text, () => numbers.size);

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
    return kept(visited, value, () => numberFor(textOf(value, depth)));
  }

  return value => numberOf(value, 0);
}

type Pair = readonly [from: number, to: number];

type Name = string | number;

/** May identify an item in its list, the best first. */
const KEYS = ['id', 'name'] as const;

function isKeyOf(items: readonly Json[], key: string): boolean {
  const names = new Set(items.map(item => member(item, key)));
  return names.size === items.length && [...names].every(name => typeof name === 'string' && name !== '');
}

/** Of the table for the longest common subsequence. */
const MAX_CELLS = 1_000_000;

/** Those of a common beginning, a common end, and the longest common subsequence between them. */
function commonPairs(before: readonly Name[], after: readonly Name[]): readonly Pair[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let [end, last] = [before.length, after.length];
  while (end > start && last > start && before[end - 1] === after[last - 1])
    [end, last] = [end - 1, last - 1];
  const ends = [
    ...Array.from({ length: start }, (_, at): Pair => [at, at]),
    ...Array.from({ length: before.length - end }, (_, at): Pair => [end + at, last + at]),
  ];
  if ((end - start) * (last - start) > MAX_CELLS) return ends;
  const between = longestCommon(before.slice(start, end), after.slice(start, last));
  return [...ends, ...between.map(([from, to]): Pair => [start + from, start + to])];
}

function longestCommon(before: readonly Name[], after: readonly Name[]): readonly Pair[] {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (from: number, to: number) => lengths[from * width + to] ?? 0;
  for (let from = before.length - 1; from >= 0; from--)
    for (let to = after.length - 1; to >= 0; to--)
      lengths[from * width + to] =
        before[from] === after[to] ? at(from + 1, to + 1) + 1 : Math.max(at(from + 1, to), at(from, to + 1));
  const pairs: Pair[] = [];
  for (let [from, to] = [0, 0]; from < before.length && to < after.length; )
    if (before[from] === after[to]) pairs.push([from++, to++]);
    else if (at(from + 1, to) >= at(from, to + 1)) from++;
    else to++;
  return pairs;
}

/** Without `to`. */
const span = (indexes: ReadonlySet<number>, from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at).filter(at => indexes.has(at));

/** An item between the same two `anchors` has changed. */
function changedPairs(anchors: readonly Pair[], removed: ReadonlySet<number>, added: ReadonlySet<number>) {
  let [from, to] = [0, 0];
  return anchors.flatMap(([end, last]) => {
    const rights = span(added, to, last);
    const lefts = span(removed, from, end).slice(0, rights.length);
    [from, to] = [end + 1, last + 1];
    return lefts.map((left, at): Pair => [left, rights[at] ?? 0]);
  });
}

function matchItems(earlier: readonly Name[], later: readonly Name[], pairsRest: boolean) {
  const pairs: Pair[] = [];
  const [removed, added] = [new Set(earlier.keys()), new Set(later.keys())];
  const add = (from: number, to: number): void => {
    pairs.push([from, to]);
    removed.delete(from);
    added.delete(to);
  };
  const sorted = (): readonly Pair[] => pairs.toSorted(([a], [b]) => a - b);
  for (const pair of commonPairs(earlier, later)) add(...pair);
  const anchors: readonly Pair[] = [...sorted(), [earlier.length, later.length]];
  // Equal items elsewhere have moved: each once, in list order.
  const places = new Map([...Map.groupBy(added, to => later[to])].map(([name, at]) => [name, at.values()]));
  for (const from of [...removed]) {
    const to = places.get(earlier[from])?.next().value;
    if (to !== undefined) add(from, to);
  }
  const equal = sorted();
  const isMoved = equal.some(([, to], at) => at > 0 && (equal[at - 1]?.[1] ?? 0) > to);
  if (pairsRest) for (const pair of changedPairs(anchors, removed, added)) add(...pair);
  return { pairs: sorted(), removed: [...removed], added: [...added], isMoved };
}

const MAX_CHANGES = 2000;

type Collector = Readonly<{ numberOf: (value: Json) => number; put: (change: Change) => void }>;

/** Ignores the order of members, not that of items; `1.0` equals `1`. Linear in the size of both. */
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

function compareItems(before: readonly Json[], after: readonly Json[], path: Path, collector: Collector) {
  const { put, numberOf } = collector;
  const key = KEYS.find(each => isKeyOf(before, each) && isKeyOf(after, each));
  // Without a name an item is known by its index, and equal to those of the same number.
  const nameOf = (item: Json | undefined): Json | undefined =>
    key === undefined ? undefined : member(item, key);
  const stepTo = (list: readonly Json[], index: number): Path => {
    const is = nameOf(list[index]);
    return [...path, key === undefined || typeof is !== 'string' ? index : { by: key, is }];
  };
  const names = (list: readonly Json[]) =>
    list.map(item => (key === undefined ? numberOf(item) : String(nameOf(item))));
  const { pairs, removed, added, isMoved } = matchItems(names(before), names(after), key === undefined);
  for (const [from, to] of pairs)
    compare(before[from] ?? null, after[to] ?? null, stepTo(before, from), collector);
  for (const from of removed)
    put({ kind: 'removed', path: stepTo(before, from), before: before[from] ?? null });
  for (const to of added) put({ kind: 'added', path: stepTo(after, to), after: after[to] ?? null, at: to });
  if (!isMoved) return;
  const label = ([from]: Pair): Json => nameOf(before[from]) ?? before[from] ?? null;
  const later = pairs.toSorted(([, a], [, b]) => a - b);
  const order = later.map(([from]) => from);
  put({ kind: 'moved', path, before: pairs.map(label), after: later.map(label), order });
}
