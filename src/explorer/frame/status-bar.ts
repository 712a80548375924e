import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { clockTime, span as timeSpan } from '../../text/units.ts';
import { layoutOf } from '../facts/layout.ts';
import { span, spansText } from '../facts/line.ts';
import { writeMode } from '../facts/write-protection.ts';
import { currentLoad } from '../screens/content.ts';
import { isStale } from '../state/load.ts';
import { listOf, placeKey } from '../state/place.ts';
import { currentView, type Refresh, type State, skewWords } from '../state/state.ts';

function ageText({ session, screen }: State, at: number, isNarrow: boolean): SafeText {
  if (screen.exactTimes) return clean(clockTime(at).slice(0, isNarrow ? 5 : 8));
  const words = timeSpan(Math.max(0, session.now - at));
  return words === 'now' || isNarrow ? words : safe`${words} ago`;
}

export function freshness(state: State) {
  const load = currentLoad(state);
  if (load?.last === undefined) return undefined;
  const { at } = load.last;
  const { isNarrow } = layoutOf(state);
  if (state.session.offline !== undefined) {
    const minute = clean(clockTime(at).slice(0, 5));
    return { text: isNarrow ? minute : safe`as of ${minute}`, status: 'offline' } as const;
  }
  const isOld = isStale(load, state.session.now);
  const skew = isNarrow ? undefined : skewWords(state);
  const before = skew && safe`${skew} · `;
  const stale = isOld && safe`STALE · `;
  return {
    text: safe`${before}${stale}${ageText(state, at, isNarrow)}`,
    status: isOld ? 'stale' : 'fresh',
  } as const;
}

export const MODE_GAP = span(safe` · `, 'dim');

/**
 * `isBusy`: beside work in progress, to which the time and the usual write mode give way. The other modes
 * always stay.
 */
export function statusBar(state: State, isBusy = false) {
  const { isNarrow } = layoutOf(state);
  const { server, offline } = state.session;
  const mode = writeMode(state);
  const isUsual = mode?.kind === 'writable';
  const refresh = refreshWords(state);
  const fresh = freshness(state);
  const modes = [
    mode && !(isBusy && isUsual) && span(mode.text, isUsual || mode.kind === 'read-only' ? 'dim' : 'warn'),
    server?.isUnverified === true && span(isNarrow ? safe`TLS!` : safe`TLS NOT VERIFIED`, 'bad'),
    offline !== undefined && span(safe`OFFLINE`, 'bad'),
    refresh !== undefined && !isNarrow && span(refresh, 'dim'),
  ].filter(part => part !== undefined && part !== false);
  return {
    modes: modes.flatMap((mode, at) => (at === 0 ? [mode] : [MODE_GAP, mode])),
    gap: modes.length === 0 || fresh === undefined ? span(safe``) : isNarrow ? span(safe` `) : MODE_GAP,
    fresh: span(fresh?.text ?? safe``, fresh?.status === 'stale' ? 'warn' : 'dim'),
  };
}

export const barText = ({ modes, gap, fresh }: ReturnType<typeof statusBar>) =>
  spansText([...modes, gap, fresh]);

const LIST_REFRESH_S = 60;

/** Half as often while nobody works in the window. */
const slowed = ({ session }: State, seconds: number) => seconds * (session.isAway ? 2 : 1);

/**
 * Those that a person chose, else those of a list of the documented API; undefined if the place is not
 * refreshed.
 */
export function refreshSeconds(state: State): number | undefined {
  const { place } = currentView(state);
  const chosen = currentRefresh(state)?.seconds;
  if (chosen !== undefined) return slowed(state, chosen);
  if (place.screen !== 'list' || state.user.refresh !== 'auto') return undefined;
  const { list } = listOf(place);
  const isOwn = list === undefined || list.isLocal === true || list.isUndocumented === true;
  return isOwn ? undefined : slowed(state, LIST_REFRESH_S);
}

export function currentRefresh(state: State): Refresh | undefined {
  const { autoRefresh: refresh } = state.session;
  return refresh?.key === placeKey(currentView(state).place) ? refresh : undefined;
}

/**
 * Nothing was loaded, or the last load failed in a way that will not pass by itself; errors of the server
 * may.
 */
export function isRefreshPaused(state: State): boolean {
  const load = currentLoad(state);
  return load?.phase === 'failed' && (load.last === undefined || load.failure.kind !== 'server-error');
}

function refreshWords(state: State): SafeText | undefined {
  const refresh = currentRefresh(state);
  if (refresh === undefined) return undefined;
  const isPaused = refresh.isIdle || isRefreshPaused(state);
  return safe`every ${slowed(state, refresh.seconds)} s${isPaused && safe`, paused`}`;
}
