import { formats } from '../formats/formats.ts';
import { editorOf } from '../store/editor.ts';
import type { Explorer } from '../store/explorer.ts';
import { chosenOf, fileName, nothingToSave } from '../store/saving.ts';
import { safe } from '../text/sanitise.ts';
import { type Command, PLACES } from './command.ts';

/** Opens the panel with what is marked, matches or is loaded by now: it is kept by value. */
function openSaving({ store, now }: Explorer): void {
  const chosen = chosenOf(store.getState());
  if (typeof chosen === 'string') return;
  const [{ name, extension }] = formats;
  const editor = editorOf(`${fileName(chosen, now())}.${extension}`);
  store.setState({ overlay: { is: 'save', chosen, format: name, editor, phase: 'asking' } });
}

/** What leaves the explorer as a file. */
export const exportCommands: readonly Command[] = [
  {
    id: 'export.save',
    word: 'save',
    keys: ['ctrl+s'],
    title: safe`save to a file: marked, filtered or all loaded`,
    group: 'Act',
    where: PLACES,
    inMenu: true,
    blocked: nothingToSave,
    run: openSaving,
  },
];
