import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** Removes the folders of a file of tests. */
export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A new, empty folder, which goes with the file of tests that asks for it. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `botscope-${name}-`));
  made.push(folder);
  return folder;
}
