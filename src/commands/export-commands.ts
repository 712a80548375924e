import type { Explorer } from '../store/explorer.ts';
import { chosenOf, nothingToSave } from '../store/saving.ts';
import { safe } from '../text/sanitise.ts';
import { type Command, PLACES } from './command.ts';
import { savePanel } from './save-keys.ts';

/** Opens the panel with what is marked, matches or is loaded by now: it is kept by value. */
function openSaving({ store, now }: Explorer): void {
  const chosen = chosenOf(store.getState());
  if (typeof chosen !== 'string') store.setState({ overlay: savePanel(chosen, now()) });
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
