import { safe } from '../../../text/sanitise.ts';
import { withSearch } from '../../actions/cursor/document.ts';
import { hint } from '../../facts/line.ts';
import { keyName } from '../../state/key-names.ts';
import { editorText } from '../../state/text-field.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';

/** The field of a search in a record or in raw text. */
export const findDialog: Dialog<DialogOf<'find'>> = {
  form: 'form',
  commands: [
    {
      id: 'find.accept',
      keys: ['enter'],
      title: safe`search`,
      hint: safe`search`,
      isInField: true,
      run: ({ change }, { editor }) => change(state => withSearch(state, editorText(editor))),
    },
  ],
  type: ({ changeDialog }, dialog, change) => changeDialog(dialog, { editor: change(dialog.editor) }),
  recall: { text: ({ screen }) => screen.lastFind, name: safe`last search` },
  esc: safe`cancel`,
  more: ({ user }) => [
    hint(keyName(user.keymap, 'text.next'), safe`next`),
    hint(keyName(user.keymap, 'text.previous'), safe`previous`),
  ],
  field: (_state, { editor }) => ({ name: safe`Search: `, sign: safe` /`, editor }),
};
