type Ids = readonly string[];
type Places = Map<string, number>;

/** Whether all of `before` stands at the beginning of `ids`. */
const isBegun = (before: Ids, ids: Ids): boolean =>
  before.length <= ids.length && before.every((id, at) => id === ids[at]);

const known = new WeakMap<Ids, Places>();
let last: { readonly ids: Ids; readonly places: Places } | undefined;

/**
 * The places of the ids of a list. Of a list that only grew, the new part is added to what there is. It may hold ids
 * of a longer list as well: who asks looks whether the id is really there.
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

/** Where an id stands in a list without doubles; -1 when it is not there. Does not look at all of them each time. */
export function rowOf(ids: Ids, id: string): number {
  const at = placesOf(ids).get(id) ?? -1;
  return ids[at] === id ? at : -1;
}
