import type { DeleteResult } from '../../deletion/delete.ts';
import type { Failure } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Ref, Resource } from '../../resources/resource.ts';
import type { ExistingFile } from '../../storage/named-file.ts';
import type { SafeText } from '../../text/sanitise.ts';
import type { Action } from './action.ts';
import type { LoginDialog } from './login.ts';
import type { View } from './place.ts';
import { type Editor, editorOf } from './text-field.ts';

export type AnyDialog =
  | DeleteDialog
  | LoginDialog
  | QuestionDialog
  | SaveDialog
  | SecretDialog
  /** The failure of the last reload. */
  | { readonly kind: 'failure'; readonly top: number }
  | { readonly kind: 'find'; readonly editor: Editor }
  | { readonly kind: 'unlock'; readonly editor: Editor; readonly hint?: SafeText | undefined }
  | PaletteDialog
  /**
   * The field of a list's filter. `startRow`: the row to return to while the filter shows it; `before`: the
   * view before the field was opened, for a cancel.
   */
  | {
      readonly kind: 'filter';
      readonly editor: Editor;
      readonly startRow: string | undefined;
      readonly before: View;
    };

/** Rows of the palette in place of places, commands and records. */
export type PaletteScope =
  | 'keys'
  | 'pasted'
  | 'actions'
  | 'copies'
  | 'bookmarks'
  | 'recents'
  | 'logins'
  | 'compare';

/** The line with rows to choose from below it. */
export type PaletteDialog = {
  readonly kind: 'palette';
  readonly scope?: PaletteScope;
  /** The pasted text that opened it; the scope `pasted` offers its readings. */
  readonly pasted?: string;
  /** Ids to offer behind the name of a kind, besides those seen. */
  readonly known?: readonly string[];
  /** The typed line; in a scope the words to search for. */
  readonly editor: Editor;
  readonly choice: number;
};

/** Returns the palette with the rows of a scope. Rows are cached by the editor, so it is a new one. */
export const newScopeDialog = (scope: PaletteScope, choice = 0): PaletteDialog => ({
  kind: 'palette',
  scope,
  editor: editorOf(''),
  choice,
});

type DialogRoom = {
  /** Rows of its panel. Without them it covers the body, or needs only the row above the keys. */
  readonly panel?: number;
  /** The panel may take the whole body. */
  readonly coversView?: true;
  /** The row above the keys is shown on narrow screens, too. */
  readonly hasMessage?: true;
  /** The preview stays below the view: what is typed changes the view, whose rows must not move. */
  readonly keepsBelow?: true;
};

/** Rows of the dialogs that need some: the others cover the body, or have a field above the keys. */
const dialogRooms: { readonly [K in AnyDialog['kind']]?: DialogRoom } = {
  // The message says whether Enter deletes.
  delete: { hasMessage: true },
  filter: { keepsBelow: true },
  find: { keepsBelow: true },
  palette: { panel: 10 },
  // The request or command that a yes allows is shown in full.
  question: { panel: 10, coversView: true },
  secret: { panel: 7 },
  save: { panel: 7 },
};

/** Returns the room of a dialog. The help covers the view. */
export const roomOf = (dialog: AnyDialog): DialogRoom =>
  dialog.kind === 'palette' && dialog.scope === 'keys'
    ? { panel: Number.POSITIVE_INFINITY, coversView: true }
    : (dialogRooms[dialog.kind] ?? {});

/**
 * A question with yes and no. It holds what it is about by value: nothing on the screen below can change it.
 */
export type QuestionDialog = {
  readonly kind: 'question';
  readonly title: SafeText;
  /** The paragraphs below the title, and shorter ones for small screens. */
  readonly texts: readonly SafeText[];
  readonly brief?: readonly SafeText[];
  /** The text of yes, and its effect. */
  readonly yes: SafeText;
  readonly action: Action;
  /** True while yes is marked; no is at first. */
  readonly isYes: boolean;
};

export const newQuestionDialog = (about: Omit<QuestionDialog, 'kind' | 'isYes'>): QuestionDialog => ({
  kind: 'question',
  isYes: false,
  ...about,
});

/** Path to a value in a record: names in objects, positions in lists. */
export type ValuePath = readonly (string | number)[];

/**
 * A secret on the screen: its path and the time it is masked again (epoch milliseconds), never the secret
 * itself.
 */
export type SecretDialog = {
  readonly kind: 'secret';
  readonly ref: Ref;
  readonly path: ValuePath;
  readonly endsAt: number;
};

/** Records to save. They are held by value: nothing on the screen below can change them. */
export type SaveSelection = {
  readonly resource: Resource;
  readonly records: readonly JsonObject[];
  readonly kind: 'list' | 'record';
  /** Words for the records: `24 matching bots of 163`. */
  readonly description: SafeText;
  /** Time a single record was loaded, by the server's clock in epoch milliseconds. */
  readonly at?: number;
  readonly missing?: SafeText;
};

export type SaveDialog = {
  readonly kind: 'save';
  readonly selection: SaveSelection;
  readonly format: string;
  readonly editor: Editor;
  readonly phase: 'editing' | 'writing';
  /** The existing file with that name, until the person agrees to overwrite it. */
  readonly existing?: ExistingFile | undefined;
  readonly hint?: SafeText | undefined;
};

/** A record to be deleted. The dialog holds it by value: nothing on the screen below can change it. */
export type DeleteDialogTarget = {
  readonly ref: Ref;
  readonly name: SafeText;
  readonly record?: JsonObject;
  /** Time of its last reload before the delete if that has succeeded, in epoch milliseconds. */
  readonly lookedAt?: number | undefined;
  readonly failure?: Failure | undefined;
  readonly isChanged?: true;
  readonly isHidden?: true;
  /** `checking`: the response proved nothing, so the record is loaded again. */
  readonly result?: DeleteResult | 'sending' | 'checking';
};

/** The text that confirms the delete: name or end of the id of a single target, or `delete 3`. */
export type Confirmation = { readonly kind: 'name' | 'id' | 'count'; readonly text: string };

/**
 * The page that deletes one or more records. Phases: `reading` reloads them, `confirming` waits for the
 * confirmation, `grace` leaves some seconds to cancel before anything is sent, `running` sends, `stopping`
 * waits for the request under way and sends no other, `done` shows the results.
 */
export type DeleteDialog = {
  readonly kind: 'delete';
  readonly recordKind: string;
  readonly targets: readonly DeleteDialogTarget[];
  /** The record on whose screen the target was chosen, if it is another one. */
  readonly from?: Ref;
  readonly confirmation: Confirmation;
  readonly phase: 'reading' | 'confirming' | 'grace' | 'running' | 'stopping' | 'done';
  readonly editor: Editor;
  readonly openedAt: number;
  readonly typedAt: number;
  /** Time of the last Enter that did nothing, unless something was typed after it. */
  readonly refusedAt?: number | undefined;
  /** Start of the phase, in epoch milliseconds. */
  readonly since: number;
  /** Milliseconds to cancel after Enter; 0 for none. */
  readonly graceMs: number;
  /** Seconds left to cancel, as on the screen; in the phase `grace` only. */
  readonly secondsLeft?: number | undefined;
  /** First line shown, if not all fit. */
  readonly top: number;
  /** Folder of the backups; undefined when none are made. */
  readonly backupFolder?: SafeText | undefined;
  /** Paths of the backups of what was deleted before this retry. */
  readonly earlierBackups?: readonly string[];
  readonly hint?: SafeText | undefined;
};
