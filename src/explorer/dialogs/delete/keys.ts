import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import type { Removing } from '../../state/dialogs.ts';
import { editedBy } from '../shared/text-field.ts';
import { removePage } from './lines.ts';

/** Keys that show what did not fit; until it was shown no other key does anything. */
const READ_ON = ['enter', 'down', 'space', 'pagedown'];

/** A key in the dialog that deletes one record: the confirmation is typed, Enter confirms. */
export function removeKey(explorer: Explorer, dialog: Removing, { key, alone }: Press): void {
  const { store, changeDialog, now, confirm } = explorer;
  const page = removePage(store.getState(), dialog);
  if (!page.isLast) {
    if (READ_ON.includes(key.name)) changeDialog(dialog, { top: page.next });
    return;
  }
  if (key.name === 'enter') return confirm(alone);
  // Letters that come while the record is loaded count; nothing is typed once the request is sent.
  if (dialog.phase !== 'asking' && dialog.phase !== 'reading') return;
  changeDialog(dialog, { hint: undefined, editor: editedBy(dialog.editor, key), typedAt: now() });
}
