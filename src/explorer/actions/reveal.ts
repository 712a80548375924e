import type { World } from '../state/ports.ts';
import type { State } from '../state/state.ts';
import type { StateChange } from '../state/store.ts';
import { update } from '../state/store.ts';
import { secretHere } from '../view/content/value-under-cursor.ts';

/** How long a secret is shown. */
const SHOWN_MS = 10_000;
const TICK_MS = 1000;

export const withoutSecret = (state: State): StateChange =>
  state.dialog?.kind === 'reveal' ? { dialog: undefined } : {};

export type Revealing = {
  /** Shows the secret under the cursor for a while, one at a time. */
  readonly reveal: () => void;
};

/** A clock runs only while a secret is shown. */
export function createRevealing({ store, now }: World): Revealing {
  let ticking: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearInterval(ticking);
    ticking = undefined;
  };
  function tick(): void {
    const { dialog } = store.getState();
    if (dialog?.kind !== 'reveal') return;
    update(store, now() >= dialog.until ? withoutSecret : { session: { now: now() } });
  }
  store.subscribe(({ dialog }) => {
    if (dialog?.kind !== 'reveal') stop();
  });
  return {
    reveal: () => {
      const here = secretHere(store.getState());
      if (!here.ok) return;
      update(store, {
        dialog: { kind: 'reveal', ...here.value, until: now() + SHOWN_MS },
        session: { now: now() },
      });
      ticking ??= setInterval(tick, TICK_MS);
    },
  };
}
