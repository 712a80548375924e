import { createQueries, LOST_MS, QUERY } from '../acknowledgements.ts';
import { lineCapacity } from './line-speed.ts';

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

export type FlowControl = {
  /** Returns true if a frame may be written now; otherwise `onFree` is called as soon as one may. */
  readonly isFree: () => boolean;
  readonly isSlow: () => boolean;
  /** Counts bytes that are written, and returns the query to write after them, or ''. */
  readonly queryAfter: (size: number) => string;
  /** Enables queries: somebody reads the replies now. */
  readonly listen: () => void;
  /** Takes a reply of the terminal; ignores replies to other queries. */
  readonly takeReply: (reply: string) => void;
  /** Returns true if a reply may still come, which would be typed into whatever gets the terminal next. */
  readonly isAwaitingReply: () => boolean;
  /** Resolves when no reply is awaited any more, or after a time limit. */
  readonly untilReplied: () => Promise<void>;
  /** Runs `until` once no reply is awaited, and sends no query until it has settled. */
  readonly withoutQueries: (until: () => Promise<void>) => Promise<void>;
  /** Stops queries for good, but still takes replies: the terminal is about to be given back. */
  readonly stopQueries: () => void;
  /** Stops queries, timers and waiting. */
  readonly end: () => void;
};

/**
 * Measures the line to the terminal by queries after frames, and holds frames back while the line is busy:
 * the next frame then shows the newest state, and none waits on the line behind others. Never waits for a
 * terminal that does not reply.
 */
export function createFlowControl(
  onFree: () => void,
  now: () => number = () => performance.now(),
): FlowControl {
  const queries = createQueries(now);
  let capacity = lineCapacity(now);
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
  const isFree = (): boolean => {
    // The reply may have gone to another program, or the terminal may be another by now.
    if (queries.isLost()) {
      queries.forget();
      capacity = lineCapacity(now);
    }
    if (!capacity.isKnown() || capacity.has(queries.unconfirmed())) return true;
    const last = queries.single();
    const waitMs = last === undefined ? LOST_MS : last.at + capacity.msFor(last.size) - EARLY_MS - now();
    if (waitMs <= 0) return true;
    clearTimeout(timer);
    timer = setTimeout(resume, Math.min(waitMs, LOST_MS));
    return false;
  };
  const isDue = (): boolean => {
    const passedMs = now() - queriedAt;
    if (!capacity.isKnown()) return passedMs > SILENT_LINE_MS;
    return !capacity.isNear() || passedMs > FAST_LINE_MS;
  };
  const queryAfter = (size: number): string => {
    queries.wrote(size);
    if (!isListening || pauses > 0 || !isDue()) return '';
    queriedAt = now();
    queries.send();
    return QUERY;
  };
  const takeReply = (reply: string): void => {
    const query = queries.takeReply(reply);
    if (query === undefined) return;
    const { at, frame, unconfirmed } = query;
    capacity.learn({ ms: now() - at, size: frame, bytes: unconfirmed });
    resume();
  };
  const end = (): void => {
    isListening = false;
    clearTimeout(timer);
    timer = undefined;
    queries.forget();
  };
  const stopQueries = (): void => {
    pauses++;
  };
  const withoutQueries = async (until: () => Promise<void>): Promise<void> => {
    stopQueries();
    try {
      await queries.untilReplied();
      await until();
    } finally {
      pauses--;
    }
  };
  const listen = (): void => {
    isListening = true;
  };
  const { isAwaitingReply, untilReplied } = queries;
  const isSlow = (): boolean => capacity.isSlow();
  const observers = { isFree, isSlow, isAwaitingReply, untilReplied };
  return { ...observers, queryAfter, listen, takeReply, withoutQueries, stopQueries, end };
}
