import { currentView, type State } from '../explorer/state/state.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';

/** What kind of place is shown and what covers it, without any name or id: `record of bot, log`. */
export function kindOfPlace(state: State): SafeText {
  const { place } = currentView(state);
  const kind = place.screen === 'start' ? undefined : place.screen === 'list' ? place.kind : place.ref.kind;
  const of = kind === undefined ? safe`` : safe` of ${clean(kind)}`;
  const over = state.overlay === undefined ? safe`` : safe`, ${clean(state.overlay.is)}`;
  return safe`${clean(place.screen)}${of}${over}`;
}
