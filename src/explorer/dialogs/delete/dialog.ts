import { joinSafe, safe } from '../../../text/sanitise.ts';
import type { Removing } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { type Span, span } from '../../view/line.ts';
import type { Dialog, Question } from '../shared/dialog.ts';
import { refusePaste, withoutField } from '../shared/text-field.ts';
import { removeKey } from './keys.ts';
import { removeHints, removeMessage, removePage, removeRows, removeTitle } from './lines.ts';

const isLast = (state: State, dialog: Removing): boolean => removePage(state, dialog).isLast;

const message = (state: State, dialog: Removing): readonly Span[] => [
  span(safe` ${removeMessage(dialog, isLast(state, dialog))}`, dialog.hint === undefined ? 'plain' : 'warn'),
];

function question({ remarks, name, editor, phase, hint }: Removing): Question | undefined {
  if (phase !== 'asking' || hint !== undefined) return undefined;
  const warnings = remarks.flatMap(({ text, tone }) => (tone === 'plain' ? [] : [text]));
  return { asked: safe`Delete ${name}? `, facts: joinSafe(warnings, ', '), editor };
}

/** Deletes one record. A delete that was sent goes on: the dialog stays until its outcome is known. */
export const deleteDialog: Dialog<Removing> = {
  key: removeKey,
  paste: refusePaste,
  cancel: ({ closeDialog }, { phase }) => {
    if (phase !== 'sending' && phase !== 'checking') closeDialog();
  },
  title: (_state, dialog) => ({ title: removeTitle(dialog), right: undefined }),
  lines: (state, dialog) => ({ lines: removeRows(state, dialog) }),
  hints: (dialog, state) => removeHints(dialog, isLast(state, dialog)),
  message,
  question: (_state, dialog) => question(dialog),
  speech: (state, dialog) => ({
    lines: withoutField(removePage(state, dialog).lines),
    message: message(state, dialog),
    ...(dialog.phase === 'asking' ? { field: [safe`Type it: `, dialog.editor] } : {}),
  }),
};
