import type { JsonObject } from '../../json/json.ts';
import { withDerivedFields } from '../../resources/fields.ts';
import { ownIdName } from '../../resources/record-ids.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Resource } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import type { Load, Read } from './load.ts';
import { keyOf, type Place } from './place.ts';
import type { State } from './state.ts';

type ListPlace = Extract<Place, { readonly screen: 'list' }>;

const enriched = new WeakMap<JsonObject, JsonObject>();

/**
 * A record that was read whole, with what is worked out from it as if it had been sent. It is worked out once, as of
 * the time when it was read: what is on the screen does not turn into something else by itself.
 */
export function withDerived(resource: Resource, { value, at }: Read<JsonObject>, skewMs: number): JsonObject {
  const known = enriched.get(value);
  if (known !== undefined) return known;
  const clock = { now: at + skewMs, exact: false };
  const made = withDerivedFields(resource, value, clock);
  enriched.set(value, made);
  return made;
}

/** Whole records that were read of what a list holds, by their own id. */
export const wholeRecords = memo(
  (
    ...[records, place, skewMs]: [State['data']['records'], ListPlace, number]
  ): ReadonlyMap<string, JsonObject> => {
    const resource = resourceOf(place.kind);
    const own = ownIdName(resource);
    const whole = new Map<string, JsonObject>();
    for (const [key, { last }] of Object.entries(records)) {
      const id = last?.value['id'];
      if (last === undefined || typeof id !== 'string' || !key.startsWith(`${place.kind}\n`)) continue;
      if (key === keyOf(place.kind, { ...place.ids, [own]: id }))
        whole.set(id, withDerived(resource, last, skewMs));
    }
    return whole;
  },
);

/** How it stands with the whole record of a row of a list. */
export const rowLoad = (
  records: State['data']['records'],
  { kind, ids }: ListPlace,
  id: string,
): Load<JsonObject> | undefined => records[keyOf(kind, { ...ids, [ownIdName(resourceOf(kind))]: id })];
