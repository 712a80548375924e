import { setTimeout } from 'node:timers/promises';
import { type Failure, hasTrait, MAX_WAIT_MS } from '../failure.ts';
import type { Operation } from './operation.ts';

/** Pause before a GET is asked again when the server names none, in milliseconds; up to half is added at random. */
const PAUSE_MS = 400;
const MAX_TRIES = 2;
/** Shortest wait where the server asked for one, in milliseconds. */
const MIN_WAIT_MS = 1000;

/**
 * How long to pause before the same request is sent again, in milliseconds; undefined = do not send it again.
 * Only a GET is ever repeated, and once: a DELETE may have been done although its answer was lost.
 */
export function pauseBefore(
  operation: Operation,
  failure: Failure,
  { tries, random }: { readonly tries: number; readonly random: () => number },
): number | undefined {
  if (operation.method !== 'GET' || tries >= MAX_TRIES || !hasTrait(failure, 'retryable')) return undefined;
  const asked = 'waitMs' in failure ? failure.waitMs : undefined;
  return asked === undefined ? PAUSE_MS * (1 + random() / 2) : Math.max(MIN_WAIT_MS, asked);
}

/** Waits, or ends early with false when the signal is aborted. */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await setTimeout(ms, undefined, signal === undefined ? {} : { signal });
    return true;
  } catch {
    return false;
  }
}

type Waiting = {
  readonly signal?: AbortSignal;
  readonly onWait?: (ms: number, failure: Failure) => void;
};

/** The silence that a server asked for with a 429: all requests keep it, whichever was answered so. */
export type ServerPause = {
  readonly lasts: () => boolean;
  /** Takes note of what a request was answered. */
  readonly heed: (failure: Failure) => void;
  /** Waits until it is over; why the request must not be sent after all, or undefined. */
  readonly keep: (waiting: Waiting) => Promise<Failure | undefined>;
};

/** `now`: epoch milliseconds. */
export function createServerPause(now: () => number): ServerPause {
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
