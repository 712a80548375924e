import { safe } from '../../text/sanitise.ts';
import type { World } from '../state/ports.ts';
import type { Guard } from '../state/slices.ts';
import type { State } from '../state/state.ts';

const UNLOCKED_MS = 15 * 60_000;

const locked = ({ guard }: Pick<State, 'guard'>): Guard => ({ ...guard, unlockedUntil: 0 });

/** Locks deleting. */
export function lock({ store, now }: Pick<World, 'store' | 'now'>): void {
  const notice = { tone: 'good', text: safe`Deleting is locked.` } as const;
  store.setState(state => ({ guard: locked(state), now: now(), notice }));
}

/** Unlocks deleting for a while; then it is locked again by itself. */
export function unlock({ store, now }: Pick<World, 'store' | 'now'>): void {
  const unlockedUntil = now() + UNLOCKED_MS;
  store.setState(({ guard }) => ({ guard: { ...guard, unlockedUntil }, now: now(), overlay: undefined }));
  const again = setTimeout(() => {
    if (store.getState().guard.unlockedUntil === unlockedUntil) lock({ store, now });
  }, UNLOCKED_MS);
  again.unref();
}
