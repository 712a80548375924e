import fs from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { codedError, errorCode, ifThere, makePrivateFolder, syncFolder, withOpenFile } from './files.ts';

const MAX_READ_BYTES = 32 * 1024 * 1024;

const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = fs.constants;

/** A machine that lost power while writing leaves a line without an end. */
function endsWithNewline(file: number, size: number) {
  const last = Buffer.alloc(1);
  return size === 0 || (fs.readSync(file, last, 0, 1, size - 1) === 1 && last[0] === 0x0a);
}

/**
 * Appends a text to a file of `size` bytes, all of it or nothing: a part that still fitted on a full disk is
 * cut off again, unless another process has appended behind it.
 */
function appendWhole(file: number, { size, text, flush }: { size: number; text: string; flush: boolean }) {
  const bytes = Buffer.from(text);
  let written = 0;
  const isAtEnd = () => fs.fstatSync(file).size === size + written;
  try {
    while (written < bytes.length) {
      // The rest must follow its beginning directly.
      if (written > 0 && !isAtEnd()) throw codedError('EAGAIN');
      const count = fs.writeSync(file, bytes, written);
      if (count === 0) throw codedError('ENOSPC');
      written += count;
    }
    if (flush) fs.fsyncSync(file);
  } catch (error) {
    if (written > 0 && isAtEnd()) fs.ftruncateSync(file, size);
    throw error;
  }
}

function withFile<T>(path: string, flags: number, use: (file: number, size: number) => T): T {
  const useOrdinary = (file: number) => {
    const stats = fs.fstatSync(file);
    if (stats.isFile()) return use(file, stats.size);
    throw codedError(stats.isDirectory() ? 'EISDIR' : 'not a regular file');
  };
  return withOpenFile(path, flags | O_NOFOLLOW | O_NONBLOCK, useOrdinary, 0o600);
}

type LogOptions = Readonly<{
  /** Creates the folder, and closes it to other users. */
  isPrivate: boolean;
  /** To disk, before `append` returns. */
  isFlushed: boolean;
}>;

function appendText(path: string, text: string, options: LogOptions, isAgain = false) {
  if (options.isPrivate) makePrivateFolder(dirname(path));
  const isReplaced = withFile(path, O_RDWR | O_APPEND | O_CREAT, (file, size) => {
    fs.fchmodSync(file, 0o600);
    const start = endsWithNewline(file, size) ? '' : '\n';
    appendWhole(file, { size, text: start + text, flush: options.isFlushed });
    if (options.isFlushed && size === 0) syncFolder(dirname(path));
    return fs.statSync(path, { throwIfNoEntry: false })?.ino !== fs.fstatSync(file).ino;
  });
  // Another process has rewritten the log since it was opened here: a line may stand in it twice now.
  if (isReplaced && !isAgain) appendText(path, text, options, true);
}

const textOf = (lines: readonly string[]) => lines.map(line => `${line}\n`).join('');
const linesOf = (text: string): readonly string[] => text.split('\n').filter(line => line !== '');

function readEnd(file: number, size: number, from = Math.max(0, size - MAX_READ_BYTES)) {
  const bytes = Buffer.alloc(size - from);
  return bytes.toString('utf8', 0, fs.readSync(file, bytes, 0, bytes.length, from));
}

const DEAD_MS = 60_000;

type Change = (lines: readonly string[]) => readonly string[];

function rewrite(path: string, change: Change) {
  // Its name is the lock: only one process has it.
  const next = `${path}.new`;
  if (Date.now() - (fs.statSync(next, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > DEAD_MS)
    fs.rmSync(next);
  const own = fs.openSync(next, 'wx', 0o600);
  const isOwn = () => fs.statSync(next, { throwIfNoEntry: false })?.ino === fs.fstatSync(own).ino;
  try {
    withFile(path, O_RDONLY, (file, size) => {
      fs.writeFileSync(own, textOf(change(linesOf(readEnd(file, size)))), { flush: true });
      // Another process may have taken this one for dead.
      if (!isOwn()) return;
      fs.renameSync(next, path);
      const late = readEnd(file, fs.fstatSync(file).size, size);
      if (late !== '') appendText(path, late, { isPrivate: false, isFlushed: false });
    });
  } finally {
    if (isOwn()) fs.rmSync(next);
    fs.closeSync(own);
  }
}

export function openAppendLog(path: string, options: Partial<LogOptions> = {}) {
  const { isPrivate = true, isFlushed = true } = options;
  return {
    /** All lines or none. Returns why none was written. */
    append: (...lines: readonly string[]): SafeText | undefined => {
      try {
        if (lines.length > 0) appendText(path, textOf(lines), { isPrivate, isFlushed });
        return undefined;
      } catch (error) {
        return safe`${clean(path, 200)} cannot be written (${clean(errorCode(error), 40)})`;
      }
    },
    /** The last 32 MB of a long file: the first may be cut. Throws I/O errors but ENOENT. */
    read: (): readonly string[] =>
      ifThere(() => withFile(path, O_RDONLY, (file, size) => linesOf(readEnd(file, size)))) ?? [],
    size: () => fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0,
    /**
     * Replaces the lines by fewer ones that `change` makes of them; those that other processes append
     * meanwhile stay. Does nothing if another process does it, or if it fails.
     */
    rewrite: (change: Change): void => attempt(() => rewrite(path, change)),
  };
}
