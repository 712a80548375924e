import type { Loaded, Rows } from '../../state/load.ts';

/** Milliseconds between two updates of the screen: painting takes as long as receiving some pages. */
const SHOW_EVERY_MS = 100;

/** Shows loaded pages, at most one every `SHOW_EVERY_MS`. */
export function createPageThrottle(now: () => number, show: (loaded: Loaded<Rows>) => void) {
  let pending: (() => Loaded<Rows>) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let shownAt = 0;
  const drop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    pending = undefined;
  };
  /** Shows the pending pages now. */
  const flush = (): void => {
    const loaded = pending?.();
    drop();
    if (loaded === undefined) return;
    shownAt = now();
    show(loaded);
  };
  return {
    drop,
    flush,
    // Not in this turn: the request for the next page is sent first.
    take: (loaded: () => Loaded<Rows>): void => {
      pending = loaded;
      timer ??= setTimeout(flush, Math.max(0, shownAt + SHOW_EVERY_MS - now()));
    },
  };
}
