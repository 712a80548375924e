import type { JsonObject } from '../../json/json.ts';
import { withDerivedFields } from '../../resources/fields.ts';
import { resourceOf } from '../../resources/registry.ts';
import { countedRecords, listIds, ownIdName, type Ref, type Resource } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { type Load, type Loaded, type Rows, rowIndex } from './load.ts';
import { idsInKey, isListOf, keyOf, type ListPlace, listKey, listOf, listPlaces, placeKey } from './place.ts';
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

/**
 * Returns the list that has to be loaded for a record without a read operation; undefined for other records.
 */
export function containingList(ref: Ref): ListPlace | undefined {
  const { read, list, kind } = resourceOf(ref.kind);
  if (read !== undefined || list === undefined) return undefined;
  return { screen: 'list', kind, ids: listIds(list, ref.ids) };
}

const itemLoad = memo((load: Load<Rows>, id: string): Load<JsonObject> => {
  if (load.last === undefined) return load as Load<never>;
  const { value, at, ms } = load.last;
  const record = value.items[value.ids.indexOf(id)];
  if (record === undefined) return { phase: 'failed', failure: { kind: 'not-found' } };
  return { ...load, last: { value: record, at, ms } };
});

/** Returns the load of a record: its own, or that of the list if only a list has it. */
export function recordLoad({ data: { records, lists } }: State, ref: Ref): Load<JsonObject> | undefined {
  const list = containingList(ref);
  if (list === undefined) return records[keyOf(ref.kind, ref.ids)];
  const load = lists[listKey(list.kind, list.ids)];
  return load === undefined ? undefined : itemLoad(load, ref.ids[ownIdName(resourceOf(ref.kind))] ?? '');
}

/**
 * Loaded full records of a kind, and their share of all. Records that are not loaded count neither as a yes
 * nor as a no.
 */
export type KnownRecords = {
  /** In the order of the lists; then those of no list. */
  readonly records: readonly { readonly ref: Ref; readonly loaded: Loaded<JsonObject> }[];
  /** `24 of 163+ bots`, or `24 bots` when no list of them is loaded. */
  readonly count: SafeText;
  /** Number of rows without a full record in the lists of this kind; undefined without a list. */
  readonly unchecked: number | undefined;
  /** True if the server has more records than the list. */
  readonly hasMore: boolean;
  readonly plural: SafeText;
  /** Name of the kind's second list if it is not loaded; undefined when it is, or when there is none. */
  readonly unlisted: SafeText | undefined;
};

/** Returns the loaded full records of a kind, from any list, with their share of all listed ones. */
export function knownRecords(
  kind: string,
  records: State['data']['records'],
  lists: State['data']['lists'],
): KnownRecords {
  const resource = resourceOf(kind);
  const own = ownIdName(resource);
  const plural = clean(resource.plural.toLowerCase());
  const [, second] = listPlaces(kind, {});
  const isListed = second === undefined || lists[placeKey(second)]?.last !== undefined;
  const unlisted = isListed ? undefined : clean(listOf(second).plural.toLowerCase());
  const rows = Object.entries(lists).flatMap(([key, { last }]) =>
    isListOf(key, kind) && last !== undefined ? [last.value] : [],
  );
  /** Returns the position of a record in the lists one after another; infinity for one that is in none. */
  function positionOf(id: string): number {
    let before = 0;
    for (const { ids } of rows) {
      const at = rowIndex(ids, id);
      if (at >= 0) return before + at;
      before += ids.length;
    }
    return Number.POSITIVE_INFINITY;
  }
  const found = Object.entries(records)
    .flatMap(([key, { last }]) => {
      const ids = idsInKey(key, kind);
      const id = ids?.[own];
      return ids === undefined || id === undefined || last === undefined
        ? []
        : [{ ref: { kind, ids }, loaded: last, position: positionOf(id) }];
    })
    .sort((a, b) => (a.position === b.position ? 0 : a.position - b.position));
  const common = { records: found, plural, unlisted };
  if (rows.length === 0) {
    const count = countedRecords(resource, found.length);
    return { ...common, count, unchecked: undefined, hasMore: true };
  }
  const total = rows.reduce((sum, { ids }) => sum + ids.length, 0);
  const listed = found.filter(({ position }) => Number.isFinite(position)).length;
  const hasMore = rows.some(({ next, stopped }) => next !== undefined || stopped !== undefined);
  const all = hasMore ? safe`${total}+ ${plural}` : countedRecords(resource, total);
  return { ...common, count: safe`${listed} of ${all}`, unchecked: total - listed, hasMore };
}

export const hasAllRecords = ({ unchecked, hasMore }: KnownRecords): boolean => unchecked === 0 && !hasMore;
