import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { ScreenStyle } from '../terminal/output/frames.ts';
import type { ScreenOutput } from '../terminal/output/output.ts';
import type { Lend } from '../terminal/process/programs.ts';

export type RowsView = Readonly<{
  rows: () => readonly string[];
  style: () => ScreenStyle;
  subscribe: (changed: () => void) => () => void;
  firstData: Promise<unknown>;
}>;

type Terminal = Readonly<{ stdin: NodeJS.ReadStream; output: ScreenOutput }>;

/** A fast response is on the screen sooner if the app waits for it. */
const HEAD_START_MS = 12;

/** Draws until the app runs: loading Ink takes longer than the first response. */
export function showFirstRows({ style, rows, subscribe, firstData }: RowsView, { stdin, output }: Terminal) {
  let lent: Promise<void> | undefined;
  let isScheduled = false;
  let hasEnded = false;

  const show = () => {
    isScheduled = false;
    if (hasEnded || lent !== undefined) return;
    output.setStyle(style());
    output.show(rows());
  };
  // Changes in one turn of the event loop share a frame.
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(show);
  };
  const unsubscribe = subscribe(schedule);
  show();

  const lend: Lend = until => {
    if (hasEnded) return until();
    stdin.setRawMode(false);
    output.restore();
    lent = until().finally(() => {
      lent = undefined;
      if (hasEnded) return;
      stdin.setRawMode(true);
      show();
    });
    return lent;
  };
  return {
    lend,
    /** Only briefly: keys are not read before the app runs. */
    headStart: async () => {
      // Let the request leave first: that takes milliseconds, more on a busy machine.
      await turn();
      await Promise.race([firstData, sleep(HEAD_START_MS)]);
      // Draw the data first.
      await turn();
    },
    isBack: async () => {
      while (lent !== undefined) await lent;
    },
    end: () => {
      hasEnded = true;
      unsubscribe();
    },
  };
}
