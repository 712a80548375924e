import { setTimeout } from 'node:timers/promises';
import type { Failure } from '../failure.ts';

/** Milliseconds before a retry if the server names no time; up to half of it is added at random. */
const PAUSE_MS = 400;
/** Shortest wait in milliseconds if the server names a time. */
export const MIN_WAIT_MS = 1000;

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
