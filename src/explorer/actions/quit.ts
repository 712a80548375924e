import { type SafeText, safe } from '../../text/sanitise.ts';
import type { Ports } from '../state/ports.ts';
import type { State } from '../state/state.ts';
import { update } from '../state/store.ts';

/** Time for the second key press, in milliseconds. */
const AGAIN_MS = 2000;

/** Minimum time between two updates of the "ago" texts by a key, so that an idle screen stays unchanged. */
const NOW_EVERY_MS = 30_000;

type QuitBy = NonNullable<State['session']['firstQuitPress']>['by'];

/** Quits on two presses of the same key; any other key cancels the first. */
export type QuitActions = {
  /**
   * Quits at the second press within two seconds; the first shows a notice. `key`: its label on the screen;
   * `done`: what the first has ended.
   */
  readonly quitOrConfirm: (by: QuitBy, key: SafeText, done?: SafeText) => void;
  readonly cancelQuit: () => void;
  /** Starts a key press: clears the notice and, unless this key quits, the first press. */
  readonly beginKey: (isQuitKey: boolean) => void;
  readonly clearNotice: () => void;
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
      update(store, ({ notice }) => ({
        session: { firstQuitPress: undefined },
        notice: notice === question ? undefined : notice,
      }));
    }, AGAIN_MS);
    timer.unref();
  }

  function cancelQuit(): void {
    clearTimeout(timer);
    update(store, { session: { firstQuitPress: undefined } });
  }

  function beginKey(isQuitKey: boolean): void {
    if (!isQuitKey) clearTimeout(timer);
    update(store, ({ session: { now: shown, firstQuitPress } }) => ({
      notice: undefined,
      session: {
        now: now() - shown > NOW_EVERY_MS ? now() : shown,
        firstQuitPress: isQuitKey ? firstQuitPress : undefined,
      },
    }));
  }

  return {
    quitOrConfirm,
    beginKey,
    cancelQuit,
    clearNotice: () => store.setState({ notice: undefined }),
  };
}
