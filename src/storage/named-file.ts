import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isatty } from 'node:tty';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { errorCode, fileProblem, writeAtomic, writeChunks } from './files.ts';

const MIB = 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
/** Default limit in MiB. */
const MAX_MIB = 64;

/** `/dev/null`, `/dev/stdin`, and `/dev/fd/63` as of `<(command)`: their writer exists, so reading ends. */
const isStream = (path: string): boolean => /^\/dev\/(null|stdin|fd\/\d+)$/.test(path);

/** Returns an error with a code that can be shown in place of a system's one. */
const refusal = (code: string): Error => Object.assign(new Error(code), { code });

function readToEnd(file: number, maxMib: number): Buffer {
  // The reported size is not trusted: files of /proc report 0, pipes have no end.
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const chunks: Buffer[] = [];
  for (let bytes = 0; bytes <= maxMib * MIB; ) {
    const count = readSync(file, chunk);
    if (count === 0) return Buffer.concat(chunks);
    chunks.push(Buffer.from(chunk.subarray(0, count)));
    bytes += count;
  }
  throw refusal(`larger than ${maxMib} MiB`);
}

/**
 * Reads a regular file that a person or a setting names. Opens it once, so that the checked file is the one
 * that is read. Follows links. Throws for a folder, a device and a named pipe, without waiting for a writer,
 * for a file over the limit, and whenever `open` throws; each error has a code.
 */
export function readOrdinaryFile(
  path: string,
  maxMib = MAX_MIB,
): { readonly bytes: Buffer; readonly stats: Stats } {
  const isAllowed = isStream(path);
  const file = openSync(path, constants.O_RDONLY | (isAllowed ? 0 : constants.O_NONBLOCK));
  try {
    const stats = fstatSync(file);
    if (isatty(file) || !(isAllowed || stats.isFile())) throw refusal('not a regular file');
    return { bytes: readToEnd(file, maxMib), stats };
  } finally {
    closeSync(file);
  }
}

/** Returns the text of a file that a person named; undefined without one. Throws if it cannot be read. */
export function readNamedFile(path: string): string | undefined {
  try {
    return readOrdinaryFile(path).bytes.toString('utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** True for an existing regular file. Throws if it cannot be written, as far as that can be known before. */
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

/** Size and modification time (epoch milliseconds) of a file that already has the chosen name. */
export type ExistingFile = { readonly bytes: number; readonly at: number };

/** `replaces`: the existing file that may be overwritten, as it was when the person agreed. */
export type ExportRequest = {
  readonly path: string;
  readonly chunks: Iterable<string>;
  readonly replaces?: ExistingFile | undefined;
};

/** `exists`: a file with this name, which `replaces` did not name, was left as it is. */
export type ExportResult =
  | { readonly kind: 'saved'; readonly path: SafeText; readonly bytes: number }
  | { readonly kind: 'exists'; readonly existing: ExistingFile }
  | { readonly kind: 'problem'; readonly words: SafeText };

/**
 * Writes an export into a file that only this user can read, all of it or nothing. Overwrites a file only if
 * it is unchanged since `replaces`. Follows links; `~` is the home folder. Never throws.
 */
export async function exportFile({ path, chunks, replaces }: ExportRequest): Promise<ExportResult> {
  const problem = (words: SafeText): ExportResult => ({ kind: 'problem', words });
  try {
    const named = resolve(path.replace(/^~(?=\/|$)/, homedir()));
    const isFile = checkNamedFile(named);
    const target = isFile ? realpathSync(named) : named;
    if (isFile) {
      const { size: bytes, mtimeMs } = statSync(target);
      const at = Math.floor(mtimeMs);
      if (bytes !== replaces?.bytes || at !== replaces.at) return { kind: 'exists', existing: { bytes, at } };
    } else if (existsSync(named)) return problem(safe`it is not a regular file`);
    // A broken link is not followed: whoever made it meant another file.
    else if (lstatSync(named, { throwIfNoEntry: false })) return problem(safe`it is a broken link`);
    await writeChunks(target, chunks, { flush: true, isNew: !isFile });
    return { kind: 'saved', path: clean(target), bytes: statSync(target).size };
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return problem(safe`a file with this name appeared just now`);
    return problem(fileProblem(error));
  }
}
