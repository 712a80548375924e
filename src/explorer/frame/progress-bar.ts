import { repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { fittingParts } from '../facts/fitting-parts.ts';
import { attentionWords, healthCount } from '../facts/health-count.ts';
import { type LongWork, spansText } from '../facts/line.ts';
import { contentOf, currentLoad } from '../screens/content.ts';
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
  return spansText(fittingParts(parts, width, GAP.length), GAP);
}
