import { type SafeText, safe } from '../../text/sanitise.ts';
import type { Ports } from '../state/ports.ts';
import type { State } from '../state/state.ts';
import { update } from '../state/store.ts';

/** Time within which a second press quits. */
const AGAIN_MS = 2000;

/** Times on the screen are "ago". They move on with keys, at most this often, so that a resting screen rests. */
const NOW_EVERY_MS = 30_000;

type QuitBy = NonNullable<State['session']['firstQuitPress']>['by'];

/** Quitting takes two presses of the same key; every other key takes the first one back. */
export type QuitActions = {
  /** Quits at the second press within two seconds; the first one shows a notice. `key`: its name on the screen. */
  readonly quitOrConfirm: (by: QuitBy, key: SafeText) => void;
  readonly cancelQuit: () => void;
  /** Begins a key press: clears the notice and, unless the key quits, the first press of quit. */
  readonly beginKey: (isQuitKey: boolean) => void;
  readonly clearNotice: () => void;
};

export function createQuitActions({ store, now, end }: Pick<Ports, 'store' | 'now' | 'end'>): QuitActions {
  let timer: NodeJS.Timeout | undefined;

  function quitOrConfirm(by: QuitBy, key: SafeText): void {
    const { firstQuitPress: first } = store.getState().session;
    if (first?.by === by && now() - first.at < AGAIN_MS) return end('quit');
    const firstQuitPress = { by, at: now() };
    const question = { tone: 'warn', text: safe`Press ${key} again to quit.` } as const;
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
