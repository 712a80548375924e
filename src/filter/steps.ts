import { setImmediate } from 'node:timers/promises';

/** Work in steps of a millisecond or less each: all at once, or a few steps whenever there is nothing else to do. */
export type Steps<T> = Generator<undefined, T>;

/** Rows that are looked at in one step. */
export const STEP = 1000;

/** How long is worked at a time: a key that comes meanwhile waits no longer. */
const SLICE_MS = 4;

/** Takes all steps at once. */
export function allAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Takes steps for a few milliseconds, lets everything else go first, and so on.
 * False when it ended before all were taken: `isWanted` is asked before every few milliseconds.
 */
export async function takeSteps(steps: Steps<unknown>, isWanted: () => boolean): Promise<boolean> {
  while (isWanted()) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) if (steps.next().done) return true;
    await setImmediate();
  }
  return false;
}
