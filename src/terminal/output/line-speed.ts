/** What was under way for how long, until it was answered; and whether nothing was before it. */
export type Trip = { readonly ms: number; readonly bytes: number; readonly isAlone: boolean };

/** A line whose answers take longer is slow. */
const SLOW_MS = 30;
/** The fastest answer of so long a time says how far away the terminal is. */
const LEAST_MS = 10_000;
/** So many bytes may wait in the line, so that it is never idle. */
const SPARE_BYTES = 150;
/** What was alone on the line says how fast it is, if it was more than this: so many of the last. */
const TELLING_BYTES = 150;
const COUNTED = 4;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** How much may be under way: what the line carries in the time that the fastest answer takes, and little more. */
export function lineRoom(now: () => number) {
  let least = { ms: Number.POSITIVE_INFINITY, at: 0 };
  let room = 0;
  let alone: readonly Trip[] = [];
  const isNear = (): boolean => least.ms < SLOW_MS;
  return {
    isKnown: () => least.ms < Number.POSITIVE_INFINITY,
    isNear,
    /** Whether a frame may join so many bytes. */
    has: (underWay: number): boolean => underWay === 0 || isNear() || underWay < room,
    /** How long the line is busy with so many bytes, as far as it is known. */
    msFor: (bytes: number): number => {
      const spent = sum(alone.map(({ ms }) => Math.max(0, ms - least.ms)));
      return alone.length < 2
        ? Number.POSITIVE_INFINITY
        : (bytes * spent) / sum(alone.map(trip => trip.bytes));
    },
    learn: (trip: Trip): void => {
      const { ms, bytes, isAlone } = trip;
      if (ms <= least.ms || now() - least.at > LEAST_MS) least = { ms, at: now() };
      room = (room + (bytes * least.ms) / ms + SPARE_BYTES) / 2;
      if (isAlone && bytes > TELLING_BYTES) alone = [...alone.slice(1 - COUNTED), trip];
    },
  };
}
