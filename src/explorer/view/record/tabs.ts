import { resourceOf } from '../../../resources/registry.ts';
import { type Tab, tabsOf } from '../../../resources/tabs.ts';
import { currentView, type State } from '../../state/state.ts';

/** Returns the tabs of the record on the screen; none elsewhere, or where there is only one. */
export function currentTabs(state: State): readonly Tab[] {
  const { place } = currentView(state);
  const tabs = place.screen === 'record' ? tabsOf(resourceOf(place.ref.kind)) : [];
  return tabs.length > 1 ? tabs : [];
}
