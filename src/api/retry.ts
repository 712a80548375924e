import { setTimeout } from 'node:timers/promises';
import { type Failure, MAX_WAIT_MS } from '../failure.ts';

/** Milliseconds before a retry if the server names no time; up to half of it is added at random. */
const PAUSE_MS = 400;
/** Shortest wait in milliseconds if the server names a time. */
const MIN_WAIT_MS = 1000;

/** Returns the milliseconds before a retry: as the server asks, or less than a second. */
export function pauseBeforeRetry(failure: Failure, random: () => number): number {
  const waitMs = 'waitMs' in failure ? failure.waitMs : undefined;
  return waitMs === undefined ? PAUSE_MS * (1 + random() / 2) : Math.max(MIN_WAIT_MS, waitMs);
}

/** Waits. Resolves early with false if the signal aborts. */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await setTimeout(ms, undefined, signal === undefined ? {} : { signal });
    return true;
  } catch {
    return false;
  }
}

type PauseOptions = {
  readonly signal: AbortSignal | undefined;
  readonly onWait: ((ms: number, failure: Failure) => void) | undefined;
};

/** Pauses all requests after a 429, for the time in `Retry-After`. */
export type ServerPause = {
  readonly isActive: () => boolean;
  /** Starts or extends the pause if the failure is a 429. */
  readonly update: (failure: Failure) => void;
  /** Waits for the end of the pause. Returns false if the wait was stopped. */
  readonly wait: (options: PauseOptions) => Promise<boolean>;
};

/** `now` returns epoch milliseconds. */
export function createServerPause(now: () => number): ServerPause {
  let until = 0;
  const rest = (): number => until - now();

  async function waitForEnd({ signal, onWait }: PauseOptions): Promise<boolean> {
    let reported = 0;
    for (let ms = rest(); ms > 0; ms = rest()) {
      // A timer may end a millisecond early: the rest is not reported as another wait.
      if (until !== reported) onWait?.(ms, { kind: 'throttled', waitMs: ms });
      reported = until;
      if (!(await wait(ms, signal))) return false;
    }
    return true;
  }

  function update(failure: Failure): void {
    if (failure.kind !== 'throttled' || failure.waitMs === undefined) return;
    // Longer waits are reported, not awaited: a person who retries has read the time.
    if (failure.waitMs > MAX_WAIT_MS) return;
    until = Math.max(until, now() + Math.max(MIN_WAIT_MS, failure.waitMs));
  }

  return { isActive: () => rest() > 0, update, wait: waitForEnd };
}
