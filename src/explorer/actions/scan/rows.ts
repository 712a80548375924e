import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { rowLoad } from '../../state/full-records.ts';
import type { Load } from '../../state/load.ts';
import { type Place, placeKey } from '../../state/place.ts';
import { rowIndex } from '../../state/row-index.ts';
import { currentView, firstPlaces, type State } from '../../state/state.ts';
import { contentOf } from '../../view/content/content.ts';
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

/** Returns true if a row is still in its list. Deleted rows must not come back. */
export function isListed(state: State, place: ListPlace, id: string): boolean {
  const rows = state.data.lists[placeKey(place)]?.last?.value;
  return rows === undefined || rowIndex(rows.ids, id) >= 0;
}
