import { type SafeText, safe } from '../../text/sanitise.ts';
import type { State } from '../state/state.ts';
import { type Ports, update, withChange } from '../state/store.ts';

/** Time for the second key press, in milliseconds. */
const AGAIN_MS = 2000;

type QuitBy = NonNullable<State['session']['firstQuitPress']>['by'];

/** Quits on two presses of the same key; any other key cancels the first. */
export type QuitActions = {
  /**
   * Quits at the second press within two seconds; the first shows a notice. `key`: its label on the screen;
   * `done`: what the first has ended.
   */
  readonly quitOrConfirm: (by: QuitBy, key: SafeText, done?: SafeText) => void;
  readonly cancelQuit: () => void;
};

export function createQuitActions({ store, now, end }: Pick<Ports, 'store' | 'now' | 'end'>): QuitActions {
  let timer: NodeJS.Timeout | undefined;

  function quitOrConfirm(by: QuitBy, key: SafeText, done?: SafeText): void {
    const { firstQuitPress: first } = store.getState().session;
    if (first?.by === by && now() - first.at < AGAIN_MS) return end('quit');
    const firstQuitPress = { by, at: now() };
    const again = safe`Press ${key} again to quit.`;
    const question = { tone: 'warn', text: done === undefined ? again : safe`${done} ${again}` } as const;
    update(store, { session: { firstQuitPress }, notice: question });
    clearTimeout(timer);
    timer = setTimeout(() => {
      store.setState(state =>
        state.session.firstQuitPress === firstQuitPress
          ? withChange(state, {
              session: { firstQuitPress: undefined },
              notice: state.notice === question ? undefined : state.notice,
            })
          : state,
      );
    }, AGAIN_MS);
    timer.unref();
  }

  function cancelQuit(): void {
    clearTimeout(timer);
    update(store, { session: { firstQuitPress: undefined } });
  }

  return { quitOrConfirm, cancelQuit };
}
