import type { Sort } from '../explorer/state/place.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { fieldAt, valueAt } from '../resources/fields.ts';
import type { Resource } from '../resources/resource.ts';
import { ok, type Result } from '../text/result.ts';
import { fieldPath } from './shared/columns.ts';

/** Parses `--sort-by`: a field, with `-` before it for the reverse order. */
export function sortOf(resource: Resource, text: string): Result<Sort> {
  const isDescending = text.startsWith('-');
  const field = fieldPath(resource, '--sort-by', text.slice(Number(isDescending)));
  return field.ok ? ok({ field: field.value, isDescending }) : field;
}

/** Compares sort keys: numbers come before texts. */
function compareKeys(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

/**
 * Returns records in the order of a field. Equal ones stay as sent, those without a value come last in either
 * order.
 */
export function sortRecords<T>(
  resource: Resource,
  { field: path, isDescending }: Sort,
  { items, recordOf }: { readonly items: readonly T[]; readonly recordOf: (item: T) => JsonObject },
): readonly T[] {
  const field = fieldAt(resource, path);
  const keyOf = (value: Json | undefined): string | number | undefined => {
    const key = field?.order(value);
    return key === '' || Number.isNaN(key) ? undefined : key;
  };
  const keyed = items.map(item => ({ item, key: keyOf(valueAt(recordOf(item), path)) }));
  const sorted = keyed
    .flatMap(({ item, key }) => (key === undefined ? [] : [{ item, key }]))
    .sort((a, b) => (isDescending ? compareKeys(b.key, a.key) : compareKeys(a.key, b.key)));
  return [...sorted, ...keyed.filter(({ key }) => key === undefined)].map(({ item }) => item);
}
