import { hash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { err, ok, type Result } from '../text/result.ts';
import { clean, safe } from '../text/sanitise.ts';
import { errorCode, makePrivateFolder, writeAtomic } from './files.ts';

/** Folder of backups: one file each, in a folder a day. The program never removes one. */
export type BackupFolder = {
  readonly folder: string;
  /**
   * Writes a backup to disk and returns its path below the folder, or why it could not. `name` may hold any
   * characters.
   */
  readonly save: (name: string, at: Date, text: string) => Result<string>;
  /** Lists the paths of all backups below the folder, newest first. Throws I/O errors. */
  readonly list: () => readonly string[];
  /** Reads a backup by its path below the folder. Throws I/O errors, also for a huge file or a link. */
  readonly read: (path: string) => string;
};

/** Largest backup that is read, in bytes: some times the largest record. */
const MAX_BACKUP = 32 * 1024 * 1024;

/** Returns a valid file name, with a hash when characters had to be replaced: two names stay two files. */
function fileName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 100);
  return plain === name ? plain : `${plain}-${hash('sha256', name, 'hex').slice(0, 8)}`;
}

/** Returns the day and second in the path of a backup: `2026-11-21/bot-9f3c.091407.json`. */
const stampOf = (path: string): string => path.slice(0, 10) + path.slice(-'091407.json'.length);

/** Sorts backups by the time in their names; those of one second by the time of the file. */
function newestFirst(folder: string, paths: readonly string[]): readonly string[] {
  const writtenAt = (path: string): number =>
    statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return paths
    .map(path => ({ path, stamp: stampOf(path), at: writtenAt(path) }))
    .toSorted((a, b) => (a.stamp === b.stamp ? b.at - a.at : a.stamp < b.stamp ? 1 : -1))
    .map(({ path }) => path);
}

/** Opens a folder of backups, one folder for each day inside; it need not exist. */
export function openBackupFolder(folder: string): BackupFolder {
  return {
    folder,
    save: (name, at, text) => {
      const stamp = at.toISOString();
      const file = `${fileName(name)}.${stamp.slice(11, 19).replaceAll(':', '')}.json`;
      const below = join(stamp.slice(0, 10), file);
      const path = join(folder, below);
      try {
        makePrivateFolder(dirname(path));
        writeAtomic(path, text, { flush: true });
        return ok(below);
      } catch (error) {
        return err(safe`The backup cannot be written (${clean(errorCode(error), 40)}): ${clean(path, 200)}`);
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
        if (errorCode(error) === 'ENOENT') return [];
        throw error;
      }
    },
    read: path => {
      const file = join(folder, path);
      // A link may lead to any file.
      const stats = lstatSync(file);
      if (!stats.isFile() || stats.size > MAX_BACKUP) throw new Error('not a file, or too large');
      return readFileSync(file, 'utf8');
    },
  };
}
