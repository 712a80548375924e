import { hasTrait } from '../failure.ts';
import {
  type DeleteContext,
  type DeleteResult,
  type DeleteTarget,
  deleteOne,
  entryWriter,
} from './delete.ts';

export type BatchHooks = {
  /** Called before each delete; true ends the batch. */
  readonly isStopped: () => boolean | Promise<boolean>;
  readonly onBegin?: (index: number) => void;
  readonly onResult?: (index: number, result: DeleteResult) => void;
};

/**
 * Returns true if the next delete would fail alike: wrong login, no server, a disk that cannot be written.
 */
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
  context: DeleteContext,
  { isStopped, onBegin, onResult }: BatchHooks,
): Promise<readonly DeleteResult[]> {
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
    const entry = entryWriter(ref, context)?.('not-deleted');
    return entry === undefined ? [] : [{ ...entry, sent: false }];
  });
  if (entries.length > 0) context.journal.add(...entries);
}
