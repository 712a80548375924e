import { safe } from '../../../text/sanitise.ts';
import { currentTab, currentTabs } from '../../facts/tabs.ts';
import { currentView, newView, type State } from '../../state/state.ts';
import { withView } from '../../state/store.ts';

export function withTab(state: State, tab: string): State {
  const isThere = currentTabs(state).some(({ title }) => title === tab);
  if (!isThere || tab === currentTab(state)?.title) return state;
  const view = { ...currentView(state), before: undefined, folds: undefined, find: undefined };
  return withView(state, { ...view, tab, cursor: undefined, at: 0, top: 0 });
}

export const withTabRestarted = (state: State, tab: string): State =>
  withView(state, { ...newView(currentView(state).place), tab });

export function withTabLine(state: State, { tab, line }: Readonly<{ tab: string; line: string }>): State {
  const before = { ...currentView(state), before: undefined };
  return withView(state, { ...before, find: undefined, tab, cursor: line, at: 0, top: 0, before });
}

export function withNextTab(state: State, by: 1 | -1): State {
  const titles = currentTabs(state).map(({ title }) => title);
  const next = titles.at((titles.indexOf(currentTab(state)?.title ?? safe``) + by) % titles.length);
  return next === undefined ? state : withTab(state, next);
}
