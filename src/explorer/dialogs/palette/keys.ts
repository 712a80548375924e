import type { Explorer } from '../../actions/explorer.ts';
import { ALONE } from '../../commands/command.ts';
import type { Press } from '../../commands/key.ts';
import { editorOf, editorText } from '../../state/text-field.ts';
import type { DialogOf } from '../shared/dialog.ts';
import { editedBy } from '../shared/text-field.ts';
import { meaningOf } from './meaning.ts';
import { completed, suggestions } from './suggestions.ts';

/** A key in the `:` line. */
export function paletteKey(explorer: Explorer, dialog: DialogOf<'palette'>, { key, alone }: Press): void {
  const { store, changeDialog, closeDialog } = explorer;
  const typed = editorText(dialog.editor);
  const rows = suggestions(store.getState(), typed);
  const chosen = rows[dialog.choice];
  if (key.name === 'down' || key.name === 'up') {
    const by = key.name === 'down' ? 1 : -1;
    const choice = Math.max(0, Math.min(rows.length - 1, dialog.choice + by));
    changeDialog(dialog, { choice });
  } else if (key.name === 'tab' && chosen !== undefined) {
    changeDialog(dialog, { editor: editorOf(`${chosen.words} `), choice: 0 });
  } else if (key.name === 'enter') {
    const { choice } = dialog;
    runLine(explorer, completed(store.getState(), { typed, choice, chosen }), alone);
  } else if (key.name === 'backspace' && typed === '') closeDialog();
  else changeDialog(dialog, { editor: editedBy(dialog.editor, key), choice: 0 });
}

/** Carries out what was typed after `:`, or says why it cannot be. */
export function runLine(explorer: Explorer, typed: string, alone: boolean): void {
  const { store, notify, closeDialog } = explorer;
  const meaning = meaningOf(store.getState(), typed);
  if ('problem' in meaning) return notify('warn', meaning.problem);
  if (meaning.destructive && !alone) return notify('warn', ALONE);
  closeDialog();
  meaning.run(explorer);
}
