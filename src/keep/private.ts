import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

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

/** Makes a folder that only its owner can look into, also one that is older than this rule. May throw. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
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
 * one, never a half. May throw; nothing is left behind then.
 */
export function replace(path: string, text: string): void {
  makePrivate(dirname(path));
  const beside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(beside, text, { mode: 0o600, flag: 'wx' });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
