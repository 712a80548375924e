import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { clockTime } from '../../../text/units.ts';
import { placeKey } from '../../state/place.ts';
import { skewWords } from '../../state/server-clock.ts';
import type { Refresh } from '../../state/slices.ts';
import { currentView, type State } from '../../state/state.ts';
import { currentLoad } from '../content/content.ts';
import { layoutOf, NAMED_FROM } from '../layout.ts';
import { type Span, span } from '../line.ts';
import { guardWords } from '../write-protection.ts';

/** From this age on what is seen counts as old, in milliseconds. */
export const STALE_MS = 5 * 60_000;

/** When the answer on the screen came, and how it stands with it; on a narrow screen to the minute. */
export function freshness(state: State): SafeText {
  const load = currentLoad(state);
  if (load?.last === undefined) return safe``;
  const minute = clean(clockTime(load.last.at).slice(0, 5));
  const isStale = load.phase === 'failed' || state.session.now - load.last.at >= STALE_MS;
  if (layoutOf(state).form === 'narrow')
    return isStale && state.session.offline === undefined ? safe`STALE · ${minute}` : minute;
  if (state.session.offline !== undefined) return safe`as of ${minute}`;
  const skew = skewWords(state);
  const took = state.screen.size.columns < NAMED_FROM ? safe`` : safe`${load.last.ms} ms · read `;
  return safe`${skew === undefined ? safe`` : safe`${skew} · `}${isStale ? safe`STALE · ` : safe``}${took}${clockTime(load.last.at)}`;
}

/** Said where the server's certificate is not verified. */
const UNVERIFIED = safe`TLS NOT VERIFIED`;

/** The right end of the bar: what always stands there, and what gives way to work that is under way. */
export type Bar = { readonly modes: readonly Span[]; readonly gap: Span; readonly fresh: Span };

/** Between the modes, and before what stands beside them. */
export const MODE_GAP = span(safe` · `, 'dim');

export function barOf(state: State): Bar {
  const isNarrow = layoutOf(state).form === 'narrow';
  const guard = guardWords(state);
  const refresh = refreshWords(state);
  const fresh = freshness(state);
  const modes = [
    ...(guard === undefined ? [] : [span(guard, guard === 'RO' ? 'dim' : 'warn')]),
    ...(state.session.server?.isUnverified === true ? [span(isNarrow ? safe`TLS!` : UNVERIFIED, 'bad')] : []),
    ...(state.session.offline === undefined ? [] : [span(safe`OFFLINE`, 'bad')]),
    ...(refresh === undefined || isNarrow ? [] : [span(refresh, 'dim')]),
  ];
  return {
    modes: modes.flatMap((mode, at) => (at === 0 ? [mode] : [MODE_GAP, mode])),
    gap: modes.length > 0 && fresh !== '' ? MODE_GAP : span(safe``),
    fresh: span(fresh, fresh.includes('STALE') ? 'warn' : 'dim'),
  };
}

/** The same as text. */
export const barText = ({ modes, gap, fresh }: Bar): SafeText =>
  joinSafe(
    [...modes, gap, fresh].map(({ text }) => text),
    '',
  );

/** The refreshing of the present place. */
export function refreshHere(state: State): Refresh | undefined {
  const { autoRefresh: refresh } = state.session;
  return refresh?.key === placeKey(currentView(state).place) ? refresh : undefined;
}

/** What the bar says of it. */
function refreshWords(state: State): SafeText | undefined {
  const refresh = refreshHere(state);
  if (refresh === undefined) return undefined;
  const isPaused = refresh.isIdle || currentLoad(state)?.phase === 'failed';
  return safe`every ${refresh.seconds} s${isPaused ? safe`, paused` : safe``}`;
}
