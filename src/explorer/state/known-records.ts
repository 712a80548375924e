import type { JsonObject } from '../../json/json.ts';
import { ownIdName } from '../../resources/record-ids.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import type { Read, Rows } from './load.ts';
import { idsInKey, isListOf, listKey } from './place.ts';
import { rowOf } from './row-index.ts';
import type { State } from './state.ts';

/** Records of a kind that were read whole so far, and how many that are of all. What was not read is not counted as no. */
export type Known = {
  readonly records: readonly { readonly ref: Ref; readonly read: Read<JsonObject> }[];
  /** `24 of 163+`, or `24` when no list of them was read. */
  readonly count: SafeText;
  /** How many rows of their list were not read; undefined when no list was. */
  readonly unread: number | undefined;
  /** The server has more of them than the list. */
  readonly hasMore: boolean;
  readonly plural: SafeText;
  /** Records of a second list that was not loaded: nothing is known of them. */
  readonly unlisted: SafeText | undefined;
};

/** All lists of a kind that were loaded. */
const rowsOf = (kind: string, lists: State['data']['lists']): readonly Rows[] =>
  Object.entries(lists).flatMap(([key, { last }]) =>
    isListOf(key, kind) && last !== undefined ? [last.value] : [],
  );

export function knownRecords(
  kind: string,
  records: State['data']['records'],
  lists: State['data']['lists'],
): Known {
  const resource = resourceOf(kind);
  const own = ownIdName(resource);
  const plural = clean(resource.plural.toLowerCase());
  const { variant } = resource;
  const isListed = variant === undefined || lists[listKey(kind, {}, variant.name)]?.last !== undefined;
  const unlisted = isListed ? undefined : clean(variant.plural.toLowerCase());
  const found = Object.entries(records).flatMap(([key, { last }]) => {
    const ids = idsInKey(key, kind);
    return ids?.[own] === undefined || last === undefined ? [] : [{ ref: { kind, ids }, read: last }];
  });
  const rows = rowsOf(kind, lists);
  if (rows.length === 0)
    return {
      records: found,
      count: safe`${found.length}`,
      unread: undefined,
      hasMore: true,
      plural,
      unlisted,
    };
  const listed = found.filter(({ ref }) =>
    rows.some(({ ids }) => rowOf(ids, ref.ids[own] ?? '') >= 0),
  ).length;
  const total = rows.reduce((sum, { ids }) => sum + ids.length, 0);
  const hasMore = rows.some(({ next, stopped }) => next !== undefined || stopped !== undefined);
  const count = safe`${listed} of ${total}${hasMore ? safe`+` : safe``}`;
  return { records: found, count, unread: total - listed, hasMore, plural, unlisted };
}

/** Whether every one of them was read. */
export const isComplete = ({ unread, hasMore }: Known): boolean => unread === 0 && !hasMore;
