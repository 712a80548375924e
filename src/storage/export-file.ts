import { constants } from 'node:fs';
import { access, type FileHandle, link, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { fileProblem } from './file-problem.ts';
import { errorCode, temporaryPath } from './files.ts';

/** Size and modification time (epoch milliseconds) of a file that already has the chosen name. */
export type ExistingFile = { readonly bytes: number; readonly at: number };

/**
 * An export to write. `replaces`: the existing file that may be overwritten, as it was when the person
 * agreed.
 */
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

const problem = (words: SafeText): ExportResult => ({ kind: 'problem', words });

const ignoreMissing = (error: unknown): undefined => {
  if (errorCode(error) !== 'ENOENT') throw error;
};

/** Returns the absolute path: `~` is the home folder, a bare name is in the current folder. */
const absolutePath = (path: string): string => resolve(path.replace(/^~(?=\/|$)/, homedir()));

type Target = { readonly path: string; readonly existing: ExistingFile | undefined };

/** Follows the links of a path and returns the file there, or why it cannot be written. */
async function targetOf(path: string): Promise<Result<Target>> {
  const stats = await stat(path).catch(ignoreMissing);
  // A broken link is not followed: whoever made it meant another file.
  if (stats === undefined && (await lstat(path).catch(ignoreMissing)) !== undefined)
    return err(safe`it is a broken link`);
  if (stats === undefined) return ok({ path, existing: undefined });
  if (stats.isDirectory()) return err(safe`it is a folder: add a file name`);
  if (!stats.isFile()) return err(safe`it is not a regular file`);
  await access(path, constants.W_OK);
  return ok({ path: await realpath(path), existing: { bytes: stats.size, at: Math.floor(stats.mtimeMs) } });
}

async function writeChunks(file: FileHandle, chunks: ExportRequest['chunks']): Promise<number> {
  let bytes = 0;
  for (const chunk of chunks) {
    // Unlike `write`, it writes all of the text or throws.
    await file.appendFile(chunk);
    bytes += Buffer.byteLength(chunk);
  }
  await file.sync();
  return bytes;
}

/** Moves a complete file to its name. A new name is taken only while it is still free. */
async function moveInto(temporary: string, { path, existing }: Target): Promise<void> {
  if (existing !== undefined) return rename(temporary, path);
  try {
    await link(temporary, path);
  } catch (error) {
    // File systems without hard links: check the name once more, then take it.
    if (errorCode(error) === 'EEXIST' || (await stat(path).catch(ignoreMissing)) !== undefined) throw error;
    return rename(temporary, path);
  }
  await rm(temporary, { force: true });
}

/** Writes asynchronously, unlike `writeAtomic`: a long export must not block the keys. */
async function write(target: Target, chunks: ExportRequest['chunks']): Promise<number> {
  const temporary = temporaryPath(target.path);
  const file = await open(temporary, 'wx', 0o600);
  try {
    const bytes = await writeChunks(file, chunks).finally(() => file.close());
    await moveInto(temporary, target);
    return bytes;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const isSame = (a: ExistingFile, b: ExistingFile | undefined): boolean =>
  a.bytes === b?.bytes && a.at === b.at;

/**
 * Writes an export into a file that only this user can read, all of it or nothing. Overwrites a file only if
 * it is unchanged since `replaces`. Follows links. Never throws.
 */
export async function exportFile({ path, chunks, replaces }: ExportRequest): Promise<ExportResult> {
  try {
    const target = await targetOf(absolutePath(path));
    if (!target.ok) return problem(target.why);
    const { existing } = target.value;
    if (existing !== undefined && !isSame(existing, replaces)) return { kind: 'exists', existing };
    const bytes = await write(target.value, chunks);
    return { kind: 'saved', path: clean(target.value.path), bytes };
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return problem(safe`a file with this name appeared just now`);
    return problem(fileProblem(error));
  }
}
