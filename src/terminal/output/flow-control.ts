import { STATUS_QUERY, STATUS_REPLY } from '../sequences.ts';

const LOST_MS = 5000;
/** Longest wait for a reply before the terminal is given back. */
const GIVE_BACK_MS = 600;
/**
 * Time between queries on a fast line, and on one that never replies. A slow line is queried with every
 * frame.
 */
const FAST_LINE_MS = 5000;
const SILENT_LINE_MS = 60_000;
/**
 * Time before the line is expected to be free at which the next frame is written, so that it is never idle.
 */
const EARLY_MS = 10;

/**
 * A query without a reply: its time, the bytes of its frame, those since the query before it, and all
 * unconfirmed bytes then.
 */
type Query = {
  readonly at: number;
  readonly frame: number;
  readonly size: number;
  readonly unconfirmed: number;
};

function createQueries() {
  let open: readonly Query[] = [];
  let unqueried = 0;
  let frame = 0;
  let onSettled = (): void => undefined;
  /** Returns true if a reply may still come, which would be typed into whatever gets the terminal next. */
  const isAwaitingReply = (): boolean => open.some(({ at }) => performance.now() - at < GIVE_BACK_MS);
  const unconfirmed = (): number => open.reduce((total, { size }) => total + size, 0);
  return {
    /** Returns the bytes before the open queries: they may not have arrived yet. */
    unconfirmed,
    /** Returns the open query if there is exactly one. */
    single: (): Query | undefined => (open.length === 1 ? open[0] : undefined),
    wrote: (size: number): void => {
      unqueried += size;
      frame = size;
    },
    send: (): void => {
      const size = unqueried + STATUS_QUERY.length;
      const query = {
        at: performance.now(),
        frame: frame + STATUS_QUERY.length,
        size,
        unconfirmed: unconfirmed() + size,
      };
      open = [...open, query];
      unqueried = 0;
    },
    /** Takes a reply and returns its query, which is then closed; undefined for other replies. */
    takeReply: (reply: string): Query | undefined => {
      const [first, ...others] = open;
      if (first === undefined || reply !== STATUS_REPLY) return undefined;
      open = others;
      if (others.length === 0) onSettled();
      return first;
    },
    isLost: (): boolean => open[0] !== undefined && performance.now() - open[0].at > LOST_MS,
    isAwaitingReply,
    /** Resolves when no reply is awaited any more, or after a time limit. */
    untilReplied: (): Promise<void> =>
      new Promise(resolve => {
        const late = setTimeout(resolve, isAwaitingReply() ? GIVE_BACK_MS : 0);
        onSettled = () => {
          clearTimeout(late);
          resolve();
        };
        if (!isAwaitingReply()) onSettled();
      }),
    forget: (): void => {
      open = [];
      onSettled();
    },
  };
}

/** Time from a query to its reply, the bytes of its frame, and all bytes on the line then. */
type RoundTrip = { readonly ms: number; readonly size: number; readonly bytes: number };

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
function lineCapacity() {
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
      if (ms <= least.ms || performance.now() - least.at > LEAST_MS)
        least = { ms, bytes: size, at: performance.now() };
      // The time that the line needs for the frame itself is no sign of a queue.
      const ownMs = alone.length < 2 ? 0 : msFor(Math.max(0, size - least.bytes));
      room = (room + (bytes * least.ms) / Math.max(least.ms, ms - ownMs) + SPARE_BYTES) / 2;
      if (size === bytes && bytes > MIN_SAMPLE_BYTES) alone = [...alone.slice(1 - SAMPLES), trip];
    },
  };
}

export type FlowControl = ReturnType<typeof createFlowControl>;

/**
 * Measures the line to the terminal by queries after frames, and holds frames back while the line is busy:
 * the next frame then shows the newest state, and none waits on the line behind others. Never waits for a
 * terminal that does not reply.
 */
export function createFlowControl(onFree: () => void) {
  const queries = createQueries();
  let capacity = lineCapacity();
  let queriedAt = Number.NEGATIVE_INFINITY;
  let isListening = false;
  let pauses = 0;
  let timer: NodeJS.Timeout | undefined;

  const resume = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    onFree();
  };
  /** Returns true if a frame may be written now; otherwise `onFree` is called as soon as one may. */
  const isFree = (): boolean => {
    // The reply may have gone to another program, or the terminal may be another by now.
    if (queries.isLost()) {
      queries.forget();
      capacity = lineCapacity();
    }
    if (!capacity.isKnown() || capacity.has(queries.unconfirmed())) return true;
    const last = queries.single();
    const waitMs =
      last === undefined ? LOST_MS : last.at + capacity.msFor(last.size) - EARLY_MS - performance.now();
    if (waitMs <= 0) return true;
    clearTimeout(timer);
    timer = setTimeout(resume, Math.min(waitMs, LOST_MS));
    return false;
  };
  const isDue = (): boolean => {
    const passedMs = performance.now() - queriedAt;
    if (!capacity.isKnown()) return passedMs > SILENT_LINE_MS;
    return !capacity.isNear() || passedMs > FAST_LINE_MS;
  };
  /** Stops queries for good, but still takes replies: the terminal is about to be given back. */
  const stopQueries = (): void => void pauses++;
  return {
    isFree,
    stopQueries,
    isSlow: (): boolean => capacity.isSlow(),
    isAwaitingReply: queries.isAwaitingReply,
    untilReplied: queries.untilReplied,
    /** Counts bytes that are written, and returns the query to write after them, or ''. */
    queryAfter: (size: number): string => {
      queries.wrote(size);
      if (!isListening || pauses > 0 || !isDue()) return '';
      queriedAt = performance.now();
      queries.send();
      return STATUS_QUERY;
    },
    /** Enables queries: somebody reads the replies now. */
    listen: (): void => {
      isListening = true;
    },
    /** Takes a reply of the terminal; ignores replies to other queries. */
    takeReply: (reply: string): void => {
      const query = queries.takeReply(reply);
      if (query === undefined) return;
      capacity.learn({ ms: performance.now() - query.at, size: query.frame, bytes: query.unconfirmed });
      resume();
    },
    /** Runs `until` once no reply is awaited, and sends no query until it has settled. */
    withoutQueries: async (until: () => Promise<void>): Promise<void> => {
      stopQueries();
      try {
        await queries.untilReplied();
        await until();
      } finally {
        pauses--;
      }
    },
    /** Stops queries, timers and waiting. */
    end: (): void => {
      isListening = false;
      clearTimeout(timer);
      timer = undefined;
      queries.forget();
    },
  };
}
