import { type SafeText, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { commandKeys } from '../../commands/available.ts';
import type { Press } from '../../commands/key.ts';
import { type Hint, hint } from '../../facts/line.ts';
import type { AnyDialog } from '../../state/dialogs.ts';
import { keysLabel } from '../../state/key-names.ts';
import type { State } from '../../state/state.ts';

/** A command of a dialog. Settings replace its keys by its id, as they do for commands of views. */
export type DialogCommand<D extends AnyDialog> = {
  readonly id: string;
  /** Keys; without them those of the view command with this id. */
  readonly keys?: readonly string[];
  readonly title: SafeText;
  /** Acts while letters are text, so no letter can be its key. */
  readonly isInField?: true;
  /** Words in the footer. */
  readonly hint?: SafeText | ((dialog: D) => SafeText | undefined);
  /** Returns why it does nothing now, or `undefined`. */
  readonly blocked?: (dialog: D, state: State) => SafeText | undefined;
  readonly run: (explorer: Explorer, dialog: D, press: Press) => void;
};

type KeyState = Pick<State, 'user' | 'screen'>;

/** Returns the keys of a command: the person's own, else the standard ones. */
export const keysOf = <D extends AnyDialog>(
  { user: { keymap } }: KeyState,
  { id, keys }: Pick<DialogCommand<D>, 'id' | 'keys'>,
): readonly string[] => keymap[id] ?? keys ?? commandKeys(keymap, id);

/** Returns the commands of a dialog that have a key. If several have it, all but one are blocked. */
export const commandsOfKey = <D extends AnyDialog>(
  state: KeyState,
  commands: readonly DialogCommand<D>[],
  key: string,
): readonly DialogCommand<D>[] => commands.filter(command => keysOf(state, command).includes(key));

/** Returns the first key of a command as people read it, or `1-9` for digits; undefined without a key. */
export function keyOf<D extends AnyDialog>(
  state: KeyState,
  command: Pick<DialogCommand<D>, 'id' | 'keys'>,
): SafeText | undefined {
  return keysLabel(keysOf(state, command).slice(0, 1), state.screen);
}

/** Returns the footer hint of a command; none when it has no words, no key, or does nothing now. */
export function hintOf<D extends AnyDialog>(
  command: DialogCommand<D>,
  dialog: D,
  state: State,
): readonly Hint[] {
  const { hint: given, blocked } = command;
  const words = typeof given === 'function' ? given(dialog) : given;
  const key = keyOf(state, command);
  if (words === undefined || key === undefined || blocked?.(dialog, state) !== undefined) return [];
  return [hint(key, words)];
}

export const hintsOf = <D extends AnyDialog>(
  commands: readonly DialogCommand<D>[],
  dialog: D,
  state: State,
): readonly Hint[] => commands.flatMap(command => hintOf(command, dialog, state));

/** Returns the footer of a dialog: its first hint, that of Esc, then the others. */
export function footerOf<D extends AnyDialog>(
  commands: readonly DialogCommand<D>[],
  escHint: Hint,
  [dialog, state]: readonly [dialog: D, state: State],
): readonly Hint[] {
  const [first, ...others] = hintsOf(commands, dialog, state);
  return first === undefined ? [escHint] : [first, escHint, ...others];
}

/** Commands that close a dialog without a text field, by the keys that go back in a view. */
export const closingCommands = (['app.quit', 'place.back'] as const).map(id => ({
  id,
  title: safe`close`,
  run: ({ closeDialog }: Explorer) => closeDialog(),
}));
