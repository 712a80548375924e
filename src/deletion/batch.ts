import { hasTrait } from '../failure.ts';
import { deleteOne, entryWriter, type Means, type Result, type Target } from './delete.ts';

/** What may happen while many are deleted. */
export type Queue = {
  /** Asked before each: true ends the run after the delete that is under way. */
  readonly isStopped: () => boolean | Promise<boolean>;
  /** The delete of this index begins. */
  readonly onBegin?: (at: number) => void;
  readonly onResult?: (at: number, result: Result) => void;
};

/** Returns whether the next delete would end in the same way: who we are, where the server is, a file that cannot be written. */
function endsAll(result: Result): boolean {
  if (result.end === 'played') return false;
  if ('why' in result || ('unwritten' in result && result.unwritten !== undefined)) return true;
  return result.failure !== undefined && hasTrait(result.failure, 'stops-deletes');
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
  const entries = targets.flatMap(({ ref }) => {
    const entry = entryWriter(ref, means)?.('not-deleted');
    return entry === undefined ? [] : [{ ...entry, sent: false }];
  });
  if (entries.length > 0) means.journal.add(...entries);
}
