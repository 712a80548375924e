import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/command.ts';
import { commandKeys, motionOf } from '../../commands/registry.ts';
import { type Heading, type Hint, hint, type Lines, type Spans } from '../../facts/line.ts';
import { motionRows } from '../../selection/cursor.ts';
import type { AnyDialog } from '../../state/dialogs.ts';
import { keyLabel, keysLabel } from '../../state/key-names.ts';
import type { State } from '../../state/state.ts';
import type { Editor } from '../../state/text-field.ts';

export type DialogOf<K extends AnyDialog['kind']> = Extract<AnyDialog, { readonly kind: K }>;

export type FormName = 'list' | 'record' | 'text' | 'palette' | 'confirm' | 'delete' | 'form';

export type Page = Readonly<{ lines: Lines; cursor?: number }>;

export type DialogArea = Readonly<{ rows: number; columns: number }>;

type Title = Pick<Heading, 'title' | 'right' | 'isDangerous' | 'work'>;

export type DialogField = Readonly<{
  name: SafeText;
  /** A field without typed text has a `value` to choose. */
  editor?: Editor;
  value?: SafeText;
  /** Before the field in the row above the keys, and the words behind it, if it is drawn there. */
  sign?: SafeText;
  beside?: SafeText;
}>;

export type Dialog<D extends AnyDialog> = Readonly<{
  form: FormName;
  commands?: readonly DialogCommand<D>[];
  /** Of the field with the cursor, for keys and pastes. */
  type?: (explorer: Explorer, dialog: D, change: (editor: Editor) => Editor) => void;
  /** Letters are text, not commands; default: always in a dialog with `type`. */
  isTyping?: (dialog: D) => boolean;
  /** ↑ brings the text back into the empty field; `name`: in the footer. */
  recall?: Readonly<{ text: (state: State) => string; name: SafeText }>;
  /** Neither a command nor Esc nor Ctrl-C; false for keys to type. */
  key?: (explorer: Explorer, dialog: D, press: Press) => boolean;
  /** Without it and `type` the text is looked up as an id, a link or a place. */
  paste?: (explorer: Explorer, dialog: D, text: string) => void;
  /** Ctrl-C, and Esc if there is no `back`; without it the dialog closes. */
  cancel?: (explorer: Explorer, dialog: D) => void;
  back?: (explorer: Explorer, dialog: D) => void;
  /** Nothing is left to show; the next key then goes to the view below. */
  isEmpty?: (state: State) => boolean;
  /** The dialog covers the body; without a title it is a panel below the body. */
  title?: (state: State, dialog: D) => Title;
  lines?: (state: State, dialog: D, room: DialogArea) => Page;
  /** Default: the hint of the first command, of Esc, of the other commands. */
  hints?: (dialog: D, state: State) => readonly Hint[] | undefined;
  /** In the footer, and the hints behind the default ones. */
  esc?: SafeText | ((dialog: D) => SafeText);
  more?: (state: State, dialog: D) => readonly Hint[];
  field?: (state: State, dialog: D) => DialogField | undefined;
  /** `undefined` leaves the row above the keys to the field with a sign, or to the view. */
  message?: (state: State, dialog: D) => Spans | undefined;
  showsNotice?: true;
}>;

/** Settings replace its keys by its id, as they do for commands of views. */
export type DialogCommand<D extends AnyDialog> = Readonly<{
  id: string;
  keys?: readonly string[];
  title: SafeText;
  /** Also while letters are text, so no letter can be its key. */
  isInField?: true;
  hint?: SafeText | ((dialog: D) => SafeText | undefined);
  blocked?: (dialog: D, state: State) => SafeText | undefined;
  run: (explorer: Explorer, dialog: D, press: Press) => void;
}>;

type CommandKeys = Readonly<{ id: string; keys?: readonly string[] }>;

export const keysOf = ({ user: { keymap } }: State, { id, keys }: CommandKeys): readonly string[] =>
  keymap[id] ?? keys ?? commandKeys(keymap, id);

export const keyLabelOf = (state: State, command: CommandKeys): SafeText | undefined =>
  keysLabel(keysOf(state, command).slice(0, 1), state.screen);

export const hintsOf = <D extends AnyDialog>(
  commands: readonly DialogCommand<D>[],
  dialog: D,
  state: State,
): readonly Hint[] =>
  commands.flatMap(({ hint: given, blocked, ...command }) => {
    const words = typeof given === 'function' ? given(dialog) : given;
    const key = keyLabelOf(state, command);
    if (words === undefined || key === undefined || blocked?.(dialog, state) !== undefined) return [];
    return [hint(key, words)];
  });

export function readerStep(state: State, key: string, height: number): number | undefined {
  const motion = motionOf(state, key);
  return motion && motionRows(motion, height, Math.max(1, height));
}

export const upKey = ({ screen }: State) => clean(keyLabel('up', screen));
export const chooseHint = (state: State): Hint =>
  hint(safe`${upKey(state)} ${clean(keyLabel('down', state.screen))}`, safe`choose`);

export const closingCommands = (['app.quit', 'place.back'] as const).map(id => ({
  id,
  title: safe`close`,
  run: ({ closeDialog }: Explorer) => closeDialog(),
}));

export const refusePaste = ({ changeDialog }: Explorer, dialog: DialogOf<'delete' | 'unlock'>): void =>
  changeDialog(dialog, { hint: safe`Pasting can't confirm a delete. Please type it.` });
