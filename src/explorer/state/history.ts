import { type History, type Place, placeKey, type View, type Way } from './place.ts';
import type { State } from './state.ts';
import { withChange } from './store.ts';

/** Most ways that are kept, and most views on one way. */
export const MAX_WAYS = 100;
const MAX_VIEWS = 40;

export type Step = 'back' | 'forward' | 'last';

/** Returns the ways with the present one as it is left: with its cursors, filters and scroll positions. */
function putDown({ navigation: { history, views } }: State): readonly Way[] {
  return history.ways.with(history.at, views);
}

/** Returns the state on another way. Later ways are dropped, and of many the first ones. */
export function gone(state: State, views: Way): State {
  const { at } = state.navigation.history;
  const ways = [...putDown(state).slice(0, at + 1), views].slice(-MAX_WAYS);
  const now = ways.length - 1;
  return withChange(state, {
    navigation: { views, history: { ways, at: now, last: now - 1 } },
    dialog: undefined,
  });
}

/** Returns the way that a step leads to; undefined when there is none. */
export function stepTo({ ways, at, last }: History, step: Step): number | undefined {
  const to = { back: at - 1, forward: at + 1, last }[step];
  return to !== at && to >= 0 && to < ways.length ? to : undefined;
}

/** Returns the state one step through the history, exactly as that way was left. */
export function stepped(state: State, step: Step): State {
  const to = stepTo(state.navigation.history, step);
  const views = to === undefined ? undefined : state.navigation.history.ways[to];
  if (to === undefined || views === undefined) return state;
  return withChange(state, {
    navigation: { views, history: { ways: putDown(state), at: to, last: state.navigation.history.at } },
    dialog: undefined,
  });
}

/** Returns the view of a list as it was left last, on any way. */
export function leftView({ navigation: { history, views } }: State, place: Place): View | undefined {
  if (place.screen !== 'list') return undefined;
  for (const way of [views, ...history.ways.toReversed()]) {
    const view = way.findLast(each => isSamePlace(each.place, place));
    if (view !== undefined) return view;
  }
  return undefined;
}

export const isSamePlace = (a: Place, b: Place): boolean =>
  a.screen === b.screen && placeKey(a) === placeKey(b);

/**
 * Returns the way to a place. A place already on the way is returned to as it was left, so that no way is a
 * circle.
 * Long ways lose views after the first one.
 */
export function wayTo(views: Way, view: View): Way {
  const seen = views.findIndex(({ place }) => isSamePlace(place, view.place));
  if (seen >= 0) return views.slice(0, seen + 1);
  const kept = views.length < MAX_VIEWS ? views : [...views.slice(0, 1), ...views.slice(2)];
  return [...kept, view];
}

/** Returns the history without ways over dropped views; the present way stays. */
export function withoutWays({ ways, at, last }: History, isGone: (view: View) => boolean): History {
  const kept = ways
    .map((way, index) => ({ way, index }))
    .filter(({ way, index }) => index === at || !way.some(isGone));
  const now = kept.findIndex(({ index }) => index === at);
  const before = kept.findIndex(({ index }) => index === last);
  return { ways: kept.map(({ way }) => way), at: now, last: before < 0 ? now : before };
}
