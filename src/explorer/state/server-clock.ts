import { type SafeText, safe } from '../../text/sanitise.ts';
import { span } from '../../text/units.ts';
import type { State } from './state.ts';

/**
 * Returns the server's time in epoch milliseconds, from the `Date` header of its responses. "Ago" counts from
 * it.
 */
export const serverNow = (state: Pick<State, 'session'>): number =>
  state.session.now + state.session.clockSkewMs;

/** Returns the difference of the clocks in words; undefined when they agree. */
export function skewWords({
  session: { clockSkewMs: skewMs },
}: Pick<State, 'session'>): SafeText | undefined {
  if (skewMs === 0) return undefined;
  return skewMs > 0 ? safe`server clock ${span(skewMs)} ahead` : safe`server clock ${span(skewMs)} behind`;
}
