import { currentView, type State } from '../../state/state.ts';
import { withView } from '../../state/store.ts';
import { currentTabs } from '../../view/record/tabs.ts';

/** The state on another tab, its cursor at the top. A tab that is not there changes nothing. */
export function onTab(state: State, tab: number): State {
  const { before: _before, ...view } = currentView(state);
  if (currentTabs(state)[tab] === undefined || tab === (view.tab ?? 0)) return state;
  const { folds: _folds, ...rest } = view;
  return withView(state, { ...rest, tab, cursor: undefined, at: 0, top: 0 });
}

/** The state with the cursor on a line of another tab; one step back leads to where it was. */
export function onRow(state: State, { tab, line }: { readonly tab: number; readonly line: string }): State {
  const { before: _before, ...view } = currentView(state);
  return withView(state, { ...view, tab, cursor: line, at: 0, top: 0, before: view });
}

/** The next tab, or the one before; around at both ends. */
export function besideTab(state: State, by: 1 | -1): State {
  const count = currentTabs(state).length;
  return count === 0 ? state : onTab(state, ((currentView(state).tab ?? 0) + by + count) % count);
}
