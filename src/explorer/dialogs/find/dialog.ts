import { safe } from '../../../text/sanitise.ts';
import { withSearch } from '../../actions/cursor/search.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Key } from '../../commands/key.ts';
import { hint } from '../../facts/line.ts';
import { keyName } from '../../state/key-names.ts';
import { editorOf, editorText, insert } from '../../state/text-field.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { type DialogCommand, footerOf } from '../shared/dialog-command.ts';
import { cancelHint, upKey } from '../shared/message.ts';
import { applyKey, firstLine } from '../shared/text-field.ts';

type Find = DialogOf<'find'>;

export const findCommands: readonly DialogCommand<Find>[] = [
  {
    id: 'find.accept',
    keys: ['enter'],
    title: safe`search`,
    hint: safe`search`,
    isInField: true,
    run: ({ change }, { editor }) => change(state => withSearch(state, editorText(editor))),
  },
];

/** Types; ↑ brings the last text back into the empty field. */
function findKey({ store, changeDialog }: Explorer, dialog: Find, key: Key): void {
  const { lastFind } = store.getState().screen;
  const isRecall = key.name === 'up' && editorText(dialog.editor) === '';
  changeDialog(dialog, { editor: isRecall ? editorOf(lastFind) : applyKey(dialog.editor, key) });
}

/** The field of a search in a record or in raw text. */
export const findDialog: Dialog<Find> = {
  form: 'form',
  commands: findCommands,
  isTyping: () => true,
  key: (explorer, dialog, { key }) => findKey(explorer, dialog, key),
  paste: ({ changeDialog }, dialog, text) =>
    changeDialog(dialog, { editor: insert(dialog.editor, firstLine(text)) }),
  lines: () => ({ lines: [] }),
  hints: (dialog, state) => [
    ...footerOf(findCommands, cancelHint, [dialog, state]),
    ...(state.screen.lastFind === '' ? [] : [hint(upKey(state), safe`last search`)]),
    hint(keyName(state.user.keymap, 'text.next'), safe`next`),
    hint(keyName(state.user.keymap, 'text.previous'), safe`previous`),
  ],
  field: (_state, { editor }) => ({ name: safe`Search: `, sign: safe` /`, editor }),
};
