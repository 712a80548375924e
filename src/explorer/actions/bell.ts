import type { Ports } from '../state/ports.ts';
import type { State } from '../state/state.ts';
import type { ReadonlyStore } from '../state/store.ts';

/** Milliseconds of work after which its end rings. */
const LONG_MS = 5000;

/**
 * Returns true during work that a person may have left alone: a load of all pages, a check that they asked
 * for, the reads and requests of a delete.
 */
function isAwaited({ dialog, data: { lists, scan } }: State): boolean {
  if (dialog?.kind === 'delete' && ['reading', 'running', 'stopping'].includes(dialog.phase)) return true;
  if (scan !== undefined && !scan.isAutomatic) return true;
  return Object.values(lists).some(load => load?.phase === 'loading' && load.countFrom !== undefined);
}

type BellContext = Pick<Ports, 'now'> & { readonly store: ReadonlyStore<State> };

/** Calls `ring` at the end of work that took more than a few seconds. */
export function ringAfterLongWork({ store, now }: BellContext, ring: () => void): void {
  let since: number | undefined;
  const end = (): void => {
    if (since === undefined || isAwaited(store.getState())) return;
    const passedMs = now() - since;
    since = undefined;
    if (passedMs >= LONG_MS) ring();
  };
  store.subscribe(state => {
    if (isAwaited(state)) since ??= now();
    // Rows that were loaded to be checked are checked in the same turn: that is one piece of work.
    else if (since !== undefined) setImmediate(end);
  });
}
