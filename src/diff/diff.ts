import { isList, isObject, isSame, type Json, type JsonObject, MAX_DEPTH, member } from '../json/json.ts';
import { createSameness, type Sameness } from './equality.ts';
import { itemKeys, matched, type Pair } from './list-diff.ts';

/** One step into a document: a member, the item at a place, or the item that is named by its own `id` or `name`. */
export type Step = string | number | { readonly by: string; readonly is: string };
export type Path = readonly Step[];

/**
 * One difference between two documents. The place of an item is the one that it has in the earlier document, of an
 * added one the one in the later. `at`: where an added item stands; `order`: where the items that are in both stood
 * before, in their present order, with `before` and `after` to read.
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

/** The differences found; `more` were counted and left out. */
export type Difference = { readonly changes: readonly Change[]; readonly more: number };

/** More than anyone reads. */
const MAX_CHANGES = 2000;

type Finding = { readonly same: Sameness; readonly put: (change: Change) => void };

/**
 * What is different between an earlier and a later document, in their order. The order of members means nothing, that
 * of items does; numbers are equal by their value, whatever their digits. Work grows with the size of both.
 */
export function difference(before: Json, after: Json): Difference {
  const changes: Change[] = [];
  let more = 0;
  // Mostly nothing has changed: then nothing has to be looked at one by one.
  if (isSame(before, after)) return { changes, more };
  const put = (change: Change): void => {
    if (changes.length < MAX_CHANGES) changes.push(change);
    else more++;
  };
  compare(before, after, { path: [], finding: { same: createSameness(), put } });
  return { changes, more };
}

type At = { readonly path: Path; readonly finding: Finding };

const within = ({ path, finding }: At, step: Step): At => ({ path: [...path, step], finding });

function compare(before: Json, after: Json, at: At): void {
  const { path, finding } = at;
  const isDeep = path.length >= MAX_DEPTH;
  if (isObject(before) && isObject(after) && !isDeep) return compareMembers(before, after, at);
  if (isList(before) && isList(after) && !isDeep) return compareItems(before, after, at);
  if (!finding.same.is(before, after)) finding.put({ kind: 'changed', path, before, after });
}

function compareMembers(before: JsonObject, after: JsonObject, at: At): void {
  for (const [key, value] of Object.entries(before)) {
    const later = member(after, key);
    const inside = within(at, key);
    if (later === undefined) at.finding.put({ kind: 'removed', path: inside.path, before: value });
    else compare(value, later, inside);
  }
  for (const [key, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, key)) at.finding.put({ kind: 'added', path: [...at.path, key], after: value });
  }
}

function compareItems(before: readonly Json[], after: readonly Json[], at: At): void {
  const { put, same } = at.finding;
  const keys = itemKeys(before, after);
  const step = (list: readonly Json[], index: number): Step => {
    const is = keys === undefined ? undefined : member(list[index], keys);
    return keys === undefined || typeof is !== 'string' ? index : { by: keys, is };
  };
  const names = (list: readonly Json[]): readonly (string | number)[] =>
    list.map(item => (keys === undefined ? same.of(item) : String(member(item, keys))));
  const { pairs, removed, added, isMoved } = matched(before, after, {
    names: [names(before), names(after)],
    pairsUp: keys === undefined,
  });
  for (const [from, to] of pairs) {
    const [left, right] = [before[from], after[to]];
    if (left !== undefined && right !== undefined) compare(left, right, within(at, step(before, from)));
  }
  for (const from of removed)
    put({ kind: 'removed', path: [...at.path, step(before, from)], before: before[from] ?? null });
  for (const to of added)
    put({ kind: 'added', path: [...at.path, step(after, to)], after: after[to] ?? null, at: to });
  if (isMoved) put({ kind: 'moved', path: at.path, ...order(pairs, before, keys) });
}

/** How the items that are in both lists stood and stand now: by their names, or as they are where they have none. */
function order(pairs: readonly Pair[], before: readonly Json[], keys: string | undefined) {
  const label = ([from]: Pair): Json => {
    const item = before[from] ?? null;
    return keys === undefined ? item : (member(item, keys) ?? null);
  };
  const now = pairs.toSorted(([, a], [, b]) => a - b);
  const then = pairs.toSorted(([a], [b]) => a - b);
  return { before: then.map(label), after: now.map(label), order: now.map(([from]) => from) };
}
