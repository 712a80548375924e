import type { JsonObject } from '../api/json.ts';
import { resourceOf, resources } from '../resources/index.ts';
import { nameOf, ownId, ownIdName, type Ref, type Resource, rawName } from '../resources/resource.ts';
import { memo } from '../text/memo.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { keyOf, listKey } from './place.ts';
import type { Memory } from './recents.ts';
import { keptRef } from './recents-of.ts';
import type { State } from './state.ts';

/** A record that was seen: in a list or opened, now or in an earlier run. */
export type Seen = {
  readonly ref: Ref;
  /** Its own id, as sent. */
  readonly id: string;
  readonly name: SafeText;
  readonly from: 'bookmark' | 'recent' | 'seen';
  /** What a search looks at, in small letters. */
  readonly text: string;
};

function seen(ref: Ref, name: SafeText, from: Seen['from']): Seen {
  const id = ref.ids[ownIdName(resourceOf(ref.kind))] ?? '';
  return { ref, id, name, from, text: `${ref.kind} ${name} ${id}`.toLowerCase() };
}

const named = (resource: Resource, record: JsonObject): SafeText =>
  rawName(resource, record) === undefined ? safe`` : nameOf(resource, record);

function keptOnes({ bookmarks, recents }: Memory): readonly Seen[] {
  const all = [
    ...bookmarks.toReversed().map(row => ({ row, from: 'bookmark' as const })),
    ...recents.map(row => ({ row, from: 'recent' as const })),
  ];
  return all.flatMap(({ row, from }) => {
    const ref = row.gone ? undefined : keptRef(row);
    return ref === undefined ? [] : [seen(ref, row.name, from)];
  });
}

/** The rows of the lists that need no parent's ids, as many as were read. */
function listedOnes(lists: State['lists']): readonly Seen[] {
  return resources.flatMap(resource => {
    const rows = lists[listKey(resource.kind, {})]?.last?.value;
    const own = ownIdName(resource);
    if (rows === undefined || resource.ids.length !== 1) return [];
    return rows.items.flatMap(item => {
      const id = ownId(item);
      return id === undefined
        ? []
        : [seen({ kind: resource.kind, ids: { [own]: id } }, named(resource, item), 'seen')];
    });
  });
}

const collected = memo((memory: Memory, lists: State['lists']): readonly Seen[] => {
  const keys = new Set<string>();
  return [...keptOnes(memory), ...listedOnes(lists)].filter(({ ref }) => {
    const key = keyOf(ref.kind, ref.ids);
    return !keys.has(key) && keys.add(key);
  });
});

/** The records that were seen, each once: bookmarks, then those opened lately, then the rows of the lists. */
export const seenRecords = (state: State): readonly Seen[] => collected(state.memory, state.lists);

/** Shorter beginnings of ids are no ids: too much begins like them. */
const SHORTEST_PREFIX = 4;

/** An id as it was meant, and whether it is that of a record that was seen. */
export type Meant = { readonly id: string; readonly isSeen: boolean };

/**
 * The id that a typed text means among the records of a kind: itself, the one id that it begins, or that of the one
 * record with this name. What fits none of them is taken for an id nobody has seen yet.
 */
export function meantId(
  state: State,
  resource: Resource,
  { text, ids }: { readonly text: string; readonly ids: Ref['ids'] },
): Meant {
  const parents = resource.ids.slice(0, -1);
  const known = seenRecords(state).filter(
    ({ ref }) => ref.kind === resource.kind && parents.every(name => ref.ids[name] === ids[name]),
  );
  if (known.some(({ id }) => id === text)) return { id: text, isSeen: true };
  const begun = text.length < SHORTEST_PREFIX ? [] : known.filter(({ id }) => id.startsWith(text));
  const called = known.filter(({ name }) => name === text);
  const [only] = begun.length === 1 ? begun : called;
  if (only !== undefined && (begun.length === 1 || called.length === 1)) return { id: only.id, isSeen: true };
  return { id: text, isSeen: false };
}
