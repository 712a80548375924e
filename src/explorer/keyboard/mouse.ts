import { withCursorAt, withWheelTurned } from '../actions/cursor/move-cursor.ts';
import type { Explorer } from '../actions/explorer.ts';
import { withKeyBegun } from '../actions/time-limits.ts';
import { openCursor } from '../commands/follow.ts';
import { layoutOf, tableCells } from '../facts/layout.ts';
import { contentOf } from '../screens/content.ts';
import { settledView } from '../selection/cursor.ts';
import { currentView, type State } from '../state/state.ts';

/** A mouse event of the terminal layer. */
type PointerEvent = {
  readonly kind: 'press' | 'wheel-up' | 'wheel-down';
  readonly x: number;
  readonly y: number;
};

/**
 * Handles a mouse event: the wheel moves, a click goes to a row, a second one opens it. A click into the
 * preview does nothing.
 */
export function handleMouse(explorer: Explorer, { kind, x, y }: PointerEvent): void {
  const { store, noteActivity, noteOtherKey, hideSecret, change } = explorer;
  noteActivity();
  hideSecret();
  noteOtherKey();
  change(state => withKeyBegun(state, { now: explorer.now(), isQuitKey: false }));
  const state = store.getState();
  // Dialogs take keys only: a stray click must not confirm one.
  if (state.dialog !== undefined || layoutOf(state).isTooSmall) return;
  if (kind !== 'press') return change(state => withWheelTurned(state, kind));
  const row = rowAt(state, y);
  if (row === undefined || x >= tableCells(state)) return;
  if (isUnderCursor(state, row)) openCursor(explorer);
  else change(before => withCursorAt(before, row));
}

/** Returns the index of the row shown at a row of the screen, or `undefined`. */
function rowAt(state: State, y: number): number | undefined {
  const { header, titles, body } = layoutOf(state);
  const content = contentOf(state);
  const above = Number(header) + 1 + Number(content.kind === 'table' && titles);
  const height = body - Number(content.kind === 'table' && titles);
  const at = y - above;
  if (at < 0 || at >= height) return undefined;
  const index = settledView(state).top + at;
  const id = content.ids[index];
  return id === undefined || id === '' ? undefined : index;
}

/** Returns true if a row is under the cursor already; a click then opens it. */
const isUnderCursor = (state: State, index: number): boolean =>
  settledView(state).at === index && currentView(state).cursor !== undefined;
