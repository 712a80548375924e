import { resourceOf } from '../resources/registry.ts';
import { tabsOf } from '../resources/tabs.ts';
import { currentTabs } from '../store/current-tabs.ts';
import type { Explorer } from '../store/explorer.ts';
import { cursorRef, cursorTarget, targetRef } from '../store/going.ts';
import { isSamePlace } from '../store/history.ts';
import { withView } from '../store/moving.ts';
import type { View } from '../store/place.ts';
import { currentView, newView, type State } from '../store/state.ts';
import { isMissing } from '../store/surface.ts';
import { besideTab, onTab } from '../store/tabs.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import type { Command, Where } from './command.ts';

/** A tab may be a document. */
const RECORDS: readonly Where[] = ['record', 'raw'];

const noTabs = (state: State): SafeText | undefined =>
  currentTabs(state).length === 0 || isMissing(state) ? safe`This screen has no tabs.` : undefined;

/** Where those that use a record are shown: its own tab, from the record itself or from a line that leads to it. */
function usersView(state: State): View | undefined {
  const ref = targetRef(cursorTarget(state)) ?? cursorRef(state);
  if (ref === undefined) return undefined;
  const tab = tabsOf(resourceOf(ref.kind)).findIndex(({ children }) =>
    children.some(({ from }) => from === 'known'),
  );
  return tab < 0 ? undefined : { ...newView({ screen: 'record', ref }), tab };
}

function openUsers({ store, openView }: Explorer): void {
  const state = store.getState();
  const view = usersView(state);
  if (view === undefined) return;
  if (!isSamePlace(currentView(state).place, view.place)) openView(view);
  else store.setState(withView(onTab(state, view.tab ?? 0), { ...newView(view.place), tab: view.tab ?? 0 }));
}

/** Tabs of a record; digits go to one directly (see place.jump). */
export const tabCommands: readonly Command[] = [
  {
    id: 'tab.next',
    keys: ['tab'],
    title: safe`next tab`,
    group: 'Move',
    where: RECORDS,
    hint: { text: safe`next tab`, rank: 4 },
    blocked: noTabs,
    run: ({ store }) => store.setState(state => besideTab(state, 1)),
  },
  {
    id: 'tab.previous',
    keys: ['shift+tab'],
    title: safe`tab before`,
    group: 'Move',
    where: RECORDS,
    blocked: noTabs,
    run: ({ store }) => store.setState(state => besideTab(state, -1)),
  },
  {
    id: 'record.users',
    keys: ['u'],
    title: safe`who uses it, as far as they were read`,
    group: 'Look',
    where: ['record'],
    inMenu: true,
    blocked: state => (usersView(state) === undefined ? safe`Nothing is known to use this.` : undefined),
    run: openUsers,
  },
];
