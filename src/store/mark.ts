import { perItem } from '../filter/row-cache.ts';
import { ownIdName } from '../resources/record-ids.ts';
import type { Ref } from '../resources/resource.ts';
import { memo } from '../text/memo.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { cursorIndex, placeOf, rowAt } from './cursor.ts';
import { countMarked, type Marks, marksWithin, NO_MARKS, withMarked } from './marked.ts';
import { moved, withView } from './moving.ts';
import { placeKey, type View } from './place.ts';
import { currentView, type State } from './state.ts';
import { surfaceOf, type Table } from './surface.ts';

/** Ids of the marked rows of the present list; the same object until they change. */
export const marksOf = (state: State): Marks => state.marks[placeKey(currentView(state).place)] ?? NO_MARKS;

const withMarks = (state: State, marks: Marks): State => ({
  ...state,
  marks: { ...state.marks, [placeKey(currentView(state).place)]: marks },
});

const said = (state: State, text: SafeText): State => ({ ...state, notice: { tone: 'plain', text } });

/** Rows without an id of their own cannot be marked: nothing tells them apart after a reload. */
export const isMarkable = (id: string | undefined): id is string =>
  id !== undefined && id !== '' && !id.startsWith('#');

const markableFlags = perItem((id: string): number => (isMarkable(id) ? 1 : 0));

/** The rows of the list that are shown from one place to before another, as far as they can be marked. */
function markable(table: Table, from: number, end: number): readonly number[] {
  const flags = markableFlags(table.rows.ids);
  const found: number[] = [];
  for (let at = from; at < end; at++) {
    const row = rowAt(table, at);
    if (flags[row] === 1) found.push(row);
  }
  return found;
}

/** The state with the marks of some rows of its list set or taken. */
const withRows = (
  state: State,
  table: Table,
  { rows, isMarked = true }: { readonly rows: readonly number[]; readonly isMarked?: boolean },
): State => withMarks(state, withMarked(marksOf(state), table.rows.ids, { places: rows, isMarked }));

/** Marks the row under the cursor, or takes its mark, and moves on. */
export function toggled(state: State): State {
  const surface = surfaceOf(state);
  const at = cursorIndex(surface, currentView(state));
  if (surface.is !== 'table') return state;
  const rows = markable(surface, at, at + 1);
  if (rows.length === 0) return state;
  const isMarked = marksOf(state).has(surface.ids[at] ?? '');
  return moved(withRows(state, surface, { rows, isMarked: !isMarked }), 'down');
}

/** The rows between where a range began and the cursor, both with it. A range whose row is gone begins at the cursor. */
export function rangeOf(surface: Table, view: View): readonly [from: number, to: number] | undefined {
  if (view.range === undefined) return undefined;
  const at = cursorIndex(surface, view);
  const began = placeOf(surface, view.range);
  return began < 0 ? [at, at] : [Math.min(began, at), Math.max(began, at)];
}

export function withoutRange(state: State): State {
  const { range: _range, ...view } = currentView(state);
  return withView(state, view);
}

/** Begins a range at the cursor, or ends it: what lies between is marked. */
export function ranged(state: State): State {
  const surface = surfaceOf(state);
  const view = currentView(state);
  if (surface.is !== 'table') return state;
  const span = rangeOf(surface, view);
  const id = surface.ids[cursorIndex(surface, view)];
  if (span === undefined) return id === undefined ? state : withView(state, { ...view, range: id });
  return withoutRange(withRows(state, surface, { rows: markable(surface, span[0], span[1] + 1) }));
}

/** Marks a row and the next one the cursor goes to: a range by one step. */
export function stretched(state: State, motion: 'down' | 'up'): State {
  const surface = surfaceOf(state);
  if (surface.is !== 'table') return moved(state, motion);
  const rows = [state, moved(state, motion)].flatMap(each => {
    const at = cursorIndex(surface, currentView(each));
    return markable(surface, at, at + 1);
  });
  return moved(withRows(state, surface, { rows }), motion);
}

/** Marks every loaded row that passes the filter; when all of them are marked, takes their marks. */
export function allMarked(state: State): State {
  const surface = surfaceOf(state);
  if (surface.is !== 'table') return state;
  const { passed, unread } = surface.listing;
  const rows = markable(surface, 0, passed);
  const isMarked = countMarked(marksOf(state), surface.rows.ids, rows) < rows.length;
  const next = withRows(state, surface, { rows, isMarked });
  if (!isMarked && rows.length > 0) return said(next, safe`${rows.length} unmarked.`);
  const leftOut = unread === 0 ? safe`` : safe` ${unread} not checked were left out.`;
  const more = surface.rows.next === undefined ? safe`` : safe` Only loaded rows can be marked.`;
  return said(next, safe`${rows.length} marked.${leftOut}${more}`);
}

export function unmarked(state: State): State {
  const { size } = marksOf(state);
  const what = size === 1 ? safe`1 mark` : safe`${size} marks`;
  return said(withMarks(withoutRange(state), NO_MARKS), safe`${what} cleared.`);
}

/** A marked record, and whether the filter hides it now. */
export type MarkedRef = { readonly ref: Ref; readonly isHidden: boolean };

/** The marked records of the list on the screen in the order shown, those that the filter hides last. */
export function markedRefs(state: State): readonly MarkedRef[] {
  const { place } = currentView(state);
  const surface = surfaceOf(state);
  if (place.screen !== 'list' || surface.is !== 'table') return [];
  const own = ownIdName(surface.resource);
  const found = [...marksOf(state)].map(id => ({ id, at: placeOf(surface, id) }));
  const order = (at: number): number => (at < 0 ? Number.POSITIVE_INFINITY : at);
  return found
    .toSorted((a, b) => (order(a.at) === order(b.at) ? 0 : order(a.at) - order(b.at)))
    .map(({ id, at }) => ({ ref: { kind: place.kind, ids: { ...place.ids, [own]: id } }, isHidden: at < 0 }));
}

/** How many marked rows the filter hides. */
export const hiddenMarks = memo((surface: Table, marks: Marks): number => {
  const { rows, listing } = surface;
  if (marks.size === 0 || listing.order === undefined) return 0;
  return marks.size - countMarked(marks, rows.ids, listing.order);
});

/** The state of a list without the marks of rows that it has no more; a notice says how many there were. */
export function withoutGone(state: State, key: string): State {
  const marks = state.marks[key];
  const rows = state.lists[key]?.last?.value;
  if (marks === undefined || marks.size === 0 || rows === undefined) return state;
  const kept = marksWithin(marks, rows.ids);
  const gone = marks.size - kept.size;
  if (gone === 0) return state;
  const text =
    gone === 1
      ? safe`1 marked row is not in the list any more; its mark is gone too.`
      : safe`${gone} marked rows are not in the list any more; their marks are gone too.`;
  return { ...state, marks: { ...state.marks, [key]: kept }, notice: { tone: 'warn', text } };
}
