import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { codeOf, replace } from './files.ts';

/** A folder of copies, one file each, a folder inside it for each day. Nothing in it is ever taken away by us. */
export type Trash = {
  readonly folder: string;
  /** Keeps a text; the sentence says why it is not kept. `name` may hold anything. */
  readonly keep: (name: string, at: Date, text: string) => SafeText | undefined;
  /** The paths of all copies inside the folder, the newest first. May throw. */
  readonly list: () => readonly string[];
  /** The text of one of them. May throw. */
  readonly read: (path: string) => string;
};

/** A file name of a text: what may stand in one, and enough of a hash to tell apart what may not. */
function fileName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 100);
  return plain === name ? plain : `${plain}-${hash('sha256', name, 'hex').slice(0, 8)}`;
}

/** The day and the second of a copy, from its path: `2026-11-21/bot-9f3c.091407.json`. */
const stampOf = (path: string): string => path.slice(0, 10) + path.slice(-'091407.json'.length);

/** Orders copies by when they were made; of one second, by when they were written. */
function newestFirst(folder: string, paths: readonly string[]): readonly string[] {
  const written = (path: string): number =>
    statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return paths
    .map(path => ({ path, stamp: stampOf(path), at: written(path) }))
    .toSorted((a, b) => (a.stamp === b.stamp ? b.at - a.at : a.stamp < b.stamp ? 1 : -1))
    .map(({ path }) => path);
}

export function openTrash(folder: string): Trash {
  return {
    folder,
    keep: (name, at, text) => {
      const stamp = at.toISOString();
      const file = `${fileName(name)}.${stamp.slice(11, 19).replaceAll(':', '')}.json`;
      const path = join(folder, stamp.slice(0, 10), file);
      try {
        replace(path, text, { flush: true });
        return undefined;
      } catch (error) {
        return safe`No copy could be kept (${clean(codeOf(error), 40)}): ${clean(path, 200)}`;
      }
    },
    list: () => {
      try {
        const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
        return newestFirst(
          folder,
          names.filter(name => name.endsWith('.json')),
        );
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      }
    },
    read: path => readFileSync(join(folder, path), 'utf8'),
  };
}
