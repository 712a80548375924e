import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A new, empty folder, which goes with the file of tests that asks for it. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `botscope-${name}-`));
  made.push(folder);
  return folder;
}
