import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replace } from '../storage/files.ts';

/** More would be of no more use. */
const MOST = 5;
const NAME = /^crash-[0-9TZ-]+\.txt$/;

/** Keeps a report, readable by its owner only, and takes the oldest away beyond a few. The path of the file; may throw. */
export function keepCrash(folder: string, at: Date, text: string): string {
  const path = join(folder, `crash-${at.toISOString().replace(/[:.]/g, '-')}.txt`);
  replace(path, text);
  const all = readdirSync(folder)
    .filter(name => NAME.test(name))
    .toSorted();
  for (const name of all.slice(0, -MOST)) rmSync(join(folder, name), { force: true });
  return path;
}
