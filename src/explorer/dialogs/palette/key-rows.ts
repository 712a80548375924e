import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { wrap } from '../../../text/width.ts';
import { type AvailableCommand, available } from '../../commands/available.ts';
import { byUse, isSeldom } from '../../commands/by-use.ts';
import type { Command } from '../../commands/command.ts';
import { isCustomId } from '../../commands/custom.ts';
import { isNarrow } from '../../facts/layout.ts';
import { areDigits, keyLabel } from '../../state/key-names.ts';
import type { State } from '../../state/state.ts';
import { keysOf } from '../shared/dialog-command.ts';
import { dialogCommands } from './dialog-commands.ts';
import { row, type Suggestion } from './named-rows.ts';

/** Returns the labels of keys; on a narrow screen that of the first. */
function labelsOf({ screen }: State, keys: readonly string[]): SafeText {
  if (areDigits(keys)) return safe`1-${keys.length}`;
  const shown = isNarrow(screen.size.columns) ? keys.slice(0, 1) : keys;
  return clean(shown.map(key => keyLabel(key, screen)).join(' '));
}

/** Returns the keys of a command; of a custom command without keys the text to type. */
const keysText = (state: State, { keys, word, id }: Command): SafeText =>
  keys.length === 0 && isCustomId(id) ? safe`:${clean(word ?? id)}` : labelsOf(state, keys);

/** Returns the row of a command with its keys. */
export const commandRow = (state: State, { command, blocked }: AvailableCommand): Suggestion => {
  const { id, word = id, title } = command;
  const keys = keysText(state, command);
  return row({
    words: word,
    title,
    label: title,
    kind: 'command',
    key: keys === '' ? safe`:${clean(word)}` : keys,
    blocked,
    id,
  });
};

/** Returns the rank of a command: those of this screen, motions, the app, what few need, what is off. */
function rankOf({ command, blocked }: AvailableCommand): number {
  if (blocked !== undefined) return 4;
  if (isSeldom(command)) return 3;
  return ['App', 'Move'].includes(command.group) ? (command.group === 'Move' ? 1 : 2) : 0;
}

const hasKeys = ({ command }: AvailableCommand): boolean => command.keys.length > 0;

/** Returns a sentence in as many rows as it needs. Enter runs none of them. */
const sentenceRows = (text: SafeText, { screen: { size } }: State): readonly Suggestion[] =>
  wrap(text, size.columns - 5).map(label => row({ words: label, title: safe``, label, kind: 'none' }));

/** Returns a row for a key that is no command: it works only in a dialog, or always. */
const keyRow = (key: SafeText, title: SafeText, blocked?: SafeText): Suggestion => {
  const kind = blocked === undefined ? 'none' : 'command';
  return row({ words: `${key} ${title}`, title, label: title, kind, key, blocked });
};

const NOTE = safe`Every command can be typed after : as well: ":mouse on" for clicks and the wheel, ":skin" for colours. Own keys: settings.yaml.`;

/** Returns problems of the settings, keys of this screen and of dialogs, and commands without a key. */
export function keyRows(state: State): readonly Suggestion[] {
  const listed = available(state, ({ isFormer }) => isFormer !== true);
  const commands = listed.toSorted((a, b) => rankOf(a) - rankOf(b) || byUse(a.command, b.command));
  const inDialogs = dialogCommands.flatMap(({ dialog, commands: own }) =>
    own.flatMap(command => {
      const keys = labelsOf(state, keysOf(state, command));
      return keys === '' ? [] : [keyRow(keys, command.title, safe`Works only in: ${clean(dialog)}.`)];
    }),
  );
  return [
    ...state.user.problems.flatMap(text => sentenceRows(text, state)),
    ...commands.filter(hasKeys).map(each => commandRow(state, each)),
    keyRow(safe`Ctrl-C`, safe`twice: force quit`),
    keyRow(safe`Ctrl-Z`, safe`suspend (fg resumes)`),
    ...inDialogs,
    ...commands.filter(each => !hasKeys(each)).map(each => commandRow(state, each)),
    ...sentenceRows(NOTE, state),
  ];
}
