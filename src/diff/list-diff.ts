import { isList, isObject, type Json, member } from '../json/json.ts';

/** Indexes of one item in the earlier and in the later list. */
export type Pair = readonly [from: number, to: number];

type Name = string | number;

/** Members that may identify an item in its list, the best first. */
const KEYS = ['id', 'name'] as const;

function isKeyOf(items: readonly Json[], key: string): boolean {
  const names = new Set(items.map(item => member(item, key)));
  return names.size === items.length && [...names].every(name => typeof name === 'string' && name !== '');
}

/** Returns the member that identifies the items of both lists; undefined if not all items have one. */
export function itemKey(before: readonly Json[], after: readonly Json[]): string | undefined {
  return KEYS.find(key => isKeyOf(before, key) && isKeyOf(after, key));
}

/** Maximum size of the table for the longest common subsequence. */
const MAX_CELLS = 1_000_000;

/** Pairs the items of a common beginning, a common end, and the longest common subsequence between them. */
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

/** Returns the longest common subsequence of two lists, as pairs. */
function longestCommon(before: readonly Name[], after: readonly Name[]): readonly Pair[] {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (from: number, to: number): number => lengths[from * width + to] ?? 0;
  for (let from = before.length - 1; from >= 0; from--)
    for (let to = after.length - 1; to >= 0; to--)
      lengths[from * width + to] =
        before[from] === after[to] ? at(from + 1, to + 1) + 1 : Math.max(at(from + 1, to), at(from, to + 1));
  const pairs: Pair[] = [];
  for (let [from, to] = [0, 0]; from < before.length && to < after.length; ) {
    if (before[from] === after[to]) pairs.push([from++, to++]);
    else if (at(from + 1, to) >= at(from, to + 1)) from++;
    else to++;
  }
  return pairs;
}

const typeOf = (value: Json | undefined): string =>
  isList(value) ? 'list' : isObject(value) ? 'object' : 'scalar';

/** Returns the indexes from one to another, without the other, that are in a set. */
const span = (indexes: ReadonlySet<number>, from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at).filter(at => indexes.has(at));

/** Pairs items of one type between the same two `anchors`: such an item has changed. */
function changedPairs(
  [before, after]: readonly [readonly Json[], readonly Json[]],
  anchors: readonly Pair[],
  [removed, added]: readonly [ReadonlySet<number>, ReadonlySet<number>],
): readonly Pair[] {
  const pairs: Pair[] = [];
  let [from, to] = [0, 0];
  for (const [end, last] of [...anchors, [before.length, after.length] as const]) {
    const rights = span(added, to, last);
    for (const [at, left] of span(removed, from, end).entries()) {
      const right = rights[at];
      if (right !== undefined && typeOf(before[left]) === typeOf(after[right])) pairs.push([left, right]);
    }
    [from, to] = [end + 1, last + 1];
  }
  return pairs;
}

/** The items of two lists, matched with each other. */
type Match = {
  readonly pairs: readonly Pair[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
  /** True if the items in both lists have another order. */
  readonly isMoved: boolean;
};

const isAscending = (pairs: readonly Pair[]): boolean =>
  pairs.every(([, to], at) => at === 0 || (pairs[at - 1]?.[1] ?? 0) < to);

/**
 * Matches the items of two lists by their names. `pairsRest`: items without a counterpart may match as
 * changed ones.
 */
export function matchItems(
  before: readonly Json[],
  after: readonly Json[],
  {
    names: [earlier, later],
    pairsRest,
  }: { readonly names: readonly [readonly Name[], readonly Name[]]; readonly pairsRest: boolean },
): Match {
  const pairs: Pair[] = [];
  const [removed, added] = [new Set(before.keys()), new Set(after.keys())];
  const add = (from: number, to: number): void => {
    pairs.push([from, to]);
    removed.delete(from);
    added.delete(to);
  };
  const sorted = (): readonly Pair[] => pairs.toSorted(([a], [b]) => a - b);
  for (const pair of commonPairs(earlier, later)) add(...pair);
  const common = sorted();
  // Equal items elsewhere have moved: each once, in list order.
  const places = new Map([...Map.groupBy(added, to => later[to])].map(([name, at]) => [name, at.values()]));
  for (const from of [...removed]) {
    const to = places.get(earlier[from])?.next().value;
    if (to !== undefined) add(from, to);
  }
  const equal = sorted();
  const isMoved = !isAscending(equal);
  const anchors = isMoved ? common : equal;
  if (pairsRest) for (const pair of changedPairs([before, after], anchors, [removed, added])) add(...pair);
  return { pairs: sorted(), removed: [...removed], added: [...added], isMoved };
}
