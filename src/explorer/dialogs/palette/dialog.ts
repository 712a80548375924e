import { safe } from '../../../text/sanitise.ts';
import { hint, type Span, span } from '../../facts/line.ts';
import { lineWords } from '../../facts/spoken-words.ts';
import type { State } from '../../state/state.ts';
import { editorText, insert } from '../../state/text-field.ts';
import { offerPasted } from '../choose/pasted-text.ts';
import { ALL_ROWS, type Dialog, type DialogOf } from '../shared/dialog.ts';
import { footerOf } from '../shared/dialog-command.ts';
import { chooseHint, closeHint, fieldMessage, hasPanel } from '../shared/message.ts';
import { firstLine } from '../shared/text-field.ts';
import { missingArguments } from './arguments.ts';
import { paletteCommands, paletteKey } from './keys.ts';
import { paletteLines } from './lines.ts';
import { paletteRows } from './suggestions.ts';

/** Suggestions that are computed to announce the chosen one. */
const SPOKEN_ROWS = 9;

/** Returns the marked row of a scope for a screen without room for the panel. */
function markedRow(state: State, dialog: DialogOf<'palette'>): readonly Span[] {
  const rows = paletteRows(state, dialog);
  const marked = rows[dialog.choice];
  return marked === undefined
    ? []
    : [
        span(safe`▸ ${dialog.choice + 1}/${rows.length} `, 'key'),
        span(safe`${marked.label} `, 'strong'),
        span(marked.blocked ?? marked.title, 'dim'),
      ];
}

/** The line with rows to choose from: places, commands and records, or those of a scope. */
export const paletteDialog: Dialog<DialogOf<'palette'>> = {
  commands: paletteCommands,
  isTyping: () => true,
  key: paletteKey,
  paste: (explorer, dialog, text) => {
    if (dialog.scope !== undefined) return offerPasted(explorer, text);
    explorer.changeDialog(dialog, { editor: insert(dialog.editor, firstLine(text)), choice: 0 });
  },
  lines: (state, dialog, { rows }) => paletteLines(state, dialog, rows),
  showsNotice: true,
  hints: (dialog, state) => [
    ...footerOf(paletteCommands, closeHint, [dialog, state]),
    chooseHint(state),
    ...(dialog.scope === undefined ? [hint(safe``, safe`paste any id`)] : []),
  ],
  message: (state, dialog) => {
    const { editor, scope } = dialog;
    if (scope === undefined)
      return [...fieldMessage(safe` :`, editor, state), span(missingArguments(editorText(editor)), 'dim')];
    return hasPanel(state) ? fieldMessage(safe` /`, editor, state) : markedRow(state, dialog);
  },
  speech: (state, dialog) => {
    const { editor, scope, choice } = dialog;
    const isWhole = scope !== undefined && editorText(editor) === '';
    const { lines, cursor } = paletteLines(state, dialog, isWhole ? ALL_ROWS : SPOKEN_ROWS);
    const line = scope !== undefined || choice > 0 ? lines[cursor] : undefined;
    const row = line === undefined ? safe`` : safe`${choice + 1}: ${lineWords(line)}`;
    const sign = scope === undefined ? safe`Command: ` : safe`Search: `;
    return { lines: isWhole ? lines : [], row, field: [sign, editor] };
  },
};
