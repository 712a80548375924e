import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { alone, codeOf, replace, setAside } from './files.ts';
import { type Memory, noMemory } from './memory.ts';
import { merged, readContents, writeContents } from './state-merge.ts';

/** Larger files are not ours. */
const MAX_BYTES = 1024 * 1024;
const DEBOUNCE_MS = 400;

/** The file of one server: read once, written from then on. */
export type StateFile = {
  readonly contents: Memory;
  /** What was wrong with the file or its folder, for the person; undefined when nothing was. */
  readonly problem: SafeText | undefined;
  /** Writes soon, however often it is called. */
  readonly save: (contents: Memory) => void;
  /** Writes now what is not yet written. Never throws. */
  readonly flush: () => void;
};

type Found =
  | { readonly is: 'contents'; readonly contents: Memory }
  | { readonly is: 'broken' | 'newer' }
  | { readonly is: 'unreadable'; readonly code: string };

function look(path: string): Found {
  try {
    const about = statSync(path);
    if (!about.isFile() || about.size > MAX_BYTES) return { is: 'broken' };
    const contents = readContents(readFileSync(path, 'utf8'));
    return typeof contents === 'string' ? { is: contents } : { is: 'contents', contents };
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? { is: 'contents', contents: noMemory } : { is: 'unreadable', code };
  }
}

/** What is kept of a server, to be read only: a file that cannot be used counts as none and is left alone. */
export function readStateFile(folder: string, name: string): Memory {
  const found = look(join(folder, name));
  return found.is === 'contents' ? found.contents : noMemory;
}

/** What to say of a file that could not be used, and whether it may be written over. */
function verdict(
  found: Found,
  path: string,
): { readonly problem: SafeText | undefined; readonly writes: boolean } {
  const shown = clean(path, 200);
  switch (found.is) {
    case 'contents':
      return { problem: undefined, writes: true };
    case 'broken':
      return setAside(path)
        ? { problem: safe`Recents and bookmarks were unreadable; set aside as ${shown}.broken`, writes: true }
        : { problem: safe`Recents and bookmarks are unreadable and left alone: ${shown}`, writes: false };
    case 'newer':
      return {
        problem: safe`Recents and bookmarks were written by a later botscope and left alone.`,
        writes: false,
      };
    case 'unreadable':
      return {
        problem: safe`Recents and bookmarks are not kept: ${shown} (${clean(found.code, 40)})`,
        writes: false,
      };
  }
}

/** Opens the file of a server. Never throws: what cannot be read or written is done without, and said once. */
export function openStateFile(
  folder: string,
  name: string,
  onProblem: (problem: SafeText) => void = () => undefined,
): StateFile {
  const path = join(folder, name);
  const found = look(path);
  const { problem, writes } = verdict(found, path);
  const contents = found.is === 'contents' ? found.contents : noMemory;
  let base = contents;
  let waiting: Memory | undefined;
  let timer: NodeJS.Timeout | undefined;
  let canWrite = writes;

  function mergeIn(mine: Memory): void {
    const now = look(path);
    // A later botscope has taken the file over meanwhile.
    canWrite = now.is !== 'newer';
    if (!canWrite) return;
    replace(path, writeContents(merged(base, mine, now.is === 'contents' ? now.contents : base)));
    // Not what was written: rows of another process are not in what is saved here next, and are not taken off by that.
    base = mine;
    waiting = undefined;
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const mine = waiting;
    if (mine === undefined || !canWrite) return;
    try {
      alone(path, () => mergeIn(mine));
    } catch (error) {
      canWrite = false;
      onProblem(safe`Recents and bookmarks are not kept: ${clean(path, 200)} (${clean(codeOf(error), 40)})`);
    }
  }

  function save(next: Memory): void {
    waiting = next;
    timer ??= setTimeout(flush, DEBOUNCE_MS).unref();
  }

  return { contents, problem, save, flush };
}
