import { ownerOf, ownerRef, resourceOf, root } from '../../resources/registry.ts';
import { isLocal, isShown, ownIdName, type Ref } from '../../resources/resource.ts';
import { clean, lower, type SafeText, safe } from '../../text/sanitise.ts';
import {
  againstRef,
  type History,
  hasOrigin,
  type Place,
  placeKey,
  type View,
  type ViewStack,
} from './place.ts';
import { type ParsedPlace, parsePlace } from './place-text.ts';
import { firstPlaces, newView, type Server, type State } from './state.ts';
import { withChange } from './store.ts';

export const MAX_STACKS = 100;
const MAX_VIEWS = 40;

export type HistoryStep = 'back' | 'forward' | 'last';

const currentStacks = ({ navigation: { history, views } }: State): readonly ViewStack[] =>
  history.stacks.with(history.at, views);

/** Drops the stacks after the present one and, beyond the limit, the oldest. */
export function withStack(state: State, views: ViewStack): State {
  const { at } = state.navigation.history;
  const stacks = [...currentStacks(state).slice(0, at + 1), views].slice(-MAX_STACKS);
  const now = stacks.length - 1;
  return withChange(state, {
    navigation: { views, history: { stacks, at: now, last: now - 1 } },
    dialog: undefined,
  });
}

export function stepIndex({ stacks, at, last }: History, step: HistoryStep): number | undefined {
  const to = { back: at - 1, forward: at + 1, last }[step];
  return to !== at && to >= 0 && to < stacks.length ? to : undefined;
}

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
    if (view !== undefined) return hasOrigin(view) ? { ...view, filter: undefined, origin: undefined } : view;
  }
  return undefined;
}

export const isSamePlace = (a: Place, b: Place) => a.screen === b.screen && placeKey(a) === placeKey(b);

/** Cuts the stack at a place that it already has. A long stack loses views after the first one. */
export function stackTo(views: ViewStack, view: View): ViewStack {
  const seen = views.findIndex(({ place }) => isSamePlace(place, view.place));
  if (seen >= 0) return views.slice(0, seen + 1);
  const remaining = views.length < MAX_VIEWS ? views : [...views.slice(0, 1), ...views.slice(2)];
  return [...remaining, view];
}

export function withoutStacks({ stacks, at, last }: History, isGone: (view: View) => boolean): History {
  const remaining = stacks
    .map((stack, index) => ({ stack, index }))
    .filter(({ stack, index }) => index === at || !stack.some(isGone));
  const now = remaining.findIndex(({ index }) => index === at);
  const before = remaining.findIndex(({ index }) => index === last);
  return { stacks: remaining.map(({ stack }) => stack), at: now, last: before < 0 ? now : before };
}

/** Undefined for an unreadable text, and for a record that no operation reads. */
export function viewFor(parsed: ParsedPlace, server: Server | undefined): View | undefined {
  switch (parsed.kind) {
    case 'unreadable':
      return undefined;
    case 'root': {
      const [home] = firstPlaces(server);
      return home && newView(home);
    }
    case 'list':
      return { ...newView(parsed.place), ...parsed.view };
    case 'record':
      if (!isShown(resourceOf(parsed.ref.kind))) return undefined;
      return newView(parsed.place);
  }
}

function ownerChain(ref: Ref): readonly Place[] {
  const owner = ownerRef(ref);
  return [...(owner === undefined ? [] : ownerChain(owner)), { screen: 'record', ref }];
}

function placesTo(place: Place): readonly Place[] {
  if (place.screen === 'start') return [place];
  if (place.screen !== 'list' && isLocal(resourceOf(place.ref.kind)))
    return [{ screen: 'list', kind: place.ref.kind, ids: {} }, place];
  if (place.screen === 'record') return ownerChain(place.ref);
  if (place.screen === 'raw') return [...ownerChain(place.ref), place];
  // Both compared records have the same owner.
  if (place.screen === 'compare')
    return [...ownerChain(place.ref).slice(0, againstRef(place) === undefined ? undefined : -1), place];
  const owner = ownerOf(resourceOf(place.kind));
  const above = owner?.ids.every(name => Object.hasOwn(place.ids, name))
    ? ownerChain({ kind: owner.kind, ids: place.ids })
    : [];
  return [...above, place];
}

function isBesideList(place: Place, server: Server | undefined): boolean {
  if (place.screen === 'start') return false;
  if (place.screen === 'list') return isLocal(resourceOf(place.kind));
  const listed = firstPlaces(server).find(each => each.screen === 'list');
  const [outermost] = ownerChain(place.ref);
  return outermost?.screen === 'record' && outermost.ref.kind !== listed?.kind;
}

export function viewsTo(view: View, server: Server | undefined): readonly View[] {
  const first = firstPlaces(server);
  const below = isBesideList(view.place, server) ? first.slice(0, 1) : first;
  const places = [...below, ...placesTo(view.place)];
  const once = places.filter((place, at) => places.findIndex(other => isSamePlace(other, place)) === at);
  return once.map(place => (isSamePlace(place, view.place) ? view : newView(place)));
}

/** The default one without a text, or when it names no place. */
export function startViews(text: string | undefined, server: Server | undefined): readonly View[] {
  const view = text === undefined || server === undefined ? undefined : viewFor(parsePlace(text), server);
  return view === undefined ? firstPlaces(server).map(newView) : viewsTo(view, server);
}

export const isHome = (ref: Ref, server: Server | undefined) =>
  ref.kind === root.kind && ref.ids[ownIdName(root)] === server?.workspaceId;

export function placeProblem(text: string): SafeText | undefined {
  const parsed = parsePlace(text);
  const shown = clean(text, 80);
  if (parsed.kind === 'unreadable') return safe`"${shown}" is not a place: ${parsed.problem}`;
  if (parsed.kind !== 'record' || isShown(resourceOf(parsed.ref.kind))) return undefined;
  return safe`"${shown}" has no screen: the API can't show ${lower(resourceOf(parsed.ref.kind).plural)}`;
}

export const initialPlaces = ({ navigation: { views } }: State): readonly Place[] =>
  views
    .map(({ place }) => place)
    .filter((place, at) => at === views.length - 1 || place.screen === 'record')
    .toReversed();
