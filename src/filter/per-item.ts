import { allAtOnce, STEP, type Steps } from './steps.ts';

type Made<I, T> = { readonly items: readonly I[]; readonly values: readonly T[] };

/** Values for `items`: of one that was there before, in the same order, its value is taken over. */
function* filled<I, T>(before: Made<I, T>, items: readonly I[], make: (item: I) => T): Steps<readonly T[]> {
  const values: T[] = [];
  let at = 0;
  for (const item of items) {
    if (values.length % STEP === 0) yield;
    // One that was taken out in between is passed over.
    if (before.items[at] !== item && before.items[at + 1] === item) at++;
    values.push((before.items[at] === item ? before.values[at++] : undefined) ?? make(item));
  }
  return values;
}

/** A list of values beside a list: all of them at once, or in steps ahead of being asked for. */
export type Beside<I, T> = {
  readonly of: (items: readonly I[]) => readonly T[];
  readonly steps: (items: readonly I[]) => Steps<readonly T[]>;
};

/**
 * Something made once for every item of a list, as a list beside it. It is made when it is first asked for; a
 * list that only grew, or lost an item, keeps what it had.
 */
export function perItem<I, T extends string | number>(make: (item: I) => T): Beside<I, T> {
  const known = new WeakMap<readonly I[], readonly T[]>();
  let last: Made<I, T> = { items: [], values: [] };
  function* steps(items: readonly I[]): Steps<readonly T[]> {
    const values = known.get(items) ?? (yield* filled(last, items, make));
    known.set(items, values);
    last = { items, values };
    return values;
  }
  return { of: items => known.get(items) ?? allAtOnce(steps(items)), steps };
}

/** One such list for every name below an owner, made when first asked for. */
export function perName<Owner extends object, I, T extends string | number>(
  make: (owner: Owner, name: string) => (item: I) => T,
): (owner: Owner, name: string) => Beside<I, T> {
  const tables = new WeakMap<Owner, Map<string, Beside<I, T>>>();
  return (owner, name) => {
    const table = tables.get(owner) ?? new Map<string, Beside<I, T>>();
    tables.set(owner, table);
    const found = table.get(name) ?? perItem(make(owner, name));
    table.set(name, found);
    return found;
  };
}
