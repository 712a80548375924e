import type { DeleteResult } from '../../deletion/delete.ts';
import type { Failure } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Remark } from '../../resources/diagnosis-rule.ts';
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
  /** Failure of its last request: the read before the delete, or the delete of a single target. */
  readonly failure?: Failure | undefined;
  /** True if the record differs from the marked row. */
  readonly isChanged?: true;
  /** True if the filter of the list hides its row. */
  readonly isHidden?: true;
  readonly isExcluded?: true;
  /** `checking`: the response proved nothing, so the record is loaded again. */
  readonly result?: DeleteResult | 'sending' | 'checking';
};

/** The text that confirms the delete of a single target: its name, or the end of its id. */
export type Confirmation = { readonly kind: 'name' | 'id'; readonly text: string };

/**
 * The dialog that deletes one or more records. Phases: `reading` reloads them, `confirming` waits for the
 * confirmation, `grace` leaves some seconds to cancel before anything is sent, `running` sends, `stopping`
 * waits for the request under way and sends no other, `done` shows the results, `refused` that the token may
 * not delete the only target.
 */
export type DeleteDialog = {
  readonly kind: 'delete';
  readonly recordKind: string;
  readonly targets: readonly DeleteTarget[];
  /** The record on whose screen the target was chosen, if it is another one. */
  readonly from?: Ref;
  /** For a single target; several are confirmed by their number. */
  readonly confirmation?: Confirmation;
  /** Facts about a single target. */
  readonly remarks: readonly Remark[];
  readonly phase: 'reading' | 'confirming' | 'grace' | 'running' | 'stopping' | 'done' | 'refused';
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
  /** True while keys go to the list of targets, not into the field. */
  readonly isInList: boolean;
  readonly cursor: number;
  /** First line shown of a single target, if not all fit. */
  readonly top?: number;
  /** True if only the targets that failed are listed. */
  readonly isFailedOnly?: boolean;
  readonly wasSent?: true;
  /** Folder of the backups; undefined when none are made. */
  readonly backupFolder?: SafeText | undefined;
  /** Paths of the backups of what was deleted before this retry. */
  readonly earlierBackups?: readonly string[];
  readonly hint?: SafeText | undefined;
};
