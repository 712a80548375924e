import { whyNot } from '../../text/result.ts';
import { safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import { fileName, selectionOf } from '../selection/save-selection.ts';
import type { SaveDialog, SaveSelection } from '../state/dialogs.ts';
import { editorOf } from '../state/text-field.ts';
import type { CommandDescription } from './command.ts';
import { formats } from './formats.ts';

/** Rows that are marked, match or are loaded now, held by value. */
function openSaving({ store, now, openDialog }: Explorer): void {
  const chosen = selectionOf(store.getState());
  if (chosen.ok) openDialog(newSaveDialog(chosen.value(), now()));
}

export const exportCommands: readonly CommandDescription[] = [
  {
    id: 'export.save',
    word: 'save',
    keys: ['ctrl+s'],
    title: safe`save to a file`,
    group: 'Act',
    inMenu: true,
    blocked: state => whyNot(selectionOf(state)),
    run: openSaving,
  },
];

export function newSaveDialog(chosen: SaveSelection, now: number): SaveDialog {
  const [{ name, extension }] = formats;
  const editor = editorOf(`${fileName(chosen, now)}.${extension}`);
  return { kind: 'save', selection: chosen, format: name, editor, phase: 'editing' };
}
