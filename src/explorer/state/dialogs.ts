import type { DeleteResult } from '../../deletion/delete.ts';
import type { Failure } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Ref, Resource } from '../../resources/resource.ts';
import type { ExistingFile } from '../../storage/named-file.ts';
import type { SafeText } from '../../text/sanitise.ts';
import type { Action } from './action.ts';
import type { RetryWait } from './load.ts';
import type { LoginDialog } from './login.ts';
import type { View } from './place.ts';
import { type Editor, editorOf } from './text-field.ts';

export type AnyDialog =
  | DeleteDialog
  | LoginDialog
  | QuestionDialog
  | SaveDialog
  | SecretDialog
  | Readonly<{ kind: 'failure'; top: number }>
  | Readonly<{ kind: 'find'; editor: Editor }>
  | Readonly<{ kind: 'unlock'; editor: Editor; hint?: SafeText | undefined }>
  | PaletteDialog
  /** `startRow`: the row to return to while the filter shows it; `before`: the view for a cancel. */
  | Readonly<{ kind: 'filter'; editor: Editor; startRow: string | undefined; before: View }>;

/** The scope that offers the readings of a paste. */
export const PASTED = 'pasted';
/** The scope of all keys. */
export const HELP = 'app.help';

export type PaletteDialog = Readonly<{
  kind: 'palette';
  /** Id of the command that opened it, or `PASTED`. */
  scope?: string;
  /** The pasted text that opened the palette. */
  pasted?: string;
  known?: readonly string[];
  editor: Editor;
  choice: number;
}>;

/** Rows are cached by the editor, so it is a new one. */
export const newScopeDialog = (scope: string, choice = 0): PaletteDialog => ({
  kind: 'palette',
  scope,
  editor: editorOf(''),
  choice,
});

type DialogRoom = Readonly<{
  panel?: number;
  coversView?: true;
  /** On narrow screens, too: the row above the keys. */
  hasMessage?: true;
  /** The pane stays below the view: what is typed changes the view, whose rows must not move. */
  keepsBelow?: true;
}>;

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

export const roomOf = (dialog: AnyDialog): DialogRoom =>
  dialog.kind === 'palette' && dialog.scope === HELP
    ? { panel: Infinity, coversView: true }
    : (dialogRooms[dialog.kind] ?? {});

/** Held by value: nothing on the screen below can change it. */
export type QuestionDialog = Readonly<{
  kind: 'question';
  title: SafeText;
  texts: readonly SafeText[];
  brief?: readonly SafeText[];
  yes: SafeText;
  action: Action;
  isYes: boolean;
}>;

export const newQuestionDialog = (
  about: Omit<QuestionDialog, 'kind' | 'isYes'> & { readonly isYes?: true },
): QuestionDialog => ({
  kind: 'question',
  isYes: false,
  ...about,
});

/** Names in objects, positions in lists. */
export type ValuePath = readonly (string | number)[];

/** `until`: epoch milliseconds when it is masked again. Never the secret itself. */
export type SecretDialog = Readonly<{ kind: 'secret'; ref: Ref; path: ValuePath; endsAt: number }>;

/** Held by value: nothing on the screen below can change the records. */
export type SaveSelection = Readonly<{
  resource: Resource;
  records: readonly JsonObject[];
  kind: 'list' | 'record';
  /** `24 matching bots of 163` */
  description: SafeText;
  /** When a single record was loaded, by the server's clock in epoch milliseconds. */
  at?: number;
  missing?: SafeText | undefined;
}>;

export type SaveDialog = Readonly<{
  kind: 'save';
  selection: SaveSelection;
  format: string;
  editor: Editor;
  phase: 'editing' | 'writing';
  existing?: ExistingFile | undefined;
  hint?: SafeText | undefined;
}>;

/** Held by value: nothing on the screen below can change it. */
export type DeleteDialogTarget = Readonly<{
  ref: Ref;
  name: SafeText;
  record?: JsonObject;
  /** When its last reload before the delete succeeded, in epoch milliseconds. */
  lookedAt?: number | undefined;
  failure?: Failure | undefined;
  isChanged?: true;
  isHidden?: true;
  /** `waiting`: as the server asks; `checking`: the response proved nothing, the record is loaded again. */
  result?: DeleteResult | 'waiting' | 'sending' | 'checking';
}>;

/** Name or end of the id of a single target, or `delete 3`. */
export type Confirmation = Readonly<{ kind: 'name' | 'id' | 'count'; text: string }>;

/**
 * `reading` reloads the records, `grace` leaves some seconds to cancel, `stopping` waits for the request
 * under way and sends no other.
 */
export type DeleteDialog = Readonly<{
  kind: 'delete';
  recordKind: string;
  targets: readonly DeleteDialogTarget[];
  from?: Ref;
  confirmation: Confirmation;
  phase: 'reading' | 'confirming' | 'grace' | 'running' | 'stopping' | 'done';
  editor: Editor;
  openedAt: number;
  typedAt: number;
  /** The last Enter that did nothing, unless something was typed after it. */
  refusedAt?: number | undefined;
  /** In epoch milliseconds. */
  since: number;
  graceMs: number;
  /** As on the screen; in the phase `grace` only. */
  secondsLeft?: number | undefined;
  /** Of the DELETE that waits, in the phase `running` only. */
  wait?: RetryWait | undefined;
  top: number;
  backupFolder?: SafeText | undefined;
  earlierBackups?: readonly string[];
  hint?: SafeText | undefined;
}>;
