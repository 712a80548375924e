import type { SafeText } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import type { Heading, Hint, Line, Span } from '../../facts/line.ts';
import type { AnyDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import type { Editor } from '../../state/text-field.ts';
import type { DialogCommand } from './dialog-command.ts';

export type DialogOf<K extends AnyDialog['kind']> = Extract<AnyDialog, { readonly kind: K }>;

/** The forms of screen: see the map of the source. */
export type FormName = 'list' | 'record' | 'text' | 'palette' | 'confirm' | 'delete' | 'form';

/** Lines that fit into the area of a dialog; `cursor` is the index of the chosen one. */
export type Page = { readonly lines: readonly Line[]; readonly cursor?: number };

export type DialogArea = { readonly rows: number; readonly columns: number };

export type Title = Pick<Heading, 'title' | 'right' | 'isDangerous' | 'work'>;

/** The field with the cursor. */
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
  /** Returns true while keys with letters are text, not commands. */
  readonly isTyping?: (dialog: D) => boolean;
  /** Handles keys that are neither a command nor Esc nor Ctrl-C. */
  readonly key?: (explorer: Explorer, dialog: D, press: Press) => void;
  /** Takes pasted text; without it the text is looked up as an id, a link or a place. */
  readonly paste?: (explorer: Explorer, dialog: D, text: string) => void;
  /** Handles Ctrl-C, and Esc if there is no `back`; without it the dialog closes. */
  readonly cancel?: (explorer: Explorer, dialog: D) => void;
  /** Handles Esc where it is more than a cancel. */
  readonly back?: (explorer: Explorer, dialog: D) => void;
  /** Returns true if there is nothing left to show; the next key then goes to the view below. */
  readonly isOver?: (state: State) => boolean;
  /** Title of a dialog that covers the body; without it the dialog is a panel below the body. */
  readonly title?: (state: State, dialog: D) => Title;
  readonly lines: (state: State, dialog: D, room: DialogArea) => Page;
  readonly hints: (dialog: D, state: State) => readonly Hint[];
  readonly field?: (state: State, dialog: D) => DialogField | undefined;
  /** Row above the keys; `undefined` leaves it to the field with a sign, or to the view. */
  readonly message?: (state: State, dialog: D) => readonly Span[] | undefined;
  /** Shows the notice in its panel, not in the row above the keys. */
  readonly showsNotice?: true;
};
