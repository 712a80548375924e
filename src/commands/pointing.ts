import { barOf, barText } from '../store/bar.ts';
import type { Explorer } from '../store/explorer.ts';
import { layoutOf } from '../store/layout.ts';
import type { View } from '../store/place.ts';
import { crumbAt, isUnderCursor, pointed, rowAt, wheeled } from '../store/pointing.ts';
import type { State } from '../store/state.ts';
import { placeParts, SEPARATOR } from '../store/titles.ts';
import { cells } from '../text/width.ts';
import { hidSecret } from './secret-commands.ts';

/** What a mouse did, as the terminal layer reports it. */
export type Pointer = {
  readonly is: 'press' | 'wheel-up' | 'wheel-down';
  readonly x: number;
  readonly y: number;
};

/** The view that a click on the first row means. */
function crumbView(state: State, x: number): View | undefined {
  const { header, form } = layoutOf(state);
  if (!header || form === 'line') return undefined;
  const { name, crumbs } = placeParts(state, barText(barOf(state)));
  const at = crumbAt(crumbs, x, { start: cells(name) + cells(SEPARATOR), views: state.views.length });
  return at === undefined ? undefined : state.views[at];
}

/** Carries out what the mouse did: the wheel moves, a click goes to a row or a place, a second one opens it. */
export function point(explorer: Explorer, { is, x, y }: Pointer): void {
  hidSecret(explorer, '');
  const { store, openView, openCursor } = explorer;
  store.setState({ notice: undefined });
  const state = store.getState();
  // Dialogs and panels are for keys: a stray click must not answer them.
  if (state.overlay !== undefined) return;
  if (is !== 'press') return store.setState(wheeled(state, is === 'wheel-up' ? 'up' : 'down'));
  const view = y === 0 ? crumbView(state, x) : undefined;
  if (view !== undefined) return openView(view);
  const row = rowAt(state, y);
  if (row === undefined) return;
  if (isUnderCursor(state, row)) openCursor();
  else store.setState(pointed(state, row));
}
