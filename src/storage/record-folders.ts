import { hash } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt, err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { errorCode, ifThere, makePrivateFolder, quarantine, withOpenFile, writeAtomic } from './files.ts';
import { serverName } from './paths.ts';

/** Of the line about a snapshot: its place is at most half as long. */
const MAX_LINE = 8 * 1024;

function recordFolder(folder: string) {
  const pathOf = (name: string) => join(folder, name);
  const writtenAt = (name: string) => fs.statSync(pathOf(name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return {
    pathOf,
    write: (name: string, text: string, options = {}): void => {
      makePrivateFolder(dirname(pathOf(name)));
      writeAtomic(pathOf(name), text, options);
    },
    /** Throws I/O errors, also for a file over the limit, and for a link, which may lead to any file. */
    read: (name: string, maxBytes: number): string => {
      const stats = fs.lstatSync(pathOf(name));
      if (!stats.isFile() || stats.size > maxBytes) throw new Error('not a file, or too large');
      return fs.readFileSync(pathOf(name), 'utf8');
    },
    /** Within `MAX_LINE`. Throws I/O errors, also for a link. */
    firstLine: (name: string): string => {
      const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
      return withOpenFile(pathOf(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK, file => {
        const bytes = Buffer.alloc(MAX_LINE);
        return bytes.toString('utf8', 0, fs.readSync(file, bytes)).split('\n', 1).join('');
      });
    },
    /** The last written first. Throws I/O errors. */
    list: (): readonly string[] =>
      (ifThere(() => fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) ?? [])
        .map(name => ({ name, at: writtenAt(name) }))
        .toSorted((a, b) => b.at - a.at)
        .map(({ name }) => name),
  };
}

const MAX_BACKUP = 32 * 1024 * 1024;

function fileName(name: string) {
  const plain = name.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 100);
  return plain === name ? plain : `${plain}-${hash('sha256', name, 'hex').slice(0, 8)}`;
}

/** `2026-11-21/bot-9f3c.091407.json`: day and second. */
const stampOf = (path: string) => path.slice(0, 10) + path.slice(-'091407.json'.length);

/** One file each, in a folder a day. The program never removes one. */
export function openBackupFolder(folder: string) {
  const files = recordFolder(folder);
  return {
    folder,
    save: ({ name, text }: Readonly<{ name: string; text: string }>, at: Date): Result<string> => {
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
    list: (): readonly string[] =>
      files
        .list()
        .filter(name => name.endsWith('.json'))
        .toSorted((a, b) => stampOf(b).localeCompare(stampOf(a))),
    read: (path: string) => files.read(path, MAX_BACKUP),
  };
}

/** `at`: when the record was seen last (epoch milliseconds). */
export type Snapshot = Readonly<{ place: string; at: number; text: string }>;

const VERSION = 1;
/** In characters. */
export const MAX_SNAPSHOT = 1024 * 1024;
export const MAX_SNAPSHOTS = 200;
const DEBOUNCE_MS = 400;
const MAX_WAITING = 16;

export const snapshotFolderName = (baseUrl: string, workspaceId: string) =>
  `copies-${serverName(baseUrl, workspaceId)}`;

function readSnapshot({ read }: ReturnType<typeof recordFolder>, name: string) {
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

/** The last saved first. Never throws: unreadable files are left out. */
export function snapshotPlaces(folder: string): readonly string[] {
  const files = recordFolder(folder);
  const placeIn = (name: string): readonly string[] => {
    // Its line only: a completion reads up to 200 of these files.
    const { version, place } = JSON.parse(files.firstLine(name));
    return version <= VERSION && typeof place === 'string' ? [place] : [];
  };
  const names = attempt(files.list) ?? [];
  return names.slice(0, 2 * MAX_SNAPSHOTS).flatMap(name => attempt(() => placeIn(name)) ?? []);
}

/** Never throws: `onProblem` gets the first I/O error. */
export function openSnapshots(folder: string, onProblem: (problem: SafeText) => void) {
  const files = recordFolder(folder);
  const scheduled = new Map<string, Snapshot>();
  let timer: NodeJS.Timeout | undefined;
  let isReported = false;
  const tooLong = new Set<string>();
  const nameOf = (place: string) => `${hash('sha256', place, 'hex').slice(0, 32)}.json`;
  const remove = (name: string) => fs.rmSync(files.pathOf(name), { force: true });

  function read(place: string): Snapshot | undefined {
    const name = nameOf(place);
    const snapshot = scheduled.get(place) ?? readSnapshot(files, name);
    if (snapshot === 'broken') quarantine(files.pathOf(name));
    return typeof snapshot === 'string' || snapshot.place !== place ? undefined : snapshot;
  }

  function write({ place, at, text }: Snapshot) {
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

  function flush() {
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
      for (const place of [...scheduled.keys()].slice(0, -MAX_WAITING)) scheduled.delete(place);
      if (isReported) return;
      isReported = true;
      const where = safe`${clean(folder, 200)} (${clean(errorCode(error), 40)})`;
      onProblem(safe`The last version${current} is not saved: ${where}`);
    }
  }

  function save(snapshot: Snapshot) {
    scheduled.delete(snapshot.place);
    scheduled.set(snapshot.place, snapshot);
    timer ??= setTimeout(flush, DEBOUNCE_MS).unref();
  }

  return { read, save, flush };
}

export type SnapshotFolder = ReturnType<typeof openSnapshots>;
