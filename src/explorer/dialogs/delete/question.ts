import { resourceOf } from '../../../resources/registry.ts';
import { countedRecords } from '../../../resources/resource.ts';
import { clean, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, cutMiddle, wrap } from '../../../text/width.ts';
import { confirmationText, NO_TARGETS } from '../../actions/delete/confirmation.ts';
import { includedTargets, singleTarget } from '../../actions/delete/targets.ts';
import { isNarrow } from '../../facts/layout.ts';
import { type Line, type Style, span, textLine } from '../../facts/line.ts';
import { fieldSpans } from '../../facts/text-field.ts';
import type { DeleteDialog } from '../../state/delete-dialog.ts';
import type { ListRoom } from './target-list.ts';

/** Screens with fewer rows name what is to be typed in the question only, not on a line of its own. */
const OWN_LINE_FROM = 6;

/** `the bot's name`, `the last 8 characters of the id`, `this` or `"delete 3"`. */
function requiredText(dialog: DeleteDialog, hasOwnLine: boolean): SafeText {
  const { confirmation, recordKind } = dialog;
  switch (confirmation?.kind) {
    case undefined:
      return hasOwnLine ? safe`this` : safe`"${clean(confirmationText(dialog))}"`;
    case 'name':
      return safe`the ${clean(resourceOf(recordKind).title.toLowerCase())}'s name`;
    case 'id': {
      const { length } = confirmation.text;
      return length === 1
        ? safe`the last character of the id`
        : safe`the last ${length} characters of the id`;
    }
  }
}

const paragraph = (text: SafeText, width: number, style: Style = 'plain'): readonly Line[] =>
  wrap(text, width - 4).map((row, at) => textLine(`question:${at}`, span(safe`   ${row}`, style)));

/** Returns `3 bots`, or the name of a single target. */
export function targetsWords(dialog: DeleteDialog, nameCells = 40): SafeText {
  const single = singleTarget(dialog);
  if (single !== undefined) return cutMiddle(single.name, nameCells);
  return countedRecords(resourceOf(dialog.recordKind), includedTargets(dialog).length);
}

const secondsOf = ({ graceMs }: DeleteDialog): number => Math.ceil(graceMs / 1000);

/** Returns `Deleting 3 bots in 4 s`, without the targets on a narrow screen. */
export function countdownWords(dialog: DeleteDialog, width = Number.POSITIVE_INFINITY): SafeText {
  const left = dialog.secondsLeft ?? secondsOf(dialog);
  return isNarrow(width) ? safe`Deleting in ${left} s` : safe`Deleting ${targetsWords(dialog)} in ${left} s`;
}

/** Id of the line that counts down; speech has the number of seconds only once. */
export const COUNTDOWN_ID = 'countdown';

/** Returns `Deleting 3 bots in 4 s ▓▓▓▓░  Esc cancels`, one cell a second. */
function countdownLine(dialog: DeleteDialog, width: number): Line {
  const words = countdownWords(dialog, width);
  const all = secondsOf(dialog);
  const left = dialog.secondsLeft ?? all;
  const bar = safe` ${repeat(safe`▓`, left)}${repeat(safe`░`, all - left)}`;
  const hasKey = cells(words) + cells(bar) + 16 <= width;
  const key = hasKey ? [span(safe`  Esc`, 'key'), span(safe` cancels`)] : [];
  return textLine(COUNTDOWN_ID, span(safe`   ${words}${bar}`, 'bad'), ...key);
}

/**
 * Returns the question with its field, or what happens after it. It stays on the screen however low that is.
 */
export function questionLines(dialog: DeleteDialog, { width, height }: ListRoom): readonly Line[] {
  const { phase, editor } = dialog;
  const single = singleTarget(dialog);
  switch (phase) {
    case 'confirming': {
      if (includedTargets(dialog).length === 0) return paragraph(NO_TARGETS, width);
      const cancels = isNarrow(width) ? safe`` : safe` (Esc cancels)`;
      const hasOwnLine = height >= OWN_LINE_FROM;
      const required = textLine('required', span(safe`     ${clean(confirmationText(dialog))}`, 'strong'));
      return [
        ...paragraph(safe`Type ${requiredText(dialog, hasOwnLine)} to confirm${cancels}:`, width),
        ...(hasOwnLine ? [required] : []),
        textLine('field', span(safe`   > `), ...fieldSpans(editor, width - 8)),
      ];
    }
    case 'grace':
      return [countdownLine(dialog, width)];
    case 'running':
    case 'stopping':
      // Several have a list with their results instead.
      if (single === undefined) return [];
      return single.result === 'checking'
        ? paragraph(safe`No response. Checking whether it was deleted …`, width, 'warn')
        : paragraph(safe`Deleting. Waiting for the response …`, width, 'warn');
    case 'reading':
    case 'refused':
    case 'done':
      return [];
  }
}
