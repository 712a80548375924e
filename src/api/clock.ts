/** Its times never run backwards, but jump forward after a suspend. Not for times on disk. */
export function steadyClock(wall: () => number = Date.now, elapsed: () => number = () => performance.now()) {
  let offset = -Infinity;
  return () => {
    const ms = elapsed();
    offset = Math.max(offset, wall() - ms);
    return Math.floor(ms + offset);
  };
}

export const steadyNow: () => number = steadyClock();
