import { safe } from '../../../text/sanitise.ts';
import { hint, span } from '../../facts/line.ts';
import { lineWords } from '../../facts/spoken-words.ts';
import { editorText } from '../../state/text-field.ts';
import { ALL_ROWS, type Dialog, type DialogOf } from '../shared/dialog.ts';
import { footerOf } from '../shared/dialog-command.ts';
import { chooseHint, closeHint, fieldMessage } from '../shared/message.ts';
import { missingArguments } from './arguments.ts';
import { paletteCommands, paletteKey } from './keys.ts';
import { paletteLines } from './lines.ts';
import { offerPasted, pasteInLine } from './pasted-text.ts';
import { scopes } from './scopes.ts';

/** Suggestions that are computed to announce the chosen one. */
const SPOKEN_ROWS = 9;

/** The line with rows to choose from: places, commands and records, or those of a scope. */
export const paletteDialog: Dialog<DialogOf<'palette'>> = {
  commands: paletteCommands,
  isTyping: () => true,
  key: paletteKey,
  paste: (explorer, dialog, text) => {
    // The next paste replaces an unchanged one.
    const isLine = dialog.scope === undefined && editorText(dialog.editor) !== dialog.pasted;
    if (isLine) pasteInLine(explorer, dialog, text);
    else offerPasted(explorer, text);
  },
  lines: (state, dialog, { rows }) => paletteLines(state, dialog, rows),
  showsNotice: true,
  hints: (dialog, state) => [
    ...footerOf(paletteCommands, closeHint, [dialog, state]),
    chooseHint(state),
    ...(dialog.scope === undefined ? [hint(safe``, safe`paste any id`)] : []),
  ],
  message: (state, { editor, scope }) => {
    if (scope === undefined)
      return [...fieldMessage(safe` :`, editor, state), span(missingArguments(editorText(editor)), 'dim')];
    return fieldMessage(safe` /`, editor, state);
  },
  speech: (state, dialog) => {
    const { editor, scope, choice } = dialog;
    const isWhole = scope !== undefined && editorText(editor) === '';
    const { lines, cursor } = paletteLines(state, dialog, isWhole ? ALL_ROWS : SPOKEN_ROWS);
    const line = scope !== undefined || choice > 0 ? lines[cursor] : undefined;
    const number = scope !== undefined && scopes[scope].isNumbered ? safe`` : safe`${choice + 1}: `;
    const row = line === undefined ? safe`` : safe`${number}${lineWords(line)}`;
    const sign = scope === undefined ? safe`Command: ` : safe`Search: `;
    return { lines: isWhole ? lines : [], row, field: [sign, editor] };
  },
};
