import { secretUnderCursor } from '../selection/value-under-cursor.ts';
import { type Ports, update } from '../state/store.ts';

/** Milliseconds until a revealed secret is masked. */
const SHOWN_MS = 10_000;
const TICK_MS = 1000;

export type RevealActions = {
  /** Reveals the secret under the cursor for a while, one at a time. */
  readonly reveal: () => void;
  /** Masks the secret on the screen; returns false if there is none. */
  readonly hideSecret: () => boolean;
};

/** Creates the actions that reveal secrets. The timer runs only while a secret is revealed. */
export function createReveal({ store, now }: Ports): RevealActions {
  let timer: NodeJS.Timeout | undefined;
  function tick(): void {
    const { dialog } = store.getState();
    if (dialog?.kind === 'secret' && now() < dialog.endsAt) update(store, { session: { now: now() } });
    else hideSecret();
  }
  function hideSecret(): boolean {
    const isShown = store.getState().dialog?.kind === 'secret';
    clearInterval(timer);
    if (isShown) store.setState({ dialog: undefined });
    return isShown;
  }
  return {
    hideSecret,
    reveal: () => {
      const secret = secretUnderCursor(store.getState());
      if (!secret.ok) return;
      update(store, {
        dialog: { kind: 'secret', ...secret.value, endsAt: now() + SHOWN_MS },
        session: { now: now() },
      });
      clearInterval(timer);
      timer = setInterval(tick, TICK_MS);
    },
  };
}
