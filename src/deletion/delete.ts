import { randomUUID } from 'node:crypto';
import type { Client, Outcome } from '../api/client.ts';
import { type Failure, hasTrait, type Sent } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { requestPath } from '../resources/record-ids.ts';
import { resourceOf } from '../resources/registry.ts';
import type { Ref } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { copyOf } from './backup.ts';
import type { Entry, Stage } from './journal.ts';
import { forgetting, type Keeping } from './journal.ts';

/** The record to delete, as it was read just before; undefined where its kind cannot be read. */
export type Target = { readonly ref: Ref; readonly record: JsonObject | undefined };

/** A delete whose request never left the process. */
export type Unsent =
  | { readonly end: 'unsent'; readonly why: SafeText }
  | { readonly end: 'unsent'; readonly failure: Failure };

/**
 * A delete that was answered, or may have been carried out. `gone`: the record was seen before, and is not there.
 * `missing`: there is no such record, and it was never seen before: a result only, the journal knows no such stage.
 */
export type Answered = {
  readonly end: Exclude<Stage, 'sending'> | 'missing';
  readonly failure?: Failure;
  /** The result was found by reading the record again. */
  readonly isReread?: true;
  /** The request, and the status of its answer. */
  readonly sent?: Sent;
  /** Why the journal lacks the outcome although the DELETE was sent. */
  readonly unwritten?: SafeText;
};

/** A dry run: the request that would have been sent. */
export type Played = { readonly end: 'played'; readonly request: SafeText };

/** The outcome of one delete. `results.ts` has its words and exit codes. */
export type Result = Unsent | Answered | Played;

/** Dependencies of a delete. */
export type Means = Keeping & {
  readonly client: Pick<Client, 'send'>;
  /** Reads a record past every cache. */
  readonly readAgain: (ref: Ref) => Promise<Outcome<JsonObject>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A dry run: nothing is sent, and neither backup nor journal is written. */
  readonly isDry?: boolean;
  /** Called when the answer proves nothing and the record is read again. */
  readonly onCheck?: () => void;
};

/** Keeps a copy of what is to be deleted; why it could not, or undefined. */
function kept({ ref, record }: Target, { keepCopy, now, profile }: Means): SafeText | undefined {
  if (record === undefined) return undefined;
  const at = new Date(now());
  return keepCopy(copyOf(ref, record, { profile, at: at.toISOString() }), at);
}

/** Returns the end of a DELETE that failed. Reads the record again, where it can be read, unless surely nothing was done. */
async function endOf(target: Target, failure: Failure, means: Means): Promise<Answered> {
  if (!hasTrait(failure, 'maybe-done')) return { end: 'not-deleted', failure };
  const foundNothing = failure.kind === 'not-found';
  if (resourceOf(target.ref.kind).read === undefined)
    return { end: foundNothing ? 'missing' : 'unknown', failure };
  means.onCheck?.();
  const again = await means.readAgain(target.ref);
  if (again.ok || again.failure.kind !== 'not-found') {
    // A 404 of a record that may well be there is a refusal: it says nothing of the id.
    const refused: Failure = foundNothing ? { ...failure, kind: 'rejected', status: 404 } : failure;
    return { end: again.ok ? 'not-deleted' : 'unknown', failure: refused, isReread: true };
  }
  const absent = target.record === undefined ? 'missing' : 'gone';
  return { end: foundNothing ? absent : 'deleted', failure, isReread: true };
}

/** Returns how the journal names a result: it has no stage for what is missing, as this delete has deleted nothing. */
const stageOf = ({ end }: Answered): Stage => (end === 'missing' ? 'not-deleted' : end);

/** Returns what makes the journal's entries of one new delete; undefined where the API deletes no such record. */
export function entryWriter(
  { kind, ids }: Ref,
  { now, profile }: Pick<Means, 'now' | 'profile'>,
): ((stage: Stage) => Entry) | undefined {
  const operation = resourceOf(kind).remove?.operation;
  if (operation === undefined) return undefined;
  const own = randomUUID();
  const { method } = operation;
  const path = requestPath(operation, ids);
  return stage => ({
    at: new Date(now()).toISOString(),
    delete: own,
    profile,
    kind,
    ids,
    method,
    path,
    stage,
  });
}

/** The end of a delete that the client did not send: it refused to, or it is a dry run. */
const unsent = (failure: Failure, request: SafeText): Result =>
  failure.kind === 'dry-run' ? { end: 'played', request } : { end: 'unsent', failure };

/**
 * Deletes one record: a copy is kept, the journal says that it is being sent, one DELETE, never a second; after an
 * answer that proves nothing the record is read again, and the journal says how it ended. Nothing is sent when the copy or the first entry
 * cannot be written. Never throws.
 */
export async function deleteOne(target: Target, given: Means): Promise<Result> {
  const means = given.isDry === true ? { ...given, ...forgetting() } : given;
  const { client, journal, sender } = means;
  const { kind, ids } = target.ref;
  const operation = resourceOf(kind).remove?.operation;
  const entry = entryWriter(target.ref, means);
  if (operation === undefined || entry === undefined) return { end: 'unsent', failure: { kind: 'bad-id' } };
  const why = kept(target, means);
  if (why !== undefined) return { end: 'unsent', why };
  const unwritten = journal.add({ ...entry('sending'), ...sender });
  if (unwritten !== undefined) return { end: 'unsent', why: unwritten };
  const answer = await client.send(operation, ids);
  // A failure that names no request: the client refused to send one.
  if (!answer.ok && answer.failure.sent === undefined) {
    journal.add({ ...entry('not-deleted'), sent: false });
    return unsent(answer.failure, safe`${clean(operation.method)} ${requestPath(operation, ids)}`);
  }
  const { sent } = answer.ok ? answer : answer.failure;
  const result: Answered = answer.ok ? { end: 'deleted' } : await endOf(target, answer.failure, means);
  const { status, ms } = sent ?? {};
  const problem = journal.add({
    ...entry(stageOf(result)),
    ...(status === undefined ? {} : { status }),
    ...(ms === undefined ? {} : { ms }),
  });
  return {
    ...result,
    ...(sent === undefined ? {} : { sent }),
    ...(problem === undefined ? {} : { unwritten: problem }),
  };
}
