import { safe } from '../../../text/sanitise.ts';
import { found } from '../../actions/cursor/search.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { withChange } from '../../state/store.ts';
import { editorText, insert } from '../../state/text-field.ts';
import { hint } from '../../view/line.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { enterHint, fieldMessage, leaveHint } from '../shared/message.ts';
import { editedBy, firstLine } from '../shared/text-field.ts';

type Find = DialogOf<'find'>;

/** Goes to the first match from the cursor on. An empty field ends the search. */
function search({ store }: Explorer, dialog: Find): void {
  const find = editorText(dialog.editor);
  store.setState(state => {
    const next = withChange(state, { screen: { find }, dialog: undefined });
    return find === '' ? next : found(next, 1, 'here');
  });
}

/** The field of a search in a record or in raw text. */
export const findDialog: Dialog<Find> = {
  key: (explorer, dialog, { key }) => {
    if (key.name === 'enter') return search(explorer, dialog);
    explorer.store.setState({ dialog: { ...dialog, editor: editedBy(dialog.editor, key) } });
  },
  paste: ({ store }, dialog, text) =>
    store.setState({ dialog: { ...dialog, editor: insert(dialog.editor, firstLine(text)) } }),
  lines: () => ({ lines: [] }),
  hints: () => [enterHint(safe`search`), leaveHint, hint(safe`n N`, safe`next, before`)],
  message: (state, { editor }) => fieldMessage(safe` /`, editor, state),
  speech: (_state, { editor }) => ({ field: [safe`Search: `, editor] }),
};
