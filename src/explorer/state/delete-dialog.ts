import type { DeleteResult } from '../../deletion/delete.ts';
import type { Failure } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Ref } from '../../resources/resource.ts';
import type { SafeText } from '../../text/sanitise.ts';
import type { Editor } from './text-field.ts';

/** A record to be deleted. The dialog holds it by value: nothing on the screen below can change it. */
export type DeleteTarget = {
  readonly ref: Ref;
  readonly name: SafeText;
  /** The record as last loaded. */
  readonly record?: JsonObject;
  /** Time of its last reload before the delete if that has succeeded, in epoch milliseconds. */
  readonly lookedAt?: number | undefined;
  /** Failure of its last reload before the delete. */
  readonly failure?: Failure | undefined;
  /** True if the record differs from the marked row. */
  readonly isChanged?: true;
  /** True if the filter of the list hides its row. */
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
  readonly targets: readonly DeleteTarget[];
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
