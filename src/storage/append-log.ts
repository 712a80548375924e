import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
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

function appendLines(path: string, lines: readonly string[], isDurable: boolean): void {
  if (isDurable) makePrivateFolder(dirname(path));
  withFile(path, O_RDWR | O_APPEND | O_CREAT, (file, size) => {
    fchmodSync(file, 0o600);
    const text = `${endsWithNewline(file, size) ? '' : '\n'}${lines.join('\n')}\n`;
    appendWhole(file, { size, text, flush: isDurable });
    if (isDurable && size === 0) syncFolder(dirname(path));
  });
}

/** Reads the end of a file. The line that begins before it stays, cut: nobody passes over it unseen. */
const readEnd = (path: string): string =>
  withFile(path, O_RDONLY, (file, size) => {
    const length = Math.min(size, MAX_READ);
    const bytes = Buffer.alloc(length);
    const count = readSync(file, bytes, 0, length, size - length);
    return bytes.toString('utf8', 0, count);
  });

/**
 * Opens a log. `isDurable`: its folder is private, and `append` returns only after flushing the lines to
 * disk.
 */
export function openAppendLog(path: string, isDurable = true): AppendLog {
  return {
    append: (...lines) => {
      try {
        appendLines(path, lines, isDurable);
        return undefined;
      } catch (error) {
        return safe`${clean(path, 200)} cannot be written (${clean(errorCode(error), 40)})`;
      }
    },
    read: () => {
      try {
        return readEnd(path)
          .split('\n')
          .filter(line => line !== '');
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return [];
        throw error;
      }
    },
  };
}
