import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { clockTime, span as timeSpan } from '../../text/units.ts';
import { layoutOf } from '../facts/layout.ts';
import { type Span, span, spansText } from '../facts/line.ts';
import { writeMode } from '../facts/write-protection.ts';
import { currentLoad } from '../screens/content.ts';
import { isStale } from '../state/load.ts';
import { listOf, placeKey } from '../state/place.ts';
import type { Refresh } from '../state/slices.ts';
import { currentView, type State, skewWords } from '../state/state.ts';

/** Returns the age of a response at the last change of the bar, or its time of day. */
function ageText({ session, screen }: State, at: number, isNarrow: boolean): SafeText {
  if (screen.exactTimes) return clean(clockTime(at).slice(0, isNarrow ? 5 : 8));
  const words = timeSpan(Math.max(0, session.barAt - at));
  return words === 'now' || isNarrow ? words : safe`${words} ago`;
}

export function freshness(
  state: State,
): { readonly text: SafeText; readonly status: 'fresh' | 'stale' | 'offline' } | undefined {
  const load = currentLoad(state);
  if (load?.last === undefined) return undefined;
  const { at } = load.last;
  const { isNarrow } = layoutOf(state);
  if (state.session.offline !== undefined) {
    const minute = clean(clockTime(at).slice(0, 5));
    return { text: isNarrow ? minute : safe`as of ${minute}`, status: 'offline' };
  }
  const isOld = isStale(load, state.session.barAt);
  const skew = isNarrow ? undefined : skewWords(state);
  const before = skew === undefined ? safe`` : safe`${skew} · `;
  const stale = isOld ? safe`STALE · ` : safe``;
  return { text: safe`${before}${stale}${ageText(state, at, isNarrow)}`, status: isOld ? 'stale' : 'fresh' };
}

/** Right end of the status bar. The modes always stay; the time gives way to work in progress. */
export type StatusBar = { readonly modes: readonly Span[]; readonly gap: Span; readonly fresh: Span };

export const MODE_GAP = span(safe` · `, 'dim');

/** Returns the write mode; the usual one gives way to work in progress. */
function modeSpans(state: State, isBusy: boolean): readonly Span[] {
  const mode = writeMode(state);
  if (mode === undefined || (isBusy && mode.kind === 'writable')) return [];
  return [span(mode.text, mode.kind === 'read-only' || mode.kind === 'writable' ? 'dim' : 'warn')];
}

/** Returns the right end of the status bar; `isBusy`: beside work in progress. */
export function statusBar(state: State, isBusy = false): StatusBar {
  const { isNarrow } = layoutOf(state);
  const refresh = refreshWords(state);
  const fresh = freshness(state);
  const modes = [
    ...modeSpans(state, isBusy),
    ...(state.session.server?.isUnverified === true
      ? [span(isNarrow ? safe`TLS!` : safe`TLS NOT VERIFIED`, 'bad')]
      : []),
    ...(state.session.offline === undefined ? [] : [span(safe`OFFLINE`, 'bad')]),
    ...(refresh === undefined || isNarrow ? [] : [span(refresh, 'dim')]),
  ];
  return {
    modes: modes.flatMap((mode, at) => (at === 0 ? [mode] : [MODE_GAP, mode])),
    gap: modes.length === 0 || fresh === undefined ? span(safe``) : isNarrow ? span(safe` `) : MODE_GAP,
    fresh: span(fresh?.text ?? safe``, fresh?.status === 'stale' ? 'warn' : 'dim'),
  };
}

export const barText = ({ modes, gap, fresh }: StatusBar): SafeText => spansText([...modes, gap, fresh]);

const LIST_REFRESH_S = 60;

/**
 * Returns the seconds between two refreshes of the present place: those that a person chose, else those of a
 * list of the documented API; undefined if it is not refreshed.
 */
export function refreshSeconds(state: State): number | undefined {
  const { place } = currentView(state);
  const chosen = currentRefresh(state)?.seconds;
  if (chosen !== undefined || place.screen !== 'list' || state.user.refresh !== 'auto') return chosen;
  const { list } = listOf(place);
  const isOwn = list === undefined || list.isLocal === true || list.isUndocumented === true;
  return isOwn ? undefined : LIST_REFRESH_S;
}

export function currentRefresh(state: State): Refresh | undefined {
  const { autoRefresh: refresh } = state.session;
  return refresh?.key === placeKey(currentView(state).place) ? refresh : undefined;
}

/**
 * Returns true if nothing was loaded, or the last load failed in a way that will not pass by itself; errors
 * of the server may.
 */
export function isRefreshPaused(state: State): boolean {
  const load = currentLoad(state);
  return load?.phase === 'failed' && (load.last === undefined || load.failure.kind !== 'server-error');
}

function refreshWords(state: State): SafeText | undefined {
  const refresh = currentRefresh(state);
  if (refresh === undefined) return undefined;
  const isPaused = refresh.isIdle || isRefreshPaused(state);
  return safe`every ${refresh.seconds} s${isPaused ? safe`, paused` : safe``}`;
}
