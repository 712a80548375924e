import { resourceOf } from '../../resources/registry.ts';
import { isLocal, ownName, type Ref } from '../../resources/resource.ts';
import { MAX_BOOKMARKS, MAX_RECENTS, type Memory, type StoredPlace } from '../../storage/memory.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { isName } from '../../text/words.ts';
import { keyOf } from './place.ts';
import { type PlaceText, parsePlace, refText } from './place-text.ts';
import { currentView, knownRecord, type State } from './state.ts';
import { withChange } from './store.ts';
import { isHome } from './view-stacks.ts';

const without = (rows: readonly StoredPlace[], place: PlaceText): readonly StoredPlace[] =>
  rows.filter(row => row.place !== place);

export function withOpened(memory: Memory, row: StoredPlace): Memory {
  const { recents, bookmarks } = memory;
  return {
    ...memory,
    recents: [row, ...without(recents, row.place)].slice(0, MAX_RECENTS),
    bookmarks: bookmarks.map(each => (each.place === row.place ? { ...row, at: each.at } : each)),
  };
}

const withRows = (memory: Memory, change: (row: StoredPlace) => readonly StoredPlace[]): Memory => ({
  ...memory,
  recents: memory.recents.flatMap(change),
  bookmarks: memory.bookmarks.flatMap(change),
});

/** A record that was deleted or not found is marked where it is stored; adds nothing. */
export function withGone(memory: Memory, place: PlaceText, gone: StoredPlace['gone'] = true): Memory {
  const isStored = [...memory.recents, ...memory.bookmarks].some(row => row.place === place && !row.gone);
  return isStored ? withRows(memory, row => [row.place === place ? { ...row, gone } : row]) : memory;
}

const withMemory = (state: State, memory: Memory): State =>
  memory === state.user.memory ? state : withChange(state, { user: { memory } });

export const withoutGone = (state: State): State =>
  withMemory(
    state,
    withRows(state.user.memory, row => (row.gone === undefined ? [row] : [])),
  );

export const isBookmark = ({ bookmarks }: Memory, place: PlaceText) =>
  bookmarks.some(row => row.place === place);

export function withBookmarkToggled(memory: Memory, row: StoredPlace): Memory {
  const { bookmarks } = memory;
  if (isBookmark(memory, row.place)) return { ...memory, bookmarks: without(bookmarks, row.place) };
  return { ...memory, bookmarks: [...bookmarks, row].slice(-MAX_BOOKMARKS) };
}

export const viewName = (row: StoredPlace): SafeText | undefined =>
  isName(row.name) && storedRef(row) === undefined ? row.name : undefined;

export function withSavedView(memory: Memory, row: StoredPlace): Memory {
  const others = memory.bookmarks.filter(each => each.place !== row.place && viewName(each) !== row.name);
  return { ...memory, bookmarks: [...others, row].slice(-MAX_BOOKMARKS) };
}

export const viewsOf = ({ user: { memory, savedViews } }: State): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(savedViews),
    ...memory.bookmarks.flatMap(row => {
      const name = viewName(row);
      return name === undefined ? [] : [[name, row.place] as const];
    }),
  ]);

export function storedPlaceOf(state: State, ref: Ref): StoredPlace {
  const record = knownRecord(state, ref);
  const name = record && ownName(resourceOf(ref.kind), record);
  return { place: refText(ref), name: name ?? safe``, at: state.session.now };
}

export function withRecordRemembered(state: State, now: number): State {
  const { place } = currentView(state);
  if (place.screen !== 'record' && place.screen !== 'raw') return state;
  const { ref } = place;
  if (isHome(ref, state.session.server) || isLocal(resourceOf(ref.kind))) return state;
  const load = state.data.records[keyOf(ref)];
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

/** Recently opened below a parent, where the API lists none. */
export const recentIds = (memory: Memory, kind: string, ids: Ref['ids'], own: string): readonly string[] =>
  [...memory.recents, ...memory.bookmarks].flatMap(row => {
    const ref = row.gone ? undefined : storedRef(row);
    if (ref?.kind !== kind || !Object.entries(ids).every(([name, id]) => ref.ids[name] === id)) return [];
    return [ref.ids[own] ?? ''];
  });
