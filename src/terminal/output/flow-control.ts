import { LOST_MS, QUESTION, questions } from '../acknowledgements.ts';
import { lineRoom } from './line-speed.ts';

/** A slow line is asked with every frame, another one now and then, and one that does not answer hardly ever. */
const NOW_AND_THEN_MS = 5000;
const HARDLY_EVER_MS = 60_000;
/** So long before the line is free the next frame is written: a line that waits for us is lost time. */
const EARLY_MS = 10;

export type Pace = {
  /** Whether a frame may be written now; otherwise `go` is called as soon as one may. */
  readonly isFree: () => boolean;
  /** Notes that so many bytes are written, and gives what is to be written behind them, mostly nothing. */
  readonly behind: (size: number) => string;
  /** From now on answers are heard. */
  readonly listen: () => void;
  /** Takes what the terminal said, if it is an answer. */
  readonly hear: (reply: string) => void;
  /** Whether an answer may still come: it would be typed into whatever gets the terminal next. */
  readonly isAwaiting: () => boolean;
  /** Settles when none is awaited, or has been for long enough. */
  readonly quiet: () => Promise<void>;
  /** Carries something out when no answer is awaited, and asks nothing until it has settled. */
  readonly unasked: (until: () => Promise<void>) => Promise<void>;
  /** Stops asking for good, and goes on hearing answers: the terminal is about to be another's. */
  readonly stopAsking: () => void;
  /** Nothing is asked any more, and nothing awaited. */
  readonly end: () => void;
};

/**
 * Finds out whether the line to the terminal is slow, by questions that ride behind frames, and then lets no more frames
 * be written than the line takes at once: what is shown next is what there is then, and no frame waits in the line
 * behind others. A terminal that does not answer is never waited for.
 */
export function createPace(go: () => void, now: () => number = () => performance.now()): Pace {
  const asked = questions(now);
  let room = lineRoom(now);
  let askedAt = Number.NEGATIVE_INFINITY;
  let isListening = false;
  let silences = 0;
  let timer: NodeJS.Timeout | undefined;

  const resume = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    go();
  };
  const isFree = (): boolean => {
    // The terminal may have been another's when the answer came, or be another by now.
    if (asked.isLost()) {
      asked.forget();
      room = lineRoom(now);
    }
    if (!room.isKnown() || room.has(asked.underWay())) return true;
    const last = asked.single();
    const waits = last === undefined ? LOST_MS : last.at + room.msFor(last.size) - EARLY_MS - now();
    if (waits <= 0) return true;
    clearTimeout(timer);
    timer = setTimeout(resume, Math.min(waits, LOST_MS));
    return false;
  };
  const isDue = (): boolean => {
    const passed = now() - askedAt;
    if (!room.isKnown()) return passed > HARDLY_EVER_MS;
    return !room.isNear() || passed > NOW_AND_THEN_MS;
  };
  const behind = (size: number): string => {
    asked.sent(size);
    if (!isListening || silences > 0 || !isDue()) return '';
    askedAt = now();
    asked.ask();
    return QUESTION;
  };
  const hear = (reply: string): void => {
    const question = asked.answeredBy(reply);
    if (question === undefined) return;
    const { at, size, underWay } = question;
    room.learn({ ms: now() - at, bytes: underWay, isAlone: size === underWay });
    resume();
  };
  const end = (): void => {
    isListening = false;
    clearTimeout(timer);
    timer = undefined;
    asked.forget();
  };
  const { isAwaiting, quiet } = asked;
  const stopAsking = (): void => {
    silences++;
  };
  const unasked = async (until: () => Promise<void>): Promise<void> => {
    stopAsking();
    try {
      await quiet();
      await until();
    } finally {
      silences--;
    }
  };
  const listen = (): void => {
    isListening = true;
  };
  return { isFree, behind, listen, hear, isAwaiting, quiet, unasked, stopAsking, end };
}
