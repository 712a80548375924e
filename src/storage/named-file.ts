import type { Stats } from 'node:fs';
import fs from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isatty } from 'node:tty';
import { attempt } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { codedError, errorCode, fileProblem, withOpenFile, writeAtomic, writeChunks } from './files.ts';

const { O_CREAT, O_NONBLOCK, O_RDONLY, O_WRONLY } = fs.constants;
const MIB = 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** `/dev/null`, `/dev/stdin`, and `/dev/fd/63` as of `<(command)`: their writer exists, so reading ends. */
const isStream = (path: string) => /^\/dev\/(null|stdin|fd\/\d+)$/.test(path);

function readToEnd(file: number, maxMib: number): Buffer {
  // The reported size is not trusted: files of /proc report 0, pipes have no end.
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const chunks: Buffer[] = [];
  for (let bytes = 0; bytes <= maxMib * MIB; ) {
    const count = fs.readSync(file, chunk);
    if (count === 0) return Buffer.concat(chunks);
    chunks.push(Buffer.from(chunk.subarray(0, count)));
    bytes += count;
  }
  throw codedError(`larger than ${maxMib} MiB`);
}

/**
 * Opens once, so that the checked file is the one that is read. Follows links. Throws errors with codes, also
 * for a folder, a device, a named pipe (without waiting for a writer) and a file over the limit.
 */
export function readOrdinaryFile(path: string, maxMib = 64): Readonly<{ bytes: Buffer; stats: Stats }> {
  const isAllowed = isStream(path);
  return withOpenFile(path, O_RDONLY | (isAllowed ? 0 : O_NONBLOCK), file => {
    const stats = fs.fstatSync(file);
    if (isatty(file) || !(isAllowed || stats.isFile())) throw codedError('not a regular file');
    return { bytes: readToEnd(file, maxMib), stats };
  });
}

/** False without a file. Throws if it cannot be written, as far as that can be known before. */
export function checkNamedFile(path: string): boolean {
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) throw codedError('EISDIR');
  if (stats !== undefined) fs.accessSync(path, fs.constants.W_OK);
  // A folder that is missing, or a file in its place, fails here.
  else fs.accessSync(`${dirname(path)}/`, fs.constants.W_OK);
  return stats?.isFile() === true;
}

function realPath(path: string): string {
  const isNew = fs.lstatSync(path, { throwIfNoEntry: false }) === undefined;
  return isNew ? join(realPath(dirname(path)), basename(path)) : fs.realpathSync(path);
}

/** The file need not exist; links are followed. */
export function isBelow(folder: string, path: string): boolean {
  const inner = attempt(() => relative(fs.realpathSync(folder), realPath(path)));
  return inner !== undefined && !isAbsolute(inner) && inner.split(sep)[0] !== '..';
}

/**
 * A regular file in one step, anything else (a link, a device, a pipe) in place, because it must not become a
 * file. `isPrivate`: only the owner may read the file. Throws on failure, also for a pipe without a reader.
 */
export function writeNamedFile(path: string, text: string, { isPrivate }: { isPrivate?: true } = {}): void {
  checkNamedFile(path);
  const mode = isPrivate === true ? 0o600 : 0o644;
  const isPlain = fs.lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  const write = (file: number) => {
    if (isPrivate === true && fs.fstatSync(file).isFile()) fs.fchmodSync(file, mode);
    fs.writeFileSync(path, text);
  };
  if (isPlain) writeAtomic(path, text, { mode });
  // The first opening fails for a pipe that nobody reads; an ordinary one would wait, deaf to Ctrl-C.
  else withOpenFile(path, O_WRONLY | O_CREAT | O_NONBLOCK, write, mode);
}

/** Modification time in epoch milliseconds. */
export type ExistingFile = Readonly<{ bytes: number; at: number }>;

/** `replaces`: the existing file as it was when the person agreed. */
export type ExportRequest = Readonly<{
  path: string;
  chunks: Iterable<string>;
  replaces?: ExistingFile | undefined;
}>;

export type ExportResult =
  | Readonly<{ kind: 'saved'; path: SafeText; bytes: number }>
  | Readonly<{ kind: 'exists'; existing: ExistingFile }>
  | Readonly<{ kind: 'problem'; words: SafeText }>;

/** For this user alone. Overwrites only a file unchanged since `replaces`. Follows links. Never throws. */
export async function exportFile({ path, chunks, replaces }: ExportRequest): Promise<ExportResult> {
  const problem = (words: SafeText): ExportResult => ({ kind: 'problem', words });
  try {
    const named = resolve(path.replace(/^~(?=\/|$)/, homedir()));
    const isFile = checkNamedFile(named);
    const target = isFile ? fs.realpathSync(named) : named;
    if (isFile) {
      const { size: bytes, mtimeMs } = fs.statSync(target);
      const at = Math.floor(mtimeMs);
      if (bytes !== replaces?.bytes || at !== replaces.at) return { kind: 'exists', existing: { bytes, at } };
    } else if (fs.existsSync(named)) return problem(safe`it is not a regular file`);
    // A broken link is not followed: whoever made it meant another file.
    else if (fs.lstatSync(named, { throwIfNoEntry: false })) return problem(safe`it is a broken link`);
    await writeChunks(target, chunks, { flush: true, isNew: !isFile });
    return { kind: 'saved', path: clean(target), bytes: fs.statSync(target).size };
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return problem(safe`a file with this name appeared just now`);
    return problem(fileProblem(error));
  }
}
