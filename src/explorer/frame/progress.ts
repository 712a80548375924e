import { memo } from '../../text/memo.ts';
import { currentLoad } from '../screens/content.ts';
import type { DeleteDialog } from '../state/dialogs.ts';
import type { RetryWait } from '../state/load.ts';
import { placeKey } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';

/** Work in progress, since a time in epoch milliseconds. `stops`: Esc stops it. */
export type Work = {
  readonly since: number;
  readonly label: string;
  readonly stops: boolean;
  readonly wait?: RetryWait | undefined;
  /** Words for the step after the pause. */
  readonly again?: string;
  /** Progress: `3 of 18`. */
  readonly count?: string;
};

/** Returns the work of a delete. Esc acts in all its phases, except on the last request under way. */
function deleteWork({ phase, since, targets }: DeleteDialog): Work | undefined {
  // The dialog counts the seconds to cancel itself.
  if (phase === 'confirming' || phase === 'grace' || phase === 'done') return undefined;
  const isChecking = targets.some(({ result }) => result === 'checking');
  const label = phase === 'reading' || isChecking ? 'checking' : 'deleting';
  const isLast = phase === 'running' && targets.length === 1;
  return { since, label, stops: phase !== 'stopping' && !isLast };
}

/**
 * Returns the work in progress for the screen. Cached by state: a new object each time would make React draw
 * without end.
 */
export const workOf = memo((state: State): Work | undefined => {
  const { dialog } = state;
  if (dialog?.kind === 'delete') return deleteWork(dialog);
  const load = currentLoad(state);
  if (load?.phase !== 'loading') return scanWork(state);
  const { since, wait } = load;
  return { since, label: 'loading', stops: dialog === undefined, wait };
});

/** Returns the scan in progress that a person asked for; Esc stops it only on its own list. */
function scanWork(state: State): Work | undefined {
  const {
    data: { scan },
    dialog,
  } = state;
  if (scan === undefined || scan.isAutomatic) return undefined;
  const isHere = scan.list === placeKey(currentView(state).place);
  const { since, wait } = scan;
  const stops = isHere && dialog === undefined;
  const count = `${scan.done} of ${scan.total}`;
  return { since, label: 'checking', stops, wait, again: 'continuing', count };
}

/** Milliseconds until the indicator of work appears: a flash would inform nobody. */
export const VISIBLE_AFTER_MS = 150;
