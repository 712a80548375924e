import type { JsonObject } from '../../json/json.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { pageRows } from '../facts/layout.ts';
import type { Line, SideName, Subject } from '../facts/line.ts';
import { type Content, contentOf } from '../screens/content.ts';
import type { Table } from '../screens/list/table.ts';
import type { Action } from '../state/action.ts';
import { isRecordId, rowIndex } from '../state/load.ts';
import { againstRef, rowRef, type View } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';

export const rowAt = ({ listing }: Table, at: number): number =>
  listing.order === undefined ? at : (listing.order[at] ?? -1);

export const recordAt = (table: Table, at: number): JsonObject | undefined =>
  table.rows.items[rowAt(table, at)];

export function positionOf(content: Content, id: string): number {
  if (content.kind !== 'table') return content.ids.indexOf(id);
  const { rows, listing } = content;
  const row = rowIndex(rows.ids, id);
  return row < 0 || listing.order === undefined ? row : listing.order.indexOf(row);
}

export function cursorIndex(
  content: Content,
  view: { readonly cursor: string | undefined; readonly at: number },
): number {
  const { cursor, at } = view;
  if (cursor !== undefined && content.ids[at] === cursor) return at;
  const found = cursor === undefined ? -1 : positionOf(content, cursor);
  return found >= 0 ? found : nearestPosition(content.ids, Math.min(at, content.ids.length - 1));
}

/** Returns the nearest position for the cursor: from `at` on, else before it; -1 if there is none. */
export function nearestPosition(ids: readonly string[], at: number): number {
  for (let index = Math.max(0, at); index < ids.length; index++) if (ids[index] !== '') return index;
  for (let index = Math.min(at, ids.length - 1); index >= 0; index--) if (ids[index] !== '') return index;
  return -1;
}

/** Returns the first visible row that keeps the cursor on the screen and scrolls least. */
export function topFor(
  top: number,
  cursor: number,
  { rows, total }: { rows: number; total: number },
): number {
  const last = Math.max(0, total - rows);
  return Math.max(0, Math.min(cursor, Math.max(top, cursor - rows + 1), last));
}

/** Returns the view with the cursor at a position, scrolled so that it is among the visible `rows`. */
export function withCursorVisible(
  view: View,
  content: Content,
  { at, rows }: { at: number; rows: number },
): View {
  const id = content.ids[at];
  const top = topFor(view.top, at, { rows, total: content.ids.length });
  // With the cursor on the first line, the title above it is visible too if it fits.
  const shown = at === nearestPosition(content.ids, 0) && at < rows ? 0 : top;
  return { ...view, at: Math.max(0, at), top: shown, cursor: id };
}

/** Returns the view to paint: with the cursor on an existing and visible row. */
export function settledView(state: State): View {
  const content = contentOf(state);
  const view = currentView(state);
  const at = cursorIndex(content, view);
  if (at < 0) return { ...view, at: 0, top: 0 };
  return {
    ...withCursorVisible(view, content, { at, rows: pageRows(state, content.kind === 'table') }),
    cursor: view.cursor,
  };
}

export function rowsOnScreen(state: State): readonly string[] {
  const content = contentOf(state);
  if (content.kind !== 'table') return [];
  const { top } = settledView(state);
  return content.ids.slice(top, top + pageRows(state, true));
}

export function cursorLine(state: State): Extract<Line, { readonly kind: 'text' }> | undefined {
  const content = contentOf(state);
  if (content.kind !== 'lines') return undefined;
  const line = content.lines.at(cursorIndex(content, currentView(state)));
  return line?.kind === 'text' ? line : undefined;
}

export const cursorSubject = (state: State): Subject | undefined => cursorLine(state)?.subject;

const sideOf = (subject: Subject | undefined): SideName | undefined =>
  subject === undefined || subject.kind === 'value' ? undefined : subject.side;

/**
 * Returns the record of the view, the one under the cursor of a list, or that of the line in a comparison.
 */
export function cursorRef(state: State): Ref | undefined {
  const view = currentView(state);
  const { place } = view;
  if (place.screen === 'record' || place.screen === 'raw') return place.ref;
  if (place.screen === 'compare')
    return sideOf(cursorSubject(state)) === 'before' ? againstRef(place) : place.ref;
  const content = contentOf(state);
  if (place.screen !== 'list' || content.kind !== 'table') return undefined;
  const id = content.ids[cursorIndex(content, view)];
  return isRecordId(id) ? rowRef(place, id) : undefined;
}

export function cursorTarget(state: State): Action | undefined {
  if (contentOf(state).kind === 'lines') return cursorLine(state)?.target;
  const ref = cursorRef(state);
  if (ref === undefined) return undefined;
  const { listsKind = ref.kind } = resourceOf(ref.kind);
  return { to: 'place', place: { screen: 'record', ref: { kind: listsKind, ids: ref.ids } } };
}

export function targetRef(target: Action | undefined): Ref | undefined {
  if (target?.to === 'row') return target.ref;
  return target?.to === 'place' && target.place.screen === 'record' ? target.place.ref : undefined;
}
