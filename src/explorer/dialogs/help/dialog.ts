import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import { type Editor, emptyEditor, insert } from '../../state/text-field.ts';
import { offerPasted } from '../choose/pasted-text.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { footerOf } from '../shared/dialog-command.ts';
import { cancelHint, closeHint, coverMessage, fieldMessage, moveHint } from '../shared/message.ts';
import { pageFrom, topAfterKey } from '../shared/scroll.ts';
import { applyKey, firstLine } from '../shared/text-field.ts';
import { helpCommands } from './keys.ts';
import { helpColumns, helpLines } from './lines.ts';

type Help = DialogOf<'help'>;

const changeSearch = ({ changeDialog }: Explorer, dialog: Help, editor: Editor): void =>
  changeDialog(dialog, { editor, top: 0 });

/** Types while searching, else scrolls. */
function helpKey(explorer: Explorer, dialog: Help, { key }: Press): void {
  if (dialog.isSearching) return changeSearch(explorer, dialog, applyKey(dialog.editor, key));
  const state = explorer.store.getState();
  const top = topAfterKey(state, helpColumns(state), { top: dialog.top, key: key.name });
  explorer.changeDialog(dialog, { top });
}

/** The help: all keys and commands of the present screen, with a search. */
export const helpDialog: Dialog<Help> = {
  commands: helpCommands,
  isTyping: ({ isSearching }) => isSearching,
  key: helpKey,
  paste: (explorer, dialog, text) => {
    if (!dialog.isSearching) return offerPasted(explorer, text);
    changeSearch(explorer, dialog, insert(dialog.editor, firstLine(text)));
  },
  back: (explorer, dialog) => {
    const hasSearch = dialog.isSearching || dialog.editor.parts.length > 0;
    if (hasSearch) explorer.changeDialog(dialog, { isSearching: false, editor: emptyEditor, top: 0 });
    else explorer.closeDialog();
  },
  title: () => ({ title: safe`Help`, right: safe`Esc closes` }),
  lines: (state, { top }, room) => pageFrom(helpColumns(state), top, room),
  hints: (dialog, state) =>
    dialog.isSearching
      ? footerOf(helpCommands, cancelHint, [dialog, state])
      : [...footerOf(helpCommands, closeHint, [dialog, state]), moveHint(state)],
  message: (state, { isSearching, editor }) => {
    const hasSearch = isSearching || editor.parts.length > 0;
    // The row stays empty: the message of the view is about its cursor, not about keys.
    return coverMessage(state, safe`the help`, hasSearch ? fieldMessage(safe` /`, editor, state) : []);
  },
  speech: (state, { isSearching, editor }) =>
    isSearching ? { field: [safe`Search the help: `, editor] } : { lines: helpLines(state) },
};
