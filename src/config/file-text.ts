import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';

/** No settings file is larger. */
const MAX_BYTES = 1024 * 1024;
const OTHERS_WRITE = 0o002;
const ROOT = 0;

/** The permissions of a file as they are written, `0644`. */
export const modeText = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');

function readBytes(file: number): Buffer {
  // The size that a system reports is not always what there is to read.
  const bytes = Buffer.allocUnsafe(MAX_BYTES + 1);
  let length = 0;
  for (;;) {
    const read = readSync(file, bytes, length, bytes.length - length, null);
    length += read;
    if (length > MAX_BYTES) throw new Error('it is larger than 1 MiB');
    if (read === 0) return bytes.subarray(0, length);
  }
}

/**
 * Reads an ordinary file of at most 1 MiB, opened once: what was checked is what is read. Links are followed. Throws
 * for anything else, without waiting for a pipe or reading a device, and as `open` does.
 */
export function readOrdinaryFile(path: string): { readonly text: string; readonly stats: Stats } {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error('it is not an ordinary file');
    return { text: readBytes(file).toString('utf8'), stats };
  } finally {
    closeSync(file);
  }
}

/** A settings file: its text, or why it is not used. */
export type SettingsText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }
  /** It cannot be read, or others may have written it: what it may forbid is not known. */
  | { readonly kind: 'refused'; readonly problem: SafeText }
  /** A project file of another user. */
  | { readonly kind: 'ignored'; readonly problem: SafeText };

/** Returns the user id of a third person that owns a file; undefined for the user, root, and where there are no owners. */
function foreignOwner({ uid }: Stats): number | undefined {
  const own = process.getuid?.();
  return own === undefined || uid === own || uid === ROOT ? undefined : uid;
}

/** Returns why a file of the user may have been written by others. */
function tamperingProblem(stats: Stats, path: SafeText): SafeText | undefined {
  const stranger = foreignOwner(stats);
  if (stranger !== undefined)
    return safe`${path} is not used: it belongs to another user (uid ${stranger}). Check it, then make it yours: chown`;
  const isOpen = process.getuid !== undefined && (stats.mode & OTHERS_WRITE) !== 0;
  return isOpen
    ? safe`${path} is not used: every user of this machine may write it (mode ${clean(modeText(stats.mode))}). Check it, then: chmod o-w`
    : undefined;
}

/** Returns what an error of reading a file says: the code of the system, or our own words. */
const reasonOf = (error: unknown): SafeText =>
  error instanceof Error && !('code' in error)
    ? safe`: ${shortText(error.message)}`
    : safe` (${shortText(error instanceof Error && 'code' in error ? String(error.code) : 'unreadable')})`;

function userText(path: string): SettingsText {
  const { text, stats } = readOrdinaryFile(path);
  const problem = tamperingProblem(stats, clean(path, 200));
  return problem === undefined ? { kind: 'text', text } : { kind: 'refused', problem };
}

/** Whoever owns a project file chooses what is meant in its folder; one that cannot be opened has an owner, too. */
function projectText(path: string): SettingsText {
  const ignored = (stranger: number): SettingsText => ({
    kind: 'ignored',
    problem: safe`${clean(path, 200)} is ignored: it belongs to another user (uid ${stranger})`,
  });
  const owner = foreignOwner(statSync(path));
  if (owner !== undefined) return ignored(owner);
  const { text, stats } = readOrdinaryFile(path);
  const stranger = foreignOwner(stats);
  return stranger === undefined ? { kind: 'text', text } : ignored(stranger);
}

/** Reads a settings file if nobody but its owner, root and its group can have written it. Never throws. */
export function readSettingsText(path: string, from: 'project' | 'user'): SettingsText {
  if (!existsSync(path)) return { kind: 'none' };
  try {
    return from === 'project' ? projectText(path) : userText(path);
  } catch (error) {
    return { kind: 'refused', problem: safe`${clean(path, 200)} cannot be read${reasonOf(error)}` };
  }
}
