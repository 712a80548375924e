import { STATUS_QUERY, STATUS_REPLY } from '../sequences.ts';

const LOST_MS = 5000;
/** Longest wait for a reply before the terminal is given back. */
const GIVE_BACK_MS = 600;
/** Time between queries on a fast or a silent line. A slow line is queried with every frame. */
const FAST_LINE_MS = 5000;
const SILENT_LINE_MS = 60_000;

/** A query without a reply: its time, the bytes of its frame, all unconfirmed and all written bytes then. */
type Query = {
  readonly at: number;
  readonly frame: number;
  readonly bytes: number;
  readonly end: number;
};

function createQueries() {
  let open: readonly Query[] = [];
  let written = 0;
  let confirmed = 0;
  let frame = 0;
  let onSettled = (): void => undefined;
  /** Returns true if a reply may still come, which would be typed into whatever gets the terminal next. */
  const isAwaitingReply = (): boolean => open.some(({ at }) => performance.now() - at < GIVE_BACK_MS);
  return {
    /** True if queries are open and so many bytes before them may not have arrived yet. */
    areUnderWay: (bytes: number): boolean => open.length > 0 && written - confirmed >= bytes,
    wrote: (size: number): void => {
      written += size;
      frame = size;
    },
    send: (): void => {
      written += STATUS_QUERY.length;
      const bytes = written - confirmed;
      open = [...open, { at: performance.now(), frame: frame + STATUS_QUERY.length, bytes, end: written }];
    },
    /** Takes a reply and returns its query, which is then closed; undefined for other replies. */
    takeReply: (reply: string): Query | undefined => {
      const [first, ...others] = open;
      if (first === undefined || reply !== STATUS_REPLY) return undefined;
      open = others;
      confirmed = first.end;
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
      confirmed = written;
      onSettled();
    },
  };
}

/** Round trip of a slow line. */
const SLOW_MS = 30;
/** Time for a thousand bytes on a line that is slow, in milliseconds: 80 kbit/s. */
const SLOW_KILOBYTE_MS = 100;
/** Time after which the fastest round trip is measured anew: the route may have changed. */
const LEAST_MS = 10_000;
/** Bytes that may be under way on a line that was never full: what 64 kbit/s carry in 140 ms. */
const FIRST_ROOM = 1100;
/** Bytes that may wait on the line beyond its capacity, so that it is never idle. */
const SPARE_BYTES = 150;
/** Bytes that a frame has more than that of the fastest round trip, if the times of the two are compared. */
const COMPARABLE_BYTES = 100;
/** Number of the latest lone round trips that are compared, and the fewest that prove a slow line. */
const TRIPS = 6;
const MIN_SLOW_TRIPS = 3;

/** Room for what the line carries during the fastest round trip, and a little more. */
function lineCapacity() {
  let least = { ms: Number.POSITIVE_INFINITY, bytes: 0, at: 0 };
  let room = FIRST_ROOM;
  let areSlow: readonly boolean[] = [];
  const isNear = (): boolean => least.ms < SLOW_MS;
  return {
    isKnown: () => least.ms < Number.POSITIVE_INFINITY,
    isNear,
    /**
     * Returns true if a thousand bytes take long enough for a person to wait for them, by each of the latest
     * round trips: on a busy machine some are late, too, but not every one.
     */
    isSlow: (): boolean => !isNear() && areSlow.length >= MIN_SLOW_TRIPS && areSlow.every(Boolean),
    /** Returns the unconfirmed bytes from which on no frame may follow. */
    room: (): number => (isNear() ? Number.POSITIVE_INFINITY : room),
    learn: (ms: number, { frame, bytes }: Query): void => {
      const isAlone = frame === bytes;
      if (ms <= least.ms || (isAlone && performance.now() - least.at > LEAST_MS))
        least = { ms, bytes: frame, at: performance.now() };
      // A line that was not full may carry more than it did.
      if (bytes >= room) room = (room + (bytes * least.ms) / ms + SPARE_BYTES) / 2;
      const moreBytes = frame - least.bytes;
      const isSlow = ms - least.ms > (moreBytes * SLOW_KILOBYTE_MS) / 1000;
      if (isAlone && moreBytes >= COMPARABLE_BYTES) areSlow = [...areSlow.slice(1 - TRIPS), isSlow];
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
    if (!capacity.isKnown() || !queries.areUnderWay(capacity.room())) return true;
    timer ??= setTimeout(resume, LOST_MS);
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
      capacity.learn(performance.now() - query.at, query);
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
    end: (): void => {
      isListening = false;
      clearTimeout(timer);
      timer = undefined;
      queries.forget();
    },
  };
}
