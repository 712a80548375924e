import { isList, isObject, type Json, member } from '../json/json.ts';

/** Places of one item in the earlier and in the later list. */
export type Pair = readonly [from: number, to: number];

type Name = string | number;

/** What names an item among others of its list. */
const KEYS = ['id', 'name'] as const;

function isKeyOf(items: readonly Json[], key: string): boolean {
  const names = new Set(items.map(item => member(item, key)));
  return names.size === items.length && [...names].every(name => typeof name === 'string' && name !== '');
}

/** The member that tells the items of both lists apart; undefined when there is none that all of them have. */
export function itemKeys(before: readonly Json[], after: readonly Json[]): string | undefined {
  return KEYS.find(key => isKeyOf(before, key) && isKeyOf(after, key));
}

/** Cells of the table in which the longest common part of two lists is looked for. */
const MAX_CELLS = 1_000_000;

/** The longest common part of what lies between a common beginning and a common end. */
function commonPairs(before: readonly Name[], after: readonly Name[]): readonly Pair[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let [end, last] = [before.length, after.length];
  while (end > start && last > start && before[end - 1] === after[last - 1])
    [end, last] = [end - 1, last - 1];
  const outside = [
    ...Array.from({ length: start }, (_, at): Pair => [at, at]),
    ...Array.from({ length: before.length - end }, (_, at): Pair => [end + at, last + at]),
  ];
  if ((end - start) * (last - start) > MAX_CELLS) return outside;
  const inside = longest(before.slice(start, end), after.slice(start, last));
  return [...outside, ...inside.map(([from, to]): Pair => [start + from, start + to])];
}

function longest(before: readonly Name[], after: readonly Name[]): readonly Pair[] {
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

/** Equal items that stand elsewhere: each is taken once, in the order in which they come. */
function elsewhere(before: readonly Name[], after: readonly Name[], pairs: readonly Pair[]): readonly Pair[] {
  const [taken, there] = [new Set(pairs.map(([from]) => from)), new Set(pairs.map(([, to]) => to))];
  const places = new Map<Name, number[]>();
  for (const [to, name] of after.entries()) {
    const known = places.get(name);
    if (there.has(to)) continue;
    if (known === undefined) places.set(name, [to]);
    else known.push(to);
  }
  const next = new Map<Name, number>();
  return before.flatMap((name, from): readonly Pair[] => {
    const at = next.get(name) ?? 0;
    const to = taken.has(from) ? undefined : places.get(name)?.[at];
    if (to === undefined) return [];
    next.set(name, at + 1);
    return [[from, to]];
  });
}

const sort = (value: Json | undefined): string => {
  if (isList(value)) return 'list';
  return isObject(value) ? 'object' : 'plain';
};

/** Items in the same gap between others are one that was changed, where they are of the same sort. */
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
        if (sort(before[from]) === sort(after[to])) pairs.push([from, to]);
        from++;
        to++;
      }
    }
    [from, to] = [end + 1, last + 1];
  }
  return pairs;
}

/** Which item of one list is which of the other. */
export type Matched = {
  readonly pairs: readonly Pair[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
  /** Items that are in both lists stand in another order. */
  readonly isMoved: boolean;
};

const byFrom = ([a]: Pair, [b]: Pair): number => a - b;
const rises = (pairs: readonly Pair[]): boolean =>
  pairs.every(([, to], at) => at === 0 || (pairs[at - 1]?.[1] ?? 0) < to);

/** Finds the items of one list in the other by their names. `pairsUp`: what has no counterpart may be one that changed. */
export function matched(
  before: readonly Json[],
  after: readonly Json[],
  {
    names,
    pairsUp,
  }: { readonly names: readonly [readonly Name[], readonly Name[]]; readonly pairsUp: boolean },
): Matched {
  const common = commonPairs(...names);
  const equal = [...common, ...elsewhere(...names, common)].sort(byFrom);
  const isMoved = !rises(equal);
  const free = (count: number, side: 0 | 1): Set<number> => {
    const taken = new Set(equal.map(pair => pair[side]));
    return new Set(Array.from({ length: count }, (_, at) => at).filter(at => !taken.has(at)));
  };
  const left: readonly [Set<number>, Set<number>] = [free(before.length, 0), free(after.length, 1)];
  const anchors = isMoved ? common.toSorted(byFrom) : equal;
  const changed = pairsUp ? changedPairs(before, after, { anchors, free: left }) : [];
  for (const [from, to] of changed) {
    left[0].delete(from);
    left[1].delete(to);
  }
  return { pairs: [...equal, ...changed].sort(byFrom), removed: [...left[0]], added: [...left[1]], isMoved };
}
