import type { JsonObject } from '../../json/json.ts';
import { withDerivedFields } from '../../resources/fields.ts';
import { ownIdName } from '../../resources/record-ids.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Resource } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import type { Load, Loaded } from './load.ts';
import { keyOf, type ListPlace } from './place.ts';
import type { State } from './state.ts';

const cache = new WeakMap<JsonObject, JsonObject>();

/**
 * Returns a full record with its derived fields added. Derives them once, for the time when the record was
 * loaded: the screen does not change by itself.
 */
export function withDerived(
  resource: Resource,
  { value, at }: Loaded<JsonObject>,
  skewMs: number,
): JsonObject {
  const known = cache.get(value);
  if (known !== undefined) return known;
  const clock = { now: at + skewMs, exact: false };
  const derived = withDerivedFields(resource, value, clock);
  cache.set(value, derived);
  return derived;
}

/** Records now, and at the last sort. */
const VERSIONS = 2;

export const fullRecords = memo(
  (records: State['data']['records'], place: ListPlace, skewMs: number): ReadonlyMap<string, JsonObject> => {
    const resource = resourceOf(place.kind);
    const own = ownIdName(resource);
    const full = new Map<string, JsonObject>();
    for (const [key, { last }] of Object.entries(records)) {
      const id = last?.value['id'];
      if (last === undefined || typeof id !== 'string' || !key.startsWith(`${place.kind}\n`)) continue;
      if (key === keyOf(place.kind, { ...place.ids, [own]: id }))
        full.set(id, withDerived(resource, last, skewMs));
    }
    return full;
  },
  VERSIONS,
);

/**
 * Returns the load of the full record behind a row of a list. One that was stopped before its response counts
 * as none.
 */
export function rowLoad(
  records: State['data']['records'],
  { kind, ids }: ListPlace,
  id: string,
): Load<JsonObject> | undefined {
  const load = records[keyOf(kind, { ...ids, [ownIdName(resourceOf(kind))]: id })];
  return load?.phase === 'failed' && load.failure.kind === 'cancelled' ? undefined : load;
}
