import { MAX_WAIT_MS } from '../api/errors.ts';
import { deleteOne, entryWriter, type Means, type Result, type Target } from './delete.ts';

/** What may happen while many are deleted. */
export type Queue = {
  /** Asked before each: true ends the run after the delete that is under way. */
  readonly isStopped: () => boolean | Promise<boolean>;
  /** The delete of this index begins. */
  readonly onBegin?: (at: number) => void;
  readonly onResult?: (at: number, result: Result) => void;
};

/** Whether the next delete would meet the same: who we are, where the server is, that nothing may be sent or written. */
function endsAll(result: Result): boolean {
  if (result.end === 'unsent') return 'why' in result || result.failure.kind !== 'bad-id';
  if (result.end === 'played') return false;
  const { failure, unwritten } = result;
  if (unwritten !== undefined || failure?.kind === 'unauthorised') return true;
  // A shorter wait is kept by the client itself, before the next request.
  if (failure?.kind === 'throttled') return failure.waitMs === undefined || failure.waitMs > MAX_WAIT_MS;
  return failure?.kind === 'unreachable' && !failure.reached;
}

/**
 * Deletes records one after another, in their order, each at most once. Goes on after a failure that is of that record
 * alone. Answers with the results so far, by index; a target without one was not begun.
 */
export async function deleteMany(
  targets: readonly Target[],
  means: Means,
  { isStopped, onBegin, onResult }: Queue,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [at, target] of targets.entries()) {
    if (await isStopped()) break;
    onBegin?.(at);
    const result = await deleteOne(target, means);
    results.push(result);
    onResult?.(at, result);
    if (endsAll(result)) break;
  }
  return results;
}

/** Writes into the journal that no DELETE was sent for these records. */
export function recordUnsent(targets: readonly Target[], means: Means): void {
  const entries = targets.flatMap(({ ref }) => entryWriter(ref, means)?.('unsent') ?? []);
  if (entries.length > 0) means.journal.add(...entries);
}
