import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { clean, type SafeText, safe } from '../text/sanitise.ts';

/** Returns the code of a system error, such as `ENOSPC`. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

/** Renames a file with unusable contents to `<name>.broken`. False when that fails. */
export function quarantine(path: string): boolean {
  try {
    renameSync(path, `${path}.broken`);
    return true;
  } catch {
    return false;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Creates a folder and its missing parents with mode 0700, and calls `onCreated` with each. Throws at the
 * first one that cannot be created. Node's own `recursive` never returns on file systems that report ENOENT
 * for a new folder although its parent exists, such as /proc.
 */
export function makeFolder(folder: string, onCreated: (path: string) => void = () => undefined): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, onCreated);
  try {
    mkdirSync(folder, 0o700);
    onCreated(folder);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

/** Throws when another user owns a link on the path: it could lead anywhere. */
function isLink(path: string): boolean {
  const parent = dirname(path);
  if (parent !== path) isLink(parent);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() !== true) return false;
  const userId = process.getuid?.();
  if (userId !== undefined && stats.uid !== userId && stats.uid !== 0)
    throw Object.assign(new Error('foreign link'), {
      code: 'its path has a link of another user',
    });
  return true;
}

/**
 * Creates a folder that only its owner can open, and closes an existing one to everybody else. Follows a link
 * of this user or of root and leaves the mode of its target unchanged. Throws on failure.
 */
export function makePrivateFolder(folder: string): void {
  const followsLink = isLink(folder);
  makeFolder(folder, path => syncFolder(dirname(path)));
  if (!followsLink) chmodSync(folder, 0o700);
}

/** Does nothing on Windows and some network file systems, which cannot and do not need to. */
export function syncFolder(folder: string): void {
  try {
    const file = openSync(folder, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (errorCode(error) === 'EIO') throw error;
  }
}

type WriteOptions = {
  readonly mode?: number;
  /** Text and name are on disk at the end. */
  readonly flush?: boolean;
  /** The name must still be free. */
  readonly isNew?: boolean;
};

/** Gives a complete file a name that is still free. Throws `EEXIST` otherwise. */
function takeName(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    // File systems without hard links: check the name once more, then take it.
    if (errorCode(error) === 'EEXIST' || statSync(path, { throwIfNoEntry: false })) throw error;
    renameSync(temporary, path);
  }
}

/**
 * Replaces a file in one step, by a temporary file that is renamed: a reader sees the old text or the new
 * one, never a part. Yields after each chunk, and at the end the file that the caller has to flush. Throws on
 * failure and leaves nothing behind.
 */
function* writeSteps(path: string, chunks: Iterable<string>, options: WriteOptions) {
  const { mode = 0o600, flush = false, isNew = false } = options;
  const name = `.${basename(path).slice(0, 60)}.${randomBytes(6).toString('hex')}`;
  const temporary = join(dirname(path), name);
  try {
    const file = openSync(temporary, 'wx', mode);
    try {
      for (const chunk of chunks) {
        writeFileSync(file, chunk);
        yield undefined;
      }
      if (flush) yield file;
    } finally {
      closeSync(file);
    }
    if (isNew) takeName(temporary, path);
    else renameSync(temporary, path);
    if (flush) syncFolder(dirname(path));
  } finally {
    rmSync(temporary, { force: true });
  }
}

export function writeAtomic(path: string, text: string, options: WriteOptions = {}): void {
  for (const file of writeSteps(path, [text], options)) if (file !== undefined) fsyncSync(file);
}

/** Writes a long text as `writeSteps` does, and handles keys between its chunks. */
export async function writeChunks(path: string, chunks: Iterable<string>, options: WriteOptions) {
  for (const file of writeSteps(path, chunks, options))
    await (file === undefined ? setImmediate() : promisify(fsync)(file));
}

const PROBLEMS: Readonly<Record<string, SafeText>> = {
  ENOENT: safe`no such folder`,
  ENOTDIR: safe`part of the path is not a folder`,
  EISDIR: safe`it is a folder: add a file name`,
  EACCES: safe`no permission to write there`,
  EPERM: safe`no permission to write there`,
  EROFS: safe`the file system is read-only`,
  ENOSPC: safe`no space left on the disk`,
  EDQUOT: safe`your disk quota is used up`,
  ENAMETOOLONG: safe`the name is too long`,
  ELOOP: safe`its links form a loop`,
  EIO: safe`the disk does not respond`,
};

/** Returns in words why a file cannot be written. `error`: anything thrown. */
export function fileProblem(error: unknown): SafeText {
  const code = errorCode(error);
  return PROBLEMS[code] ?? safe`the system refuses it (${clean(code, 40)})`;
}
