import { randomUUID } from 'node:crypto';
import { deleteOutcome } from '../after-failure.ts';
import type { Client, Outcome } from '../api/client.ts';
import type { JsonObject } from '../api/json.ts';
import type { Failure, Sent } from '../failure.ts';
import { resourceOf } from '../resources/index.ts';
import { type Ref, requestPath } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { copyOf } from './copy.ts';
import type { Entry, Stage } from './journal.ts';
import { forgetting, type Keeping } from './keeping.ts';

/** What is to be deleted, and the record as it was read just before; undefined where none can be read. */
export type Target = { readonly ref: Ref; readonly record: JsonObject | undefined };

/**
 * How a delete ended. `unsent`: nothing left the process. `lost`: the answer did not come, and what is said was found
 * by reading the record again.
 */
export type Result =
  | { readonly end: 'unsent'; readonly why: SafeText }
  | { readonly end: 'unsent'; readonly failure: Failure }
  | {
      readonly end: Exclude<Stage, 'sending'>;
      readonly failure?: Failure;
      readonly lost?: true;
      /** The request, and the status of its answer. */
      readonly sent?: Sent;
      /** What could not be written down although the delete was sent. */
      readonly unwritten?: SafeText;
    }
  /** A dry run: the request that would have been sent. */
  | { readonly end: 'played'; readonly request: SafeText };

/** What a delete works with. */
export type Means = Keeping & {
  readonly client: Pick<Client, 'send'>;
  /** Reads a record past every cache. */
  readonly readAgain: (ref: Ref) => Promise<Outcome<JsonObject>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Whether it is only played: then the client sends nothing, and nothing is kept. */
  readonly isDry?: boolean;
  /** Told when the answer was lost and the record is being read again. */
  readonly onCheck?: () => void;
};

/** Keeps a copy of what is to be deleted; why it could not, or undefined. */
function kept({ ref, record }: Target, { keepCopy, now, profile }: Means): SafeText | undefined {
  if (record === undefined) return undefined;
  const at = new Date(now());
  return keepCopy(copyOf(ref, record, { profile, at: at.toISOString() }), at);
}

/** What is known after the DELETE was answered, or was not. */
async function endOf(target: Target, failure: Failure, means: Means): Promise<Result> {
  const outcome = deleteOutcome(failure);
  if (outcome === 'gone') return { end: 'gone', failure };
  if (outcome === 'not-done') return { end: 'not-deleted', failure };
  if (resourceOf(target.ref.kind).read === undefined) return { end: 'unknown', failure };
  means.onCheck?.();
  const again = await means.readAgain(target.ref);
  if (again.ok) return { end: 'not-deleted', failure, lost: true };
  return again.failure.kind === 'not-found'
    ? { end: 'deleted', failure, lost: true }
    : { end: 'unknown', failure, lost: true };
}

/** The end of a delete that the client did not send: it refused to, or it is a dry run. */
const unsent = (failure: Failure, request: SafeText): Result =>
  failure.kind === 'dry-run' ? { end: 'played', request } : { end: 'unsent', failure };

/**
 * Deletes one record: a copy is kept, the journal says that it is being sent, one DELETE, never a second; after a lost
 * answer the record is read again, and the journal says how it ended. Nothing is sent when the copy or the first entry
 * cannot be written. Never throws.
 */
export async function deleteOne(target: Target, given: Means): Promise<Result> {
  const means = given.isDry === true ? { ...given, ...forgetting() } : given;
  const { client, journal, now, profile } = means;
  const { kind, ids } = target.ref;
  const operation = resourceOf(kind).remove?.operation;
  if (operation === undefined) return { end: 'unsent', failure: { kind: 'bad-id' } };
  const why = kept(target, means);
  if (why !== undefined) return { end: 'unsent', why };
  const own = randomUUID();
  const path = requestPath(operation, ids);
  const entry = (stage: Stage): Entry => ({
    at: new Date(now()).toISOString(),
    delete: own,
    profile,
    kind,
    ids,
    method: operation.method,
    path,
    stage,
  });
  const unwritten = journal.add(entry('sending'));
  if (unwritten !== undefined) return { end: 'unsent', why: unwritten };
  const answer = await client.send(operation, ids);
  // A failure that names no request: the client refused to send one.
  if (!answer.ok && answer.failure.sent === undefined) {
    journal.add(entry('not-deleted'));
    return unsent(answer.failure, safe`${clean(operation.method)} ${path}`);
  }
  const { sent } = answer.ok ? answer : answer.failure;
  const result: Result = answer.ok ? { end: 'deleted' } : await endOf(target, answer.failure, means);
  if (result.end === 'unsent' || result.end === 'played') return result;
  const { status, ms } = sent ?? {};
  const problem = journal.add({
    ...entry(result.end),
    ...(status === undefined ? {} : { status }),
    ...(ms === undefined ? {} : { ms }),
  });
  return {
    ...result,
    ...(sent === undefined ? {} : { sent }),
    ...(problem === undefined ? {} : { unwritten: problem }),
  };
}
