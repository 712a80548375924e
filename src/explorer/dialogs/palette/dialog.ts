import { safe } from '../../../text/sanitise.ts';
import { hint, span } from '../../facts/line.ts';
import { lineWords } from '../../facts/spoken-words.ts';
import { editorText, insert } from '../../state/text-field.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { footerOf } from '../shared/dialog-command.ts';
import { chooseHint, closeHint, fieldMessage } from '../shared/message.ts';
import { firstLine } from '../shared/text-field.ts';
import { missingArguments } from './arguments.ts';
import { paletteCommands, paletteKey } from './keys.ts';
import { paletteLines } from './lines.ts';

/** Suggestions that are computed to announce the chosen one. */
const SPOKEN_ROWS = 9;

/** The `:` line with its suggestions. */
export const paletteDialog: Dialog<DialogOf<'palette'>> = {
  commands: paletteCommands,
  isTyping: () => true,
  key: paletteKey,
  paste: ({ changeDialog }, dialog, text) =>
    changeDialog(dialog, { editor: insert(dialog.editor, firstLine(text)), choice: 0 }),
  lines: (state, dialog, { rows }) => paletteLines(state, dialog, rows),
  showsNotice: true,
  hints: (dialog, state) => [
    ...footerOf(paletteCommands, closeHint, [dialog, state]),
    chooseHint(state),
    hint(safe``, safe`paste any id`),
  ],
  message: (state, { editor }) => [
    ...fieldMessage(safe` :`, editor, state),
    span(missingArguments(editorText(editor)), 'dim'),
  ],
  speech: (state, dialog) => {
    const { lines, cursor } = paletteLines(state, dialog, SPOKEN_ROWS);
    const line = dialog.choice > 0 ? lines[cursor] : undefined;
    const row = line === undefined ? safe`` : safe`${dialog.choice + 1}: ${lineWords(line)}`;
    return { row, field: [safe`Command: `, dialog.editor] };
  },
};
