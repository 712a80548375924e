import { type SafeText, safe } from '../../text/sanitise.ts';
import { span } from '../../text/units.ts';
import type { State } from './state.ts';

/** What "ago" is counted from: the server's clock, as its answers show it. Epoch milliseconds. */
export const serverNow = (state: Pick<State, 'now' | 'skewMs'>): number => state.now + state.skewMs;

/** That the clocks differ, where they do. */
export function skewWords({ skewMs }: Pick<State, 'skewMs'>): SafeText | undefined {
  if (skewMs === 0) return undefined;
  return skewMs > 0 ? safe`server clock ${span(skewMs)} ahead` : safe`server clock ${span(skewMs)} behind`;
}
