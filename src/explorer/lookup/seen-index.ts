import { cachePerName } from '../../filter/row-cache.ts';
import type { JsonObject } from '../../json/json.ts';
import { ownId, ownIdName } from '../../resources/record-ids.ts';
import { resourceOf, resources } from '../../resources/registry.ts';
import { nameOf, type Ref, type Resource, rawName } from '../../resources/resource.ts';
import type { Memory } from '../../storage/memory.ts';
import { memo } from '../../text/memo.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import type { Rows } from '../state/load.ts';
import { keyOf, listPlaces, placeKey } from '../state/place.ts';
import { storedRef } from '../state/recents.ts';
import type { State } from '../state/state.ts';

/** A record that was seen, in a list or opened, in this run or an earlier one. */
export type IndexedRecord = {
  readonly ref: Ref;
  /** Its own id, as sent. */
  readonly id: string;
  readonly name: SafeText;
  readonly from: 'bookmark' | 'recent' | 'seen';
  /** Text to search, in lower case: the name, and on a line of its own the id. */
  readonly text: string;
};

const textOf = (name: string, id: string): string => `${name}\n${id}`.toLowerCase();

function indexedRecord(ref: Ref, name: SafeText, from: IndexedRecord['from']): IndexedRecord {
  const id = ref.ids[ownIdName(resourceOf(ref.kind))] ?? '';
  return { ref, id, name, from, text: textOf(name, id) };
}

const indexName = (resource: Resource, record: JsonObject): SafeText =>
  rawName(resource, record) === undefined ? safe`` : nameOf(resource, record);

/** Returns bookmarks, then recents, each record once and without those that are gone. */
export const rememberedRecords = memo(({ bookmarks, recents }: Memory): readonly IndexedRecord[] => {
  const all = [
    ...bookmarks.toReversed().map(row => ({ row, from: 'bookmark' as const })),
    ...recents.map(row => ({ row, from: 'recent' as const })),
  ];
  const keys = new Set<string>();
  return all.flatMap(({ row, from }) => {
    const ref = row.gone ? undefined : storedRef(row);
    if (ref === undefined || keys.has(keyOf(ref.kind, ref.ids))) return [];
    keys.add(keyOf(ref.kind, ref.ids));
    return [indexedRecord(ref, row.name, from)];
  });
});

/** The loaded rows of a list that needs no parent's ids. It may be very long: its search texts are cached. */
export type LoadedList = { readonly resource: Resource; readonly rows: Rows };

export const loadedLists = memo((lists: State['data']['lists']): readonly LoadedList[] =>
  resources
    .filter(({ ids }) => ids.length === 1)
    .flatMap(resource =>
      listPlaces(resource.kind, {}).flatMap(place => {
        const rows = lists[placeKey(place)]?.last?.value;
        return rows === undefined ? [] : [{ resource, rows }];
      }),
    ),
);

const texts = cachePerName(
  (resource: Resource) => (record: JsonObject) => textOf(indexName(resource, record), ownId(record) ?? ''),
);

/** Returns the text to search for every row of a list (see `IndexedRecord`). */
export const searchTexts = ({ resource, rows }: LoadedList): readonly string[] =>
  texts(resource, 'seen')(rows.items);

/** Returns the record in a row of a list; `undefined` if it has no id. */
export function recordInRow({ resource, rows }: LoadedList, row: number): IndexedRecord | undefined {
  const record = rows.items[row] ?? {};
  const id = ownId(record);
  if (id === undefined) return undefined;
  return indexedRecord(
    { kind: resource.kind, ids: { [ownIdName(resource)]: id } },
    indexName(resource, record),
    'seen',
  );
}
