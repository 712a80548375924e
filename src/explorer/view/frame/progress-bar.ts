import { repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { placeKey } from '../../state/place.ts';
import { currentView, type State } from '../../state/state.ts';
import { contentOf, currentLoad } from '../content/content.ts';
import { VISIBLE_AFTER_MS } from './progress.ts';

/** Work on many records. `from`: those done before it began; `total` is undefined while it is unknown. */
type LongWork = {
  readonly done: number;
  readonly from: number;
  readonly total: number | undefined;
  readonly since: number;
};

/** Cells of the bar. */
const BAR_CELLS = 8;
/** Milliseconds of work after which its rate is known. */
const RATE_AFTER_MS = 2000;

/** Returns the load of all pages, or the check that a person asked for, on the list that is shown. */
function longWork(state: State): LongWork | undefined {
  const { scan } = state.data;
  const load = currentLoad(state);
  const content = contentOf(state);
  if (content.kind !== 'table') return undefined;
  if (load?.phase === 'loading' && load.countFrom !== undefined)
    return { done: content.rows.ids.length, from: load.countFrom, total: undefined, since: load.since };
  if (scan === undefined || scan.isAutomatic || scan.list !== placeKey(currentView(state).place))
    return undefined;
  return { done: scan.done, from: 0, total: scan.total, since: scan.since };
}

/** Returns the filled cells. Without a total the bar grows ever more slowly and is never full. */
function filledCells({ done, from, total }: LongWork): number {
  if (total !== undefined) return Math.round((BAR_CELLS * done) / Math.max(1, total));
  const added = done - from;
  return Math.floor((BAR_CELLS * added) / (added + Math.max(1, done / 2)));
}

function rateWords({ done, from, total, since }: LongWork, now: number): SafeText {
  const passedMs = now - since;
  const perSecond = ((done - from) * 1000) / passedMs;
  if (passedMs < RATE_AFTER_MS || perSecond < 0.1) return safe``;
  const rate = safe` · ${perSecond < 10 ? Math.round(perSecond * 10) / 10 : Math.round(perSecond)}/s`;
  return total === undefined ? rate : safe`${rate} · ${Math.ceil((total - done) / perSecond)} s left`;
}

/** Returns `━━━━━╌╌╌ 80 of 163 · 40/s · 3 s left` for long work on the list that is shown. */
export function progressBar(state: State): SafeText | undefined {
  const work = longWork(state);
  const { now } = state.session;
  if (work === undefined || now - work.since < VISIBLE_AFTER_MS) return undefined;
  const filled = filledCells(work);
  const bar = safe`${repeat(safe`━`, filled)}${repeat(safe`╌`, BAR_CELLS - filled)}`;
  return safe`${bar} ${work.done} of ${work.total ?? safe`?`}${rateWords(work, now)}`;
}
