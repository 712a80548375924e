import { resourceOf } from '../../../resources/registry.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { wrap } from '../../../text/width.ts';
import { confirmationText } from '../../actions/delete/confirmation.ts';
import { singleTarget } from '../../actions/delete/targets.ts';
import type { DeleteDialog } from '../../state/delete-dialog.ts';
import { isNarrow } from '../../view/layout.ts';
import { type Line, span, textLine } from '../../view/line.ts';
import { fieldSpans } from '../../view/text-field.ts';

/** `the bot's name`, `the last 8 characters of the id`, `delete 3`. */
function requiredText(dialog: DeleteDialog): SafeText {
  const { confirmation, recordKind } = dialog;
  switch (confirmation?.kind) {
    case undefined:
      return safe`"${clean(confirmationText(dialog))}"`;
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

const paragraph = (text: SafeText, width: number, style: 'plain' | 'warn' = 'plain'): readonly Line[] =>
  wrap(text, width - 4).map((row, at) => textLine(`asking:${at}`, span(safe`   ${row}`, style)));

/**
 * Returns the question with its field, or what happens after it. It stays on the screen however low that is.
 */
export function questionLines(dialog: DeleteDialog, width: number): readonly Line[] {
  const { phase, editor } = dialog;
  const single = singleTarget(dialog);
  switch (phase) {
    case 'asking': {
      const cancels = isNarrow(width) ? safe`` : safe` (Esc cancels)`;
      return [
        ...paragraph(safe`Type ${requiredText(dialog)} to confirm${cancels}:`, width),
        textLine('field', span(safe`   > `), ...fieldSpans(editor, width - 8)),
      ];
    }
    case 'grace':
      return paragraph(safe`Nothing is deleted yet. Esc cancels.`, width, 'warn');
    case 'running':
    case 'stopping':
      // Several have a list with their results instead.
      if (single === undefined) return [];
      return single.result === 'checking'
        ? paragraph(safe`No response. Checking whether it was deleted …`, width, 'warn')
        : paragraph(safe`Sent. Waiting for the response …`, width, 'warn');
    case 'reading':
    case 'done':
      return [];
  }
}
