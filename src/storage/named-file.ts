import { accessSync, constants, lstatSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { errorCode, writeAtomic } from './files.ts';
import { readOrdinaryFile } from './ordinary-file.ts';

/** Returns the text of a file that a person named; undefined without one. Throws if it cannot be read. */
export function readNamedFile(path: string): string | undefined {
  try {
    return readOrdinaryFile(path).bytes.toString('utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Returns true for the name of an existing regular file. Throws if the file cannot be written, as far as that
 * can be known before.
 */
export function checkNamedFile(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
  if (stats !== undefined) accessSync(path, constants.W_OK);
  // A folder that is missing, or a file in its place, fails here.
  else accessSync(`${dirname(path)}/`, constants.W_OK);
  return stats?.isFile() === true;
}

/** Returns the path of a file after all links. Throws for a link that leads to nothing. */
function realPath(path: string): string {
  const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined;
  return isNew ? join(realPath(dirname(path)), basename(path)) : realpathSync(path);
}

/** Returns true if a file, which need not exist, lies below a folder after all links. */
export function isBelow(folder: string, path: string): boolean {
  try {
    const inner = relative(realpathSync(folder), realPath(path));
    return !isAbsolute(inner) && inner.split(sep)[0] !== '..';
  } catch {
    return false;
  }
}

/**
 * Writes a file that a person named: a regular file in one step, anything else (a link, a device, a pipe) in
 * place, because it must not become a file. `isPrivate`: only the owner may read the file. Throws on failure.
 */
export function writeNamedFile(path: string, text: string, { isPrivate }: { isPrivate?: true } = {}): void {
  checkNamedFile(path);
  const mode = isPrivate === true ? 0o600 : 0o644;
  const isPlain = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  if (isPlain) writeAtomic(path, text, { mode });
  else writeFileSync(path, text, { mode });
}
