import { safe } from '../../../text/sanitise.ts';
import { hint } from '../../facts/line.ts';
import { editorText } from '../../state/text-field.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { footerOf } from '../shared/dialog-command.ts';
import { chooseHint, closeHint } from '../shared/message.ts';
import { missingArguments } from './arguments.ts';
import { paletteCommands, paletteKey } from './keys.ts';
import { paletteLines } from './lines.ts';
import { offerPasted, pasteInLine } from './pasted-text.ts';

/** The line with rows to choose from: places, commands and records, or those of a scope. */
export const paletteDialog: Dialog<DialogOf<'palette'>> = {
  form: 'palette',
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
  field: (_state, { editor, scope }) =>
    scope === undefined
      ? { name: safe`Command: `, sign: safe` :`, editor, beside: missingArguments(editorText(editor)) }
      : { name: safe`Search: `, sign: safe` /`, editor },
};
