import type { JsonObject } from '../api/json.ts';

type Items = readonly JsonObject[];
type Made<T> = { readonly items: Items; readonly values: readonly T[] };

/** Values for `items`: of a record that was there before, in the same order, its value is taken over. */
function reused<T extends string | number>(
  before: Made<T>,
  items: Items,
  make: (record: JsonObject) => T,
): readonly T[] {
  let at = 0;
  return items.map(record => {
    // One that was taken out in between is passed over.
    if (before.items[at] !== record && before.items[at + 1] === record) at++;
    return (before.items[at] === record ? before.values[at++] : undefined) ?? make(record);
  });
}

/**
 * Something made once for every record of a list, as a list beside it. It is made when it is first asked for; a
 * list that only grew, or lost a record, keeps what it had.
 */
export function perRecord<T extends string | number>(
  make: (record: JsonObject) => T,
): (items: Items) => readonly T[] {
  const known = new WeakMap<Items, readonly T[]>();
  let last: Made<T> = { items: [], values: [] };
  return items => {
    const values = known.get(items) ?? reused(last, items, make);
    known.set(items, values);
    last = { items, values };
    return values;
  };
}

/** One such list for every name below an owner, made when first asked for. */
export function perName<Owner extends object, T extends string | number>(
  make: (owner: Owner, name: string) => (record: JsonObject) => T,
): (owner: Owner, name: string) => (items: Items) => readonly T[] {
  const tables = new WeakMap<Owner, Map<string, (items: Items) => readonly T[]>>();
  return (owner, name) => {
    const table = tables.get(owner) ?? new Map<string, (items: Items) => readonly T[]>();
    tables.set(owner, table);
    const found = table.get(name) ?? perRecord(make(owner, name));
    table.set(name, found);
    return found;
  };
}
