import { currentView, type State } from '../../state/state.ts';
import { withView } from '../../state/store.ts';
import { currentTabs } from '../../view/record/tabs.ts';

/** Returns the state on another tab, its cursor at the top; unchanged if there is no such tab. */
export function onTab(state: State, tab: number): State {
  const { before: _before, ...view } = currentView(state);
  if (currentTabs(state)[tab] === undefined || tab === (view.tab ?? 0)) return state;
  const { folds: _folds, ...rest } = view;
  return withView(state, { ...rest, tab, cursor: undefined, at: 0, top: 0 });
}

/**
 * Returns the state with the cursor on a line of another tab; going back returns to the line it came from.
 */
export function onRow(state: State, { tab, line }: { readonly tab: number; readonly line: string }): State {
  const { before: _before, ...view } = currentView(state);
  return withView(state, { ...view, tab, cursor: line, at: 0, top: 0, before: view });
}

/** Returns the state on the next or previous tab; wraps around. */
export function besideTab(state: State, by: 1 | -1): State {
  const count = currentTabs(state).length;
  return count === 0 ? state : onTab(state, ((currentView(state).tab ?? 0) + by + count) % count);
}
