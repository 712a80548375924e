import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { errorCode, writeAtomic } from './files.ts';

/** Limit of a file to read, in bytes: a device or a pipe may have no end. */
const MAX_BYTES = 64_000_000;
const CHUNK_BYTES = 64 * 1024;

function readToEnd(file: number): string {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const chunks: Buffer[] = [];
  for (let bytes = 0; bytes <= MAX_BYTES; ) {
    const count = readSync(file, chunk);
    if (count === 0) return Buffer.concat(chunks).toString('utf8');
    chunks.push(Buffer.from(chunk.subarray(0, count)));
    bytes += count;
  }
  throw Object.assign(new Error('is too large'), { code: 'larger than 64 MB' });
}

/**
 * Throws for a named pipe: opening it blocks until somebody writes to it, and Ctrl-C does not end that.
 * `/dev/stdin`, and `/dev/fd/63` as of `<(command)`, have their writer already.
 */
function refuseNamedPipe(path: string): void {
  if (!path.startsWith('/dev/') && lstatSync(path).isFIFO())
    throw Object.assign(new Error('is a named pipe'), { code: 'a named pipe; /dev/stdin can be read' });
}

/** Returns the text of a file that a person named; undefined without one. Throws if it cannot be read. */
export function readNamedFile(path: string): string | undefined {
  let file: number | undefined;
  try {
    refuseNamedPipe(path);
    file = openSync(path, 'r');
    return readToEnd(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
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
