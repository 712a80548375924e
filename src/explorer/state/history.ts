import { type History, type Place, placeKey, type View, type Way } from './place.ts';
import type { State } from './state.ts';
import { withChange } from './store.ts';

/** Ways that are kept, and views in one way. */
export const MAX_WAYS = 100;
const MAX_VIEWS = 40;

export type Step = 'back' | 'forward' | 'last';

/** The present way, put down as it is left: with its cursors, filters and scroll. */
function putDown({ navigation: { history, views } }: State): readonly Way[] {
  return history.ways.with(history.at, views);
}

/** The state on another way. What lay ahead is forgotten, and of a long past the beginning. */
export function gone(state: State, views: Way): State {
  const { at } = state.navigation.history;
  const ways = [...putDown(state).slice(0, at + 1), views].slice(-MAX_WAYS);
  const now = ways.length - 1;
  return withChange(state, {
    navigation: { views, history: { ways, at: now, last: now - 1 } },
    dialog: undefined,
  });
}

/** Where a step would lead, or undefined when there is nothing there. */
export function stepTo({ ways, at, last }: History, step: Step): number | undefined {
  const to = { back: at - 1, forward: at + 1, last }[step];
  return to !== at && to >= 0 && to < ways.length ? to : undefined;
}

/** The state one step through the history: on the way that was left there, exactly as it was left. */
export function stepped(state: State, step: Step): State {
  const to = stepTo(state.navigation.history, step);
  const views = to === undefined ? undefined : state.navigation.history.ways[to];
  if (to === undefined || views === undefined) return state;
  return withChange(state, {
    navigation: { views, history: { ways: putDown(state), at: to, last: state.navigation.history.at } },
    dialog: undefined,
  });
}

/** A list as it was left last, on whatever way that was. */
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
 * The way on to a place. A place that is on the way already is gone back to, as it was left: no way leads in
 * circles. A very long way loses places after its first one.
 */
export function wayTo(views: Way, view: View): Way {
  const seen = views.findIndex(({ place }) => isSamePlace(place, view.place));
  if (seen >= 0) return views.slice(0, seen + 1);
  const kept = views.length < MAX_VIEWS ? views : [...views.slice(0, 1), ...views.slice(2)];
  return [...kept, view];
}

/** The history without the ways over views that are gone; the present way stays, whatever it was. */
export function withoutWays({ ways, at, last }: History, isGone: (view: View) => boolean): History {
  const kept = ways
    .map((way, index) => ({ way, index }))
    .filter(({ way, index }) => index === at || !way.some(isGone));
  const now = kept.findIndex(({ index }) => index === at);
  const before = kept.findIndex(({ index }) => index === last);
  return { ways: kept.map(({ way }) => way), at: now, last: before < 0 ? now : before };
}
