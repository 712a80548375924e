import { resourceOf } from '../resources/index.ts';
import { type Tab, tabCount, tabsOf } from '../resources/tabs.ts';
import { joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { withView } from './moving.ts';
import { placeKey } from './place.ts';
import { currentView, type State } from './state.ts';

/** The tabs of the record on the screen; none elsewhere, or where there is only one. */
export function currentTabs(state: State): readonly Tab[] {
  const { place } = currentView(state);
  const tabs = place.screen === 'record' ? tabsOf(resourceOf(place.ref.kind)) : [];
  return tabs.length > 1 ? tabs : [];
}

/** The state on another tab, its cursor at the top. A tab that is not there changes nothing. */
export function onTab(state: State, tab: number): State {
  const view = currentView(state);
  if (currentTabs(state)[tab] === undefined || tab === (view.tab ?? 0)) return state;
  return withView(state, { ...view, tab, cursor: undefined, at: 0, top: 0 });
}

/** The next tab, or the one before; around at both ends. */
export function besideTab(state: State, by: 1 | -1): State {
  const count = currentTabs(state).length;
  return count === 0 ? state : onTab(state, ((currentView(state).tab ?? 0) + by + count) % count);
}

/** The tabs as a title: `[1 Overview]  2 Integrations 6  3 Issues`; undefined where there are none. */
export function tabTitle(state: State): SafeText | undefined {
  const tabs = currentTabs(state);
  const { place, tab: present = 0 } = currentView(state);
  if (tabs.length === 0 || place.screen !== 'record') return undefined;
  // A list's item does not say how many there are: the counts wait for the record itself.
  const record = state.records[placeKey(place)]?.last?.value;
  if (record === undefined) return undefined;
  const titles = tabs.map((tab, at) => {
    const count = tabCount(tab, record, place.ref);
    const title = safe`${at + 1} ${tab.title}${count === undefined ? safe`` : safe` ${count}`}`;
    return at === present ? safe`[${title}]` : safe` ${title} `;
  });
  return joinSafe(titles, ' ');
}
