/** Time from a query to its reply, the bytes of its frame, and all bytes on the line then. */
export type RoundTrip = { readonly ms: number; readonly size: number; readonly bytes: number };

/** Round trip of a slow line. */
const SLOW_MS = 30;
/** Time for a thousand bytes on a line that is slow, in milliseconds: 80 kbit/s. */
const SLOW_KILOBYTE_MS = 100;
/** Time after which the fastest round trip is measured anew: the route may have changed. */
const LEAST_MS = 10_000;
/** Bytes that may wait on the line beyond its capacity, so that it is never idle. */
const SPARE_BYTES = 150;
/** Size and number of the latest lone round trips that the speed is computed from. */
const MIN_SAMPLE_BYTES = 150;
const SAMPLES = 6;
/** Number of round trips that have to be slow before the line counts as slow. */
const MIN_SLOW_SAMPLES = 3;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/**
 * Computes how many bytes may be on the line: what it carries during the fastest round trip, and a little
 * more.
 */
export function lineCapacity(now: () => number) {
  let least = { ms: Number.POSITIVE_INFINITY, bytes: 0, at: 0 };
  let room = 0;
  let alone: readonly RoundTrip[] = [];
  const isNear = (): boolean => least.ms < SLOW_MS;
  const msFor = (bytes: number): number => {
    if (alone.length < 2) return Number.POSITIVE_INFINITY;
    const moreMs = sum(alone.map(({ ms }) => Math.max(0, ms - least.ms)));
    // The fastest round trip has bytes of its own: only those beyond them took longer.
    const moreBytes = sum(alone.map(trip => Math.max(0, trip.bytes - least.bytes)));
    const isComparable = moreBytes >= MIN_SAMPLE_BYTES;
    return (bytes * moreMs) / (isComparable ? moreBytes : sum(alone.map(trip => trip.bytes)));
  };
  return {
    isKnown: () => least.ms < Number.POSITIVE_INFINITY,
    isNear,
    /**
     * Returns true if a thousand bytes take long enough for a person to wait for them, by the speed and by
     * each of the latest round trips: on a busy machine some are late, too, but not every one.
     */
    isSlow: (): boolean => {
      const isSlowTrip = ({ ms, bytes }: RoundTrip): boolean =>
        ms - least.ms > ((bytes - least.bytes) * SLOW_KILOBYTE_MS) / 1000;
      const larger = alone.filter(({ bytes }) => bytes > least.bytes);
      const areSlow = larger.length >= MIN_SLOW_SAMPLES && larger.every(isSlowTrip);
      return !isNear() && areSlow && msFor(1000) > SLOW_KILOBYTE_MS;
    },
    /** Returns true if a frame may follow so many unconfirmed bytes. */
    has: (underWay: number): boolean => underWay === 0 || isNear() || underWay < room,
    /** Returns how long the line needs for so many bytes, in milliseconds; infinity if unknown. */
    msFor,
    learn: (trip: RoundTrip): void => {
      const { ms, size, bytes } = trip;
      if (ms <= least.ms || now() - least.at > LEAST_MS) least = { ms, bytes: size, at: now() };
      // The time that the line needs for the frame itself is no sign of a queue.
      const ownMs = alone.length < 2 ? 0 : msFor(Math.max(0, size - least.bytes));
      room = (room + (bytes * least.ms) / Math.max(least.ms, ms - ownMs) + SPARE_BYTES) / 2;
      if (size === bytes && bytes > MIN_SAMPLE_BYTES) alone = [...alone.slice(1 - SAMPLES), trip];
    },
  };
}
