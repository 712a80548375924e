/**
 * Epoch milliseconds that never run backwards, for durations: a system clock that is set back would lengthen
 * every wait. Follows jumps forward, as after a suspend. Times on disk come from the system clock.
 */
export function steadyClock(wall: () => number = Date.now, elapsed: () => number = () => performance.now()) {
  let offset = Number.NEGATIVE_INFINITY;
  return () => {
    const ms = elapsed();
    offset = Math.max(offset, wall() - ms);
    return Math.floor(ms + offset);
  };
}

export const steadyNow: () => number = steadyClock();
