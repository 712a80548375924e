import type { JsonObject } from '../api/json.ts';
import { isCounted, numberKeys, textKeys } from '../filter/sort-keys.ts';
import { allAtOnce, STEP, type Steps } from '../filter/steps.ts';
import { fieldNamed } from '../resources/asked.ts';
import type { Resource } from '../resources/resource.ts';
import { memo } from '../text/memo.ts';
import type { Sort } from './place.ts';

/** Places in a list, one after another as they are shown. */
export type Order = Int32Array;

type Compare = (a: number, b: number) => number;
/**
 * Places in the list, smallest value first, and those of the records that have no value. `isTied` is 1 for a place
 * whose value is the same as that of the one before.
 */
type Ordered = {
  readonly ascending: Order;
  readonly missing: Order;
  readonly isTied: Uint8Array;
};

type Comparing = { readonly compare: Compare; readonly isSet: (at: number) => boolean };

function* comparing(resource: Resource, name: string, items: readonly JsonObject[]): Steps<Comparing> {
  const field = fieldNamed(resource, name);
  if (field !== undefined && isCounted(field)) {
    const keys = yield* numberKeys(resource, name).steps(items);
    return {
      compare: (a, b) => (keys[a] ?? 0) - (keys[b] ?? 0),
      isSet: at => !Number.isNaN(keys[at]),
    };
  }
  const keys = yield* textKeys(resource, name).steps(items);
  return {
    compare: (a, b) => {
      const left = keys[a] ?? '';
      const right = keys[b] ?? '';
      return left === right ? 0 : left < right ? -1 : 1;
    },
    isSet: at => keys[at] !== '',
  };
}

/** How many records at the beginning are the same ones in both lists. */
function sameUntil(before: readonly JsonObject[], items: readonly JsonObject[]): number {
  return before.length <= items.length && before.every((record, at) => record === items[at])
    ? before.length
    : 0;
}

/** Two runs that lie side by side become one; of equal ones the first run's come first. */
function* merged(first: Order, second: Order, compare: Compare): Steps<Order> {
  if (first.length === 0) return second;
  const all = new Int32Array(first.length + second.length);
  let left = 0;
  let right = 0;
  for (let to = 0; to < all.length; to++) {
    const one = first[left];
    const other = second[right];
    const isOther = one === undefined || (other !== undefined && compare(other, one) < 0);
    all[to] = (isOther ? other : one) ?? 0;
    if (isOther) right++;
    else left++;
    if (to % STEP === 0) yield;
  }
  return all;
}

/** Places in order: short runs are sorted, then merged two by two. */
function* ordered(places: Order, compare: Compare): Steps<Order> {
  let runs: Order[] = [];
  for (let at = 0; at < places.length; at += STEP) {
    runs.push(places.slice(at, at + STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: Order[] = [];
    for (let at = 0; at < runs.length; at += 2)
      longer.push(yield* merged(runs[at] ?? NOTHING, runs[at + 1] ?? NOTHING, compare));
    runs = longer;
  }
  return runs[0] ?? NOTHING;
}

function* tiesOf(ascending: Order, compare: Compare): Steps<Uint8Array> {
  const isTied = new Uint8Array(ascending.length);
  for (let rank = 1; rank < isTied.length; rank++) {
    if (compare(ascending[rank - 1] ?? 0, ascending[rank] ?? 0) === 0) isTied[rank] = 1;
    if (rank % STEP === 0) yield;
  }
  return isTied;
}

const NOTHING: Order = new Int32Array();
const UNORDERED: Ordered = { ascending: NOTHING, missing: NOTHING, isTied: new Uint8Array() };

const joined = (first: Order, second: Order): Order => {
  const all = new Int32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
};

type Known = { readonly items: readonly JsonObject[]; readonly ordered: Ordered };

/** The last list of each kind that was ordered by each field. */
const known = new Map<string, Known>();

/**
 * Orders a list by a field, a little at a time; what comes back is kept for as long as no other list of its kind is
 * ordered. Of a list that only grew, the new part is merged in.
 */
export function* orderSteps(resource: Resource, name: string, items: readonly JsonObject[]): Steps<Ordered> {
  const of = `${resource.kind}\n${name}`;
  const last = known.get(of);
  if (last?.items === items) return last.ordered;
  const kept = last === undefined ? 0 : sameUntil(last.items, items);
  const before = kept === 0 || last === undefined ? UNORDERED : last.ordered;
  const { compare, isSet } = yield* comparing(resource, name, items);
  const added = Int32Array.from({ length: items.length - kept }, (_, at) => kept + at);
  const fresh = yield* ordered(added.filter(isSet), compare);
  const ascending = yield* merged(before.ascending, fresh, compare);
  const missing = joined(
    before.missing,
    added.filter(at => !isSet(at)),
  );
  const isTied = yield* tiesOf(ascending, compare);
  const made = { ascending, missing, isTied };
  known.set(of, { items, ordered: made });
  return made;
}

/** The same backwards, except that equal ones keep their order. */
function backwards({ ascending, isTied }: Ordered): Order {
  const all = new Int32Array(ascending.length);
  let to = 0;
  let end = ascending.length;
  while (end > 0) {
    let start = end - 1;
    while (start > 0 && isTied[start] === 1) start--;
    for (let at = start; at < end; at++) all[to++] = ascending[at] ?? 0;
    end = start;
  }
  return all;
}

/** Places of all records in the order of a field. Equal ones stay as sent; those without a value come last. */
export const sortedOrder = memo(
  (...[resource, items, sort]: [Resource, readonly JsonObject[], Sort]): Order => {
    const inOrder = allAtOnce(orderSteps(resource, sort.field, items));
    return joined(sort.isDescending ? backwards(inOrder) : inOrder.ascending, inOrder.missing);
  },
);

/** The sort after a key for a field: new fields begin with the newest, the most, or A; the same one turns round. */
export function nextSort(resource: Resource, name: string, sort: Sort | undefined): Sort {
  if (sort?.field === name) return { field: name, isDescending: !sort.isDescending };
  const field = fieldNamed(resource, name);
  return { field: name, isDescending: field !== undefined && isCounted(field) };
}
