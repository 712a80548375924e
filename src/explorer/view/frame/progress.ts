import { memo } from '../../../text/memo.ts';
import type { RemovingMany } from '../../state/dialogs.ts';
import { placeKey } from '../../state/place.ts';
import type { Wait } from '../../state/retry-wait.ts';
import { currentView, type State } from '../../state/state.ts';
import { currentLoad } from '../content/content.ts';

export type Work = {
  readonly since: number;
  readonly what: string;
  readonly stops: boolean;
  readonly wait?: Wait | undefined;
  /** What is done when the wait is over. */
  readonly again?: string;
};

/** What several deletes are about. Esc does something in each of these phases. */
function bulkWork({ phase, since, graceMs }: RemovingMany): Work | undefined {
  if (phase === 'asking' || phase === 'done') return undefined;
  const what = phase === 'reading' ? 'reading again' : 'deleting';
  const wait = phase === 'grace' ? { until: since + graceMs, status: undefined } : undefined;
  return { since, what, stops: phase !== 'stopping', wait, again: 'deleting' };
}

/**
 * The request that is under way for what is on the screen. In the dialog of a delete Esc stops none.
 * The same state gives the same object: React would draw without end otherwise.
 */
export const workOf = memo((state: State): Work | undefined => {
  const { dialog } = state;
  if (dialog?.kind === 'remove' && dialog.phase !== 'asking') {
    const what = dialog.phase === 'sending' ? 'deleting' : 'checking';
    return { since: dialog.since, what, stops: false };
  }
  if (dialog?.kind === 'remove-many') return bulkWork(dialog);
  const load = currentLoad(state);
  if (load?.phase !== 'loading') return scanWork(state);
  const { since, wait } = load;
  return { since, what: 'reading', stops: dialog === undefined, wait };
});

/** The rows that are being checked; Esc stops that only where they are. */
function scanWork(state: State): Work | undefined {
  const {
    data: { scan },
    dialog,
  } = state;
  if (scan === undefined) return undefined;
  const count = `${scan.done} of ${scan.total}`;
  const isHere = scan.list === placeKey(currentView(state).place);
  const { since, wait } = scan;
  const what = `checking ${count}`;
  return { since, what, stops: isHere && dialog === undefined, wait, again: `${count} checked, going on` };
}

/** Work shorter than this shows no mark: a flash says nothing. */
export const VISIBLE_AFTER_MS = 150;
