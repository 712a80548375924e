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

/** Pairs equal items that have moved: each once, in list order. */
function movedPairs(
  before: readonly Name[],
  after: readonly Name[],
  pairs: readonly Pair[],
): readonly Pair[] {
  const [usedFrom, usedTo] = [new Set(pairs.map(([from]) => from)), new Set(pairs.map(([, to]) => to))];
  const places = new Map<Name, number[]>();
  for (const [to, name] of after.entries()) {
    const indexes = places.get(name);
    if (usedTo.has(to)) continue;
    if (indexes === undefined) places.set(name, [to]);
    else indexes.push(to);
  }
  const next = new Map<Name, number>();
  return before.flatMap((name, from): readonly Pair[] => {
    const at = next.get(name) ?? 0;
    const to = usedFrom.has(from) ? undefined : places.get(name)?.[at];
    if (to === undefined) return [];
    next.set(name, at + 1);
    return [[from, to]];
  });
}

const typeOf = (value: Json | undefined): string => {
  if (isList(value)) return 'list';
  return isObject(value) ? 'object' : 'scalar';
};

/** Pairs items of the same type in the same gap between `anchors`: such an item has changed. */
function changedPairs(
  before: readonly Json[],
  after: readonly Json[],
  {
    anchors,
    free,
  }: { readonly anchors: readonly Pair[]; readonly free: readonly [Set<number>, Set<number>] },
): readonly Pair[] {
  const pairs: Pair[] = [];
  let [from, to] = [0, 0];
  for (const [end, last] of [...anchors, [before.length, after.length] as const]) {
    for (; from < end && to < last; ) {
      if (!free[0].has(from)) from++;
      else if (!free[1].has(to)) to++;
      else {
        if (typeOf(before[from]) === typeOf(after[to])) pairs.push([from, to]);
        from++;
        to++;
      }
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

const byFrom = ([a]: Pair, [b]: Pair): number => a - b;
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
    names,
    pairsRest,
  }: { readonly names: readonly [readonly Name[], readonly Name[]]; readonly pairsRest: boolean },
): Match {
  const common = commonPairs(...names);
  const equal = [...common, ...movedPairs(...names, common)].sort(byFrom);
  const isMoved = !isAscending(equal);
  const unmatched = (count: number, side: 0 | 1): Set<number> => {
    const used = new Set(equal.map(pair => pair[side]));
    return new Set(Array.from({ length: count }, (_, at) => at).filter(at => !used.has(at)));
  };
  const rest: readonly [Set<number>, Set<number>] = [unmatched(before.length, 0), unmatched(after.length, 1)];
  const anchors = isMoved ? common.toSorted(byFrom) : equal;
  const changed = pairsRest ? changedPairs(before, after, { anchors, free: rest }) : [];
  for (const [from, to] of changed) {
    rest[0].delete(from);
    rest[1].delete(to);
  }
  return { pairs: [...equal, ...changed].sort(byFrom), removed: [...rest[0]], added: [...rest[1]], isMoved };
}
