import type { Ids } from '../../api/operation.ts';
import { ownIdName } from '../../resources/record-ids.ts';
import { ownerOf, ownerRef, resourceOf } from '../../resources/registry.ts';
import type { Ref, Resource } from '../../resources/resource.ts';
import type { Memory } from '../../storage/memory.ts';
import { refChoice } from '../facts/choices.ts';
import { troubledRefs } from '../screens/home/attention.ts';
import { cursorRef } from '../selection/cursor.ts';
import type { Choice } from '../state/dialogs.ts';
import { rowIndex } from '../state/load.ts';
import { idsInKey, idsInListKey, keyOf, placeRefs } from '../state/place.ts';
import { storedRef } from '../state/recents.ts';
import { knownRecords } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { searchSeen } from './search.ts';

/** Returns the address of a record from a larger set of ids; `undefined` if one is missing. */
function refAmong({ kind, ids }: Resource, more: Ids): Ref | undefined {
  if (!ids.every(name => (more[name] ?? '') !== '')) return undefined;
  return { kind, ids: Object.fromEntries(ids.map(name => [name, more[name] ?? ''])) };
}

const rememberedRefs = ({ recents, bookmarks }: Memory): readonly Ref[] =>
  [...recents, ...bookmarks].flatMap(row => (row.gone ? [] : (storedRef(row) ?? [])));

/** Returns the ids of records with this own id that were seen: recents, loaded records, or rows of lists. */
function seenIds(
  { user: { memory }, data: { records, lists } }: State,
  { kind }: Resource,
  id: string,
): readonly Ids[] {
  const own = ownIdName(resourceOf(kind));
  const stored = rememberedRefs(memory).filter(ref => ref.kind === kind);
  const read = Object.entries(records).map(([key, { last }]) => last && idsInKey(key, kind));
  const listed = Object.entries(lists).map(([key, { last }]) =>
    last === undefined || rowIndex(last.value.ids, id) < 0 ? undefined : idsInListKey(key, kind),
  );
  const whole = [...stored.map(({ ids }) => ids), ...read].filter(ids => ids?.[own] === id);
  return [...whole, ...listed].filter(ids => ids !== undefined);
}

export const uniqueRefs = (refs: readonly Ref[]): readonly Ref[] => [
  ...new Map(refs.map(ref => [keyOf(ref.kind, ref.ids), ref])).values(),
];

/**
 * Returns the possible owners of a record of which only the id is known, the likeliest first: where it was
 * seen; then the record on the screen, the one given at the start, the one under the cursor, recents, those
 * with problems, and all others that were loaded.
 */
export function likelyOwners(state: State, kind: string, id: string): readonly Ref[] {
  const resource = resourceOf(kind);
  const owner = ownerOf(resource);
  if (owner === undefined) return [];
  const {
    navigation: { views },
    session: { server },
    user: { memory },
    data: { records, lists },
  } = state;
  const onWay = views.toReversed().flatMap(({ place }) => placeRefs(place));
  const ids: readonly (Ids | undefined)[] = [
    ...seenIds(state, resource, id),
    ...onWay.map(ref => ref.ids),
    server?.defaultIds,
    cursorRef(state)?.ids,
    ...rememberedRefs(memory).map(ref => ref.ids),
    ...troubledRefs(state, owner).map(ref => ref.ids),
    ...knownRecords(owner.kind, records, lists).records.map(({ ref }) => ref.ids),
  ];
  return uniqueRefs(ids.flatMap(each => (each === undefined ? [] : (refAmong(owner, each) ?? []))));
}

/** Maximum owners offered for one id: its other readings follow them. */
const MAX_OWNERS = 5;

/** Returns a record of which only the own id is known below each likely owner, then other seen ones. */
export function refsOfOwners(state: State, { kind, ids }: Ref): readonly Ref[] {
  const resource = resourceOf(kind);
  const own = ownIdName(resource);
  const id = ids[own] ?? '';
  const owner = ownerOf(resource);
  const seen = owner === undefined ? [] : searchSeen(state, [], owner).map(({ ref }) => ref);
  return uniqueRefs([...likelyOwners(state, kind, id), ...seen])
    .slice(0, MAX_OWNERS)
    .map(each => ({ kind, ids: { ...each.ids, [own]: id } }));
}

/** Returns true if a text has the ids of the record's owner, or the record has no owner. */
function namesOwner(text: string, ref: Ref): boolean {
  const owner = ownerRef(ref);
  const isSaid = (id: string): boolean => text.includes(id) || text.includes(encodeURIComponent(id));
  return owner === undefined || Object.values(owner.ids).every(isSaid);
}

/** Returns the choices for a record in a pasted text; one for each likely owner if the text names none. */
export function pastedChoices(state: State, ref: Ref, text: string): readonly Choice[] {
  const isWhole = resourceOf(ref.kind).read === undefined || namesOwner(text, ref);
  return (isWhole ? [ref] : refsOfOwners(state, ref)).map(each => refChoice(state, each));
}
