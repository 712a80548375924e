import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, link, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { codeOf } from './files.ts';

/** A file that is in the way: its size, and when it was last written (epoch milliseconds). */
export type Existing = { readonly bytes: number; readonly at: number };

/** What is to be written where. `replaces`: the file that may be written over, as it was when that was asked. */
export type ToSave = {
  readonly path: string;
  readonly chunks: Iterable<string>;
  readonly replaces?: Existing | undefined;
};

export type Saved =
  | { readonly is: 'saved'; readonly path: SafeText; readonly bytes: number }
  | { readonly is: 'exists'; readonly existing: Existing }
  | { readonly is: 'problem'; readonly words: SafeText };

const PROBLEMS: Readonly<Record<string, SafeText>> = {
  ENOENT: safe`there is no such folder`,
  ENOTDIR: safe`a part of the way there is no folder`,
  EACCES: safe`you may not write there`,
  EPERM: safe`you may not write there`,
  EROFS: safe`nothing can be written there`,
  ENOSPC: safe`the disk is full`,
  EDQUOT: safe`your share of the disk is used up`,
  ENAMETOOLONG: safe`the name is too long`,
  ELOOP: safe`its links go round in a circle`,
  EIO: safe`the disk does not answer`,
};

const problem = (words: SafeText): Saved => ({ is: 'problem', words });

function failed(error: unknown): Saved {
  const code = codeOf(error);
  return problem(PROBLEMS[code] ?? safe`it cannot be written (${clean(code, 40)})`);
}

const isMissing = (error: unknown): undefined => {
  if (codeOf(error) !== 'ENOENT') throw error;
};

/** The path as meant: `~` is the home folder, a name alone is in the present folder. */
const meant = (path: string): string => resolve(path.replace(/^~(?=\/|$)/, homedir()));

type Target = { readonly path: string; readonly existing: Existing | undefined };

/** Where a path leads through its links, and what is there; or why nothing can be written there. */
async function targetOf(path: string): Promise<Result<Target>> {
  const found = await stat(path).catch(isMissing);
  // A link that leads nowhere is not followed: who made it meant something else.
  if (found === undefined && (await lstat(path).catch(isMissing)) !== undefined)
    return err(safe`it is a link that leads nowhere`);
  if (found === undefined) return ok({ path, existing: undefined });
  if (found.isDirectory()) return err(safe`that is a folder: add a name`);
  if (!found.isFile()) return err(safe`that is no ordinary file`);
  await access(path, constants.W_OK);
  return ok({ path: await realpath(path), existing: { bytes: found.size, at: Math.floor(found.mtimeMs) } });
}

async function writeAll(file: FileHandle, chunks: ToSave['chunks']): Promise<number> {
  let bytes = 0;
  for (const chunk of chunks) {
    await file.write(chunk);
    bytes += Buffer.byteLength(chunk);
  }
  await file.sync();
  return bytes;
}

/** Puts a whole file in its place; into an empty place only while it still is empty. */
async function put(beside: string, { path, existing }: Target): Promise<void> {
  if (existing !== undefined) return rename(beside, path);
  try {
    await link(beside, path);
  } catch (error) {
    // Some file systems have no such links: there the name is looked at once more, and taken.
    if (codeOf(error) === 'EEXIST' || (await stat(path).catch(isMissing)) !== undefined) throw error;
    return rename(beside, path);
  }
  await rm(beside, { force: true });
}

async function write(target: Target, chunks: ToSave['chunks']): Promise<number> {
  const { path } = target;
  const beside = join(dirname(path), `.${basename(path).slice(0, 60)}.${randomBytes(6).toString('hex')}`);
  const file = await open(beside, 'wx', 0o600);
  try {
    const bytes = await writeAll(file, chunks).finally(() => file.close());
    await put(beside, target);
    return bytes;
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

const isSame = (a: Existing, b: Existing | undefined): boolean => a.bytes === b?.bytes && a.at === b.at;

/**
 * Writes a text into a file that only this user can read, whole or not at all. Never over a file that was not named
 * in `replaces` as it is now. Links are followed. Never throws.
 */
export async function saveFile({ path, chunks, replaces }: ToSave): Promise<Saved> {
  try {
    const target = await targetOf(meant(path));
    if (!target.ok) return problem(target.why);
    const { existing } = target.value;
    if (existing !== undefined && !isSame(existing, replaces)) return { is: 'exists', existing };
    const bytes = await write(target.value, chunks);
    return { is: 'saved', path: clean(target.value.path), bytes };
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return problem(safe`a file of that name appeared just now`);
    return failed(error);
  }
}
