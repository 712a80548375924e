import { setTimeout } from 'node:timers/promises';
import type { Dress } from '../terminal/frames.ts';
import type { ScreenOutput } from '../terminal/output.ts';
import type { Lend } from '../terminal/suspend.ts';

/** What is on the screen before the app is. */
export type First = {
  readonly dress: () => Dress;
  /** The rows of the screen as they are now, for a size. */
  readonly rows: (size: { readonly columns: number; readonly rows: number }) => readonly string[];
  /** Tells of each change; the answer stops it. */
  readonly subscribe: (changed: () => void) => () => void;
  /** Settles when what the screen is about is there, or will not come. */
  readonly isThere: Promise<unknown>;
};

export type Preview = {
  /** Waits for the first answer, but not for long: keys are not heard before the app is there. */
  readonly headStart: () => Promise<void>;
  readonly lend: Lend;
  /** Settles when the terminal is not lent out. */
  readonly isBack: () => Promise<void>;
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

/** Shows rows without an app, and again whenever they or the size of the terminal change. */
export function preview(
  { dress, rows, subscribe, isThere }: First,
  { stdin, stdout, output }: Terminal,
): Preview {
  let away: Promise<void> | undefined;
  let isScheduled = false;
  let isOver = false;

  const show = (): void => {
    isScheduled = false;
    if (isOver || away !== undefined) return;
    output.preview(rows({ columns: stdout.columns || 80, rows: stdout.rows || 24 }));
  };
  // Several changes of one turn are one frame.
  const later = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(show);
  };
  const unsubscribe = subscribe(later);
  stdout.on('resize', later);
  output.dress(dress());
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
      await Promise.race([isThere, setTimeout(HEAD_START_MS)]);
      // What came with it is painted first.
      await new Promise(resolve => setImmediate(resolve));
    },
    isBack: async () => {
      while (away !== undefined) await away;
    },
    end: () => {
      isOver = true;
      unsubscribe();
      stdout.off('resize', later);
    },
  };
}
