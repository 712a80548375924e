import { listingOf } from '../../facts/visible-rows.ts';
import { contentOf } from '../../screens/content.ts';
import { isMarkable, marksOf } from '../../selection/list-marks.ts';
import { ageOf, FRESH_MS } from '../../selection/rows-to-check.ts';
import { rowsOnScreen } from '../../selection/settled-view.ts';
import { rowLoad } from '../../state/full-records.ts';
import { type ListPlace, placeKey, type View } from '../../state/place.ts';
import { rowIndex } from '../../state/row-index.ts';
import type { State } from '../../state/state.ts';

/** Returns the ids of the marked rows, else of those on the screen. */
export function nearRows(state: State): readonly string[] {
  const content = contentOf(state);
  if (content.kind !== 'table') return [];
  const marks = marksOf(state);
  if (marks.size > 0) return [...marks].filter(id => rowIndex(content.rows.ids, id) >= 0);
  return rowsOnScreen(state).filter(isMarkable);
}

/**
 * Returns the ids of all rows of a list in their order. `source`: the view where the key was pressed; if
 * it shows the list, only rows that pass its filter.
 */
export function allRows(state: State, place: ListPlace, source: View): readonly string[] {
  const key = placeKey(place);
  const rows = state.data.lists[key]?.last?.value;
  if (rows === undefined) return [];
  if (placeKey(source.place) !== key) return rows.ids.filter(isMarkable);
  // The filter may have changed since, and the view may be closed.
  const view = state.navigation.views.findLast(each => placeKey(each.place) === key) ?? source;
  return listingOf(state, view, rows).ids.filter(isMarkable);
}

/** Returns the rows without a recent full record. */
export const dueRows = (state: State, place: ListPlace, ids: readonly string[]): readonly string[] =>
  ids.filter(id => ageOf(rowLoad(state.data.records, place, id), state.session.now) > FRESH_MS);

/** Returns the rows without a recent full record, those without any first: a stopped scan continues there. */
export function rowsToScan(state: State, place: ListPlace, ids: readonly string[]): readonly string[] {
  const due = dueRows(state, place, ids);
  const hasRecord = (id: string): boolean => rowLoad(state.data.records, place, id)?.last !== undefined;
  return [...due.filter(id => !hasRecord(id)), ...due.filter(hasRecord)];
}

/** Returns true if a row is still in its list. Deleted rows must not come back. */
export function isListed(state: State, place: ListPlace, id: string): boolean {
  const rows = state.data.lists[placeKey(place)]?.last?.value;
  return rows === undefined || rowIndex(rows.ids, id) >= 0;
}

/** The rows that a person wants checked. */
export type ScanGoal = {
  /** The command that continues after a stop. */
  readonly command: 'list.check' | 'list.scan' | 'list.scan-all';
  /** All rows of a list: their number, and the time when their pages began to load. */
  readonly whole?: { readonly count: number; readonly since: number };
  /** True if all of the rows have recent health. */
  readonly isRepeat?: boolean;
};
