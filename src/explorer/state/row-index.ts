type Ids = readonly string[];
type Positions = Map<string, number>;

/** Returns true if `ids` begins with all of `before`. */
const isPrefix = (before: Ids, ids: Ids): boolean =>
  before.length <= ids.length && before.every((id, at) => id === ids[at]);

const known = new WeakMap<Ids, Positions>();
let last: { readonly ids: Ids; readonly positions: Positions } | undefined;

/**
 * Returns the positions of the ids of a list. A grown list adds its new ids to the map of the shorter one, so
 * the map may have ids of a longer list: callers check the id at the position.
 */
function positionsOf(ids: Ids): Positions {
  const found = known.get(ids);
  if (found !== undefined) return found;
  const before = last !== undefined && isPrefix(last.ids, ids) ? last : undefined;
  const positions: Positions = before?.positions ?? new Map();
  for (let at = before?.ids.length ?? 0; at < ids.length; at++) positions.set(ids[at] ?? '', at);
  known.set(ids, positions);
  last = { ids, positions };
  return positions;
}

/**
 * Returns the position of an id in a list without duplicates; -1 if absent. Uses an index, because calls are
 * frequent.
 */
export function rowIndex(ids: Ids, id: string): number {
  const at = positionsOf(ids).get(id) ?? -1;
  return ids[at] === id ? at : -1;
}
