import { resourceOf } from '../../resources/registry.ts';
import { isLocal, nameOf, type Ref, rawName } from '../../resources/resource.ts';
import {
  type GoneReason,
  MAX_BOOKMARKS,
  MAX_RECENTS,
  type Memory,
  type StoredPlace,
} from '../../storage/memory.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { isName } from '../../text/words.ts';
import { keyOf } from './place.ts';
import { type PlaceText, parsePlace, placeText } from './place-text.ts';
import { currentView, knownRecord, type State } from './state.ts';
import { withChange } from './store.ts';
import { isHome } from './view-stacks.ts';

const without = (rows: readonly StoredPlace[], place: PlaceText): readonly StoredPlace[] =>
  rows.filter(row => row.place !== place);

/** Returns the memory with an opened record: first among the recents, its new name everywhere. */
export function withOpened(memory: Memory, row: StoredPlace): Memory {
  const { recents, bookmarks } = memory;
  return {
    ...memory,
    recents: [row, ...without(recents, row.place)].slice(0, MAX_RECENTS),
    bookmarks: bookmarks.map(each => (each.place === row.place ? { ...row, at: each.at } : each)),
  };
}

/** Returns the memory with a record marked as deleted or not found where it is stored; adds nothing. */
export function withGone(memory: Memory, place: PlaceText, gone: GoneReason = true): Memory {
  const mark = (rows: readonly StoredPlace[]): readonly StoredPlace[] =>
    rows.map(row => (row.place === place ? { ...row, gone } : row));
  const isStored = [...memory.recents, ...memory.bookmarks].some(row => row.place === place && !row.gone);
  return isStored ? { ...memory, recents: mark(memory.recents), bookmarks: mark(memory.bookmarks) } : memory;
}

const withMemory = (state: State, memory: Memory): State =>
  memory === state.user.memory ? state : withChange(state, { user: { memory } });

/** Returns the state without bookmarks and recents whose record was deleted or not found. */
export function withoutGone(state: State): State {
  const { memory } = state.user;
  const isThere = ({ gone }: StoredPlace): boolean => gone === undefined;
  const { recents, bookmarks } = memory;
  return withMemory(state, {
    ...memory,
    recents: recents.filter(isThere),
    bookmarks: bookmarks.filter(isThere),
  });
}

export const isBookmark = ({ bookmarks }: Memory, place: PlaceText): boolean =>
  bookmarks.some(row => row.place === place);

export function withBookmarkToggled(memory: Memory, row: StoredPlace): Memory {
  const { bookmarks } = memory;
  if (isBookmark(memory, row.place)) return { ...memory, bookmarks: without(bookmarks, row.place) };
  return { ...memory, bookmarks: [...bookmarks, row].slice(-MAX_BOOKMARKS) };
}

/** Returns the name under which `:view` opens a bookmark: one that the person gave to a list. */
export const viewName = (row: StoredPlace): SafeText | undefined =>
  isName(row.name) && storedRef(row) === undefined ? row.name : undefined;

/** Returns the memory with a named bookmark of a list; replaces one with the same name or list. */
export function withSavedView(memory: Memory, row: StoredPlace): Memory {
  const others = memory.bookmarks.filter(each => each.place !== row.place && viewName(each) !== row.name);
  return { ...memory, bookmarks: [...others, row].slice(-MAX_BOOKMARKS) };
}

/** Returns the places that `:view` opens, by name: bookmarks, and the views of the settings. */
export const viewsOf = ({ user: { memory, savedViews } }: Pick<State, 'user'>): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(savedViews),
    ...memory.bookmarks.flatMap(row => {
      const name = viewName(row);
      return name === undefined ? [] : [[name, row.place] as const];
    }),
  ]);

/** Returns a record in the form of recents and bookmarks: its address, and its name if known. */
export function storedPlaceOf(state: State, ref: Ref): StoredPlace {
  const record = knownRecord(state, ref);
  const resource = resourceOf(ref.kind);
  const isNamed = record !== undefined && rawName(resource, record) !== undefined;
  const place = placeText({ screen: 'record', ref }) ?? '';
  return { place, name: isNamed ? nameOf(resource, record) : safe``, at: state.session.now };
}

/** Returns the state with the record on the screen in the memory once it is loaded, or marked as gone. */
export function withRecordRemembered(state: State, now: number): State {
  const { place } = currentView(state);
  if (place.screen !== 'record' && place.screen !== 'raw') return state;
  const { ref } = place;
  if (isHome(ref, state.session.server) || isLocal(resourceOf(ref.kind))) return state;
  const load = state.data.records[keyOf(ref.kind, ref.ids)];
  const { memory } = state.user;
  if (load?.phase === 'ready')
    return withMemory(state, withOpened(memory, { ...storedPlaceOf(state, ref), at: now }));
  if (load?.phase !== 'failed' || load.failure.kind !== 'not-found') return state;
  return withMemory(state, withGone(memory, storedPlaceOf(state, ref).place));
}

export function storedRef({ place }: StoredPlace): Ref | undefined {
  const parsed = parsePlace(place);
  return parsed.kind === 'record' ? parsed.ref : undefined;
}

/** Returns the ids of recently opened records of a kind below a parent, where the API lists none. */
export function recentIds(
  memory: Memory,
  { kind, ids, own }: { readonly kind: string; readonly ids: Ref['ids']; readonly own: string },
): readonly string[] {
  return [...memory.recents, ...memory.bookmarks].flatMap(row => {
    const ref = row.gone ? undefined : storedRef(row);
    if (ref?.kind !== kind || !Object.entries(ids).every(([name, id]) => ref.ids[name] === id)) return [];
    return [ref.ids[own] ?? ''];
  });
}
