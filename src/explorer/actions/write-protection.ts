import { safe } from '../../text/sanitise.ts';
import type { Ports } from '../state/ports.ts';
import type { Notice, State } from '../state/state.ts';
import { type StateChange, update } from '../state/store.ts';

const UNLOCKED_MS = 15 * 60_000;

const DRY_RUN_ON: Notice = { tone: 'good', text: safe`Dry run: deletes are simulated; only reads are sent.` };
const DRY_RUN_OFF: Notice = { tone: 'warn', text: safe`Dry run off. Confirmed deletes are real.` };

export type WriteProtectionActions = {
  readonly setDryRun: (isDry: boolean) => void;
  readonly lockDeletes: () => void;
  /** Unlocks deletes for 15 minutes and closes the dialog. */
  readonly unlockDeletes: () => void;
};

export function createWriteProtection({ store, now }: Pick<Ports, 'store' | 'now'>): WriteProtectionActions {
  const withProtection = (
    state: State,
    change: Partial<State['session']['writeProtection']>,
  ): StateChange => ({
    session: { writeProtection: { ...state.session.writeProtection, ...change }, now: now() },
  });

  function lockDeletes(): void {
    const notice = { tone: 'good', text: safe`Deletes are locked.` } as const;
    update(store, state => ({ ...withProtection(state, { unlockedUntil: 0 }), notice }));
  }

  function unlockDeletes(): void {
    const unlockedUntil = now() + UNLOCKED_MS;
    update(store, state => ({ ...withProtection(state, { unlockedUntil }), dialog: undefined }));
    const timer = setTimeout(() => {
      if (store.getState().session.writeProtection.unlockedUntil === unlockedUntil) lockDeletes();
    }, UNLOCKED_MS);
    timer.unref();
  }

  function setDryRun(isDry: boolean): void {
    update(store, state => ({
      session: { writeProtection: { ...state.session.writeProtection, isDry } },
      notice: isDry ? DRY_RUN_ON : DRY_RUN_OFF,
    }));
  }

  return { setDryRun, lockDeletes, unlockDeletes };
}
