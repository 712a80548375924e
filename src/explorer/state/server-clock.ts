import { type SafeText, safe } from '../../text/sanitise.ts';
import { span } from '../../text/units.ts';
import type { State } from './state.ts';

/**
 * Returns the time that "ago" counts from: the server's clock, as its responses show it. Epoch milliseconds.
 */
export const serverNow = (state: Pick<State, 'session'>): number =>
  state.session.now + state.session.clockSkewMs;

/** Returns that the clocks differ, where they do. */
export function skewWords({
  session: { clockSkewMs: skewMs },
}: Pick<State, 'session'>): SafeText | undefined {
  if (skewMs === 0) return undefined;
  return skewMs > 0 ? safe`server clock ${span(skewMs)} ahead` : safe`server clock ${span(skewMs)} behind`;
}
