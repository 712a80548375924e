import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

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
