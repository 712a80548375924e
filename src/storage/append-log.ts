import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { errorCode, makePrivateFolder, syncFolder } from './files.ts';

/** Longest end of a file that is read, in bytes. */
const MAX_READ = 32 * 1024 * 1024;

/** A file that only grows, line by line. Several processes may append to it. */
export type AppendLog = {
  /** Writes lines without line breaks, all or none. Returns why none was written. */
  readonly append: (...lines: readonly string[]) => SafeText | undefined;
  /**
   * Reads the lines, oldest first: the last 32 MB of a long file, whose first line may be cut; none without a
   * file. Throws other I/O errors.
   */
  readonly read: () => readonly string[];
  /**
   * Replaces the lines by fewer ones that `change` makes of them; those that other processes append meanwhile
   * stay. Does nothing if another process does it, or if it fails.
   */
  readonly rewrite: (change: (lines: readonly string[]) => readonly string[]) => void;
};

const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Returns false when the last line has no end: a machine that lost power while writing leaves one. */
function endsWithNewline(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size === 0 || (readSync(file, last, 0, 1, size - 1) === 1 && last[0] === 0x0a);
}

/**
 * Appends a text to a file of `size` bytes, all of it or nothing: a part that still fitted on a full disk is
 * cut off again, unless another process has appended behind it.
 */
function appendWhole(
  file: number,
  { size, text, flush }: { size: number; text: string; flush: boolean },
): void {
  const bytes = Buffer.from(text);
  let written = 0;
  const isAtEnd = (): boolean => fstatSync(file).size === size + written;
  try {
    while (written < bytes.length) {
      // The rest must follow its beginning directly.
      if (written > 0 && !isAtEnd()) throw Object.assign(new Error('in two parts'), { code: 'EAGAIN' });
      const count = writeSync(file, bytes, written);
      if (count === 0) throw Object.assign(new Error('nothing written'), { code: 'ENOSPC' });
      written += count;
    }
    if (flush) fsyncSync(file);
  } catch (error) {
    if (written > 0 && isAtEnd()) ftruncateSync(file, size);
    throw error;
  }
}

/** Opens an ordinary file, never through a link, and passes on its size. */
function withFile<T>(path: string, flags: number, use: (file: number, size: number) => T): T {
  const file = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const stats = fstatSync(file);
    if (stats.isFile()) return use(file, stats.size);
    const code = stats.isDirectory() ? 'EISDIR' : 'not a regular file';
    throw Object.assign(new Error(`${code}, open '${path}'`), { code });
  } finally {
    closeSync(file);
  }
}

type LogOptions = {
  /** Creates the folder, and closes it to other users. */
  readonly isPrivate: boolean;
  /** Flushes each line to disk before `append` returns. */
  readonly isFlushed: boolean;
};

function appendText(path: string, text: string, options: LogOptions, isAgain = false): void {
  if (options.isPrivate) makePrivateFolder(dirname(path));
  const isReplaced = withFile(path, O_RDWR | O_APPEND | O_CREAT, (file, size) => {
    fchmodSync(file, 0o600);
    const start = endsWithNewline(file, size) ? '' : '\n';
    appendWhole(file, { size, text: start + text, flush: options.isFlushed });
    if (options.isFlushed && size === 0) syncFolder(dirname(path));
    return statSync(path, { throwIfNoEntry: false })?.ino !== fstatSync(file).ino;
  });
  // Another process has rewritten the log since it was opened here: a line may stand in it twice now.
  if (isReplaced && !isAgain) appendText(path, text, options, true);
}

const textOf = (lines: readonly string[]): string => lines.map(line => `${line}\n`).join('');
const linesOf = (text: string): readonly string[] => text.split('\n').filter(line => line !== '');

/** Reads the end of a file. The line that begins before it stays, cut: nobody passes over it unseen. */
function readEnd(file: number, size: number, from = Math.max(0, size - MAX_READ)): string {
  const bytes = Buffer.alloc(size - from);
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, from));
}

/** Age in milliseconds of an unfinished rewrite whose process died. */
const DEAD_MS = 60_000;

function rewrite(path: string, change: (lines: readonly string[]) => readonly string[]): void {
  // Its name is the lock: only one process has it.
  const next = `${path}.new`;
  if (Date.now() - (statSync(next, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > DEAD_MS) rmSync(next);
  const own = openSync(next, 'wx', 0o600);
  const isOwn = (): boolean => statSync(next, { throwIfNoEntry: false })?.ino === fstatSync(own).ino;
  try {
    withFile(path, O_RDONLY, (file, size) => {
      writeFileSync(own, textOf(change(linesOf(readEnd(file, size)))), { flush: true });
      // Another process may have taken this one for dead.
      if (!isOwn()) return;
      renameSync(next, path);
      const late = readEnd(file, fstatSync(file).size, size);
      if (late !== '') appendText(path, late, { isPrivate: false, isFlushed: false });
    });
  } finally {
    if (isOwn()) rmSync(next);
    closeSync(own);
  }
}

export function openAppendLog(
  path: string,
  { isPrivate = true, isFlushed = true }: Partial<LogOptions> = {},
): AppendLog {
  return {
    append: (...lines) => {
      try {
        if (lines.length > 0) appendText(path, textOf(lines), { isPrivate, isFlushed });
        return undefined;
      } catch (error) {
        return safe`${clean(path, 200)} cannot be written (${clean(errorCode(error), 40)})`;
      }
    },
    read: () => {
      try {
        return withFile(path, O_RDONLY, (file, size) => linesOf(readEnd(file, size)));
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return [];
        throw error;
      }
    },
    rewrite: change => {
      try {
        rewrite(path, change);
      } catch {
        // The long log stays.
      }
    },
  };
}
