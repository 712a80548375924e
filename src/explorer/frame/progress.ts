import { memo } from '../../text/memo.ts';
import { repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { attentionWords, healthCount } from '../facts/health-count.ts';
import { fitParts, type LongWork, PART_GAP, spansText } from '../facts/line.ts';
import { contentOf, currentLoad } from '../screens/content.ts';
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
  readonly count?: string | undefined;
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

const BAR_CELLS = 8;
/** Milliseconds of work after which its rate is known. */
const RATE_AFTER_MS = 2000;

export function listWork(state: State): LongWork | undefined {
  const { scan } = state.data;
  const { place } = currentView(state);
  const load = currentLoad(state);
  const content = contentOf(state);
  if (content.kind !== 'table' || place.screen !== 'list') return undefined;
  if (load?.phase === 'loading' && load.countFrom !== undefined)
    return {
      done: content.rows.ids.length,
      from: load.countFrom,
      total: undefined,
      since: load.since,
      verb: safe` loaded so far`,
    };
  if (scan === undefined || scan.isAutomatic || scan.list !== placeKey(place)) return undefined;
  const { done, from, total, since, checkedSince: ratedSince } = scan;
  // The bar counts the rows of a filter, which have no count of what was found.
  const isFiltered = (content.listing.filter?.terms.length ?? 0) > 0;
  const count = isFiltered ? undefined : healthCount(state, place, content.rows);
  const found = count?.troubled === 0 ? undefined : count && attentionWords(count);
  return { done, from, total, since, ratedSince, verb: safe` checked`, found };
}

/** Returns the bar and the count; without a total there is nothing to draw a share of. */
function countPart({ done, total, verb = safe`` }: LongWork): SafeText {
  if (total === undefined) return safe`${done}${verb}`;
  const filled = Math.round((BAR_CELLS * done) / Math.max(1, total));
  return safe`${repeat(safe`━`, filled)}${repeat(safe`╌`, BAR_CELLS - filled)} ${done} of ${total}${verb}`;
}

function rateParts(
  { done, from, total, since, ratedSince = since }: LongWork,
  now: number,
): readonly SafeText[] {
  const passedMs = now - ratedSince;
  const perSecond = ((done - from) * 1000) / passedMs;
  if (passedMs < RATE_AFTER_MS || perSecond < 0.1) return [];
  const rate = safe`${perSecond < 10 ? Math.round(perSecond * 10) / 10 : Math.round(perSecond)}/s`;
  return total === undefined ? [rate] : [rate, safe`${Math.ceil((total - done) / perSecond)} s left`];
}

/**
 * Returns `━━━━━╌╌╌ 80 of 163 checked · 2 need attention · 40/s · 3 s left` for work in progress, or
 * `140 loaded so far · 65/s` while the total is unknown, without its last parts if `width` is too small;
 * undefined for short work.
 */
export function progressBar(
  work: LongWork | undefined,
  { now, width }: { readonly now: number; readonly width: number },
): SafeText | undefined {
  if (work === undefined || now - work.since < VISIBLE_AFTER_MS) return undefined;
  const found = work.found === undefined ? [] : [work.found];
  const parts = [countPart(work), ...found, ...rateParts(work, now)].map(text => ({ text, rank: 0 }));
  return spansText(fitParts(parts, width, PART_GAP.length), PART_GAP);
}
