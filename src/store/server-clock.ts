import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../api/client.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { span } from '../text/units.ts';
import type { State } from './state.ts';

/** Clocks that differ by less are taken for one: an answer's date has whole seconds, and took its time to come. */
const TOLERANCE_MS = 30_000;

/** What "ago" is counted from: the server's clock, as its answers show it. Epoch milliseconds. */
export const serverNow = (state: Pick<State, 'now' | 'skewMs'>): number => state.now + state.skewMs;

/** That the clocks differ, where they do. */
export function skewWords({ skewMs }: Pick<State, 'skewMs'>): SafeText | undefined {
  if (skewMs === 0) return undefined;
  return skewMs > 0 ? safe`server clock ${span(skewMs)} ahead` : safe`server clock ${span(skewMs)} behind`;
}

/** The client, with the server's clock read off every answer. */
export function hearingClock(client: Client, store: StoreApi<State>, now: () => number): Client {
  const hear = (date: number): void => {
    const seen = date - now();
    const skewMs = Math.abs(seen) < TOLERANCE_MS ? 0 : seen;
    if (Math.abs(skewMs - store.getState().skewMs) >= TOLERANCE_MS) store.setState({ skewMs });
  };
  const send: Client['send'] = async (operation, ids, options) => {
    const outcome = await client.send(operation, ids, options);
    if (outcome.ok && outcome.date !== undefined) hear(outcome.date);
    return outcome;
  };
  return { send };
}
