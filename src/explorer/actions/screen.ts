import type { TerminalHost } from '../../terminal/host.ts';
import { safe, shortText } from '../../text/sanitise.ts';
import { hasPreview } from '../facts/layout.ts';
import { keyLabel, keyName } from '../state/key-names.ts';
import type { Ports } from '../state/ports.ts';
import { currentView, type State } from '../state/state.ts';
import { update } from '../state/store.ts';

/** Changes the appearance of the screen and the mouse reports of the terminal. */
export type ScreenActions = {
  readonly toggleTimes: () => void;
  readonly toggleHeader: () => void;
  /** Opens or closes the preview of lists. */
  readonly togglePreview: () => void;
  readonly toggleMouse: () => void;
  readonly setSkin: (skin: string) => void;
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
  toggleTimes: () => update(store, ({ screen: { exactTimes } }) => ({ screen: { exactTimes: !exactTimes } })),
  toggleHeader: () =>
    update(store, ({ screen: { isHeaderOff } }) => ({ screen: { isHeaderOff: !isHeaderOff } })),
  togglePreview: () =>
    update(store, state => {
      const isOpen = hasPreview(state) && state.screen.preview !== 'paused';
      return { screen: { preview: isOpen ? 'off' : 'on' } };
    }),
  toggleMouse: () => {
    const isMouseOn = !store.getState().screen.isMouseOn;
    terminalHost.mouse(isMouseOn);
    const text = isMouseOn
      ? safe`Mouse on (click, scroll). :mouse turns it off.`
      : safe`Mouse off: your terminal selects text again.`;
    update(store, { screen: { isMouseOn }, notice: { tone: 'good', text } });
  },
  setSkin: skin => update(store, { screen: { skin } }),
  resize: size => update(store, { screen: { size } }),
});
