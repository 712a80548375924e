import { safe } from '../../../text/sanitise.ts';
import type { SaveDialog } from '../../state/dialogs.ts';
import { insert } from '../../state/text-field.ts';
import type { Dialog } from '../shared/dialog.ts';
import { firstLine, withoutField } from '../shared/text-field.ts';
import { renameFile, saveCommands, saveKey, typeFileName } from './keys.ts';
import { saveHints, saveLines, saveMessage } from './lines.ts';

/** Saves records to a file. */
export const saveDialog: Dialog<SaveDialog> = {
  commands: saveCommands,
  isTyping: ({ existing }) => existing === undefined,
  key: saveKey,
  paste: (explorer, dialog, text) =>
    typeFileName(explorer, dialog, editor => insert(editor, firstLine(text))),
  back: (explorer, dialog) => {
    if (dialog.existing === undefined) explorer.closeDialog();
    else renameFile(explorer, dialog);
  },
  lines: ({ screen: { size } }, dialog) => ({ lines: saveLines(dialog, size.columns) }),
  hints: saveHints,
  message: saveMessage,
  speech: (state, dialog) => ({
    lines: withoutField(saveLines(dialog, state.screen.size.columns)),
    message: saveMessage(state, dialog),
    ...(dialog.existing === undefined ? { field: [safe`File: `, dialog.editor] } : {}),
  }),
};
