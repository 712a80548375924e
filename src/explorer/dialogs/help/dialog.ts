import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import { keyName } from '../../state/key-names.ts';
import { type Editor, emptyEditor, insert } from '../../state/text-field.ts';
import { hint } from '../../view/line.ts';
import { offerPasted } from '../choose/pasted-text.ts';
import { type CommandKeys, closeDialog, runCommandKey } from '../shared/command-keys.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { cancelHint, closeHint, coverMessage, enterHint, fieldMessage, moveHint } from '../shared/message.ts';
import { scrolledPage, scrolledTop } from '../shared/scroll.ts';
import { editedBy, firstLine } from '../shared/text-field.ts';
import { helpLines, helpSheet } from './lines.ts';

type Help = DialogOf<'help'>;

const typed = ({ changeDialog }: Explorer, dialog: Help, editor: Editor): void =>
  changeDialog(dialog, { editor, top: 0 });

const KEYS: CommandKeys<Help> = [
  {
    commands: ['text.find'],
    run: ({ changeDialog }, dialog) => changeDialog(dialog, { isSearching: true }),
  },
  { commands: ['app.help', 'app.quit'], run: closeDialog },
];

function helpKey(explorer: Explorer, dialog: Help, { key }: Press): void {
  const { store, changeDialog } = explorer;
  const state = store.getState();
  if (dialog.isSearching) {
    if (key.name !== 'enter') return typed(explorer, dialog, editedBy(dialog.editor, key));
    return changeDialog(dialog, { isSearching: false });
  }
  if (key.name === 'enter') return closeDialog(explorer);
  if (runCommandKey(KEYS, explorer, { dialog, key })) return;
  const top = scrolledTop(state, helpSheet(state), { top: dialog.top, key: key.name });
  changeDialog(dialog, { top });
}

/** Every key and command of the present place, with a search. */
export const helpDialog: Dialog<Help> = {
  key: helpKey,
  paste: (explorer, dialog, text) => {
    if (!dialog.isSearching) return offerPasted(explorer, text);
    typed(explorer, dialog, insert(dialog.editor, firstLine(text)));
  },
  back: (explorer, dialog) => {
    const hasSearch = dialog.isSearching || dialog.editor.parts.length > 0;
    if (hasSearch) explorer.changeDialog(dialog, { isSearching: false, editor: emptyEditor, top: 0 });
    else closeDialog(explorer);
  },
  title: () => ({ title: safe`Help`, right: safe`Esc closes` }),
  lines: (state, { top }, room) => scrolledPage(helpSheet(state), top, room),
  hints: ({ isSearching }, state) =>
    isSearching
      ? [enterHint(safe`apply`), cancelHint]
      : [hint(keyName(state.user.keymap, 'text.find'), safe`search`), closeHint, moveHint(state)],
  message: (state, { isSearching, editor }) => {
    const hasSearch = isSearching || editor.parts.length > 0;
    // What the view says of its cursor has nothing to do with keys: the row stays empty.
    return coverMessage(state, safe`the help`, hasSearch ? fieldMessage(safe` /`, editor, state) : []);
  },
  speech: (state, { isSearching, editor }) =>
    isSearching ? { field: [safe`Search the help: `, editor] } : { lines: helpLines(state) },
};
