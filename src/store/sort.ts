import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '../api/json.ts';
import type { Resource } from '../resources/resource.ts';
import { memo } from '../text/memo.ts';
import type { Sort } from './place.ts';
import { fieldNamed, isCounted, numberKeys, textKeys } from './sort-keys.ts';

type Compare = (a: number, b: number) => number;
/**
 * Places in the list, smallest value first, and those of the records that have no value. `isTied` is 1 for a place
 * whose value is the same as that of the one before.
 */
type Ordered = {
  readonly ascending: readonly number[];
  readonly missing: readonly number[];
  readonly isTied: Uint8Array;
};

function comparing(
  resource: Resource,
  name: string,
  items: readonly JsonObject[],
): { readonly compare: Compare; readonly isSet: (at: number) => boolean } {
  const field = fieldNamed(resource, name);
  if (field !== undefined && isCounted(field)) {
    const keys = numberKeys(resource, name)(items);
    return {
      compare: (a, b) => (keys[a] ?? 0) - (keys[b] ?? 0),
      isSet: at => !Number.isNaN(keys[at]),
    };
  }
  const keys = textKeys(resource, name)(items);
  return {
    compare: (a, b) => {
      const left = keys[a] ?? '';
      const right = keys[b] ?? '';
      return left === right ? 0 : left < right ? -1 : 1;
    },
    isSet: at => keys[at] !== '',
  };
}

function merged(first: readonly number[], second: readonly number[], compare: Compare): readonly number[] {
  if (first.length === 0) return second;
  const all: number[] = [];
  let from = 0;
  for (const one of first) {
    for (let other = second[from]; other !== undefined && compare(other, one) < 0; other = second[++from])
      all.push(other);
    all.push(one);
  }
  return all.concat(second.slice(from));
}

/** How many records at the beginning are the same ones in both lists. */
function sameUntil(before: readonly JsonObject[], items: readonly JsonObject[]): number {
  return before.length <= items.length && before.every((record, at) => record === items[at])
    ? before.length
    : 0;
}

/** Orders lists one after another, each field for itself: of a list that only grew, the new part is merged in. */
function orderer(): (resource: Resource, name: string, items: readonly JsonObject[]) => Ordered {
  const nothing: Ordered = { ascending: [], missing: [], isTied: new Uint8Array() };
  const known = new Map<string, { readonly items: readonly JsonObject[]; readonly ordered: Ordered }>();
  return (resource, name, items) => {
    const of = `${resource.kind}\n${name}`;
    const last = known.get(of);
    if (last?.items === items) return last.ordered;
    const kept = last === undefined ? 0 : sameUntil(last.items, items);
    const before = kept === 0 || last === undefined ? nothing : last.ordered;
    const { compare, isSet } = comparing(resource, name, items);
    const added = Array.from({ length: items.length - kept }, (_, at) => kept + at);
    const ascending = merged(before.ascending, added.filter(isSet).sort(compare), compare);
    const ordered = {
      ascending,
      missing: before.missing.concat(added.filter(at => !isSet(at))),
      isTied: Uint8Array.from(ascending, (at, rank) =>
        rank > 0 && compare(ascending[rank - 1] ?? 0, at) === 0 ? 1 : 0,
      ),
    };
    known.set(of, { items, ordered });
    return ordered;
  };
}

/** The same backwards, except that equal ones keep their order. */
function backwards({ ascending, isTied }: Ordered): readonly number[] {
  const all: number[] = [];
  let end = ascending.length;
  while (end > 0) {
    let start = end - 1;
    while (start > 0 && isTied[start] === 1) start--;
    for (let at = start; at < end; at++) all.push(ascending[at] ?? 0);
    end = start;
  }
  return all;
}

const ascendingOf = orderer();

/** Rows that are ordered in one go without anyone noticing. */
const STEP = 8000;

/**
 * Orders a long list by every field it can be sorted by, a part at a time with a pause after each, so that sorting it
 * later takes no longer than a key. `isWanted` is asked before each part: false ends it.
 */
export async function prepareOrders(
  resource: Resource,
  items: readonly JsonObject[],
  isWanted: () => boolean,
): Promise<void> {
  if (items.length <= STEP) return;
  for (const { field } of resource.columns.filter(({ sortKey }) => sortKey !== undefined)) {
    for (let end = STEP; end < items.length; end += STEP) {
      if (!isWanted()) return;
      ascendingOf(resource, field, items.slice(0, end));
      await setImmediate();
    }
    ascendingOf(resource, field, items);
  }
}

/** Places of all records in the order of a field. Equal ones stay as sent; those without a value come last. */
export const sortedOrder = memo(
  (...[resource, items, sort]: [Resource, readonly JsonObject[], Sort]): readonly number[] => {
    const ordered = ascendingOf(resource, sort.field, items);
    const { ascending, missing } = ordered;
    return (sort.isDescending ? backwards(ordered) : ascending).concat(missing);
  },
);

/** The sort after a key for a field: new fields begin with the newest, the most, or A; the same one turns round. */
export function nextSort(resource: Resource, name: string, sort: Sort | undefined): Sort {
  if (sort?.field === name) return { field: name, isDescending: !sort.isDescending };
  const field = fieldNamed(resource, name);
  return { field: name, isDescending: field !== undefined && isCounted(field) };
}
