import { pageRows } from '../facts/layout.ts';
import { type Content, contentOf } from '../screens/content.ts';
import type { View } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';
import { cursorIndex, nearestPosition } from './cursor.ts';

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

/** Returns the ids of the rows of a list on the screen. */
export function rowsOnScreen(state: State): readonly string[] {
  const content = contentOf(state);
  if (content.kind !== 'table') return [];
  const { top } = settledView(state);
  return content.ids.slice(top, top + pageRows(state, true));
}
