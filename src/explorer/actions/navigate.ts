import type { Ids } from '../../api/operation.ts';
import { resourceOf } from '../../resources/registry.ts';
import { hasOrigin, type Place, placeKey, type View, type ViewStack } from '../state/place.ts';
import { currentView, newView, type State } from '../state/state.ts';
import { type Ports, withChange, withSortedRecords, withView } from '../state/store.ts';
import { editorOf } from '../state/text-field.ts';
import {
  afterStep,
  type HistoryStep,
  isSamePlace,
  lastView,
  stackTo,
  stepIndex,
  viewsTo,
  withStack,
} from '../state/view-stacks.ts';
import type { LoadActions } from './load/load.ts';

const hasSameFilterAndSort = (a: View, b: View) =>
  a.filter === b.filter && a.sort?.field === b.sort?.field && a.sort?.isDescending === b.sort?.isDescending;

export function createNavigation({ store, knownIds, now }: Ports, loading: LoadActions) {
  function showViews(next: State): void {
    const remaining = new Set(next.navigation.views.map(({ place }) => placeKey(place)));
    for (const { place } of store.getState().navigation.views)
      if (!remaining.has(placeKey(place))) loading.stopLoading(place);
    store.setState(withSortedRecords(withChange(next, { session: { now: now() } })));
    loading.loadOpened(currentView(next).place);
  }

  function goTo(view: View, stack: ViewStack): void {
    const state = store.getState();
    const present = currentView(state);
    // A filter or sort in the address replaces the last one of that list.
    const views = view.filter === undefined && view.sort === undefined ? stack : stack.with(-1, view);
    if (isSamePlace(present.place, view.place) && hasSameFilterAndSort(present, views.at(-1) ?? view))
      showViews({ ...state, dialog: undefined });
    else showViews(withStack(state, views));
  }

  function openView(view: View): void {
    const state = store.getState();
    goTo(view, stackTo(state.navigation.views, lastView(state, view.place) ?? view));
  }

  function jump(view: View): void {
    const state = store.getState();
    const views = viewsTo(view, state.session.server).map((each, at, { length }) => {
      const shown = state.navigation.views.find(({ place }) => isSamePlace(each.place, place));
      return (at < length - 1 ? shown : undefined) ?? lastView(state, each.place) ?? each;
    });
    goTo(view, views);
  }

  function stepHistory(step: HistoryStep): boolean {
    const state = store.getState();
    if (stepIndex(state.navigation.history, step) === undefined) return false;
    showViews(afterStep(state, step));
    return true;
  }

  function openIdPrompt(kind: string, ids: Ids): void {
    const parents = resourceOf(kind).ids.slice(0, -1);
    const editor = editorOf(`${[kind, ...parents.map(name => ids[name])].join(' ')} `);
    store.setState({ dialog: { kind: 'palette', editor, choice: 0, known: knownIds(kind, ids) } });
  }

  function goBack(): boolean {
    const state = store.getState();
    const { views } = state.navigation;
    const { before, origin } = currentView(state);
    if (hasOrigin(currentView(state))) showViews(withStack(state, origin?.views ?? []));
    else if (before === undefined && views.length < 2) return false;
    else if (before === undefined) showViews(withStack(state, views.slice(0, -1)));
    else store.setState(withView(state, before));
    return true;
  }

  const open = (place: Place) => openView(newView(place));

  return { open, openView, jump, stepHistory, openIdPrompt, goBack };
}
