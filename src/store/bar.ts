import { joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { clockTime } from '../text/time.ts';
import { guardWords } from './guard.ts';
import { layoutOf } from './layout.ts';
import { type Span, span } from './line.ts';
import { skewWords } from './server-clock.ts';
import type { State } from './state.ts';
import { currentLoad } from './surface.ts';

/** On fewer columns the way here needs the room of the program's own name, and of how long an answer took. */
export const NAMED_FROM = 80;

/** From this age on what is seen counts as old, in milliseconds. */
export const STALE_MS = 5 * 60_000;

/** When the answer on the screen came, and how it stands with it. */
export function freshness(state: State): SafeText {
  const load = currentLoad(state);
  if (load?.last === undefined) return safe``;
  const isStale = load.phase === 'failed' || state.now - load.last.at >= STALE_MS;
  const skew = skewWords(state);
  const took = state.size.columns < NAMED_FROM ? safe`` : safe`${load.last.ms} ms · read `;
  return safe`${skew === undefined ? safe`` : safe`${skew} · `}${isStale ? safe`STALE · ` : safe``}${took}${clockTime(load.last.at)}`;
}

/** The right end of the bar: what always stands there, and what gives way to work that is under way. */
export type Bar = { readonly modes: readonly Span[]; readonly fresh: Span };

export function barOf(state: State): Bar {
  const isNarrow = layoutOf(state).form === 'narrow';
  const words = guardWords(state);
  const fresh = isNarrow ? safe`` : freshness(state);
  const modes = words === undefined ? [] : [span(words, words === 'RO' ? 'dim' : 'warn')];
  const gap = span(isNarrow ? safe` ` : safe` · `, 'dim');
  return {
    modes: modes.flatMap(mode => [mode, gap]),
    fresh: span(fresh, fresh.includes('STALE') ? 'warn' : 'dim'),
  };
}

/** The same as text. */
export const barText = ({ modes, fresh }: Bar): SafeText =>
  joinSafe(
    [...modes, fresh].map(({ text }) => text),
    '',
  );
