import type { SafeText } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import type { AnyDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import type { Editor } from '../../state/text-field.ts';
import type { Hint, Line, Span } from '../../view/line.ts';
import type { DialogCommand } from './dialog-command.ts';

/** The dialog of one kind. */
export type DialogOf<K extends AnyDialog['kind']> = Extract<AnyDialog, { readonly kind: K }>;

/** Lines that fit into the room of a dialog; `cursor` is the index of the chosen one. */
export type Page = { readonly lines: readonly Line[]; readonly cursor?: number };

/** Rows and columns that a dialog may use. */
export type DialogArea = { readonly rows: number; readonly columns: number };

export type Title = { readonly title: SafeText; readonly right: SafeText | undefined };

/** Question of a delete on a screen without room for lines: what goes, what warns of it, and the field. */
export type Question = { readonly asked: SafeText; readonly facts: SafeText; readonly editor: Editor };

/** The announcement of a dialog for screen readers. */
export type Announcement = {
  /** Without it the title of a dialog that covers the body. */
  readonly title?: SafeText;
  readonly lines?: readonly Line[];
  /** The chosen one among several. */
  readonly row?: SafeText;
  readonly message?: readonly Span[];
  readonly field?: readonly [label: SafeText, editor: Editor];
};

/** Everything the program knows of one kind of dialog. `dialogs/table.ts` has one record for each kind. */
export type Dialog<D extends AnyDialog> = {
  readonly commands?: readonly DialogCommand<D>[];
  /** True while keys with letters are text, not commands. */
  readonly isTyping?: (dialog: D) => boolean;
  /** Handles keys that are no command, but Esc and Ctrl-C. */
  readonly key?: (explorer: Explorer, dialog: D, press: Press) => void;
  /** Takes pasted text; without it the text is looked up as an id, a link or a place. */
  readonly paste?: (explorer: Explorer, dialog: D, text: string) => void;
  /** Ctrl-C, and Esc; without it the dialog closes. */
  readonly cancel?: (explorer: Explorer, dialog: D) => void;
  /** Esc, where it does not simply cancel. */
  readonly back?: (explorer: Explorer, dialog: D) => void;
  /** True once the dialog has lost its reason; the next key then goes to the view below. */
  readonly isOver?: (state: State) => boolean;
  /** Given: the dialog covers the body under this title. Else it is a panel below the body. */
  readonly title?: (state: State, dialog: D) => Title;
  readonly lines: (state: State, dialog: D, room: DialogArea) => Page;
  readonly hints: (dialog: D, state: State) => readonly Hint[];
  /** Row above the keys; `undefined` leaves it to the view. */
  readonly message?: (state: State, dialog: D) => readonly Span[] | undefined;
  /** Its panel shows the notice, in place of the row above the keys. */
  readonly showsNotice?: true;
  readonly question?: (state: State, dialog: D) => Question | undefined;
  /** Without it all lines are announced. */
  readonly speech?: (state: State, dialog: D) => Announcement;
};

/** Rows enough for every line: speech has no pages. */
export const ALL_ROWS = 10_000;
