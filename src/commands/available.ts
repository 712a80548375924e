import { documentSection } from '../store/document-tabs.ts';
import { currentView, type State } from '../store/state.ts';
import type { SafeText } from '../text/sanitise.ts';
import { type Command, keyPlaces, type Where } from './command.ts';
import { ownCommandsOf } from './own-commands.ts';
import { commands } from './table.ts';

/** A tab that is a document is read as raw text is. */
const whereOf = (state: State): Where =>
  documentSection(state) === undefined ? currentView(state).place.screen : 'raw';

/** The commands of the present place with the keys they have here: the person's own, else the standard ones. */
function commandsHere(state: State): readonly Command[] {
  const where = whereOf(state);
  return [...commands, ...ownCommandsOf(state)]
    .filter(command => command.where.includes(where))
    .map(command => {
      const keys = keyPlaces(command).includes(where) ? (state.keymap[command.id] ?? command.keys) : [];
      return { ...command, keys };
    });
}

/** The commands of the present place, each with the reason why it is off now. */
export function available(
  state: State,
): readonly { readonly command: Command; readonly blocked: SafeText | undefined }[] {
  return commandsHere(state).map(command => ({ command, blocked: command.blocked?.(state) }));
}

/** The command that a key means at the present place. No two commands of one place share a key (tested). */
export function commandFor(state: State, key: string): Command | undefined {
  return commandsHere(state).find(command => command.keys.includes(key));
}

/** The rows of a menu: what can be done to what is under the cursor, or copied of it. */
export function menuCommands(state: State, of: true | 'copy' = true): readonly Command[] {
  return available(state)
    .filter(({ command, blocked }) => command.inMenu === of && blocked === undefined)
    .map(({ command }) => command);
}
