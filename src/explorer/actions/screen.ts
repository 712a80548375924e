import type { TerminalHost } from '../../terminal/host.ts';
import { safe, shortText } from '../../text/sanitise.ts';
import { hasPreview } from '../facts/layout.ts';
import { keyLabel, keyName } from '../state/key-names.ts';
import { currentView, type State } from '../state/state.ts';
import { type Ports, update, withChange } from '../state/store.ts';

/** Returns the state with times shown as their age, or exactly. */
export const withTimesToggled = (state: State): State =>
  withChange(state, { screen: { exactTimes: !state.screen.exactTimes } });

export const withHeaderToggled = (state: State): State =>
  withChange(state, { screen: { isHeaderOff: !state.screen.isHeaderOff } });

/** Returns the state with the pane of lists open or closed. */
export function withPreviewToggled(state: State): State {
  const isOpen = hasPreview(state) && state.screen.preview !== 'paused';
  return withChange(state, { screen: { preview: isOpen ? 'off' : 'on' } });
}

/** Actions on the screen that need the terminal, or that the terminal starts. */
export type ScreenActions = {
  readonly toggleMouse: () => void;
  /** Reports that a key has no effect on the present screen, once for each key and screen. */
  readonly reportUnbound: (key: string) => void;
  readonly resize: (size: State['screen']['size']) => void;
};

function unboundReporter(store: Ports['store']): ScreenActions['reportUnbound'] {
  const reported = new Set<string>();
  return key => {
    const state = store.getState();
    const keyHere = `${currentView(state).place.screen} ${key}`;
    if (key === '' || reported.has(keyHere)) return;
    reported.add(keyHere);
    const help = keyName(state.user.keymap, 'app.help');
    store.setState({
      notice: {
        tone: 'dim',
        text: safe`${shortText(keyLabel(key, state.screen))} does nothing here · ${help} keys`,
      },
    });
  };
}

export const createScreenActions = (
  { store }: Pick<Ports, 'store'>,
  terminalHost: TerminalHost,
): ScreenActions => ({
  reportUnbound: unboundReporter(store),
  toggleMouse: () => {
    const isMouseOn = !store.getState().screen.isMouseOn;
    terminalHost.mouse(isMouseOn);
    const text = isMouseOn
      ? safe`Mouse on (click, scroll). :mouse turns it off.`
      : safe`Mouse off: your terminal selects text again.`;
    update(store, { screen: { isMouseOn }, notice: { tone: 'good', text } });
  },
  resize: size => update(store, { screen: { size } }),
});
