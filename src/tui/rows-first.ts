import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Dress } from '../terminal/output/frames.ts';
import type { ScreenOutput } from '../terminal/output/output.ts';
import type { Lend } from '../terminal/process/suspend.ts';

/** A screen as rows, which can be shown without Ink. */
export type RowsView = {
  /** The rows of the screen as they are now. */
  readonly rows: () => readonly string[];
  readonly dress: () => Dress;
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
  /** From now on nothing is shown: the app draws, or there is no screen any more. */
  readonly end: () => void;
};

type Terminal = { readonly stdin: NodeJS.ReadStream; readonly output: ScreenOutput };

/** As long as the app is held back for the first answer: one from nearby is on the screen sooner so. */
const HEAD_START_MS = 12;

/** Shows rows again whenever they change, until there is an app: loading Ink takes longer than the first answer. */
export function showing({ dress, rows, subscribe, isThere }: RowsView, { stdin, output }: Terminal): Showing {
  let away: Promise<void> | undefined;
  let isScheduled = false;
  let isOver = false;

  const show = (): void => {
    isScheduled = false;
    if (isOver || away !== undefined) return;
    output.dress(dress());
    output.show(rows());
  };
  // Several changes of one turn are one frame.
  const soon = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(show);
  };
  const unsubscribe = subscribe(soon);
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
    end: () => {
      isOver = true;
      unsubscribe();
    },
  };
}
