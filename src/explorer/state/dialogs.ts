import type { Exchange } from '../../api/client.ts';
import type { DeleteResult } from '../../deletion/delete.ts';
import type { Failure } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Ref, Remark, Resource } from '../../resources/resource.ts';
import type { ExistingFile } from '../../storage/export-file.ts';
import type { SafeText } from '../../text/sanitise.ts';
import type { LoginOption, TokenStorage } from './login-options.ts';
import type { View } from './place.ts';
import type { Editor } from './text-field.ts';

/** A record that belongs to another one, by its kind and its own id. */
type ChildTarget = { readonly kind: string; readonly id: string };

/** What covers the screen, or stands below it, and takes the keys. */
export type AnyDialog =
  | DeleteDialog
  | LogDialog
  | LoginDialog
  | SaveDialog
  | SecretDialog
  | FindOwnerDialog
  /** `isSearching`: keys go into the search field. */
  | { readonly kind: 'help'; readonly top: number; readonly editor: Editor; readonly isSearching: boolean }
  /** What went wrong with the last read of what is shown. */
  | { readonly kind: 'failure'; readonly top: number }
  | { readonly kind: 'find'; readonly editor: Editor }
  /** The name that unlocks deleting is typed. */
  | { readonly kind: 'unlock'; readonly editor: Editor; readonly hint?: SafeText | undefined }
  | { readonly kind: 'palette'; readonly editor: Editor; readonly choice: number }
  /** The field of a list's filter. `home`: the row that the cursor was on before, to be there again. */
  | { readonly kind: 'filter'; readonly editor: Editor; readonly startRow: string | undefined }
  /** Of all actions, or of what can be copied. */
  | { readonly kind: 'menu'; readonly topic?: 'copy' }
  /** Whether the list of a kind may be asked for, which is outside of the description. */
  | { readonly kind: 'consent'; readonly recordKind: string; readonly ids: Ref['ids'] }
  /** Whether a command of one's own that changes something may run. */
  | { readonly kind: 'run'; readonly name: string }
  | {
      readonly kind: 'choose';
      readonly topic: ChoiceTopic;
      readonly rows: readonly Choice[];
      readonly choice: number;
    }
  | {
      readonly kind: 'id-prompt';
      readonly recordKind: string;
      readonly ids: Ref['ids'];
      /** What is opened below the record with the id that is asked for, in place of that record itself. */
      readonly below?: ChildTarget;
      readonly editor: Editor;
      /** Ids to choose from, as sent; the one chosen, or -1 while the id is typed. */
      readonly known: readonly string[];
      readonly choice: number;
      readonly hint?: SafeText | undefined;
    };

/** A record to be deleted. The dialog holds it by value: nothing on the screen below can change it. */
export type DeleteTarget = {
  readonly ref: Ref;
  readonly name: SafeText;
  /** The record as last read. */
  readonly record?: JsonObject;
  /** Why its last request failed: the read before the delete, or the delete of a single target. */
  readonly failure?: Failure | undefined;
  /** The record differs from the row that was marked. */
  readonly isChanged?: true;
  /** The filter of the list hides its row. */
  readonly isHidden?: true;
  /** The person excluded it. */
  readonly isExcluded?: true;
  /** `checking`: the response proved nothing, so the record is read again. */
  readonly result?: DeleteResult | 'sending' | 'checking';
};

/** What a person types to delete a single target: its name, or the end of its id. */
export type Confirmation = { readonly kind: 'name' | 'id'; readonly text: string };

/**
 * The dialog that deletes one or more records. Phases: `reading` reads them again, `asking` waits for the
 * confirmation, `grace` leaves some seconds to cancel before anything is sent, `running` sends, `stopping` waits for
 * the request under way and sends no other, `done` shows the results.
 */
export type DeleteDialog = {
  readonly kind: 'delete';
  readonly recordKind: string;
  readonly targets: readonly DeleteTarget[];
  /** For a single target; several are confirmed by their number. */
  readonly confirmation?: Confirmation;
  /** Facts about a single target. */
  readonly remarks: readonly Remark[];
  readonly phase: 'reading' | 'asking' | 'grace' | 'running' | 'stopping' | 'done';
  readonly editor: Editor;
  readonly openedAt: number;
  readonly typedAt: number;
  /** When the phase began. */
  readonly since: number;
  /** Milliseconds to cancel after Enter; 0 for none. */
  readonly graceMs: number;
  /** Keys go to the list of targets, not into the field. */
  readonly isInList: boolean;
  readonly cursor: number;
  /** First line shown of a single target, where not all fit. */
  readonly top?: number;
  /** Only the targets that failed are listed. */
  readonly isFailedOnly?: boolean;
  /** A DELETE was sent from this dialog before. */
  readonly wasSent?: true;
  /** Folder of the backups; undefined when none are made. */
  readonly backupFolder?: SafeText;
  readonly hint?: SafeText | undefined;
};

/** The request log over the screen. `cursor` counts from the oldest one shown; `opened` is the one shown whole. */
export type LogDialog = {
  readonly kind: 'log';
  readonly exchanges: readonly Exchange[];
  /** How many were sent since the start; those that are shown are the last of them. */
  readonly count: number;
  readonly cursor: number;
  readonly opened: number | undefined;
  readonly onlyFailed: boolean;
  readonly top: number;
};

export type LoginField = 'address' | 'token' | 'command' | 'workspace' | 'tokenStorage' | 'protect';

/** The form that asks for what is missing. Of a token that is typed it knows only how many letters there are. */
export type LoginDialog = {
  readonly kind: 'login';
  readonly option: LoginOption;
  /** Nothing but another token for the server in use. */
  readonly tokenOnly: boolean;
  readonly address: Editor;
  readonly workspace: Editor;
  readonly command: Editor;
  readonly tokenLength: number;
  readonly tokenStorage: TokenStorage;
  readonly protect: boolean;
  readonly field: LoginField;
  readonly phase: 'asking' | 'testing';
  readonly hint?: SafeText | undefined;
};

/** Where a choice leads: to a place, or to the dialog that deletes a record which nothing reads. */
type Destination =
  | { readonly to: 'view'; readonly view: View }
  | { readonly to: 'delete'; readonly ref: Ref }
  /** Another server, or another login. */
  | { readonly to: 'login'; readonly id: string }
  /** Asked for at one record after another that it may belong to. */
  | { readonly to: 'find-owner'; readonly kind: string; readonly id: string };

/** One row of a panel with things to choose from; it holds where it leads by value. */
export type Choice = {
  /** The text of the place, or of the record. */
  readonly id: string;
  /** What kind of thing it is, in one word. */
  readonly kind: SafeText;
  readonly label: SafeText;
  readonly detail: SafeText;
  readonly destination: Destination;
};

/** What a panel of choices is about. */
export type ChoiceTopic = 'bookmarks' | 'recents' | 'in-use' | 'paste' | 'logins';

/** The way to a value in a record: names in objects, places in lists. */
export type ValuePath = readonly (string | number)[];

/** A secret that is on the screen: only where it stands and until when (epoch milliseconds), never the secret itself. */
export type SecretDialog = {
  readonly kind: 'secret';
  readonly ref: Ref;
  readonly path: ValuePath;
  readonly endsAt: number;
};

/** What is saved to a file: records by value, so that nothing on the screen below can change them. */
export type SaveSelection = {
  readonly resource: Resource;
  readonly records: readonly JsonObject[];
  readonly kind: 'list' | 'record';
  /** Which ones, in words: `24 of 163 bots match`. */
  readonly description: SafeText;
  /** When a single record was read, by the server's clock in epoch milliseconds. */
  readonly at?: number;
  /** Why there may be more than these. */
  readonly missing?: SafeText;
};

/** The panel that saves to a file. */
export type SaveDialog = {
  readonly kind: 'save';
  readonly selection: SaveSelection;
  /** Name of the format. */
  readonly format: string;
  /** Where to. */
  readonly editor: Editor;
  readonly phase: 'asking' | 'writing';
  /** A file of that name is there: what there is to know of it before it is written over. */
  readonly existing?: ExistingFile | undefined;
  readonly hint?: SafeText | undefined;
};

/** Looking for a record of which only its own id is known, at one record after another that it may belong to. */
export type FindOwnerDialog = {
  readonly kind: 'find-owner';
  readonly recordKind: string;
  readonly id: string;
  /** Where it was not, and what the answer was. */
  readonly tried: readonly { readonly ref: Ref; readonly words: SafeText }[];
  /** The address that is asked for now; undefined when no more is asked. */
  readonly loading: Ref | undefined;
};
