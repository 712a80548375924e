import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

const STANDARD = {
  XDG_CONFIG_HOME: ['.config'],
  XDG_STATE_HOME: ['.local', 'state'],
} as const;

/** Returns our folder below an XDG base folder. A relative path in the variable does not count (XDG base directories). */
export function ownFolder(
  env: Readonly<Record<string, string | undefined>>,
  name: keyof typeof STANDARD,
): string {
  const given = env[name] ?? '';
  return join(isAbsolute(given) ? given : join(homedir(), ...STANDARD[name]), 'botscope');
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Makes a folder and those above it that are missing, each for its owner only, and calls `onMade` with each. Throws at
 * the first that cannot be made. Node's own `recursive` tries for ever where a file system answers ENOENT below a
 * folder that exists, as /proc does.
 */
export function makeFolder(folder: string, onMade: (path: string) => void = () => undefined): void {
  if (isFolder(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above, onMade);
  try {
    mkdirSync(folder, 0o700);
    onMade(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}
