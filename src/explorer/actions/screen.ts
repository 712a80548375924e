import type { TerminalHost } from '../../terminal/host.ts';
import { safe } from '../../text/sanitise.ts';
import type { Ports } from '../state/ports.ts';
import type { State } from '../state/state.ts';
import { update } from '../state/store.ts';

/** Changes the appearance of the screen and the mouse reports of the terminal. */
export type ScreenActions = {
  readonly toggleTimes: () => void;
  readonly toggleHeader: () => void;
  readonly toggleMouse: () => void;
  readonly setSkin: (skin: string) => void;
  readonly resize: (size: State['screen']['size']) => void;
};

export const createScreenActions = (
  { store }: Pick<Ports, 'store'>,
  terminalHost: TerminalHost,
): ScreenActions => ({
  toggleTimes: () => update(store, ({ screen: { exactTimes } }) => ({ screen: { exactTimes: !exactTimes } })),
  toggleHeader: () =>
    update(store, ({ screen: { isHeaderOff } }) => ({ screen: { isHeaderOff: !isHeaderOff } })),
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
