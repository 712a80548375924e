import { hasNumberKey, numberKey, numberKeys, textKey, textKeys } from '../../filter/sort-key.ts';
import type { JsonObject } from '../../json/json.ts';
import { fieldNamed } from '../../resources/fields.ts';
import { ownId } from '../../resources/record-ids.ts';
import type { Resource } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { baseOf, type Rows } from '../state/load.ts';
import type { Sort } from '../state/place.ts';

/** Positions in a list, in the order shown. */
export type Order = Int32Array;

type FullRecords = ReadonlyMap<string, JsonObject>;

/**
 * Returns the sort key of each record, from the list or, for fields that items do not have, from full
 * records; NaN and '' stand for "not set".
 */
function keysOf(
  resource: Resource,
  name: string,
  items: readonly JsonObject[],
  full: FullRecords | undefined,
): readonly (number | string)[] {
  const field = fieldNamed(resource, name);
  const isNumber = field !== undefined && hasNumberKey(field);
  if (full === undefined) return (isNumber ? numberKeys : textKeys)(resource, name)(items);
  const keyOf = isNumber ? numberKey : textKey;
  return items.map(item => {
    const record = full.get(ownId(item) ?? '');
    return record === undefined ? '' : keyOf(field, record, name);
  });
}

const isMissing = (key: number | string | undefined): boolean =>
  key === undefined || key === '' || Number.isNaN(key);

/**
 * Returns the positions of all records sorted by a field. Equal ones stay as sent, those without a value come
 * last. `full`: full records by id, for a field that the list does not have.
 */
export const sortedOrder = memo(
  (resource: Resource, items: readonly JsonObject[], sort: Sort, full?: FullRecords): Order => {
    const keys = keysOf(resource, sort.field, items, full);
    const direction = sort.isDescending ? -1 : 1;
    const compare = (a: number, b: number): number => {
      const left = keys[a] ?? '';
      const right = keys[b] ?? '';
      return left === right ? 0 : left < right ? -direction : direction;
    };
    const places = [...items.keys()];
    const sorted = places.filter(at => !isMissing(keys[at])).sort(compare);
    return Int32Array.from([...sorted, ...places.filter(at => isMissing(keys[at]))]);
  },
);

/** Returns the positions of all records in the usual order of their kind; undefined: as sent. */
export const usualOrderOf = memo((resource: Resource, items: readonly JsonObject[]): Order | undefined => {
  const { usualOrder } = resource;
  if (usualOrder === undefined) return undefined;
  const ranks = items.map(usualOrder.rank);
  const rank = (at: number): number => {
    const own = ranks[at] ?? Number.NaN;
    return Number.isNaN(own) ? Number.NEGATIVE_INFINITY : own;
  };
  return Int32Array.from([...items.keys()].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a))));
});

/** Returns true if rows came after the list was sorted. */
export const hasUnsortedRows = (rows: Rows): boolean => baseOf(rows).sorted.length < rows.ids.length;

/**
 * Returns the sort after the key of a field: a new field starts with the newest, the most, or A. The same
 * field is reversed, or sorts again if there are unsorted rows.
 */
export function nextSort(
  { resource, rows }: { readonly resource: Resource; readonly rows: Rows },
  name: string,
  sort: Sort | undefined,
): Sort {
  if (sort?.field === name && hasUnsortedRows(rows)) return sort;
  if (sort?.field === name) return { field: name, isDescending: !sort.isDescending };
  const field = fieldNamed(resource, name);
  return { field: name, isDescending: field !== undefined && hasNumberKey(field) };
}
