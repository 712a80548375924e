import type { JsonObject } from '../../json/json.ts';
import { listIds, ownIdName } from '../../resources/record-ids.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import type { Load, Rows } from './load.ts';
import { keyOf, type ListPlace, listKey } from './place.ts';
import type { State } from './state.ts';

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
