import type { Ports } from '../../state/store.ts';

/** Milliseconds between two updates of the screen; on a slow line to the terminal. */
const SHOW_EVERY_MS = 100;
const SHOW_SLOWLY_MS = 500;

/** Creates the timer of `show`, for pages and rows that arrive one after another: painting takes longer. */
export function createThrottle({ now, isSlow }: Pick<Ports, 'now' | 'isSlow'>, show: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let shownAt = 0;
  const drop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const flush = (): void => {
    if (timer === undefined) return;
    drop();
    shownAt = now();
    show();
  };
  return {
    /** Calls it soon. Not in this turn: the next request is sent first. */
    take: (): void => {
      const everyMs = isSlow() ? SHOW_SLOWLY_MS : SHOW_EVERY_MS;
      timer ??= setTimeout(flush, Math.max(0, shownAt + everyMs - now()));
    },
    /** Calls it now if it is due soon. */
    flush,
    drop,
  };
}
