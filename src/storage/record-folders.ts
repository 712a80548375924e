import { hash } from 'node:crypto';
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { errorCode, makePrivateFolder, quarantine, writeAtomic } from './files.ts';
import { hashedName, serverName } from './paths.ts';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Most bytes of a first line: a place is at most half as long. */
const HEAD_BYTES = 8 * 1024;

/** Files of records below a folder that only its owner can open; it need not exist. */
function recordFolder(folder: string) {
  const pathOf = (name: string): string => join(folder, name);
  const writtenAt = (name: string): number => statSync(pathOf(name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return {
    pathOf,
    write: (name: string, text: string, options = {}): void => {
      makePrivateFolder(dirname(pathOf(name)));
      writeAtomic(pathOf(name), text, options);
    },
    /** Throws I/O errors, also for a file over the limit, and for a link, which may lead to any file. */
    read: (name: string, maxBytes: number): string => {
      const stats = lstatSync(pathOf(name));
      if (!stats.isFile() || stats.size > maxBytes) throw new Error('not a file, or too large');
      return readFileSync(pathOf(name), 'utf8');
    },
    /** Reads the first line of a file, or as much of it as its place needs. Throws I/O errors. */
    firstLine: (name: string): string => {
      const file = openSync(pathOf(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      try {
        const bytes = Buffer.alloc(HEAD_BYTES);
        return bytes.toString('utf8', 0, readSync(file, bytes)).split('\n', 1).join('');
      } finally {
        closeSync(file);
      }
    },
    /** Lists the names of all files, the last written first. Throws I/O errors. */
    list: (): readonly string[] => {
      try {
        return readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .map(name => ({ name, at: writtenAt(name) }))
          .toSorted((a, b) => b.at - a.at)
          .map(({ name }) => name);
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return [];
        throw error;
      }
    },
  };
}

/** Largest backup that is read, in bytes: some times the largest record. */
const MAX_BACKUP = 32 * 1024 * 1024;

/** Returns a valid file name, with a hash when characters had to be replaced: two names stay two files. */
function fileName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 100);
  return plain === name ? plain : `${plain}-${hash('sha256', name, 'hex').slice(0, 8)}`;
}

/** Returns the day and second in the path of a backup: `2026-11-21/bot-9f3c.091407.json`. */
const stampOf = (path: string): string => path.slice(0, 10) + path.slice(-'091407.json'.length);

/** Opens a folder of backups: one file each, in a folder a day. The program never removes one. */
export function openBackupFolder(folder: string) {
  const files = recordFolder(folder);
  return {
    folder,
    /** Writes a backup to disk. Returns its path below the folder, or why it could not. */
    save: ({ name, text }: { readonly name: string; readonly text: string }, at: Date): Result<string> => {
      const [day = '', time = ''] = at.toISOString().slice(0, 19).replaceAll(':', '').split('T');
      const below = join(day, `${fileName(name)}.${time}.json`);
      try {
        files.write(below, text, { flush: true });
        return ok(below);
      } catch (error) {
        const where = clean(files.pathOf(below), 200);
        return err(safe`The backup cannot be written (${clean(errorCode(error), 40)}): ${where}`);
      }
    },
    /** Lists the paths of all backups below the folder, newest first. Throws I/O errors. */
    list: (): readonly string[] =>
      files
        .list()
        .filter(name => name.endsWith('.json'))
        .toSorted((a, b) => stampOf(b).localeCompare(stampOf(a))),
    read: (path: string): string => files.read(path, MAX_BACKUP),
  };
}

/** Last seen version of the record at a place, as text, and when it was seen (epoch milliseconds). */
export type Snapshot = { readonly place: string; readonly at: number; readonly text: string };

/** Snapshots of one workspace: one file each, read on demand. */
export type SnapshotFolder = {
  readonly read: (place: string) => Snapshot | undefined;
  /** Schedules a write. A later snapshot of the same place replaces this one. */
  readonly save: (snapshot: Snapshot) => void;
  /** Writes everything scheduled. Never throws. */
  readonly flush: () => void;
};

const VERSION = 1;
/** Longest snapshot, in characters. */
export const MAX_SNAPSHOT = 1024 * 1024;
/** Most files in a folder: the oldest are removed. */
export const MAX_SNAPSHOTS = 200;
const DEBOUNCE_MS = 400;
/** Most characters of snapshots that wait in memory after a failed write. */
const MAX_WAITING = 16 * MAX_SNAPSHOT;

export const snapshotFolderName = (baseUrl: string, workspaceId: string): string =>
  `copies-${serverName(baseUrl, workspaceId)}`;

type StoredSnapshot = Snapshot | 'none' | 'newer' | 'broken';

/** Reads a snapshot: a line about it, and its text, whose length shows a truncated file. */
function readSnapshot({ read }: ReturnType<typeof recordFolder>, name: string): StoredSnapshot {
  try {
    const [line = '', ...lines] = read(name, 4 * MAX_SNAPSHOT).split('\n');
    const { version, place, at, length }: Readonly<Record<string, unknown>> = JSON.parse(line);
    if (typeof version === 'number' && version > VERSION) return 'newer';
    const text = lines.join('\n');
    const isWhole = typeof place === 'string' && typeof at === 'number' && length === text.length;
    return isWhole ? { place, at, text } : 'broken';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? 'none' : 'broken';
  }
}

/** Returns the places with a snapshot, unordered. Never throws: unreadable files are left out. */
export function snapshotPlaces(folder: string): readonly string[] {
  const files = recordFolder(folder);
  const placeIn = (name: string): readonly string[] => {
    try {
      const { version, place } = JSON.parse(files.firstLine(name));
      return version <= VERSION && typeof place === 'string' ? [place] : [];
    } catch {
      return [];
    }
  };
  try {
    return files
      .list()
      .slice(0, 2 * MAX_SNAPSHOTS)
      .flatMap(placeIn);
  } catch {
    return [];
  }
}

/** Opens the snapshots of a workspace. Never throws: I/O errors are reported once, through `onProblem`. */
export function openSnapshots(folder: string, onProblem: (problem: SafeText) => void): SnapshotFolder {
  const files = recordFolder(folder);
  const scheduled = new Map<string, Snapshot>();
  let timer: NodeJS.Timeout | undefined;
  let isReported = false;
  /** Places whose record was reported as too long. */
  const tooLong = new Set<string>();
  const nameOf = (place: string): string => `${hashedName(place)}.json`;
  const remove = (name: string): void => rmSync(files.pathOf(name), { force: true });

  function read(place: string): Snapshot | undefined {
    const name = nameOf(place);
    const snapshot = scheduled.get(place) ?? readSnapshot(files, name);
    if (snapshot === 'broken') quarantine(files.pathOf(name));
    return typeof snapshot === 'string' || snapshot.place !== place ? undefined : snapshot;
  }

  function write({ place, at, text }: Snapshot): void {
    const name = nameOf(place);
    if (readSnapshot(files, name) === 'newer') return;
    if (text.length <= MAX_SNAPSHOT) {
      const head = JSON.stringify({ version: VERSION, place, at, length: text.length });
      files.write(name, `${head}\n${text}`);
      return;
    }
    // An older snapshot would be compared as if it were the last.
    remove(name);
    if (!tooLong.has(place))
      onProblem(safe`${clean(place, 80)} is too large: its last version is not saved.`);
    tooLong.add(place);
  }

  function dropOldestWaiting(): void {
    let waiting = 0;
    for (const [place, { text }] of [...scheduled].reverse()) {
      waiting += text.length;
      if (waiting > MAX_WAITING) scheduled.delete(place);
    }
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (scheduled.size === 0) return;
    let current: SafeText = safe``;
    try {
      for (const [place, snapshot] of scheduled) {
        current = safe` of ${clean(place, 80)}`;
        write(snapshot);
        scheduled.delete(place);
      }
      for (const name of files.list().slice(MAX_SNAPSHOTS)) remove(name);
    } catch (error) {
      // The next save tries again.
      dropOldestWaiting();
      if (isReported) return;
      isReported = true;
      const where = safe`${clean(folder, 200)} (${clean(errorCode(error), 40)})`;
      onProblem(safe`The last version${current} is not saved: ${where}`);
    }
  }

  function save(snapshot: Snapshot): void {
    scheduled.delete(snapshot.place);
    scheduled.set(snapshot.place, snapshot);
    timer ??= setTimeout(flush, DEBOUNCE_MS).unref();
  }

  return { read, save, flush };
}
