import { memo } from '../../text/memo.ts';
import type { SafeText } from '../../text/sanitise.ts';
import { currentView, type Keymap, type State } from '../state/state.ts';
import { documentSection } from '../view/document/section.ts';
import { type Command, keyPlaces, type Where } from './command.ts';
import { customCommandsOf } from './custom.ts';
import { commands } from './table.ts';

/** A tab that is a document is read as raw text is. */
const whereOf = (state: State): Where =>
  documentSection(state) === undefined ? currentView(state).place.screen : 'raw';

const commandsAt = memo((where: Where, keymap: Keymap, own: readonly Command[]): readonly Command[] =>
  [...commands, ...own]
    .filter(command => command.where.includes(where))
    .map(command => {
      const keys = keyPlaces(command).includes(where) ? (keymap[command.id] ?? command.keys) : [];
      return { ...command, keys };
    }),
);

/** The commands of the present place with the keys they have here: the person's own, else the standard ones. */
const commandsHere = (state: State): readonly Command[] =>
  commandsAt(whereOf(state), state.user.keymap, customCommandsOf(state));

/** The commands of the present place that are asked for, each with the reason why it is off now. */
export function available(
  state: State,
  isAsked: (command: Command) => boolean = () => true,
): readonly { readonly command: Command; readonly blocked: SafeText | undefined }[] {
  return commandsHere(state)
    .filter(isAsked)
    .map(command => ({ command, blocked: command.blocked?.(state) }));
}

/** The command that a key means at the present place. No two commands of one place share a key (tested). */
export function commandFor(state: State, key: string): Command | undefined {
  return commandsHere(state).find(command => command.keys.includes(key));
}

/** Whether a command has a key wherever it can be given: the person's own, else the standard ones. */
export function hasKey({ user: { keymap } }: Pick<State, 'user'>, id: string, key: string): boolean {
  return (keymap[id] ?? commands.find(command => command.id === id)?.keys ?? []).includes(key);
}

/** The rows of a menu: what can be done to what is under the cursor, or copied of it. */
export function menuCommands(state: State, of: true | 'copy' = true): readonly Command[] {
  return available(state, ({ inMenu }) => inMenu === of)
    .filter(({ blocked }) => blocked === undefined)
    .map(({ command }) => command);
}
