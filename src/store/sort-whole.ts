import type { JsonObject } from '../api/json.ts';
import { isCounted, numberKey, textKey } from '../filter/sort-keys.ts';
import { fieldNamed } from '../resources/asked.ts';
import { ownId, type Resource } from '../resources/resource.ts';
import { memo } from '../text/memo.ts';
import type { Sort } from './place.ts';
import type { Order } from './sort.ts';

/**
 * Places of all records in the order of a field that only whole records tell. Equal ones stay as sent; those that
 * were not read, or have no value, come last.
 */
export const wholeOrder = memo(
  (
    ...[resource, items, sort, whole]: [
      Resource,
      readonly JsonObject[],
      Sort,
      ReadonlyMap<string, JsonObject>,
    ]
  ): Order => {
    const field = fieldNamed(resource, sort.field);
    const isNumber = field !== undefined && isCounted(field);
    const missing: number[] = [];
    const known: { readonly at: number; readonly key: number | string }[] = [];
    for (const [at, item] of items.entries()) {
      const record = whole.get(ownId(item) ?? '');
      const key =
        record === undefined
          ? ''
          : isNumber
            ? numberKey(field, record, sort.field)
            : textKey(field, record, sort.field);
      if (key === '' || Number.isNaN(key)) missing.push(at);
      else known.push({ at, key });
    }
    const way = sort.isDescending ? -1 : 1;
    known.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -way : way));
    return Int32Array.from([...known.map(({ at }) => at), ...missing]);
  },
);
