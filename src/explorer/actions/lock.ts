import { safe } from '../../text/sanitise.ts';
import type { World } from '../state/ports.ts';
import type { Guard } from '../state/slices.ts';
import type { State } from '../state/state.ts';
import { update } from '../state/store.ts';

const UNLOCKED_MS = 15 * 60_000;

const locked = ({ session: { writeProtection: guard } }: Pick<State, 'session'>): Guard => ({
  ...guard,
  unlockedUntil: 0,
});

/** Locks deleting. */
export function lock({ store, now }: Pick<World, 'store' | 'now'>): void {
  const notice = { tone: 'good', text: safe`Deleting is locked.` } as const;
  update(store, state => ({ session: { writeProtection: locked(state), now: now() }, notice }));
}

/** Unlocks deleting for a while; then it is locked again by itself. */
export function unlock({ store, now }: Pick<World, 'store' | 'now'>): void {
  const unlockedUntil = now() + UNLOCKED_MS;
  update(store, ({ session: { writeProtection: guard } }) => ({
    session: { writeProtection: { ...guard, unlockedUntil }, now: now() },
    dialog: undefined,
  }));
  const again = setTimeout(() => {
    if (store.getState().session.writeProtection.unlockedUntil === unlockedUntil) lock({ store, now });
  }, UNLOCKED_MS);
  again.unref();
}
