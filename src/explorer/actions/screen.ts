import type { Memory, StoredPlace } from '../../storage/memory.ts';
import type { TerminalHost } from '../../terminal/host.ts';
import { type SafeText, safe, shortText } from '../../text/sanitise.ts';
import { paneKind } from '../facts/layout.ts';
import type { AnyDialog } from '../state/dialogs.ts';
import { keyIn, keyLabel } from '../state/key-names.ts';
import { withBookmarkToggled, withSavedView } from '../state/recents.ts';
import { currentView, type Notice, type State } from '../state/state.ts';
import { type Ports, update, withChange } from '../state/store.ts';

export const withTimesToggled = (state: State): State =>
  withChange(state, { screen: { exactTimes: !state.screen.exactTimes } });

export const withHeaderToggled = (state: State): State =>
  withChange(state, { screen: { isHeaderOff: !state.screen.isHeaderOff } });

export function withPaneToggled(state: State): State {
  const shown = state.screen.pane === 'paused' ? undefined : paneKind(state);
  const pane = shown === undefined ? 'causes' : shown === 'causes' ? 'row' : 'off';
  return withChange(state, { screen: { pane } });
}

export function createScreenActions({ store, now }: Pick<Ports, 'store' | 'now'>, { mouse }: TerminalHost) {
  const reported = new Set<string>();
  const remember = (change: (memory: Memory) => Memory): void =>
    update(store, ({ user: { memory } }) => ({ user: { memory: change(memory) } }));
  const notify = (tone: Notice['tone'], text: SafeText) => store.setState({ notice: { tone, text } });

  return {
    notify,
    openDialog: (dialog: AnyDialog) => store.setState({ dialog }),
    changeDialog: <D extends AnyDialog>(dialog: D, changes: Partial<D>): void => {
      if (store.getState().dialog === dialog) store.setState({ dialog: { ...dialog, ...changes } });
    },
    closeDialog: () => store.setState({ dialog: undefined }),
    toggleBookmark: (row: Omit<StoredPlace, 'at'>): void =>
      remember(memory => withBookmarkToggled(memory, { ...row, at: now() })),
    saveView: (row: Omit<StoredPlace, 'at'>): void =>
      remember(memory => withSavedView(memory, { ...row, at: now() })),
    reportUnbound: (key: string): void => {
      const state = store.getState();
      const keyHere = `${currentView(state).place.screen} ${key}`;
      if (key === '' || reported.has(keyHere)) return;
      reported.add(keyHere);
      const help = keyIn(state, 'app.help');
      notify('dim', safe`${shortText(keyLabel(key, state.screen))} does nothing here · ${help} keys`);
    },
    toggleMouse: (): void => {
      const isMouseOn = !store.getState().screen.isMouseOn;
      mouse(isMouseOn);
      const text = isMouseOn
        ? safe`Mouse on (click, scroll). :mouse turns it off.`
        : safe`Mouse off: your terminal selects text again.`;
      update(store, { screen: { isMouseOn }, notice: { tone: 'good', text } });
    },
    resize: (size: State['screen']['size']) => update(store, { screen: { size } }),
  };
}
