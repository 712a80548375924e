import type { Lend } from './suspend.ts';

/** How late what a key sent to all in front of the terminal may come after the end of the one it was meant for. */
const LATE_SIGNAL_MS = 200;

/** Lends the terminal to programs that have its keys, also those that would stop this one. */
export function handing(lend: Lend) {
  let isLent = false;
  let back: NodeJS.Timeout | undefined;

  const hand: Lend = async until => {
    clearTimeout(back);
    isLent = true;
    await lend(until).finally(() => {
      back = setTimeout(() => {
        isLent = false;
      }, LATE_SIGNAL_MS).unref();
    });
  };
  return {
    hand,
    /** Whether what the keys send may be meant for one that has the terminal, or just had it. */
    isLent: () => isLent,
  };
}
