import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { attempt } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';

export const errorCode = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

export const codedError = (code: string): Error => Object.assign(new Error(code), { code });

/** Undefined where the system reports that nothing has this path (ENOENT). */
export function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export function withOpenFile<T>(path: string, flags: number, use: (file: number) => T, mode?: number): T {
  const file = fs.openSync(path, flags, mode);
  try {
    return use(file);
  } finally {
    fs.closeSync(file);
  }
}

/** False when renaming to `<name>.broken` fails. */
export const quarantine = (path: string) =>
  attempt(() => fs.renameSync(path, `${path}.broken`) === undefined) === true;

const isFolder = (path: string) => fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * With mode 0700; calls `onCreated` with each folder. Node's own `recursive` never returns on file systems
 * that report ENOENT for a new folder although its parent exists, such as /proc.
 */
export function makeFolder(folder: string, onCreated: (path: string) => void = () => undefined): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, onCreated);
  try {
    fs.mkdirSync(folder, 0o700);
    onCreated(folder);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

/** Throws when another user owns a link on the path: it could lead anywhere. */
function isLink(path: string) {
  const parent = dirname(path);
  if (parent !== path) isLink(parent);
  const stats = fs.lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() !== true) return false;
  const userId = process.getuid?.();
  if (userId !== undefined && stats.uid !== userId && stats.uid !== 0)
    throw codedError('its path has a link of another user');
  return true;
}

/** Closes an existing folder to others. Follows a link of this user or root, and leaves its target's mode. */
export function makePrivateFolder(folder: string): void {
  const followsLink = isLink(folder);
  makeFolder(folder, path => syncFolder(dirname(path)));
  if (!followsLink) fs.chmodSync(folder, 0o700);
}

/** Some network file systems and Windows cannot and need not. */
export function syncFolder(folder: string): void {
  try {
    withOpenFile(folder, fs.constants.O_RDONLY, fs.fsyncSync);
  } catch (error) {
    if (errorCode(error) === 'EIO') throw error;
  }
}

type WriteOptions = Readonly<{ mode?: number; flush?: boolean; isNew?: boolean }>;

function takeName(temporary: string, path: string) {
  try {
    fs.linkSync(temporary, path);
  } catch (error) {
    // File systems without hard links: check the name once more, then take it.
    if (errorCode(error) === 'EEXIST' || fs.statSync(path, { throwIfNoEntry: false })) throw error;
    fs.renameSync(temporary, path);
  }
}

/**
 * A reader sees the old text or the new one, never a part. Yields after each chunk, and at the end the file
 * that the caller has to flush. Throws on failure and leaves nothing behind.
 */
function* writeSteps(path: string, chunks: Iterable<string>, options: WriteOptions) {
  const { mode = 0o600, flush = false, isNew = false } = options;
  const name = `.${basename(path).slice(0, 60)}.${randomBytes(6).toString('hex')}`;
  const temporary = join(dirname(path), name);
  try {
    const file = fs.openSync(temporary, 'wx', mode);
    try {
      for (const chunk of chunks) {
        fs.writeFileSync(file, chunk);
        yield undefined;
      }
      if (flush) yield file;
    } finally {
      fs.closeSync(file);
    }
    if (isNew) takeName(temporary, path);
    else fs.renameSync(temporary, path);
    if (flush) syncFolder(dirname(path));
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

export function writeAtomic(path: string, text: string, options: WriteOptions = {}): void {
  for (const file of writeSteps(path, [text], options)) if (file !== undefined) fs.fsyncSync(file);
}

export async function writeChunks(path: string, chunks: Iterable<string>, options: WriteOptions) {
  for (const file of writeSteps(path, chunks, options))
    await (file === undefined ? setImmediate() : promisify(fs.fsync)(file));
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
  ENXIO: safe`nothing reads from it, or it is a socket`,
  EIO: safe`the disk does not respond`,
};

export function fileProblem(error: unknown): SafeText {
  const code = errorCode(error);
  return PROBLEMS[code] ?? safe`the system refuses it (${clean(code, 40)})`;
}
