import { type History, type Place, placeKey, type View, type ViewStack } from './place.ts';
import type { State } from './state.ts';
import { withChange } from './store.ts';

/** Maximum number of view stacks in the history, and of views in one stack. */
export const MAX_STACKS = 100;
const MAX_VIEWS = 40;

/** A step through the history: to the stack before, to the one after, or to the one shown last. */
export type HistoryStep = 'back' | 'forward' | 'last';

/** Returns the stacks with the present one up to date: with its cursors, filters and scroll positions. */
function currentStacks({ navigation: { history, views } }: State): readonly ViewStack[] {
  return history.stacks.with(history.at, views);
}

/**
 * Returns the state with another stack shown. Drops the stacks after the present one and, beyond the limit,
 * the oldest.
 */
export function withStack(state: State, views: ViewStack): State {
  const { at } = state.navigation.history;
  const stacks = [...currentStacks(state).slice(0, at + 1), views].slice(-MAX_STACKS);
  const now = stacks.length - 1;
  return withChange(state, {
    navigation: { views, history: { stacks, at: now, last: now - 1 } },
    dialog: undefined,
  });
}

/** Returns the index of the stack that a step leads to; undefined when there is none. */
export function stepIndex({ stacks, at, last }: History, step: HistoryStep): number | undefined {
  const to = { back: at - 1, forward: at + 1, last }[step];
  return to !== at && to >= 0 && to < stacks.length ? to : undefined;
}

/** Returns the state one step through the history, with that stack as it was last shown. */
export function afterStep(state: State, step: HistoryStep): State {
  const to = stepIndex(state.navigation.history, step);
  const views = to === undefined ? undefined : state.navigation.history.stacks[to];
  if (to === undefined || views === undefined) return state;
  return withChange(state, {
    navigation: {
      views,
      history: { stacks: currentStacks(state), at: to, last: state.navigation.history.at },
    },
    dialog: undefined,
  });
}

export function lastView({ navigation: { history, views } }: State, place: Place): View | undefined {
  if (place.screen !== 'list') return undefined;
  for (const stack of [views, ...history.stacks.toReversed()]) {
    const view = stack.findLast(each => isSamePlace(each.place, place));
    if (view !== undefined) return view;
  }
  return undefined;
}

export const isSamePlace = (a: Place, b: Place): boolean =>
  a.screen === b.screen && placeKey(a) === placeKey(b);

/**
 * Returns the stack to a place. Cuts it at a place that it already has, so that no place is in it twice. A
 * long stack loses views after the first one.
 */
export function stackTo(views: ViewStack, view: View): ViewStack {
  const seen = views.findIndex(({ place }) => isSamePlace(place, view.place));
  if (seen >= 0) return views.slice(0, seen + 1);
  const remaining = views.length < MAX_VIEWS ? views : [...views.slice(0, 1), ...views.slice(2)];
  return [...remaining, view];
}

/** Returns the history without stacks that contain dropped views; the present stack stays. */
export function withoutStacks({ stacks, at, last }: History, isGone: (view: View) => boolean): History {
  const remaining = stacks
    .map((stack, index) => ({ stack, index }))
    .filter(({ stack, index }) => index === at || !stack.some(isGone));
  const now = remaining.findIndex(({ index }) => index === at);
  const before = remaining.findIndex(({ index }) => index === last);
  return { stacks: remaining.map(({ stack }) => stack), at: now, last: before < 0 ? now : before };
}
