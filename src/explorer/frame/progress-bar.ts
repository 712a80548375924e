import { joinSafe, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { fittingParts } from '../facts/fitting-parts.ts';
import { healthCount, troubledWords } from '../facts/health-count.ts';
import type { LongWork } from '../facts/line.ts';
import { contentOf, currentLoad } from '../screens/content.ts';
import type { Table } from '../screens/list/table.ts';
import { placeKey } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';
import { VISIBLE_AFTER_MS } from './progress.ts';

const GAP = ' · ';
const BAR_CELLS = 8;
/** Milliseconds of work after which its rate is known. */
const RATE_AFTER_MS = 2000;

/** Returns the load of all pages, or the check that a person asked for, on the list that is shown. */
export function listWork(state: State): LongWork | undefined {
  const { scan } = state.data;
  const load = currentLoad(state);
  const content = contentOf(state);
  if (content.kind !== 'table') return undefined;
  if (load?.phase === 'loading' && load.countFrom !== undefined)
    return {
      done: content.rows.ids.length,
      from: load.countFrom,
      total: undefined,
      since: load.since,
      verb: safe` loaded so far`,
    };
  if (scan === undefined || scan.isAutomatic || scan.list !== placeKey(currentView(state).place))
    return undefined;
  const { done, from, total, since, checkedSince: ratedSince, isWhole } = scan;
  // A scan of some rows has no count for the whole list.
  const isOfList = isWhole && (content.listing.filter?.terms.length ?? 0) === 0;
  const found = isOfList ? foundWords(state, content) : undefined;
  return { done, from, total, since, ratedSince, verb: safe` checked`, found };
}

/** Returns how many of the checked rows of the list need attention; undefined for none. */
function foundWords(state: State, { rows }: Table): SafeText | undefined {
  const { place } = currentView(state);
  const troubled = place.screen === 'list' ? healthCount(state, place, rows).troubled : undefined;
  return troubled === undefined || troubled === 0 ? undefined : troubledWords(troubled);
}

/** Returns the bar and the count; without a total there is nothing to draw a share of. */
function countPart({ done, total, verb = safe`` }: LongWork): SafeText {
  if (total === undefined) return safe`${done}${verb}`;
  const filled = Math.round((BAR_CELLS * done) / Math.max(1, total));
  return safe`${repeat(safe`━`, filled)}${repeat(safe`╌`, BAR_CELLS - filled)} ${done} of ${total}${verb}`;
}

/** Returns the rate and the time left, once they are known. */
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
  return joinSafe(
    fittingParts(parts, width, GAP.length).map(({ text }) => text),
    GAP,
  );
}
