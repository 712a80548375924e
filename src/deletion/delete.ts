import { randomUUID } from 'node:crypto';
import type { Client, Outcome } from '../api/client.ts';
import type { Operation } from '../api/operation.ts';
import type { SendOptions } from '../api/request.ts';
import { type Failure, hasTrait, type SentRequest, statusOf } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { resourceOf } from '../resources/registry.ts';
import { deleteAction, type Ref, requestPath } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { backupOf } from './backup.ts';
import { type DeleteStorage, type JournalEntry, type JournalStage, memoryStorage } from './journal.ts';

/** As read just before; `record` is undefined for kinds that cannot be read. */
type DeleteTarget = Readonly<{ ref: Ref; record: JsonObject | undefined }>;

/** `gone`: seen before and does not exist. `missing`: does not exist and was never seen. */
type SentEnd = Exclude<JournalStage, 'sending'> | 'missing';

/** `unsent`: the request never left the process. `played`: a dry run. Words are in `results.ts`. */
export type DeleteResult = Readonly<{
  end: SentEnd | 'unsent' | 'played';
  failure?: Failure;
  /** Why nothing was sent, if no `failure` says it. */
  why?: SafeText;
  isReread?: true;
  isFound?: true;
  sent?: SentRequest | undefined;
  request?: SafeText;
  backup?: string | undefined;
  /** The journal lacks the outcome although the DELETE was sent. */
  unwritten?: SafeText | undefined;
}>;

/** The batch ended before this one. */
export const NOT_STARTED: DeleteResult = { end: 'unsent', why: safe`not started` };

export type DeleteContext = DeleteStorage & {
  readonly client: Pick<Client, 'send'>;
  /** From the server, not from a cache. */
  readonly readAgain: (ref: Ref) => Promise<Outcome<JsonObject>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly isDry?: boolean;
  /** A DELETE that was sent runs to its end. */
  readonly waitSignal?: AbortSignal | undefined;
  readonly onWait?: SendOptions['onWait'];
  readonly onSend?: () => void;
  /** The response proves nothing: the record is read again. */
  readonly onCheck?: () => void;
};

/** Only a complete response that refuses proves that nothing was deleted. */
function isRefusal(failure: Failure) {
  const status = statusOf(failure) ?? 0;
  return (status >= 300 && status < 500 && status !== 408) || status === 501;
}

async function failedOutcome(
  target: DeleteTarget,
  failure: Failure,
  context: DeleteContext,
): Promise<DeleteResult & { readonly end: SentEnd }> {
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
    if (again.ok) return { end: unproved, failure: refused, isReread: true, isFound: true };
    return { end: 'unknown', failure: refused, isReread: true };
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

/**
 * In this order: writes the backup, waits where the server asks to, writes `sending` into the journal, sends
 * one DELETE and never a second, reads the record again if the response proves nothing, writes the outcome.
 * Sends nothing unless backup and first entry are on disk. Never throws.
 */
async function deleteOne(target: DeleteTarget, context: DeleteContext): Promise<DeleteResult> {
  const { client, journal, backups, profile, sender, waitSignal, onWait } = context;
  const { ref, record } = target;
  const operation = deleteAction(resourceOf(ref.kind))?.operation;
  if (operation === undefined) return { end: 'unsent', failure: { kind: 'bad-id' } };
  const entry = entryWriter(ref, operation, context);
  const first = entry('sending');
  const about = { profile, at: first.at, delete: first.delete };
  const backup = record && backups.save(backupOf(ref, record, about), new Date(first.at));
  if (backup?.ok === false) return { end: 'unsent', why: backup.why };
  let unwritten: SafeText | undefined;
  const onSend = () => {
    context.onSend?.();
    // Its time counts from here how long the server may still carry it out.
    unwritten = journal.add({ ...entry('sending'), ...sender });
    return unwritten === undefined;
  };
  const outcome = await client.send(operation, ref.ids, { waitSignal, onWait, onSend });
  if (unwritten !== undefined) return { end: 'unsent', why: unwritten };
  const { sent } = outcome.ok ? outcome : outcome.failure;
  // A failure without a request: the client refused to send it, or the person stopped its wait.
  if (!outcome.ok && sent === undefined) {
    journal.add({ ...entry('not-deleted'), sent: false });
    return outcome.failure.kind === 'dry-run'
      ? { end: 'played', request: safe`${clean(first.method)} ${clean(first.path, 1000)}` }
      : { end: 'unsent', failure: outcome.failure };
  }
  const result = outcome.ok
    ? ({ end: 'deleted' } as const)
    : await failedOutcome(target, outcome.failure, context);
  // Older versions do not know `missing`.
  const stage = result.end === 'missing' ? 'not-deleted' : result.end;
  const status = sent?.status === undefined ? {} : { status: sent.status };
  const date = outcome.ok && outcome.date !== undefined && { date: new Date(outcome.date).toISOString() };
  const problem = journal.add({ ...entry(stage), ...status, ...(sent && { ms: sent.ms }), ...date });
  return { ...result, backup: backup?.value, sent, unwritten: problem };
}

type BatchHooks = Readonly<{
  isStopped: () => boolean | Promise<boolean>;
  onBegin?: (index: number) => void;
  onResult?: (index: number, result: DeleteResult) => void;
}>;

/** A wrong login, no server, a disk that cannot be written. */
const endsBatch = ({ why, unwritten, failure }: DeleteResult) =>
  (why ?? unwritten) !== undefined || (failure !== undefined && hasTrait(failure, 'stops-deletes'));

/** Each record at most once; goes on after a failure of one. A target without a result was not started. */
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

/** More would push earlier deletes out of the part of the journal that is read. */
const MAX_UNSENT = 1000;

export function recordUnsent(targets: readonly Pick<DeleteTarget, 'ref'>[], context: DeleteContext): void {
  const entries = targets.slice(0, MAX_UNSENT).flatMap(({ ref }) => {
    const operation = deleteAction(resourceOf(ref.kind))?.operation;
    return operation ? [{ ...entryWriter(ref, operation, context)('not-deleted'), sent: false }] : [];
  });
  if (entries.length > 0) context.journal.add(...entries);
}
