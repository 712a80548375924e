import type { JsonObject } from '../../json/json.ts';
import { ownIdName } from '../../resources/record-ids.ts';
import { resourceOf } from '../../resources/registry.ts';
import { countedRecords, type Ref } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import type { Loaded, Rows } from './load.ts';
import { idsInKey, isListOf, listOf, listPlaces, placeKey } from './place.ts';
import { rowIndex } from './row-index.ts';
import type { State } from './state.ts';

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

const loadedLists = (kind: string, lists: State['data']['lists']): readonly Rows[] =>
  Object.entries(lists).flatMap(([key, { last }]) =>
    isListOf(key, kind) && last !== undefined ? [last.value] : [],
  );

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
  const found = Object.entries(records).flatMap(([key, { last }]) => {
    const ids = idsInKey(key, kind);
    return ids?.[own] === undefined || last === undefined ? [] : [{ ref: { kind, ids }, loaded: last }];
  });
  const rows = loadedLists(kind, lists);
  if (rows.length === 0)
    return {
      records: found,
      count: countedRecords(resource, found.length),
      unchecked: undefined,
      hasMore: true,
      plural,
      unlisted,
    };
  const total = rows.reduce((sum, { ids }) => sum + ids.length, 0);
  /** Returns the position of a record in the lists one after another; infinity for one that is in none. */
  const positionOf = ({ ref }: (typeof found)[number]): number => {
    let before = 0;
    for (const { ids } of rows) {
      const at = rowIndex(ids, ref.ids[own] ?? '');
      if (at >= 0) return before + at;
      before += ids.length;
    }
    return Number.POSITIVE_INFINITY;
  };
  const placed = found.map(record => ({ record, position: positionOf(record) }));
  const ordered = placed.sort((a, b) => a.position - b.position).map(({ record }) => record);
  const listed = placed.filter(({ position }) => Number.isFinite(position)).length;
  const hasMore = rows.some(({ next, stopped }) => next !== undefined || stopped !== undefined);
  const all = hasMore ? safe`${total}+ ${plural}` : countedRecords(resource, total);
  const count = safe`${listed} of ${all}`;
  return { records: ordered, count, unchecked: total - listed, hasMore, plural, unlisted };
}

export const hasAllRecords = ({ unchecked, hasMore }: KnownRecords): boolean => unchecked === 0 && !hasMore;
