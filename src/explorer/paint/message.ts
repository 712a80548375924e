import { safe } from '../../text/sanitise.ts';
import { cells } from '../../text/width.ts';
import { recordOf } from '../dialogs/table.ts';
import { layoutOf } from '../facts/layout.ts';
import { type Span, span } from '../facts/line.ts';
import { fieldSpans } from '../facts/text-field.ts';
import { messageOf } from '../frame/footer-message.ts';
import type { State } from '../state/state.ts';

/** Returns the message of the dialog, or its field where that has a sign. */
function dialogMessage(state: State): readonly Span[] | undefined {
  const { dialog, screen } = state;
  if (dialog === undefined) return undefined;
  const { message, field } = recordOf(dialog);
  const own = message?.(state, dialog);
  const { sign, editor, beside = safe`` } = field?.(state, dialog) ?? {};
  if (own !== undefined || sign === undefined || editor === undefined) return own;
  const room = screen.size.columns - cells(sign) - 2;
  return [span(sign, 'key'), ...fieldSpans(editor, room), span(beside, 'dim')];
}

/**
 * Returns the message row: a notice, else the field or message of the dialog, else the text under the cursor.
 */
export function messageSpans(state: State): readonly Span[] {
  const { dialog, notice } = state;
  const isShownAbove =
    dialog !== undefined && recordOf(dialog).showsNotice === true && layoutOf(state).panel > 0;
  const own = notice === undefined || isShownAbove ? dialogMessage(state) : undefined;
  if (own !== undefined) return own;
  const { text, tone } = messageOf(state);
  return [span(safe` ${text}`, tone)];
}

/** Returns true if the message must be visible even on a screen with one row for message and keys. */
export function isMessageUrgent(state: State): boolean {
  if (state.notice !== undefined) return true;
  const own = dialogMessage(state);
  if (own !== undefined) return own.some(({ style }) => style !== 'dim');
  return state.dialog === undefined && messageOf(state).tone !== 'dim';
}
