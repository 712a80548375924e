import type { SafeText } from '../../text/sanitise.ts';
import { cells } from '../../text/width.ts';

/** A text beside others on one row; where there is no room, its brief form takes its place, or nothing. */
type Part<P> = { readonly text: SafeText; readonly rank: number; readonly brief?: P | undefined };

/** Rank of a part that stays in any case. */
export const STAYS = -1;

/**
 * Returns the parts that fit side by side, `gap` cells between them. The last one of the highest rank gives
 * way first; the only one left stays.
 */
export function fittingParts<P extends Part<P>>(parts: readonly P[], width: number, gap = 0): readonly P[] {
  const size = parts.reduce((sum, { text }) => sum + cells(text) + gap, -gap);
  const worst = parts.findLast(({ rank }) => rank !== STAYS && parts.every(part => part.rank <= rank));
  if (size <= width || worst === undefined) return parts;
  if (parts.length === 1 && worst.brief === undefined) return parts;
  return fittingParts(
    parts.flatMap(part => (part === worst ? (part.brief ?? []) : [part])),
    width,
    gap,
  );
}
