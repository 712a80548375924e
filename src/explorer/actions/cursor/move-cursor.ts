import { pageRows } from '../../facts/layout.ts';
import { isAwaitingRows } from '../../facts/undocumented.ts';
import { type Content, contentOf, currentLoad } from '../../screens/content.ts';
import { cursorIndex, nearestPosition, settledView, withCursorVisible } from '../../selection/cursor.ts';
import { isAwaitingHealth } from '../../selection/rows-to-check.ts';
import { currentView, type State } from '../../state/state.ts';
import { withView } from '../../state/store.ts';

export type Motion = 'down' | 'up' | 'first' | 'last' | 'page-down' | 'page-up' | 'half-down' | 'half-up';

function nextPosition(ids: readonly string[], at: number, by: number): number {
  const wanted = Math.max(0, Math.min(ids.length - 1, at + by));
  if (by > 0) return Math.max(at, nearestPosition(ids, wanted));
  for (let index = wanted; index >= 0; index--) if (ids[index] !== '') return index;
  // Above are only titles, so take the first line below them.
  return Math.min(at, nearestPosition(ids, wanted));
}

function distance(motion: Motion, rows: number, total: number): number {
  const half = Math.max(1, Math.floor(rows / 2));
  const page = Math.max(1, rows - 1);
  const by: { readonly [M in Motion]: number } = {
    down: 1,
    up: -1,
    first: -total,
    last: total,
    'page-down': page,
    'page-up': -page,
    'half-down': half,
    'half-up': -half,
  };
  return by[motion];
}

export function withCursorMoved(state: State, motion: Motion): State {
  const content = contentOf(state);
  const view = currentView(state);
  const rows = pageRows(state, content.kind === 'table');
  const from = cursorIndex(content, view);
  if (from < 0) return state;
  const at = nextPosition(content.ids, from, distance(motion, rows, content.ids.length));
  return withView(state, withCursorVisible(view, content, at, rows));
}

const WHEEL_ROWS = 3;

export const withWheelTurned = (state: State, kind: 'wheel-up' | 'wheel-down'): State =>
  Array.from({ length: WHEEL_ROWS }).reduce<State>(
    next => withCursorMoved(next, kind === 'wheel-up' ? 'up' : 'down'),
    state,
  );

export const withCursorAt = (state: State, row: number): State =>
  withView(state, { ...settledView(state), at: row, cursor: contentOf(state).ids[row] });

function startIndex(content: Content, rows: number): number {
  const first = nearestPosition(content.ids, 0);
  if (content.kind === 'table') return first;
  const leading = content.lines
    .slice(0, rows)
    .findIndex(line => line.kind === 'text' && (line.target !== undefined || line.id === content.start));
  return leading >= 0 ? leading : first;
}

/** Ties the cursor to its row, so that added and removed rows do not move it. */
export function withCursorAnchored(state: State): State {
  const view = currentView(state);
  if (view.place.screen !== 'start' && currentLoad(state)?.last === undefined) return state;
  const content = contentOf(state);
  if (view.cursor !== undefined && content.ids[view.at] === view.cursor) return state;
  // The cursor belongs on the first row of the list, not on the lines below while the list is loading.
  if (view.cursor === undefined && (isAwaitingRows(state) || isAwaitingHealth(state))) return state;
  const rows = pageRows(state, content.kind === 'table');
  const at = view.cursor === undefined ? startIndex(content, rows) : cursorIndex(content, view);
  if (at < 0) return state;
  return withView(state, { ...view, at, cursor: content.ids[at] });
}
