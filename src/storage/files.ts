import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

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

/**
 * Returns true for a symbolic link. Throws when another user owns a link on the path: it could lead anywhere.
 */
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

/**
 * Flushes the names in a folder to disk. Windows and some network file systems cannot, and do not need to.
 */
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

/** Returns a new name in the folder of `path`, for a file that is renamed to `path` once it is complete. */
export const temporaryPath = (path: string): string =>
  join(dirname(path), `.${basename(path).slice(0, 60)}.${randomBytes(6).toString('hex')}`);

/**
 * Replaces a file in one step: writes a temporary file and renames it, so that a reader sees the old text or
 * the new one, never a part. `flush`: text and name are on disk on return. Throws on failure and leaves
 * nothing behind.
 */
export function writeAtomic(path: string, text: string, { mode = 0o600, flush = false } = {}): void {
  const temporary = temporaryPath(path);
  try {
    writeFileSync(temporary, text, { mode, flag: 'wx', flush });
    renameSync(temporary, path);
    if (flush) syncFolder(dirname(path));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
