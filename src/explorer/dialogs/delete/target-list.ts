import { labelOf } from '../../../deletion/results.ts';
import { explain } from '../../../failure.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { clean, joinSafe, safe } from '../../../text/sanitise.ts';
import { cells, cutMiddle, sized } from '../../../text/width.ts';
import { includedAt, listedAt, targetId } from '../../actions/delete/targets.ts';
import { isNarrow } from '../../facts/layout.ts';
import { type Line, MARKS, type Span, span, textLine } from '../../facts/line.ts';
import type { DeleteDialog, DeleteTarget } from '../../state/delete-dialog.ts';

/** The text beside a target: why it is left out, or its result. */
function statusOf({ failure, isExcluded, isChanged, result }: DeleteTarget, isRunning: boolean): Span {
  if (result === 'sending') return span(safe`… sending`, 'strong');
  if (result === 'checking') return span(safe`… no response, checking`, 'warn');
  if (result !== undefined) {
    const { tone, text } = labelOf(result);
    return span(safe`${MARKS[tone]} ${text}`, tone);
  }
  if (failure !== undefined) return span(safe`${MARKS.warn} left out: ${explain(failure).title}`, 'warn');
  if (isExcluded) return span(safe`excluded`, 'dim');
  if (isRunning) return span(safe`${MARKS.plain} waiting`, 'dim');
  return isChanged ? span(safe`${MARKS.warn} changed`, 'warn') : span(safe``);
}

/** Room in cells. */
export type ListRoom = { readonly height: number; readonly width: number };

/** Counts the targets above and below those on the screen. */
function moreLine(above: number, below: number): Line {
  const parts = [
    ...(above === 0 ? [] : [safe`${above} above`]),
    ...(below === 0 ? [] : [safe`${below} below`]),
  ];
  return textLine('more', span(safe`   … ${joinSafe(parts, ', ')}: PgUp PgDn`, 'dim'));
}

/** The name column is no wider than the names, so that the results have the rest. */
function nameCells({ targets }: DeleteDialog, width: number): number {
  const longest = targets.reduce((most, { name }) => Math.max(most, cells(name)), 0);
  return Math.max(12, Math.min(longest, 30, Math.floor(width / 2) - 12));
}

/** Returns the position in the list of the cursor or, while deletes run, of the target under way. */
function hereIn(dialog: DeleteDialog, listed: readonly number[]): number {
  const { targets, phase, cursor, isFailedOnly } = dialog;
  const follows = (phase === 'running' || phase === 'stopping') && !isFailedOnly;
  const at = follows ? targets.findIndex(({ result }) => typeof result === 'string') : cursor;
  return listed.findIndex(index => index >= at);
}

/** Returns the lines of some targets; `here` is the index of the one under the cursor. */
export function targetRows(
  dialog: DeleteDialog,
  at: readonly number[],
  { width, here }: { readonly width: number; readonly here: number | undefined },
): readonly Line[] {
  const { phase } = dialog;
  const resource = resourceOf(dialog.recordKind);
  const room = nameCells(dialog, width);
  const included = new Set(includedAt(dialog));
  // Narrow screens lack the room for both: before the delete ids matter, afterwards results do.
  const hasIds = !isNarrow(width) || phase === 'confirming' || phase === 'grace' || phase === 'reading';
  return at.flatMap(index => {
    const target = dialog.targets[index];
    if (target === undefined) return [];
    const isHere = index === here && (dialog.isInList || phase !== 'confirming');
    const isIn = included.has(index) || target.result !== undefined;
    return textLine(
      `target:${index}`,
      span(safe` ${isHere ? safe`▸` : safe` `} ${isIn ? safe`●` : safe` `} `, isHere ? 'strong' : 'plain'),
      span(sized(target.name, room), isIn ? 'strong' : 'dim'),
      span(
        hasIds ? safe`  ${sized(cutMiddle(clean(targetId(resource, target)), 13), 13)}  ` : safe`  `,
        'dim',
      ),
      statusOf(target, phase === 'running'),
    );
  });
}

/** Returns the targets around the cursor, as many as fit. */
export function targetLines(dialog: DeleteDialog, { height, width }: ListRoom): readonly Line[] {
  const listed = listedAt(dialog);
  const here = hereIn(dialog, listed);
  const count = listed.length > height && height > 1 ? height - 1 : height;
  const top = Math.max(0, Math.min(here - Math.floor(count / 2), listed.length - count));
  const rows = targetRows(dialog, listed.slice(top, top + count), { width, here: listed[here] });
  return count === height ? rows : [...rows, moreLine(top, listed.length - top - count)];
}
