import { memo } from '../../text/memo.ts';
import { repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { attentionWords, healthCount } from '../facts/health-count.ts';
import { fitParts, type LongWork, PART_GAP, spansText } from '../facts/line.ts';
import { isFiltered } from '../facts/visible-rows.ts';
import { contentOf, currentLoad } from '../screens/content.ts';
import type { DeleteDialog } from '../state/dialogs.ts';
import type { RetryWait } from '../state/load.ts';
import { placeKey } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';

/** `since`: epoch milliseconds. `stops`: Esc stops it. */
export type Work = Readonly<{
  since: number;
  label: string;
  stops: boolean;
  wait?: RetryWait | undefined;
  again?: string;
  /** `3 of 18` */
  count?: string | undefined;
}>;

/** Esc acts in all phases of a delete, except on the last request under way. */
function deleteWork({ phase, since, targets, wait }: DeleteDialog): Work | undefined {
  // The dialog counts the seconds to cancel itself.
  if (phase === 'confirming' || phase === 'grace' || phase === 'done') return undefined;
  const isChecking = phase === 'reading' || targets.some(({ result }) => result === 'checking');
  const isLast = phase === 'running' && targets.length === 1 && wait === undefined;
  return {
    since,
    label: isChecking ? 'checking' : 'deleting',
    stops: phase !== 'stopping' && !isLast,
    wait,
    again: 'sending',
  };
}

/**
 * Esc stops a check only on its own list. Cached by state: a new object each time would make React draw
 * without end.
 */
export const workOf = memo((state: State): Work | undefined => {
  const { dialog, data } = state;
  if (dialog?.kind === 'delete') return deleteWork(dialog);
  const load = currentLoad(state);
  const stops = dialog === undefined;
  if (load?.phase === 'loading') return { since: load.since, label: 'loading', stops, wait: load.wait };
  const { check } = data;
  if (check === undefined || check.isAutomatic) return undefined;
  const { since, wait, done, total } = check;
  return {
    since,
    label: 'checking',
    stops: stops && check.list === placeKey(currentView(state).place),
    wait,
    again: 'continuing',
    count: `${done} of ${total}`,
  };
});

export const VISIBLE_AFTER_MS = 150;

const BAR_CELLS = 8;
const RATE_AFTER_MS = 2000;

export function listWork(state: State): LongWork | undefined {
  const { check } = state.data;
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
  if (check === undefined || check.isAutomatic || check.list !== placeKey(place)) return undefined;
  const { done, from, total, since, checkedSince: ratedSince } = check;
  // The bar counts the rows of a filter, which have no count of what was found.
  const count = isFiltered(content.listing) ? undefined : healthCount(state, place, content.rows);
  const found = count?.troubled === 0 ? undefined : count && attentionWords(count);
  return { done, from, total, since, ratedSince, verb: safe` checked`, found };
}

/**
 * `━━━━━╌╌╌ 80 of 163 checked · 2 need attention · 40/s · 3 s left`, or `140 loaded so far · 65/s` while the
 * total is unknown, without its last parts if `width` is too small; undefined for short work.
 */
export function progressBar(work: LongWork | undefined, now: number, width: number): SafeText | undefined {
  if (work === undefined || now - work.since < VISIBLE_AFTER_MS) return undefined;
  const { done, from, total, since, ratedSince = since, verb = safe``, found } = work;
  const parts: SafeText[] = [safe`${done}${verb}`];
  if (total !== undefined) {
    const filled = Math.round((BAR_CELLS * done) / Math.max(1, total));
    const bar = safe`${repeat(safe`━`, filled)}${repeat(safe`╌`, BAR_CELLS - filled)}`;
    parts[0] = safe`${bar} ${done} of ${total}${verb}`;
  }
  if (found !== undefined) parts.push(found);
  const passedMs = now - ratedSince;
  const perSecond = ((done - from) * 1000) / passedMs;
  if (passedMs >= RATE_AFTER_MS && perSecond >= 0.1) {
    parts.push(safe`${perSecond < 10 ? Math.round(perSecond * 10) / 10 : Math.round(perSecond)}/s`);
    if (total !== undefined) parts.push(safe`${Math.ceil((total - done) / perSecond)} s left`);
  }
  const fitting = fitParts(
    parts.map(text => ({ text, rank: 0 })),
    width,
    PART_GAP.length,
  );
  return spansText(fitting, PART_GAP);
}
