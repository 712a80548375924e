import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Dress } from '../terminal/output/frames.ts';
import type { ScreenOutput } from '../terminal/output/output.ts';
import type { Lend } from '../terminal/process/suspend.ts';

/** A screen as rows, which can be shown without Ink. */
export type RowsView = {
  /** The rows of the screen as they are now, for a size. */
  readonly rows: (size: { readonly columns: number; readonly rows: number }) => readonly string[];
  readonly dress: () => Dress;
  /** Whether the rows are all of the screen now. What Ink adds to them, it shows together with them. */
  readonly isWhole: () => boolean;
  /** Whether nothing is new since the rows were asked for but more of what goes on being read. */
  readonly isMore: () => boolean;
  /** Tells of each change; the answer stops it. */
  readonly subscribe: (changed: () => void) => () => void;
  /** Settles when what the screen is about is there, or will not come. */
  readonly isThere: Promise<unknown>;
};

export type Showing = {
  /** Waits for the first answer, but not for long: keys are not heard before the app is there. */
  readonly headStart: () => Promise<void>;
  /** As long as the app is not there. */
  readonly lend: Lend;
  /** Settles when the terminal is not lent out. */
  readonly isBack: () => Promise<void>;
  /** The app is there: it has the terminal, and shows what is more than rows. */
  readonly live: () => void;
  /** From now on nothing is shown. */
  readonly end: () => void;
};

type Terminal = {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly output: ScreenOutput;
};

/** As long as the app is held back for the first answer: one from nearby is on the screen sooner so. */
const HEAD_START_MS = 12;
/** Between frames that show nothing but that more was read. */
const BETWEEN_MS = 33;

/**
 * Shows rows again whenever they or the size of the terminal change: before there is an app, and then as long as it has
 * nothing to add to them, because it takes longer.
 */
export function showing(
  { dress, rows, isWhole, isMore, subscribe, isThere }: RowsView,
  { stdin, stdout, output }: Terminal,
): Showing {
  let away: Promise<void> | undefined;
  let isScheduled = false;
  let timer: NodeJS.Timeout | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  let isLive = false;
  let isOver = false;

  const isLent = (): boolean => (isLive ? !output.isOn() : away !== undefined);
  const now = (): readonly string[] => rows({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
  const show = (): void => {
    if (isOver || isLent()) return;
    output.dress(dress());
    shownAt = performance.now();
    if (!isLive || isWhole()) output.show(now());
  };
  const due = (): void => {
    isScheduled = false;
    const ms = isMore() ? shownAt + BETWEEN_MS - performance.now() : 0;
    clearTimeout(timer);
    if (ms > 0) timer = setTimeout(show, ms);
    else show();
  };
  // Several changes of one turn are one frame.
  const soon = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(due);
  };
  const unsubscribe = subscribe(soon);
  stdout.on('resize', soon);
  show();

  const lend: Lend = until => {
    if (isOver) return until();
    stdin.setRawMode(false);
    output.restore();
    away = until().finally(() => {
      away = undefined;
      if (isOver) return;
      stdin.setRawMode(true);
      show();
    });
    return away;
  };
  return {
    lend,
    headStart: async () => {
      // Before its request has left no answer can be waited for: that alone takes milliseconds, more on a busy machine.
      await turn();
      await Promise.race([isThere, sleep(HEAD_START_MS)]);
      // What came with it is painted first.
      await turn();
    },
    isBack: async () => {
      while (away !== undefined) await away;
    },
    live: () => {
      isLive = true;
      output.prefer(() => (isWhole() ? now() : undefined));
    },
    end: () => {
      isOver = true;
      unsubscribe();
      clearTimeout(timer);
      stdout.off('resize', soon);
    },
  };
}
