import { isList, isObject, isSame, type Json, type JsonObject, MAX_DEPTH, member } from '../json/json.ts';
import { createEquality, type Equality } from './equality.ts';
import { itemKey, matchItems, type Pair } from './list-diff.ts';

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

/** Limit of changes in one difference: more than anyone reads. */
const MAX_CHANGES = 2000;

type Collector = { readonly equality: Equality; readonly put: (change: Change) => void };

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
  compare(before, after, { path: [], collector: { equality: createEquality(), put } });
  return { changes, more };
}

type Position = { readonly path: Path; readonly collector: Collector };

const within = ({ path, collector }: Position, step: Step): Position => ({
  path: [...path, step],
  collector,
});

function compare(before: Json, after: Json, at: Position): void {
  const { path, collector } = at;
  const isDeep = path.length >= MAX_DEPTH;
  if (isObject(before) && isObject(after) && !isDeep) return compareMembers(before, after, at);
  if (isList(before) && isList(after) && !isDeep) return compareItems(before, after, at);
  if (!collector.equality.areEqual(before, after)) collector.put({ kind: 'changed', path, before, after });
}

function compareMembers(before: JsonObject, after: JsonObject, at: Position): void {
  for (const [key, value] of Object.entries(before)) {
    const later = member(after, key);
    const inside = within(at, key);
    if (later === undefined) at.collector.put({ kind: 'removed', path: inside.path, before: value });
    else compare(value, later, inside);
  }
  for (const [key, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, key))
      at.collector.put({ kind: 'added', path: [...at.path, key], after: value });
  }
}

function compareItems(before: readonly Json[], after: readonly Json[], at: Position): void {
  const { put, equality } = at.collector;
  const key = itemKey(before, after);
  const step = (list: readonly Json[], index: number): Step => {
    const is = key === undefined ? undefined : member(list[index], key);
    return key === undefined || typeof is !== 'string' ? index : { by: key, is };
  };
  const names = (list: readonly Json[]): readonly (string | number)[] =>
    list.map(item => (key === undefined ? equality.numberOf(item) : String(member(item, key))));
  const { pairs, removed, added, isMoved } = matchItems(before, after, {
    names: [names(before), names(after)],
    pairsRest: key === undefined,
  });
  for (const [from, to] of pairs) {
    const [left, right] = [before[from], after[to]];
    if (left !== undefined && right !== undefined) compare(left, right, within(at, step(before, from)));
  }
  for (const from of removed)
    put({ kind: 'removed', path: [...at.path, step(before, from)], before: before[from] ?? null });
  for (const to of added)
    put({ kind: 'added', path: [...at.path, step(after, to)], after: after[to] ?? null, at: to });
  if (isMoved) put({ kind: 'moved', path: at.path, ...orders(pairs, before, key) });
}

/** Returns the earlier and the later order of the items in both lists, by their names if they have some. */
function orders(pairs: readonly Pair[], before: readonly Json[], key: string | undefined) {
  const label = ([from]: Pair): Json => {
    const item = before[from] ?? null;
    return key === undefined ? item : (member(item, key) ?? null);
  };
  const earlier = pairs.toSorted(([a], [b]) => a - b);
  const later = pairs.toSorted(([, a], [, b]) => a - b);
  return { before: earlier.map(label), after: later.map(label), order: later.map(([from]) => from) };
}
