import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './folders.ts';

/** The code of a system's error, `ENOSPC`. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

/** Moves a file that nobody can read out of the way; false when that too fails. */
export function setAside(path: string): boolean {
  try {
    renameSync(path, `${path}.broken`);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a path is a link. Throws if another user owns one on the way there: they could lead us anywhere. */
function isLink(path: string): boolean {
  const above = dirname(path);
  if (above !== path) isLink(above);
  const about = lstatSync(path, { throwIfNoEntry: false });
  if (about?.isSymbolicLink() !== true) return false;
  const us = process.getuid?.();
  if (us !== undefined && about.uid !== us && about.uid !== 0)
    throw Object.assign(new Error('foreign link'), { code: 'a link of another user leads there' });
  return true;
}

/**
 * Makes a folder that only its owner can look into, also one that is older than this rule. A link that we or root own
 * is followed, and the mode of its target is left. May throw.
 */
export function makePrivate(folder: string): void {
  const followsLink = isLink(folder);
  makeFolder(folder, path => syncFolder(dirname(path)));
  if (!followsLink) chmodSync(folder, 0o700);
}

/** Puts the names in a folder on the disk. Some systems cannot (Windows, some network file systems) and need not. */
export function syncFolder(folder: string): void {
  try {
    const file = openSync(folder, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (codeOf(error) === 'EIO') throw error;
  }
}

/** No process takes this long: its lock was left behind. */
const LOCK_MS = 2000;
const STEP_MS = 5;

function take(lock: string): boolean {
  try {
    writeFileSync(lock, '', { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function isLeftBehind(lock: string): boolean {
  const at = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return at !== undefined && Math.abs(Date.now() - at) > LOCK_MS;
}

/**
 * Runs `work` while no other process runs the like for the same file: what is read in it is still there when it is
 * written. Waits at most two seconds, and for a lock that was left behind not at all. Throws what `work` throws.
 */
export function alone(path: string, work: () => void): void {
  makePrivate(dirname(path));
  const lock = `${path}.lock`;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; !take(lock); waited += STEP_MS) {
    if (waited >= LOCK_MS || isLeftBehind(lock)) rmSync(lock, { force: true });
    else Atomics.wait(pause, 0, 0, STEP_MS);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Writes a file that only its owner can read, beside its place and then into it: a reader sees the old one or the new
 * one, never a half. `flush`: it is on the disk when this returns. May throw; nothing is left behind then.
 */
export function replace(path: string, text: string, { flush = false } = {}): void {
  makePrivate(dirname(path));
  const beside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(beside, text, { mode: 0o600, flag: 'wx', flush });
    renameSync(beside, path);
    if (flush) syncFolder(dirname(path));
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
