import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { errorCode, quarantine, withLock, writeAtomic } from './files.ts';
import { type Memory, noMemory } from './memory.ts';
import { mergeMemory, readContents, writeContents } from './state-merge.ts';

/** Upper limit for the size of a state file, in bytes: a larger one is not ours. */
const MAX_BYTES = 1024 * 1024;
const DEBOUNCE_MS = 400;

/** State file of one workspace: read once on opening, then only written. */
export type StateFile = {
  readonly contents: Memory;
  /** Problem found on opening the file or its folder, worded for the person. */
  readonly problem: SafeText | undefined;
  /** Schedules a write; several calls are one write. */
  readonly save: (contents: Memory) => void;
  /** Writes what is scheduled. Never throws. */
  readonly flush: () => void;
};

type ReadOutcome =
  | { readonly kind: 'contents'; readonly contents: Memory }
  | { readonly kind: 'broken' | 'newer' }
  | { readonly kind: 'unreadable'; readonly code: string };

function readFile(path: string): ReadOutcome {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > MAX_BYTES) return { kind: 'broken' };
    const contents = readContents(readFileSync(path, 'utf8'));
    return typeof contents === 'string' ? { kind: contents } : { kind: 'contents', contents };
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' ? { kind: 'contents', contents: noMemory } : { kind: 'unreadable', code };
  }
}

/**
 * Reads the state file of a workspace without opening it: an unusable file counts as empty and stays as it
 * is.
 */
export function readStateFile(folder: string, name: string): Memory {
  const outcome = readFile(join(folder, name));
  return outcome.kind === 'contents' ? outcome.contents : noMemory;
}

/**
 * Returns the problem to report, and `canWrite`: true if the file may be overwritten. Quarantines a broken
 * file.
 */
function problemOf(
  outcome: ReadOutcome,
  path: string,
): { readonly problem: SafeText | undefined; readonly canWrite: boolean } {
  const shown = clean(path, 200);
  switch (outcome.kind) {
    case 'contents':
      return { problem: undefined, canWrite: true };
    case 'broken':
      return quarantine(path)
        ? { problem: safe`Recents and bookmarks were unreadable; moved to ${shown}.broken`, canWrite: true }
        : { problem: safe`Recents and bookmarks are unreadable and not saved: ${shown}`, canWrite: false };
    case 'newer':
      return {
        problem: safe`Recents and bookmarks are from a newer botscope and not changed.`,
        canWrite: false,
      };
    case 'unreadable':
      return {
        problem: safe`Recents and bookmarks are not saved: ${shown} (${clean(outcome.code, 40)})`,
        canWrite: false,
      };
  }
}

/** Opens the state file of a workspace. Never throws: I/O errors are reported once, through `onProblem`. */
export function openStateFile(
  folder: string,
  name: string,
  onProblem: (problem: SafeText) => void = () => undefined,
): StateFile {
  const path = join(folder, name);
  const outcome = readFile(path);
  const opened = problemOf(outcome, path);
  const contents = outcome.kind === 'contents' ? outcome.contents : noMemory;
  let base = contents;
  let scheduled: Memory | undefined;
  let timer: NodeJS.Timeout | undefined;
  let { canWrite } = opened;
  let isReported = false;

  function mergeIn(mine: Memory): void {
    const current = readFile(path);
    // A newer botscope may have taken over the file meanwhile.
    canWrite = current.kind !== 'newer';
    if (!canWrite) return;
    const theirs = current.kind === 'contents' ? current.contents : base;
    writeAtomic(path, writeContents(mergeMemory(base, mine, theirs)));
    // Not the merged contents: rows of other processes are missing in what this one saves next, and must
    // survive that.
    base = mine;
    scheduled = undefined;
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const mine = scheduled;
    if (mine === undefined || !canWrite) return;
    try {
      withLock(path, () => mergeIn(mine));
    } catch (error) {
      // The next save tries again.
      if (isReported) return;
      isReported = true;
      onProblem(
        safe`Recents and bookmarks are not saved: ${clean(path, 200)} (${clean(errorCode(error), 40)})`,
      );
    }
  }

  function save(next: Memory): void {
    scheduled = next;
    timer ??= setTimeout(flush, DEBOUNCE_MS).unref();
  }

  return { contents, problem: opened.problem, save, flush };
}

/** Returns a state file that neither shows nor changes recents: those of other runs stay. */
export const withoutRecents = (file: StateFile): StateFile => ({
  ...file,
  contents: { ...file.contents, recents: [] },
  save: contents => file.save({ ...contents, recents: file.contents.recents }),
});
