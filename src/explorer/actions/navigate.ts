import type { Ids } from '../../api/operation.ts';
import { ownIdName } from '../../resources/record-ids.ts';
import { resourceOf } from '../../resources/registry.ts';
import {
  afterStep,
  type HistoryStep,
  isSamePlace,
  lastView,
  stackTo,
  stepIndex,
  withStack,
} from '../state/history.ts';
import { viewsTo } from '../state/initial-views.ts';
import { type Place, placeKey, type View, type ViewStack } from '../state/place.ts';
import type { Ports } from '../state/ports.ts';
import { recentIds } from '../state/recents.ts';
import { currentView, newView, type State } from '../state/state.ts';
import { withView } from '../state/store.ts';
import { emptyEditor } from '../state/text-field.ts';
import { cursorTarget } from '../view/content/under-cursor.ts';
import type { Target } from '../view/line.ts';
import { chooseInUse } from './choose.ts';
import { onRow } from './cursor/tabs.ts';
import type { Reading } from './load/load.ts';
import type { Logins } from './log-in.ts';

/** A record whose parent is unknown: it is opened once that is known. */
export type Below = { readonly kind: string; readonly id: string };

/** Actions that go to places and back. */
export type Going = {
  readonly open: (place: Place) => void;
  /** Goes to a view named by a text, with its filter and sort. */
  readonly openView: (view: View) => void;
  /** Goes to a place by its address: its parents are below it, not the way here. */
  readonly jump: (view: View) => void;
  /** Goes one step through the history; false when there is none. */
  readonly step: (step: HistoryStep) => boolean;
  /** Goes where a line leads. */
  readonly follow: (target: Target) => void;
  /** Opens what the cursor is on; false when there is nothing to open. */
  readonly openCursor: () => boolean;
  /** Asks for the id of a record that no operation lists, below the given ids. */
  readonly askForId: (kind: string, ids: Ids, below?: Below) => void;
  /** Goes back one place; false at the top. */
  readonly back: () => boolean;
};

const isShownAlike = (a: View, b: View): boolean =>
  a.filter === b.filter && a.sort?.field === b.sort?.field && a.sort?.isDescending === b.sort?.isDescending;

export function createGoing(
  { store, knownIds, end }: Ports,
  { reading, logins }: { readonly reading: Reading; readonly logins: Logins },
): Going {
  /** Goes on with other views. Loads of places that are not among them are cancelled. */
  function goOn(next: State): void {
    const kept = new Set(next.navigation.views.map(({ place }) => placeKey(place)));
    for (const { place } of store.getState().navigation.views)
      if (!kept.has(placeKey(place))) reading.stop(place);
    store.setState(next);
    reading.load(currentView(next).place);
  }

  /** Goes to a view along its way, each view as it was left. */
  function arrive(view: View, stack: ViewStack): void {
    const state = store.getState();
    const here = currentView(state);
    // A filter or sort named by a text counts more than what was left there.
    const views = view.filter === undefined && view.sort === undefined ? stack : stack.with(-1, view);
    if (isSamePlace(here.place, view.place) && isShownAlike(here, views.at(-1) ?? view))
      goOn({ ...state, dialog: undefined });
    else goOn(withStack(state, views));
  }

  function openView(view: View): void {
    const state = store.getState();
    arrive(view, stackTo(state.navigation.views, lastView(state, view.place) ?? view));
  }

  function jump(view: View): void {
    const state = store.getState();
    const views = viewsTo(view, state.session.server);
    arrive(
      view,
      views.map(each => lastView(state, each.place) ?? each),
    );
  }

  const open = (place: Place): void => openView(newView(place));

  function step(to: HistoryStep): boolean {
    const state = store.getState();
    if (stepIndex(state.navigation.history, to) === undefined) return false;
    goOn(afterStep(state, to));
    return true;
  }

  function askForId(kind: string, ids: Ids, below?: Below): void {
    const own = ownIdName(resourceOf(kind));
    const recent = recentIds(store.getState().user.memory, { kind, ids, own });
    const known = [...new Set([...recent, ...knownIds(kind, ids)])];
    const prompt = { recordKind: kind, ids, editor: emptyEditor, known, choice: -1 };
    const target = below === undefined ? {} : { below };
    store.setState({ dialog: { kind: 'id-prompt', ...prompt, ...target } });
  }

  function follow(target: Target): void {
    if (target.to === 'place') open(target.place);
    else if (target.to === 'demo') end('demo');
    else if (target.to === 'row') store.setState(state => onRow(state, target));
    else if (target.to === 'in-use') chooseInUse({ store });
    else if (target.to === 'consent')
      store.setState({ dialog: { kind: 'consent', recordKind: target.kind, ids: target.ids } });
    else if (target.to === 'prompt') askForId(target.kind, target.ids);
    else logins.followLogin(target);
  }

  function openCursor(): boolean {
    const target = cursorTarget(store.getState());
    if (target !== undefined) follow(target);
    return target !== undefined;
  }

  function back(): boolean {
    const state = store.getState();
    const { before } = currentView(state);
    if (before !== undefined) {
      store.setState(withView(state, before));
      return true;
    }
    if (state.navigation.views.length < 2) return false;
    goOn(withStack(state, state.navigation.views.slice(0, -1)));
    return true;
  }

  return { follow, open, openView, jump, step, openCursor, askForId, back };
}
