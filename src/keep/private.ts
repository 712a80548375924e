import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
