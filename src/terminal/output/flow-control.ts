import { STATUS_QUERY, STATUS_REPLY } from '../sequences.ts';

const LOST_MS = 5000;
const GIVE_BACK_MS = 600;
const LOOK_MS = 5;
/** A slow line is queried with every frame. */
const FAST_LINE_MS = 5000;
const SILENT_LINE_MS = 60_000;

/** The bytes of its frame, all unconfirmed and all written bytes then. */
type Query = Readonly<{ at: number; frame: number; bytes: number; end: number }>;

/** Round trip of a slow line. */
const SLOW_MS = 30;
/** For a thousand bytes: 80 kbit/s. */
const SLOW_KILOBYTE_MS = 100;
/** The fastest round trip is then measured anew: the route may have changed. */
const LEAST_MS = 10_000;
/**
 * Bytes that may be under way on a line that was never full: what 64 kbit/s carry in 250 ms. Simulated from
 * 19 to 1,000 kbit/s: with 1000 a held key misses frames where replies are late, with 3000 a slow line lags.
 */
const FIRST_ROOM = 2000;
/** SSH, TCP and IP around a frame: most of what a slow line carries while a key is held. */
const PACKET_BYTES = 90;
/** May wait on the line beyond its capacity, so that it is never idle: one frame of a key. */
const SPARE_BYTES = 300;
/** More than the frame of the fastest round trip, if the times of the two are compared. */
const COMPARABLE_BYTES = 100;
/** The latest lone round trips, and the fewest that prove a slow line. */
const TRIPS = 6;
const MIN_SLOW_TRIPS = 3;

function lineCapacity() {
  let least = { ms: Infinity, bytes: 0, at: 0 };
  let room = FIRST_ROOM;
  let areSlow: readonly boolean[] = [];
  const isKnown = () => least.ms < Infinity;
  const isNear = () => least.ms < SLOW_MS;
  return {
    isKnown,
    queryEveryMs: () => (isKnown() ? (isNear() ? FAST_LINE_MS : 0) : SILENT_LINE_MS),
    /** A thousand bytes take too long by each of the latest trips: on a busy machine only some are late. */
    isSlow: () => !isNear() && areSlow.length >= MIN_SLOW_TRIPS && areSlow.every(Boolean),
    /** Unconfirmed bytes from which on no frame may follow. */
    room: () => (isNear() ? Infinity : room),
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

/**
 * Measures the line by queries after frames, and holds frames back while it is busy: the next one then shows
 * the newest state. Never waits for a terminal that does not reply. `onFree`: a held frame may be written.
 */
export function createFlowControl(onFree: () => void) {
  let capacity = lineCapacity();
  let open: readonly Query[] = [];
  let written = 0;
  let confirmed = 0;
  let queriedAt = -Infinity;
  let isListening = false;
  let pauses = 0;
  let timer: NodeJS.Timeout | undefined;

  /** A late reply would be typed into whatever gets the terminal next. */
  const isAwaitingReply = () => open.some(({ at }) => performance.now() - at < GIVE_BACK_MS);
  const untilReplied = async () => {
    while (isAwaitingReply()) await new Promise(resolve => setTimeout(resolve, LOOK_MS));
  };
  const forget = () => {
    open = [];
    confirmed = written;
  };
  const resume = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    onFree();
  };
  const stopQueries = () => void pauses++;
  return {
    isAwaitingReply,
    untilReplied,
    stopQueries,
    isSlow: () => capacity.isSlow(),
    /** Otherwise `onFree` is called as soon as a frame may be written. */
    isFree: (): boolean => {
      // The reply may have gone to another program, or the terminal may be another by now.
      if (open[0] !== undefined && performance.now() - open[0].at > LOST_MS) {
        forget();
        capacity = lineCapacity();
      }
      if (!capacity.isKnown() || open.length === 0 || written - confirmed < capacity.room()) return true;
      timer ??= setTimeout(resume, LOST_MS);
      return false;
    },
    queryAfter: (size: number): string => {
      written += size + PACKET_BYTES;
      if (!isListening || pauses > 0 || performance.now() - queriedAt < capacity.queryEveryMs()) return '';
      queriedAt = performance.now();
      written += STATUS_QUERY.length;
      const frame = size + PACKET_BYTES + STATUS_QUERY.length;
      open = [...open, { at: queriedAt, frame, bytes: written - confirmed, end: written }];
      return STATUS_QUERY;
    },
    /** Somebody reads the replies now. */
    listen: (): void => {
      isListening = true;
    },
    takeReply: (reply: string): void => {
      const [query, ...others] = open;
      if (query === undefined || reply !== STATUS_REPLY) return;
      open = others;
      confirmed = query.end;
      capacity.learn(performance.now() - query.at, query);
      resume();
    },
    /** Waits until no reply is awaited, and sends no query until `until` has settled. */
    withoutQueries: async (until: () => Promise<void>): Promise<void> => {
      stopQueries();
      try {
        await untilReplied();
        await until();
      } finally {
        pauses--;
      }
    },
    end: (): void => {
      isListening = false;
      clearTimeout(timer);
      timer = undefined;
      forget();
    },
  };
}
