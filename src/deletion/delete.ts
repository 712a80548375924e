import { randomUUID } from 'node:crypto';
import type { Client, Outcome } from '../api/client.ts';
import type { Operation } from '../api/operation.ts';
import { type Failure, hasTrait, type SentRequest, statusOf } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { resourceOf } from '../resources/registry.ts';
import { deleteAction, type Ref, requestPath } from '../resources/resource.ts';
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

function entryWriter({ kind, ids }: Ref, operation: Operation, { now, profile }: DeleteContext) {
  const own = { delete: randomUUID(), profile, kind, ids };
  const request = { method: operation.method, path: requestPath(operation, ids) };
  return (stage: JournalStage): JournalEntry => ({
    at: new Date(now()).toISOString(),
    ...own,
    ...request,
    stage,
  });
}

/** Returns the result of a delete that the client did not send: a refusal, a stopped wait or a dry run. */
const unsentResult = (failure: Failure, { method, path }: JournalEntry): DeleteResult =>
  failure.kind === 'dry-run'
    ? { end: 'played', request: safe`${clean(method)} ${clean(path, 1000)}` }
    : { end: 'unsent', failure };

/** Returns the status and the time of a response, as far as they are known. */
const responseFacts = ({ status, ms }: Partial<SentRequest> = {}): Pick<JournalEntry, 'status' | 'ms'> => ({
  ...(status === undefined ? {} : { status }),
  ...(ms === undefined ? {} : { ms }),
});

/**
 * Deletes one record. In this order: writes the backup, writes `sending` into the journal, sends one DELETE
 * and never a second, reads the record again if the response proves nothing, writes the outcome. Sends
 * nothing unless backup and first entry are on disk. Never throws.
 */
async function deleteOne(target: DeleteTarget, context: DeleteContext): Promise<DeleteResult> {
  const { client, journal, backups, profile, sender, waitSignal } = context;
  const { ref, record } = target;
  const operation = deleteAction(resourceOf(ref.kind))?.operation;
  if (operation === undefined) return { end: 'unsent', failure: { kind: 'bad-id' } };
  const entry = entryWriter(ref, operation, context);
  const first = entry('sending');
  const about = { profile, at: first.at, delete: first.delete };
  const backup = record && backups.save(backupOf(ref, record, about), new Date(first.at));
  if (backup?.ok === false) return { end: 'unsent', why: backup.why };
  const unwritten = journal.add({ ...first, ...sender });
  if (unwritten !== undefined) return { end: 'unsent', why: unwritten };
  const outcome = await client.send(operation, ref.ids, waitSignal === undefined ? {} : { waitSignal });
  const { sent } = outcome.ok ? outcome : outcome.failure;
  // A failure without a request: the client refused to send it, or the person stopped its wait.
  if (!outcome.ok && sent === undefined) {
    journal.add({ ...entry('not-deleted'), sent: false });
    return unsentResult(outcome.failure, first);
  }
  const result: SentDelete = outcome.ok
    ? { end: 'deleted' }
    : await failedOutcome(target, outcome.failure, context);
  const stage = result.end === 'missing' ? 'not-deleted' : result.end;
  const problem = journal.add({ ...entry(stage), ...responseFacts(sent) });
  return {
    ...result,
    backup: backup?.value,
    ...(sent === undefined ? {} : { sent }),
    ...(problem === undefined ? {} : { unwritten: problem }),
  };
}

export type BatchHooks = {
  /** Called before each delete; true ends the batch. */
  readonly isStopped: () => boolean | Promise<boolean>;
  readonly onBegin?: (index: number) => void;
  readonly onResult?: (index: number, result: DeleteResult) => void;
};

/** The next delete would fail alike: wrong login, no server, a disk that cannot be written. */
function endsBatch(result: DeleteResult): boolean {
  if (result.end === 'played') return false;
  if ('why' in result || ('unwritten' in result && result.unwritten !== undefined)) return true;
  return result.failure !== undefined && hasTrait(result.failure, 'stops-deletes');
}

/**
 * Deletes records one after another, each at most once, and continues after a failure of a single record.
 * Returns the results in order; a target without one was not started.
 */
export async function deleteMany(
  targets: readonly DeleteTarget[],
  dependencies: DeleteContext,
  { isStopped, onBegin, onResult }: BatchHooks,
): Promise<readonly DeleteResult[]> {
  const context = dependencies.isDry === true ? { ...dependencies, ...memoryStorage() } : dependencies;
  const results: DeleteResult[] = [];
  for (const [index, target] of targets.entries()) {
    const stopped = isStopped();
    // Without a promise the first delete begins in this turn.
    if (typeof stopped === 'boolean' ? stopped : await stopped) break;
    onBegin?.(index);
    const result = await deleteOne(target, context);
    results.push(result);
    onResult?.(index, result);
    if (endsBatch(result)) break;
  }
  return results;
}

/** Records in the journal that no DELETE was sent for these targets. */
export function recordUnsent(targets: readonly DeleteTarget[], context: DeleteContext): void {
  const entries = targets.flatMap(({ ref }) => {
    const operation = deleteAction(resourceOf(ref.kind))?.operation;
    const entry = operation && entryWriter(ref, operation, context)('not-deleted');
    return entry === undefined ? [] : [{ ...entry, sent: false }];
  });
  if (entries.length > 0) context.journal.add(...entries);
}
