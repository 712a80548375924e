import { formats } from '../../formats/export.ts';
import { safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import { fileName, nothingToSave, selectionOf } from '../selection/save-selection.ts';
import type { SaveDialog, SaveSelection } from '../state/dialogs.ts';
import { editorOf } from '../state/text-field.ts';
import type { CommandDescription } from './command.ts';

/** Opens the save dialog with the rows that are marked, match or are loaded now, held by value. */
function openSaving({ store, now, openDialog }: Explorer): void {
  const chosen = selectionOf(store.getState());
  if (chosen.ok) openDialog(newSaveDialog(chosen.value, now()));
}

export const exportCommands: readonly CommandDescription[] = [
  {
    id: 'export.save',
    word: 'save',
    keys: ['ctrl+s'],
    title: safe`save to a file: marked, filtered or all loaded rows`,
    group: 'Act',
    inMenu: true,
    blocked: nothingToSave,
    run: openSaving,
  },
];

export function newSaveDialog(chosen: SaveSelection, now: number): SaveDialog {
  const [{ name, extension }] = formats;
  const editor = editorOf(`${fileName(chosen, now)}.${extension}`);
  return { kind: 'save', selection: chosen, format: name, editor, phase: 'editing' };
}
