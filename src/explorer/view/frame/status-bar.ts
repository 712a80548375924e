import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { clockTime } from '../../../text/units.ts';
import { placeKey } from '../../state/place.ts';
import { skewWords } from '../../state/server-clock.ts';
import type { Refresh } from '../../state/slices.ts';
import { currentView, type State } from '../../state/state.ts';
import { currentLoad } from '../content/content.ts';
import { layoutOf, NAMED_FROM } from '../layout.ts';
import { type Span, span } from '../line.ts';
import { writeMode } from '../write-protection.ts';

/** Age of stale data, in milliseconds. */
export const STALE_MS = 5 * 60_000;

/** Time of the response on the screen, and its status. */
export type Freshness = { readonly text: SafeText; readonly status: 'fresh' | 'stale' | 'offline' };

/**
 * Returns the time of the response on the screen, without seconds on a narrow one; undefined while there is
 * none.
 */
export function freshness(state: State): Freshness | undefined {
  const load = currentLoad(state);
  if (load?.last === undefined) return undefined;
  const minute = clean(clockTime(load.last.at).slice(0, 5));
  const isStale = load.phase === 'failed' || state.session.now - load.last.at >= STALE_MS;
  const isNarrow = layoutOf(state).form === 'narrow';
  if (state.session.offline !== undefined)
    return { text: isNarrow ? minute : safe`as of ${minute}`, status: 'offline' };
  const status = isStale ? 'stale' : 'fresh';
  const stale = isStale ? safe`STALE · ` : safe``;
  if (isNarrow) return { text: safe`${stale}${minute}`, status };
  const skew = skewWords(state);
  const took = state.screen.size.columns < NAMED_FROM ? safe`` : safe`${load.last.ms} ms at `;
  const before = skew === undefined ? safe`` : safe`${skew} · `;
  return { text: safe`${before}${stale}${took}${clockTime(load.last.at)}`, status };
}

/** Shown where the server's certificate is not verified. */
const UNVERIFIED = safe`TLS NOT VERIFIED`;

/** Right end of the status bar. The modes always stay; the time gives way to work in progress. */
export type StatusBar = { readonly modes: readonly Span[]; readonly gap: Span; readonly fresh: Span };

/** Separates the modes, and the modes from what follows. */
export const MODE_GAP = span(safe` · `, 'dim');

export function statusBar(state: State): StatusBar {
  const isNarrow = layoutOf(state).form === 'narrow';
  const mode = writeMode(state);
  const refresh = refreshWords(state);
  const fresh = freshness(state);
  const modes = [
    ...(mode === undefined ? [] : [span(mode.text, mode.kind === 'read-only' ? 'dim' : 'warn')]),
    ...(state.session.server?.isUnverified === true ? [span(isNarrow ? safe`TLS!` : UNVERIFIED, 'bad')] : []),
    ...(state.session.offline === undefined ? [] : [span(safe`OFFLINE`, 'bad')]),
    ...(refresh === undefined || isNarrow ? [] : [span(refresh, 'dim')]),
  ];
  return {
    modes: modes.flatMap((mode, at) => (at === 0 ? [mode] : [MODE_GAP, mode])),
    gap: modes.length > 0 && fresh !== undefined ? MODE_GAP : span(safe``),
    fresh: span(fresh?.text ?? safe``, fresh?.status === 'stale' ? 'warn' : 'dim'),
  };
}

/** Returns the right end of the status bar as text. */
export const barText = ({ modes, gap, fresh }: StatusBar): SafeText =>
  joinSafe(
    [...modes, gap, fresh].map(({ text }) => text),
    '',
  );

/** Returns the auto-refresh of the present place. */
export function currentRefresh(state: State): Refresh | undefined {
  const { autoRefresh: refresh } = state.session;
  return refresh?.key === placeKey(currentView(state).place) ? refresh : undefined;
}

/** Returns the words of the auto-refresh. */
function refreshWords(state: State): SafeText | undefined {
  const refresh = currentRefresh(state);
  if (refresh === undefined) return undefined;
  const isPaused = refresh.isIdle || currentLoad(state)?.phase === 'failed';
  return safe`every ${refresh.seconds} s${isPaused ? safe`, paused` : safe``}`;
}
