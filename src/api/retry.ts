import { setTimeout } from 'node:timers/promises';
import type { Failure } from '../failure.ts';
import { MAX_WAIT_MS } from './faults.ts';
import type { Operation } from './operation.ts';

/** Pause before a GET is asked again when the server names none, in milliseconds; up to half is added at random. */
const PAUSE_MS = 400;
const MAX_TRIES = 2;
/** Shortest wait where the server asked for one, in milliseconds. */
export const MIN_WAIT_MS = 1000;

function asksAgain(failure: Failure): boolean {
  switch (failure.kind) {
    case 'throttled':
      return failure.waitMs !== undefined && failure.waitMs <= MAX_WAIT_MS;
    case 'server-error':
      // What is not implemented now is not a moment later either.
      if (failure.status === 501) return false;
      return failure.waitMs === undefined || failure.waitMs <= MAX_WAIT_MS;
    case 'unreachable':
      // A wrong name, a refused connection or a bad certificate does not mend itself in half a second.
      return failure.reached;
    default:
      return false;
  }
}

/**
 * How long to pause before the same request is sent again, in milliseconds; undefined = do not send it again.
 * Only a GET is ever repeated, and once: a DELETE may have been done although its answer was lost.
 */
export function pauseBefore(
  operation: Operation,
  failure: Failure,
  { tries, random }: { readonly tries: number; readonly random: () => number },
): number | undefined {
  if (operation.method !== 'GET' || tries >= MAX_TRIES || !asksAgain(failure)) return undefined;
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
