import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { rowLoad } from '../../state/full-records.ts';
import { isHome } from '../../state/initial-views.ts';
import type { Load } from '../../state/load.ts';
import { type Place, placeKey } from '../../state/place.ts';
import { rowIndex } from '../../state/row-index.ts';
import { currentView, firstPlaces, type State } from '../../state/state.ts';
import { contentOf, currentLoad } from '../../view/content/content.ts';
import { isMarkable, marksOf } from '../../view/content/list-marks.ts';
import { settledView } from '../../view/content/settled-view.ts';
import { pageRows } from '../../view/layout.ts';

type ListPlace = Extract<Place, { readonly screen: 'list' }>;

/** Milliseconds for which a loaded row counts as recent. */
const FRESH_MS = 5 * 60_000;

/** Returns the list to scan: the one on the screen, else the one below the root. */
export function scannedPlace(state: State): ListPlace | undefined {
  const { place } = currentView(state);
  if (place.screen === 'list') {
    const { read } = resourceOf(place.kind);
    return read === undefined || read.isLocal === true ? undefined : place;
  }
  return firstPlaces(state.session.server).find(each => each.screen === 'list');
}

/** Returns the ids of the marked rows, else of those on the screen. */
export function nearRows(state: State): readonly string[] {
  const content = contentOf(state);
  if (content.kind !== 'table') return [];
  const marks = marksOf(state);
  if (marks.size > 0) return [...marks].filter(id => rowIndex(content.rows.ids, id) >= 0);
  const { top } = settledView(state);
  return content.ids.slice(top, top + pageRows(state, true)).filter(isMarkable);
}

/**
 * Returns the ids of all rows of a list in their order; for the list on the screen, of those that pass the
 * filter.
 */
export function allRows(state: State, place: ListPlace): readonly string[] {
  const content = contentOf(state);
  const isHere = placeKey(currentView(state).place) === placeKey(place) && content.kind === 'table';
  const ids = isHere ? content.ids : (state.data.lists[placeKey(place)]?.last?.value.ids ?? []);
  return ids.filter(isMarkable);
}

/** Returns the age of a full record in milliseconds; infinite when it is not loaded, or failed. */
function ageOf(load: Load<JsonObject> | undefined, now: number): number {
  return load?.last === undefined || load.phase === 'failed' ? Number.POSITIVE_INFINITY : now - load.last.at;
}

type Age = { readonly id: string; readonly age: number };

function ages(state: State, place: ListPlace, ids: readonly string[]): readonly Age[] {
  return ids.map(id => ({ id, age: ageOf(rowLoad(state.data.records, place, id), state.session.now) }));
}

/** Returns the rows without a recent full record; all of them if every row has one. */
export function dueRows(state: State, place: ListPlace, ids: readonly string[]): readonly string[] {
  const due = ages(state, place, ids).filter(({ age }) => age > FRESH_MS);
  return due.length === 0 ? ids : due.map(({ id }) => id);
}

/**
 * Returns the rows that were never loaded, else those without a recent full record: a long scan that was
 * stopped gets to its end.
 */
export function rowsToScan(state: State, place: ListPlace, ids: readonly string[]): readonly string[] {
  const unloaded = ages(state, place, ids).filter(({ age }) => age === Number.POSITIVE_INFINITY);
  return unloaded.length === 0 ? dueRows(state, place, ids) : unloaded.map(({ id }) => id);
}

/** Maximum number of rows that the home screen checks by itself: those of a first page. */
const HOME_ROWS = 50;

/** Returns true if the program may check health by itself now. */
function isAutomatic({ user, data, session, dialog }: State): boolean {
  const isFree = data.healthPause === undefined && session.offline === undefined && dialog === undefined;
  return user.health === 'auto' && isFree;
}

/** Returns the list whose first page the home screen checks by itself; undefined on other screens. */
export function homeListToLoad(state: State): ListPlace | undefined {
  const { place } = currentView(state);
  if (place.screen !== 'record' || !isHome(place.ref, state.session.server)) return undefined;
  // The record on the screen is requested first.
  const isShown = currentLoad(state)?.phase === 'ready';
  return isShown && isAutomatic(state) ? scannedPlace(state) : undefined;
}

/** Returns the rows that a person sees, those nearest to the cursor first; on the home screen the first page. */
function watchedRows(state: State, place: ListPlace): readonly string[] {
  const content = contentOf(state);
  if (content.kind !== 'table')
    return state.data.lists[placeKey(place)]?.last?.value.ids.slice(0, HOME_ROWS) ?? [];
  const { top, at } = settledView(state);
  const distance = (row: number): number => Math.abs(row - at);
  return Array.from({ length: pageRows(state, true) }, (_, row) => top + row)
    .sort((a, b) => distance(a) - distance(b))
    .flatMap(row => content.ids[row] ?? []);
}

/**
 * Returns the rows that the program checks by itself: visible ones without recent health. One that could not
 * be read waits for a person. Undefined: none.
 */
export function rowsToCheck(
  state: State,
  isRequested: (id: string) => boolean,
): { readonly place: ListPlace; readonly ids: readonly string[] } | undefined {
  const { place: here } = currentView(state);
  const place = here.screen === 'list' ? scannedPlace(state) : homeListToLoad(state);
  if (place === undefined || resourceOf(place.kind).troubled === undefined || !isAutomatic(state))
    return undefined;
  // Pages come first.
  if (state.data.lists[placeKey(place)]?.phase === 'loading') return undefined;
  const isDue = (id: string): boolean => {
    const load = rowLoad(state.data.records, place, id);
    if (!isMarkable(id) || isRequested(id)) return false;
    return load === undefined || (load.phase === 'ready' && ageOf(load, state.session.now) > FRESH_MS);
  };
  const ids = watchedRows(state, place).filter(isDue);
  return ids.length === 0 ? undefined : { place, ids };
}

/** Returns true if a row is still in its list. Deleted rows must not come back. */
export function isListed(state: State, place: ListPlace, id: string): boolean {
  const rows = state.data.lists[placeKey(place)]?.last?.value;
  return rows === undefined || rowIndex(rows.ids, id) >= 0;
}
