import type { Lend } from './suspend.ts';

/** Longest delay, after another program has ended, of a signal that a key sent to it and to us. */
const LATE_SIGNAL_MS = 200;

/** Lends the terminal to programs that read its keys, including Ctrl-C, which must not end this one. */
export function createLender(lend: Lend) {
  let isLent = false;
  let returnTimer: NodeJS.Timeout | undefined;

  const lendOut: Lend = async until => {
    clearTimeout(returnTimer);
    isLent = true;
    await lend(until).finally(() => {
      returnTimer = setTimeout(() => {
        isLent = false;
      }, LATE_SIGNAL_MS).unref();
    });
  };
  return {
    lendOut,
    /**
     * Returns true while signals of keys may be meant for a program that has the terminal, or just had it.
     */
    isLent: () => isLent,
  };
}
