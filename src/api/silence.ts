import type { Failure } from '../failure.ts';
import { MAX_WAIT_MS } from './faults.ts';
import { MIN_WAIT_MS, wait } from './retry.ts';

type Waiting = {
  readonly signal?: AbortSignal;
  readonly onWait?: (ms: number, failure: Failure) => void;
};

/** The silence that a server asked for with a 429: all requests keep it, whichever was answered so. */
export type Silence = {
  readonly lasts: () => boolean;
  /** Takes note of what a request was answered. */
  readonly heed: (failure: Failure) => void;
  /** Waits until it is over; why the request must not be sent after all, or undefined. */
  readonly keep: (waiting: Waiting) => Promise<Failure | undefined>;
};

/** `now`: epoch milliseconds. */
export function createSilence(now: () => number): Silence {
  let until = 0;
  const rest = (): number => until - now();

  async function keep({ signal, onWait }: Waiting): Promise<Failure | undefined> {
    let told = 0;
    for (let ms = rest(); ms > 0; ms = rest()) {
      // A timer may end a millisecond early: what is left then is no other wait.
      if (until !== told) onWait?.(ms, { kind: 'throttled', waitMs: ms });
      told = until;
      if (!(await wait(ms, signal))) return { kind: 'cancelled' };
    }
    return undefined;
  }

  function heed(failure: Failure): void {
    if (failure.kind !== 'throttled' || failure.waitMs === undefined) return;
    // A longer one is told and not waited for: whoever asks again then has read that.
    if (failure.waitMs > MAX_WAIT_MS) return;
    until = Math.max(until, now() + Math.max(MIN_WAIT_MS, failure.waitMs));
  }

  return { lasts: () => rest() > 0, heed, keep };
}
