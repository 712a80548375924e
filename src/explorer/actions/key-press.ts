import type { State } from '../state/state.ts';
import { withChange } from '../state/store.ts';

/** Minimum time between two updates of the "ago" texts by a key, so that an idle screen stays unchanged. */
const NOW_EVERY_MS = 30_000;

/**
 * Returns the state at the start of a key press: without the notice and, unless this key quits too, without
 * the first press of a key that quits. The same state if it has neither.
 */
export function withKeyBegun(
  state: State,
  { now, isQuitKey }: { readonly now: number; readonly isQuitKey: boolean },
): State {
  const { now: shown, firstQuitPress } = state.session;
  const isAged = now - shown > NOW_EVERY_MS;
  const isQuitOver = firstQuitPress !== undefined && !isQuitKey;
  if (state.notice === undefined && !isAged && !isQuitOver) return state;
  return withChange(state, {
    notice: undefined,
    session: { now: isAged ? now : shown, firstQuitPress: isQuitOver ? undefined : firstQuitPress },
  });
}
