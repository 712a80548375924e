import { type SafeText, safe } from '../../text/sanitise.ts';
import { secretUnderCursor } from '../selection/value-under-cursor.ts';
import type { State } from '../state/state.ts';
import { type Ports, update, withChange } from '../state/store.ts';

const AGAIN_MS = 2000;
const UNLOCKED_MS = 15 * 60_000;
const SECRET_MS = 10_000;

const withProtection = (state: State, change: Partial<State['session']['writeProtection']>) =>
  withChange(state, { session: { writeProtection: { ...state.session.writeProtection, ...change } } });

export const withDryRun = (state: State, isDry: boolean): State => ({
  ...withProtection(state, { isDry }),
  notice: isDry
    ? { tone: 'good', text: safe`Dry run: deletes are simulated; only reads are sent.` }
    : { tone: 'warn', text: safe`Dry run off. Confirmed deletes are real.` },
});

export const withDeletesLocked = (state: State): State => ({
  ...withProtection(state, { unlockedUntil: 0 }),
  notice: { tone: 'good', text: safe`Deletes are locked.` },
});

export function createTimeLimits({ store, now, end }: Pick<Ports, 'store' | 'now' | 'end'>) {
  let quitTimer: NodeJS.Timeout | undefined;
  let secretTimer: NodeJS.Timeout | undefined;

  function hideSecret(): boolean {
    const isShown = store.getState().dialog?.kind === 'secret';
    clearInterval(secretTimer);
    if (isShown) store.setState({ dialog: undefined });
    return isShown;
  }

  return {
    /** The first press shows a notice. `key`: its label on the screen; `done`: what it has ended. */
    quitOrConfirm: (by: 'interrupt' | 'quit', key: SafeText, done?: SafeText): void => {
      const { firstQuitPress: first } = store.getState().session;
      if (first?.by === by && now() - first.at < AGAIN_MS) return end('quit');
      const firstQuitPress = { by, at: now() };
      const again = safe`Press ${key} again to quit.`;
      const question = { tone: 'warn', text: done === undefined ? again : safe`${done} ${again}` } as const;
      const withoutPress = (state: State): State => {
        const notice = state.notice === question ? undefined : state.notice;
        return state.session.firstQuitPress === firstQuitPress
          ? withChange(state, { session: { firstQuitPress: undefined }, notice })
          : state;
      };
      update(store, { session: { firstQuitPress }, notice: question });
      clearTimeout(quitTimer);
      quitTimer = setTimeout(() => store.setState(withoutPress), AGAIN_MS).unref();
    },
    cancelQuit: (): void => {
      clearTimeout(quitTimer);
      update(store, { session: { firstQuitPress: undefined } });
    },
    unlockDeletes: (): void => {
      const unlockedUntil = now() + UNLOCKED_MS;
      const isSame = ({ session }: State) => session.writeProtection.unlockedUntil === unlockedUntil;
      store.setState(state =>
        withChange(withProtection(state, { unlockedUntil }), { session: { now: now() }, dialog: undefined }),
      );
      const lock = () => store.setState(state => (isSame(state) ? withDeletesLocked(state) : state));
      setTimeout(lock, UNLOCKED_MS).unref();
    },
    reveal: (): void => {
      const secret = secretUnderCursor(store.getState());
      if (!secret.ok) return;
      const dialog = { kind: 'secret', ...secret.value, endsAt: now() + SECRET_MS } as const;
      update(store, { dialog, session: { now: now() } });
      clearInterval(secretTimer);
      secretTimer = setInterval(() => {
        if (store.getState().dialog !== dialog || now() >= dialog.endsAt) hideSecret();
        else update(store, { session: { now: now() } });
      }, 1000);
    },
    hideSecret,
  };
}
