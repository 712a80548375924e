type Ids = readonly string[];
type Places = Map<string, number>;

/** Returns true if `ids` begins with all of `before`. */
const isBegun = (before: Ids, ids: Ids): boolean =>
  before.length <= ids.length && before.every((id, at) => id === ids[at]);

const known = new WeakMap<Ids, Places>();
let last: { readonly ids: Ids; readonly places: Places } | undefined;

/**
 * Returns the positions of the ids of a list. New ids of a grown list are added to the same map, which may
 * therefore
 * hold ids of a longer list: callers check whether the id is really there.
 */
function placesOf(ids: Ids): Places {
  const found = known.get(ids);
  if (found !== undefined) return found;
  const before = last !== undefined && isBegun(last.ids, ids) ? last : undefined;
  const places: Places = before?.places ?? new Map();
  for (let at = before?.ids.length ?? 0; at < ids.length; at++) places.set(ids[at] ?? '', at);
  known.set(ids, places);
  last = { ids, places };
  return places;
}

/**
 * Returns the position of an id in a list without duplicates; -1 when it is not there. Indexed, because it is
 * called often.
 */
export function rowOf(ids: Ids, id: string): number {
  const at = placesOf(ids).get(id) ?? -1;
  return ids[at] === id ? at : -1;
}
