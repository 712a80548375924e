import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { commandKeys, hasKey } from '../../commands/available.ts';
import type { Press } from '../../commands/key.ts';
import { type Heading, type Hint, hint, type Line, type Span } from '../../facts/line.ts';
import type { AnyDialog } from '../../state/dialogs.ts';
import { keyLabel, keysLabel } from '../../state/key-names.ts';
import type { State } from '../../state/state.ts';
import type { Editor } from '../../state/text-field.ts';

export type DialogOf<K extends AnyDialog['kind']> = Extract<AnyDialog, { readonly kind: K }>;

/** The forms of screen: see the map of the source. */
export type FormName = 'list' | 'record' | 'text' | 'palette' | 'confirm' | 'delete' | 'form';

/** Lines that fit into the area of a dialog; `cursor` is the index of the chosen one. */
export type Page = { readonly lines: readonly Line[]; readonly cursor?: number };

export type DialogArea = { readonly rows: number; readonly columns: number };

export type Title = Pick<Heading, 'title' | 'right' | 'isDangerous' | 'work'>;

export type DialogField = {
  /** Its name for screen readers. */
  readonly name: SafeText;
  /** The typed text; a field without it has a `value` to choose. */
  readonly editor?: Editor;
  readonly value?: SafeText;
  /** Sign before the field in the row above the keys, and the words behind it, if it is drawn there. */
  readonly sign?: SafeText;
  readonly beside?: SafeText;
};

/** Description of one kind of dialog. `dialogs/table.ts` has one for each kind. */
export type Dialog<D extends AnyDialog> = {
  readonly form: FormName;
  readonly commands?: readonly DialogCommand<D>[];
  /** Changes the text of the field with the cursor, if it has one: for keys and pastes. */
  readonly type?: (explorer: Explorer, dialog: D, change: (editor: Editor) => Editor) => void;
  /** Returns true while keys with letters are text, not commands; default: always in a dialog with `type`. */
  readonly isTyping?: (dialog: D) => boolean;
  /** The text that ↑ brings back into the empty field, and its name in the footer. */
  readonly recall?: { readonly text: (state: State) => string; readonly name: SafeText };
  /** Handles keys that are neither a command nor Esc nor Ctrl-C; returns false for those to type. */
  readonly key?: (explorer: Explorer, dialog: D, press: Press) => boolean;
  /** Takes pasted text; without it and `type` the text is looked up as an id, a link or a place. */
  readonly paste?: (explorer: Explorer, dialog: D, text: string) => void;
  /** Handles Ctrl-C, and Esc if there is no `back`; without it the dialog closes. */
  readonly cancel?: (explorer: Explorer, dialog: D) => void;
  /** Handles Esc where it is more than a cancel. */
  readonly back?: (explorer: Explorer, dialog: D) => void;
  /** Returns true if there is nothing left to show; the next key then goes to the view below. */
  readonly isEmpty?: (state: State) => boolean;
  /** Title of a dialog that covers the body; without it the dialog is a panel below the body. */
  readonly title?: (state: State, dialog: D) => Title;
  readonly lines?: (state: State, dialog: D, room: DialogArea) => Page;
  /** Returns the footer; default: the hint of the first command, of Esc, of the other commands. */
  readonly hints?: (dialog: D, state: State) => readonly Hint[];
  /** Effect of Esc in the footer, and the hints behind the default ones. */
  readonly esc?: SafeText;
  readonly more?: (state: State, dialog: D) => readonly Hint[];
  readonly field?: (state: State, dialog: D) => DialogField | undefined;
  /** Row above the keys; `undefined` leaves it to the field with a sign, or to the view. */
  readonly message?: (state: State, dialog: D) => readonly Span[] | undefined;
  /** Shows the notice in its panel, not in the row above the keys. */
  readonly showsNotice?: true;
};

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
  readonly blocked?: (dialog: D, state: State) => SafeText | undefined;
  readonly run: (explorer: Explorer, dialog: D, press: Press) => void;
};

type CommandKeys = { readonly id: string; readonly keys?: readonly string[] };

/** Returns the keys of a command: the person's own, else the standard ones. */
export const keysOf = (
  { user: { keymap } }: Pick<State, 'user'>,
  { id, keys }: CommandKeys,
): readonly string[] => keymap[id] ?? keys ?? commandKeys(keymap, id);

export const keyOf = (state: Pick<State, 'user' | 'screen'>, command: CommandKeys): SafeText | undefined =>
  keysLabel(keysOf(state, command).slice(0, 1), state.screen);

/** Returns the footer hints of commands that have words and a key, and do something now. */
export const hintsOf = <D extends AnyDialog>(
  commands: readonly DialogCommand<D>[],
  dialog: D,
  state: State,
): readonly Hint[] =>
  commands.flatMap(({ hint: given, blocked, ...command }) => {
    const words = typeof given === 'function' ? given(dialog) : given;
    const key = keyOf(state, command);
    if (words === undefined || key === undefined || blocked?.(dialog, state) !== undefined) return [];
    return [hint(key, words)];
  });

/** Returns the footer of a dialog: its first hint, that of Esc, then the others. */
export function footerOf<D extends AnyDialog>(
  commands: readonly DialogCommand<D>[],
  esc: SafeText,
  [dialog, state]: readonly [dialog: D, state: State],
): readonly Hint[] {
  const [first, ...others] = hintsOf(commands, dialog, state);
  return [...(first === undefined ? [] : [first]), hint(safe`Esc`, esc), ...others];
}

const PAGES: Readonly<Record<string, number>> = {
  'move.page-down': 1,
  'move.page-up': -1,
  'read.page-down': 1,
  'read.page-up': -1,
  'read.half-down': 0.5,
  'read.half-up': -0.5,
};
const ROWS: Readonly<Record<string, number>> = {
  'move.down': 1,
  'move.up': -1,
  'move.first': Number.NEGATIVE_INFINITY,
  'move.last': Number.POSITIVE_INFINITY,
};

/** Returns the rows that a key moves in read-only text, by its command; undefined if it moves nothing. */
export function readerStep(state: State, key: string, height: number): number | undefined {
  const stepIn = (steps: Readonly<Record<string, number>>): number | undefined =>
    Object.entries(steps).find(([id]) => hasKey(state, id, key))?.[1];
  const page = stepIn(PAGES);
  return page === undefined ? stepIn(ROWS) : Math.trunc(page * height) || Math.sign(page);
}

export const upKey = ({ screen }: State): SafeText => clean(keyLabel('up', screen));
export const chooseHint = (state: State): Hint =>
  hint(safe`${upKey(state)} ${clean(keyLabel('down', state.screen))}`, safe`choose`);

/** Commands that close a dialog without a text field, by the keys that go back in a view. */
export const closingCommands = (['app.quit', 'place.back'] as const).map(id => ({
  id,
  title: safe`close`,
  run: ({ closeDialog }: Explorer) => closeDialog(),
}));

/** Refuses pasted text as a confirmation, and keeps the typed text. */
export const refusePaste = ({ changeDialog }: Explorer, dialog: DialogOf<'delete' | 'unlock'>): void =>
  changeDialog(dialog, { hint: safe`Pasting can't confirm a delete. Please type it.` });
