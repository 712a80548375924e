import { withKnown } from './filtering.ts';
import { withView } from './moving.ts';
import { nextSort } from './sort.ts';
import { currentView, type State } from './state.ts';
import { surfaceOf } from './surface.ts';

/** The state with its list sorted by a field; the same field again turns round. The cursor stays on its record. */
export function sortedBy(state: State, field: string): State {
  const surface = surfaceOf(state);
  const view = currentView(state);
  if (surface.is !== 'table') return state;
  return withView(withKnown(state), { ...view, sort: nextSort(surface.resource, field, view.sort) });
}

/** The state with its list in the order of the server. */
export function unsorted(state: State): State {
  const { sort: _sort, ...view } = currentView(state);
  return withView(state, view);
}

/** The state with the other set of columns. */
export function widened(state: State): State {
  const { columns, ...view } = currentView(state);
  return withView(state, columns === undefined ? { ...view, columns: 'names' } : view);
}
