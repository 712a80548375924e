import { randomUUID } from 'node:crypto';
import type { Client, Outcome } from '../api/client.ts';
import { statusOf } from '../api/errors.ts';
import { type Failure, hasTrait, type SentRequest } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { requestPath } from '../resources/record-ids.ts';
import { resourceOf } from '../resources/registry.ts';
import { deleteAction, type Ref } from '../resources/resource.ts';
import { ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { backupOf } from './backup.ts';
import { type DeleteStorage, type JournalEntry, type JournalStage, memoryStorage } from './journal.ts';

/** A record to delete, as read just before; `record` is undefined for kinds that cannot be read. */
export type DeleteTarget = { readonly ref: Ref; readonly record: JsonObject | undefined };

/** A delete whose request never left the process. */
export type UnsentDelete =
  | { readonly end: 'unsent'; readonly why: SafeText }
  | { readonly end: 'unsent'; readonly failure: Failure };

/**
 * A delete whose request was sent. `gone`: the record was seen before and does not exist. `missing`: it does
 * not exist and was never seen; older versions do not know this word, so the journal writes `not-deleted`.
 */
export type SentDelete = {
  readonly end: Exclude<JournalStage, 'sending'> | 'missing';
  readonly failure?: Failure;
  /** Set when the record was read again to find the result. */
  readonly isReread?: true;
  /** Set when it was found then. */
  readonly isFound?: true;
  /** The request, and the status of its response. */
  readonly sent?: SentRequest;
  /** Path of the backup that was written before; undefined for a record that cannot be read. */
  readonly backup?: string | undefined;
  /** Reason why the journal lacks the outcome although the DELETE was sent. */
  readonly unwritten?: SafeText;
};

/** A dry run: the request that would have been sent. */
export type DryRun = { readonly end: 'played'; readonly request: SafeText };

/** The outcome of one delete. `results.ts` has its words and exit codes. */
export type DeleteResult = UnsentDelete | SentDelete | DryRun;

export type DeleteContext = DeleteStorage & {
  readonly client: Pick<Client, 'send'>;
  /** Reads a record from the server, not from a cache. */
  readonly readAgain: (ref: Ref) => Promise<Outcome<JsonObject>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Dry run: nothing is sent, and neither backup nor journal is written. */
  readonly isDry?: boolean;
  /** Aborts a DELETE that still waits to be sent. One that was sent runs to its end. */
  readonly waitSignal?: AbortSignal;
  /** Called when the response proves nothing and the record is read again. */
  readonly onCheck?: () => void;
};

/** Writes the backup of a target. Returns its path, none without a record, or why it could not. */
function backUp(
  { ref, record }: DeleteTarget,
  { backups, now, profile }: DeleteContext,
  deleteId: string,
): Result<string | undefined> {
  if (record === undefined) return ok(undefined);
  const at = new Date(now());
  return backups.save(backupOf(ref, record, { profile, at: at.toISOString(), delete: deleteId }), at);
}

/** Returns true for a complete response that refuses: only this proves that nothing was deleted. */
function isRefusal(failure: Failure): boolean {
  const status = statusOf(failure) ?? 0;
  return (status >= 300 && status < 500 && status !== 408) || status === 501;
}

/** Returns the outcome of a failed DELETE. Reads the record again if the delete may have been carried out. */
async function failedOutcome(
  target: DeleteTarget,
  failure: Failure,
  context: DeleteContext,
): Promise<SentDelete> {
  if (!hasTrait(failure, 'maybe-done')) return { end: 'not-deleted', failure };
  const wasMissing = failure.kind === 'not-found';
  const unproved = isRefusal(failure) ? 'not-deleted' : 'unknown';
  if (resourceOf(target.ref.kind).read === undefined)
    return { end: wasMissing ? 'missing' : unproved, failure };
  context.onCheck?.();
  const again = await context.readAgain(target.ref);
  if (again.ok || again.failure.kind !== 'not-found') {
    // A 404 for a record that may exist is a refusal: it says nothing about the id.
    const refused: Failure = wasMissing ? { ...failure, kind: 'rejected', status: 404 } : failure;
    // Without a refusal the server may still delete what one look has found.
    return again.ok
      ? { end: unproved, failure: refused, isReread: true, isFound: true }
      : { end: 'unknown', failure: refused, isReread: true };
  }
  const absent = target.record === undefined ? 'missing' : 'gone';
  return { end: wasMissing ? absent : 'deleted', failure, isReread: true };
}

const stageOf = ({ end }: SentDelete): JournalStage => (end === 'missing' ? 'not-deleted' : end);

/**
 * Returns a function that builds the journal entries of one delete; undefined where the API cannot delete the
 * kind.
 */
export function entryWriter(
  { kind, ids }: Ref,
  { now, profile }: Pick<DeleteContext, 'now' | 'profile'>,
  deleteId: string = randomUUID(),
): ((stage: JournalStage) => JournalEntry) | undefined {
  const operation = deleteAction(resourceOf(kind))?.operation;
  if (operation === undefined) return undefined;
  const { method } = operation;
  const path = requestPath(operation, ids);
  return stage => ({
    at: new Date(now()).toISOString(),
    delete: deleteId,
    profile,
    kind,
    ids,
    method,
    path,
    stage,
  });
}

/** Returns the result of a delete that the client did not send: a refusal, a stopped wait or a dry run. */
const unsentResult = (failure: Failure, request: SafeText): DeleteResult =>
  failure.kind === 'dry-run' ? { end: 'played', request } : { end: 'unsent', failure };

/**
 * Deletes one record. In this order: writes the backup, writes `sending` into the journal, sends one DELETE
 * and never a second, reads the record again if the response proves nothing, writes the outcome. Sends
 * nothing unless backup and first entry are on disk. Never throws.
 */
export async function deleteOne(target: DeleteTarget, dependencies: DeleteContext): Promise<DeleteResult> {
  const context = dependencies.isDry === true ? { ...dependencies, ...memoryStorage() } : dependencies;
  const { client, journal, sender, waitSignal } = context;
  const { kind, ids } = target.ref;
  const operation = deleteAction(resourceOf(kind))?.operation;
  const deleteId = randomUUID();
  const entry = entryWriter(target.ref, context, deleteId);
  if (operation === undefined || entry === undefined) return { end: 'unsent', failure: { kind: 'bad-id' } };
  const backup = backUp(target, context, deleteId);
  if (!backup.ok) return { end: 'unsent', why: backup.why };
  const unwritten = journal.add({ ...entry('sending'), ...sender });
  if (unwritten !== undefined) return { end: 'unsent', why: unwritten };
  const outcome = await client.send(operation, ids, waitSignal === undefined ? {} : { waitSignal });
  // A failure without a request: the client refused to send it, or the person stopped its wait.
  if (!outcome.ok && outcome.failure.sent === undefined) {
    journal.add({ ...entry('not-deleted'), sent: false });
    return unsentResult(outcome.failure, safe`${clean(operation.method)} ${requestPath(operation, ids)}`);
  }
  const { sent } = outcome.ok ? outcome : outcome.failure;
  const result: SentDelete = outcome.ok
    ? { end: 'deleted' }
    : await failedOutcome(target, outcome.failure, context);
  const { status, ms } = sent ?? {};
  const problem = journal.add({
    ...entry(stageOf(result)),
    ...(status === undefined ? {} : { status }),
    ...(ms === undefined ? {} : { ms }),
  });
  return {
    ...result,
    backup: backup.value,
    ...(sent === undefined ? {} : { sent }),
    ...(problem === undefined ? {} : { unwritten: problem }),
  };
}
