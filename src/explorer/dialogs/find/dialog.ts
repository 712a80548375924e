import { safe } from '../../../text/sanitise.ts';
import { editorText, insert } from '../../state/text-field.ts';
import { hint } from '../../view/line.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { cancelHint, enterHint, fieldMessage } from '../shared/message.ts';
import { editedBy, firstLine } from '../shared/text-field.ts';

type Find = DialogOf<'find'>;

/** The field of a search in a record or in raw text. */
export const findDialog: Dialog<Find> = {
  key: ({ searchText, changeDialog }, dialog, { key }) => {
    if (key.name === 'enter') searchText(editorText(dialog.editor));
    else changeDialog(dialog, { editor: editedBy(dialog.editor, key) });
  },
  paste: ({ changeDialog }, dialog, text) =>
    changeDialog(dialog, { editor: insert(dialog.editor, firstLine(text)) }),
  lines: () => ({ lines: [] }),
  hints: () => [
    enterHint(safe`search`),
    cancelHint,
    hint(safe`n`, safe`next`),
    hint(safe`N`, safe`previous`),
  ],
  message: (state, { editor }) => fieldMessage(safe` /`, editor, state),
  speech: (_state, { editor }) => ({ field: [safe`Search: `, editor] }),
};
