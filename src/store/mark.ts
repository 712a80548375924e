import { memo } from '../text/memo.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { moved, withView } from './moving.ts';
import { placeKey, type View } from './place.ts';
import { currentView, type State } from './state.ts';
import { cursorIndex, surfaceOf, type Table } from './surface.ts';

export type Marks = ReadonlySet<string>;

const NONE: Marks = new Set();

/** Ids of the marked rows of the present list; the same object until they change. */
export const marksOf = (state: State): Marks => state.marks[placeKey(currentView(state).place)] ?? NONE;

const withMarks = (state: State, marks: Marks): State => ({
  ...state,
  marks: { ...state.marks, [placeKey(currentView(state).place)]: marks },
});

const said = (state: State, text: SafeText): State => ({ ...state, notice: { tone: 'plain', text } });

/** Rows without an id of their own cannot be marked: nothing tells them apart after a reload. */
const isMarkable = (id: string | undefined): id is string =>
  id !== undefined && id !== '' && !id.startsWith('#');

/** Marks the row under the cursor, or takes its mark, and moves on. */
export function toggled(state: State): State {
  const surface = surfaceOf(state);
  const id = surface.ids[cursorIndex(surface, currentView(state))];
  if (surface.is !== 'table' || !isMarkable(id)) return state;
  const marks = new Set(marksOf(state));
  if (!marks.delete(id)) marks.add(id);
  return moved(withMarks(state, marks), 'down');
}

/** The rows between where a range began and the cursor, both with it. A range whose row is gone begins at the cursor. */
export function rangeOf(surface: Table, view: View): readonly [from: number, to: number] | undefined {
  if (view.range === undefined) return undefined;
  const at = cursorIndex(surface, view);
  const began = surface.ids.indexOf(view.range);
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
  const marks = new Set(marksOf(state));
  for (const each of surface.ids.slice(span[0], span[1] + 1)) if (isMarkable(each)) marks.add(each);
  return withoutRange(withMarks(state, marks));
}

/** Marks a row and the next one the cursor goes to: a range by one step. */
export function stretched(state: State, motion: 'down' | 'up'): State {
  const surface = surfaceOf(state);
  const ids = [state, moved(state, motion)].map(each => surface.ids[cursorIndex(surface, currentView(each))]);
  if (surface.is !== 'table') return moved(state, motion);
  return moved(withMarks(state, new Set([...marksOf(state), ...ids.filter(isMarkable)])), motion);
}

/** Marks every loaded row that passes the filter; when all of them are marked, takes their marks. */
export function allMarked(state: State): State {
  const surface = surfaceOf(state);
  if (surface.is !== 'table') return state;
  const { passed, unread } = surface.listing;
  const ids = surface.ids.slice(0, passed).filter(isMarkable);
  const marks = new Set(marksOf(state));
  const before = marks.size;
  for (const id of ids) marks.add(id);
  if (ids.length > 0 && marks.size === before) {
    for (const id of ids) marks.delete(id);
    return said(withMarks(state, marks), safe`${ids.length} unmarked.`);
  }
  const leftOut = unread === 0 ? safe`` : safe` ${unread} not checked were left out.`;
  const more = surface.rows.next === undefined ? safe`` : safe` Only loaded rows can be marked.`;
  return said(withMarks(state, marks), safe`${ids.length} marked.${leftOut}${more}`);
}

export function unmarked(state: State): State {
  const { size } = marksOf(state);
  const what = size === 1 ? safe`1 mark` : safe`${size} marks`;
  return said(withMarks(withoutRange(state), NONE), safe`${what} cleared.`);
}

/** How many marked rows the filter hides. */
export const hiddenMarks = memo((surface: Table, marks: Marks): number => {
  if (marks.size === 0 || surface.ids.length === surface.rows.ids.length) return 0;
  const shown = surface.ids.reduce((count, id) => (marks.has(id) ? count + 1 : count), 0);
  return marks.size - shown;
});

/** The state of a list without the marks of rows that it has no more; a notice says how many there were. */
export function withoutGone(state: State, key: string): State {
  const marks = state.marks[key];
  const rows = state.lists[key]?.last?.value;
  if (marks === undefined || marks.size === 0 || rows === undefined) return state;
  const ids = new Set(rows.ids);
  const kept = new Set([...marks].filter(id => ids.has(id)));
  const gone = marks.size - kept.size;
  if (gone === 0) return state;
  const text =
    gone === 1
      ? safe`1 marked row is not in the list any more; its mark is gone too.`
      : safe`${gone} marked rows are not in the list any more; their marks are gone too.`;
  return { ...state, marks: { ...state.marks, [key]: kept }, notice: { tone: 'warn', text } };
}
