/**
 * Epoch milliseconds that never run backwards, for spans: set back, the system's clock would stretch every wait.
 * Follows the system's clock forwards, as after a suspend. What is written down has the system's own time.
 */
export function steadyClock(
  wall: () => number = Date.now,
  elapsed: () => number = () => performance.now(),
): () => number {
  let offset = Number.NEGATIVE_INFINITY;
  return () => {
    const ms = elapsed();
    offset = Math.max(offset, wall() - ms);
    return Math.floor(ms + offset);
  };
}

export const steadyNow: () => number = steadyClock();
