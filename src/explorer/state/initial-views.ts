import { ownIdName } from '../../resources/record-ids.ts';
import { ownerOf, ownerRef, resourceOf, root } from '../../resources/registry.ts';
import { isLocal, isShown, type Ref } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { isSamePlace } from './history.ts';
import { againstRef, type Place, type View } from './place.ts';
import { type ParsedPlace, parsePlace } from './place-text.ts';
import { firstPlaces, newView, type Server, type State } from './state.ts';

/**
 * Returns the view of a parsed place; undefined when its text is unreadable, or no operation reads its
 * record.
 */
export function viewFor(parsed: ParsedPlace, server: Server | undefined): View | undefined {
  switch (parsed.kind) {
    case 'unreadable':
      return undefined;
    case 'root': {
      const [home] = firstPlaces(server);
      return home === undefined ? undefined : newView(home);
    }
    case 'list':
      return { ...newView(parsed.place), ...parsed.view };
    case 'record':
      if (!isShown(resourceOf(parsed.ref.kind))) return undefined;
      return newView(parsed.place);
  }
}

/** Returns a record and the records it belongs to, the outermost first. */
function ownerChain(ref: Ref): readonly Place[] {
  const owner = ownerRef(ref);
  return [...(owner === undefined ? [] : ownerChain(owner)), { screen: 'record', ref }];
}

/** Returns the places between the first places and this one, which is last. */
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

/** Returns true if the list below the root does not lead to a place. */
function isBesideList(place: Place, server: Server | undefined): boolean {
  if (place.screen === 'start') return false;
  if (place.screen === 'list') return isLocal(resourceOf(place.kind));
  const listed = firstPlaces(server).find(each => each.screen === 'list');
  const [outermost] = ownerChain(place.ref);
  return outermost?.screen === 'record' && outermost.ref.kind !== listed?.kind;
}

/** Returns the stack of a place: the first places, its owners, and the place itself. */
export function viewsTo(view: View, server: Server | undefined): readonly View[] {
  const first = firstPlaces(server);
  const below = isBesideList(view.place, server) ? first.slice(0, 1) : first;
  const places = [...below, ...placesTo(view.place)];
  const once = places.filter((place, at) => places.findIndex(other => isSamePlace(other, place)) === at);
  return once.map(place => (isSamePlace(place, view.place) ? view : newView(place)));
}

/**
 * Returns the first stack for the text of a place; the default one without a text, or when the text names no
 * place.
 */
export function startViews(text: string | undefined, server: Server | undefined): readonly View[] {
  const view = text === undefined || server === undefined ? undefined : viewFor(parsePlace(text), server);
  return view === undefined ? firstPlaces(server).map(newView) : viewsTo(view, server);
}

/** Returns true for the workspace of the connection, which is the home screen. */
export const isHome = (ref: Ref, server: Server | undefined): boolean =>
  ref.kind === root.kind && ref.ids[ownIdName(root)] === server?.workspaceId;

/** Returns why the text of a place cannot be shown, as a sentence; undefined when it can. */
export function placeProblem(text: string): SafeText | undefined {
  const parsed = parsePlace(text);
  const shown = clean(text, 80);
  if (parsed.kind === 'unreadable') return safe`"${shown}" is not a place: ${parsed.problem}`;
  if (parsed.kind !== 'record' || isShown(resourceOf(parsed.ref.kind))) return undefined;
  return safe`"${shown}" cannot be shown: the API can't show ${clean(resourceOf(parsed.ref.kind).plural.toLowerCase())}`;
}

/**
 * Returns the places to load at the start: the present one, and the records above it for their names. Lists
 * above it are loaded when a person opens them.
 */
export function initialPlaces({ navigation: { views } }: Pick<State, 'navigation'>): readonly Place[] {
  return views
    .map(({ place }) => place)
    .filter((place, at) => at === views.length - 1 || place.screen === 'record')
    .toReversed();
}
