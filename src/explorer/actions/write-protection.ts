import { safe } from '../../text/sanitise.ts';
import type { State } from '../state/state.ts';
import { type Ports, withChange } from '../state/store.ts';

const UNLOCKED_MS = 15 * 60_000;

const withProtection = (state: State, change: Partial<State['session']['writeProtection']>): State =>
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

export type WriteProtectionActions = {
  /** Unlocks deletes for 15 minutes and closes the dialog. */
  readonly unlockDeletes: () => void;
};

export const createWriteProtection = ({
  store,
  now,
}: Pick<Ports, 'store' | 'now'>): WriteProtectionActions => ({
  unlockDeletes: () => {
    const unlockedUntil = now() + UNLOCKED_MS;
    store.setState(state =>
      withChange(withProtection(state, { unlockedUntil }), { session: { now: now() }, dialog: undefined }),
    );
    const timer = setTimeout(
      () =>
        store.setState(state =>
          state.session.writeProtection.unlockedUntil === unlockedUntil ? withDeletesLocked(state) : state,
        ),
      UNLOCKED_MS,
    );
    timer.unref();
  },
});
