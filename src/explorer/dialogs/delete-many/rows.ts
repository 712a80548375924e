import { labelOf } from '../../../deletion/results.ts';
import { explain } from '../../../failure.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { clean, joinSafe, safe } from '../../../text/sanitise.ts';
import { cells, cutMiddle, sized } from '../../../text/width.ts';
import { isTarget, listedAt, victimId } from '../../actions/delete/many-rules.ts';
import type { RemovingMany, Victim } from '../../state/dialogs.ts';
import { isNarrow } from '../../view/layout.ts';
import { type Line, MARKS, type Span, span, textLine } from '../../view/line.ts';

/** What stands beside a victim: what is known of it, or what came of it. */
function verdict(victim: Victim, isUnderWay: boolean): Span {
  const { failure, isLeftOut, isChanged, result } = victim;
  if (result === 'sending') return span(safe`… sending`, 'strong');
  if (result !== undefined) {
    const { tone, text } = labelOf(result);
    return span(safe`${MARKS[tone]} ${text}`, tone);
  }
  if (failure !== undefined) return span(safe`${MARKS.warn} left out: ${explain(failure).title}`, 'warn');
  if (isLeftOut) return span(safe`left out`, 'dim');
  if (isUnderWay) return span(safe`${MARKS.plain} waiting`, 'dim');
  return isChanged ? span(safe`${MARKS.warn} changed`, 'warn') : span(safe``);
}

/** The room there is, in cells. */
export type Page = { readonly height: number; readonly width: number };

/** How many there are above and below those that are shown. */
function moreLine(above: number, below: number): Line {
  const parts = [
    ...(above === 0 ? [] : [safe`${above} above`]),
    ...(below === 0 ? [] : [safe`${below} below`]),
  ];
  return textLine('more', span(safe`   … ${joinSafe(parts, ', ')}: PgUp PgDn`, 'dim'));
}

/** The name's column: no wider than the names, so that what came of each has the rest. */
function nameCells({ victims }: RemovingMany, width: number): number {
  const longest = victims.reduce((most, { name }) => Math.max(most, cells(name)), 0);
  return Math.max(12, Math.min(longest, 30, Math.floor(width / 2) - 12));
}

/** Where in the list the cursor is; while they are deleted, where the one under way is. */
function hereIn(dialog: RemovingMany, listed: readonly number[]): number {
  const { victims, phase, cursor, isOnlyFailed } = dialog;
  const follows = (phase === 'running' || phase === 'stopping') && !isOnlyFailed;
  const at = follows ? victims.findIndex(({ result }) => result === 'sending') : cursor;
  return listed.findIndex(index => index >= at);
}

/** The victims around the cursor, as many as there is room for. */
export function victimLines(dialog: RemovingMany, { height, width }: Page): readonly Line[] {
  const { victims, phase } = dialog;
  const resource = resourceOf(dialog.recordKind);
  const listed = listedAt(dialog);
  const here = hereIn(dialog, listed);
  const shown = listed.length > height && height > 3 ? height - 1 : height;
  const top = Math.max(0, Math.min(here - Math.floor(shown / 2), listed.length - shown));
  const room = nameCells(dialog, width);
  // There is no room for both: before, it counts which they are, then, what came of them.
  const hasIds = !isNarrow(width) || phase === 'asking' || phase === 'grace' || phase === 'reading';
  const rows = listed.slice(top, top + shown).flatMap(index => {
    const victim = victims[index];
    if (victim === undefined) return [];
    const isHere = index === listed[here] && (dialog.isInList || phase !== 'asking');
    const isIn = isTarget(victim) || victim.result !== undefined;
    return textLine(
      `victim:${index}`,
      span(safe` ${isHere ? safe`▸` : safe` `} ${isIn ? safe`●` : safe` `} `, isHere ? 'strong' : 'plain'),
      span(sized(victim.name, room), isIn ? 'strong' : 'dim'),
      span(
        hasIds ? safe`  ${sized(cutMiddle(clean(victimId(resource, victim)), 13), 13)}  ` : safe`  `,
        'dim',
      ),
      verdict(victim, phase === 'running'),
    );
  });
  return shown === height ? rows : [...rows, moreLine(top, listed.length - top - shown)];
}
