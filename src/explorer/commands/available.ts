import { memo } from '../../text/memo.ts';
import { joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { documentSection } from '../facts/tabs.ts';
import { currentView, type Keymap, type State } from '../state/state.ts';
import { type Command, keyPlaces, type Where } from './command.ts';
import { customCommandsOf } from './custom.ts';
import { commands } from './table.ts';

/** Returns the present screen; a tab that is a document counts as raw text. */
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

/** Returns the commands of the present screen with their keys here: the person's own, else standard ones. */
const commandsHere = (state: State): readonly Command[] =>
  commandsAt(whereOf(state), state.user.keymap, customCommandsOf(state));

export type AvailableCommand = { readonly command: Command; readonly blocked: SafeText | undefined };

export function available(
  state: State,
  isAsked: (command: Command) => boolean = () => true,
): readonly AvailableCommand[] {
  return commandsHere(state)
    .filter(isAsked)
    .map(command => ({ command, blocked: command.blocked?.(state) }));
}

const PLACE_WORDS: { readonly [W in Where]: SafeText } = {
  list: safe`in a list`,
  record: safe`on a record`,
  raw: safe`in raw text`,
  compare: safe`in a comparison`,
  start: safe`on the first screen`,
};

export function elsewhere(state: State): readonly AvailableCommand[] {
  const here = whereOf(state);
  return [...commands, ...customCommandsOf(state)]
    .filter(({ where }) => !where.includes(here))
    .map(command => {
      const places = joinSafe(
        command.where.map(where => PLACE_WORDS[where]),
        ' or ',
      );
      return { command, blocked: safe`Works only ${places}.` };
    });
}

/** Returns the command of a key on the present screen. No two commands of one screen share a key (tested). */
export function commandFor(state: State, key: string): Command | undefined {
  return commandsHere(state).find(command => command.keys.includes(key));
}

/** Returns the keys of a command, wherever they act: the person's own, else the standard ones. */
export const commandKeys = (keymap: Keymap, id: string): readonly string[] =>
  keymap[id] ?? commands.find(command => command.id === id)?.keys ?? [];

export const hasKey = ({ user }: Pick<State, 'user'>, id: string, key: string): boolean =>
  commandKeys(user.keymap, id).includes(key);

/** Returns the rows of a menu: actions on the row under the cursor, or parts of it to copy. */
export function menuCommands(state: State, of: true | 'copy' = true): readonly Command[] {
  return available(state, ({ inMenu }) => inMenu === of)
    .filter(({ blocked }) => blocked === undefined)
    .map(({ command }) => command);
}
