import type { JsonObject } from '../../json/json.ts';
import { bot } from '../../resources/bot.ts';
import { withDerivedFields } from '../../resources/fields.ts';
import { usedVersions } from '../../resources/integration.ts';
import { refId, resourceOf } from '../../resources/registry.ts';
import { countedRecords, listIds, ownIdName, type Ref, type Resource } from '../../resources/resource.ts';
import { kept, memo } from '../../text/memo.ts';
import { lower, type SafeText, safe } from '../../text/sanitise.ts';
import { type Lists, type Load, type Loaded, type Records, type Rows, rowIndex } from './load.ts';
import { idsInKey, isListOf, keyOf, type ListPlace, listOf, listPlaces, placeKey, rowRef } from './place.ts';
import type { State } from './state.ts';

const cache = new WeakMap<JsonObject, JsonObject>();

/** Derives fields once, for the time of the load: the screen does not change by itself. */
export const withDerived = (resource: Resource, { value, at }: Loaded<JsonObject>, skewMs: number) =>
  kept(cache, value, () => withDerivedFields(resource, value, { now: at + skewMs, exact: false }));

const VERSIONS = 2;

export const fullRecords = memo(
  (records: Records, place: ListPlace, skewMs: number): ReadonlyMap<string, JsonObject> => {
    const resource = resourceOf(place.kind);
    const full = new Map<string, JsonObject>();
    for (const [key, { last }] of Object.entries(records)) {
      const id = last?.value['id'];
      if (last === undefined || typeof id !== 'string' || !key.startsWith(`${place.kind}\n`)) continue;
      if (key === keyOf(rowRef(place, id))) full.set(id, withDerived(resource, last, skewMs));
    }
    return full;
  },
  VERSIONS,
);

export const fullRecordsOf = ({ data, session }: State, place: ListPlace) =>
  fullRecords(data.records, place, session.clockSkewMs);

/** A load that was stopped before its response counts as none. */
export function rowLoad(records: Records, place: ListPlace, id: string): Load<JsonObject> | undefined {
  const load = records[keyOf(rowRef(place, id))];
  return load?.phase === 'failed' && load.failure.kind === 'cancelled' ? undefined : load;
}

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

export function recordLoad({ data: { records, lists } }: State, ref: Ref): Load<JsonObject> | undefined {
  const list = containingList(ref);
  if (list === undefined) return records[keyOf(ref)];
  const load = lists[placeKey(list)];
  return load && itemLoad(load, refId(ref));
}

/** Records that are not loaded count neither as a yes nor as a no. */
type KnownRecords = Readonly<{
  /** In the order of the lists; then those of no list. */
  records: readonly Readonly<{ ref: Ref; loaded: Loaded<JsonObject> }>[];
  /** `24 of 163+ bots`, or `24 bots` when no list of them is loaded. */
  count: SafeText;
  /** Rows without a full record in the lists of this kind; undefined without a list. */
  unchecked: number | undefined;
  hasMore: boolean;
  plural: SafeText;
  /** Name of the kind's second list, unless it is loaded. */
  unlisted: SafeText | undefined;
}>;

export function knownRecords(kind: string, records: Records, lists: Lists): KnownRecords {
  const resource = resourceOf(kind);
  const own = ownIdName(resource);
  const plural = lower(resource.plural);
  const [, second] = listPlaces(kind, {});
  const isListed = second === undefined || lists[placeKey(second)]?.last !== undefined;
  const unlisted = isListed ? undefined : lower(listOf(second).plural);
  const rows = Object.entries(lists).flatMap(([key, { last }]) =>
    isListOf(key, kind) && last !== undefined ? [last.value] : [],
  );
  /** Position among the rows of the lists; Infinity for a record that is in none. */
  function positionOf(id: string): number {
    let before = 0;
    for (const { ids } of rows) {
      const at = rowIndex(ids, id);
      if (at >= 0) return before + at;
      before += ids.length;
    }
    return Infinity;
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

export const hasAllRecords = ({ unchecked, hasMore }: KnownRecords) => unchecked === 0 && !hasMore;

const cachedUsage = memo((records: Records, lists: Lists) => {
  const known = knownRecords(bot.kind, records, lists);
  return { used: usedVersions(known.records.map(({ loaded }) => loaded.value)), known };
});

export const usageOf = ({ data }: State) => cachedUsage(data.records, data.lists);
