import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { errorCode, makePrivateFolder, quarantine, writeAtomic } from './files.ts';
import { hashedName, serverName } from './paths.ts';

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

/** First line of a file. `length`: characters that follow, which shows a truncated file. */
type Head = { readonly place: string; readonly at: number; readonly length: number };

function headOf(line: string): Head | 'newer' | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('version' in value)) return undefined;
    if (typeof value.version === 'number' && value.version > VERSION) return 'newer';
    if (!('place' in value && 'at' in value && 'length' in value)) return undefined;
    const { place, at, length } = value;
    return typeof place === 'string' && typeof at === 'number' && typeof length === 'number'
      ? { place, at, length }
      : undefined;
  } catch {
    return undefined;
  }
}

function readSnapshot(path: string): Snapshot | 'none' | 'newer' | 'broken' {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > 4 * MAX_SNAPSHOT) return 'broken';
    const contents = readFileSync(path, 'utf8');
    const end = contents.indexOf('\n');
    const head = headOf(contents.slice(0, end));
    if (head === 'newer') return head;
    const text = contents.slice(end + 1);
    return head === undefined || head.length !== text.length
      ? 'broken'
      : { place: head.place, at: head.at, text };
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? 'none' : 'broken';
  }
}

/** Upper limit for the length of a first line, in bytes. */
const HEAD_BYTES = 8 * 1024;

/** Reads the place from the first line of a file, and no more of it. */
function placeIn(path: string): readonly string[] {
  const bytes = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, 'r');
  try {
    const [line = ''] = bytes.toString('utf8', 0, readSync(file, bytes)).split('\n');
    const head = headOf(line);
    return typeof head === 'object' ? [head.place] : [];
  } finally {
    closeSync(file);
  }
}

/** Returns the places with a snapshot, unordered. Never throws: unreadable files are left out. */
export function snapshotPlaces(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isFile())
      .slice(0, 2 * MAX_SNAPSHOTS)
      .flatMap(({ name }) => placeIn(join(folder, name)));
  } catch {
    return [];
  }
}

function removeOldest(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = names.map(name => join(folder, name));
  if (files.length <= MAX_SNAPSHOTS) return;
  const times = new Map(files.map(path => [path, statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0]));
  const byAge = files.toSorted((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
  for (const path of byAge.slice(MAX_SNAPSHOTS)) rmSync(path, { force: true });
}

/** Opens the snapshots of a workspace. Never throws: I/O errors are reported once, through `onProblem`. */
export function openSnapshots(folder: string, onProblem: (problem: SafeText) => void): SnapshotFolder {
  const scheduled = new Map<string, Snapshot>();
  let timer: NodeJS.Timeout | undefined;
  let isReported = false;
  /** Places whose record was reported as too long. */
  const tooLong = new Set<string>();
  const pathOf = (place: string): string => join(folder, `${hashedName(place)}.json`);

  function read(place: string): Snapshot | undefined {
    const path = pathOf(place);
    const snapshot = scheduled.get(place) ?? readSnapshot(path);
    if (snapshot === 'broken') quarantine(path);
    return typeof snapshot === 'string' || snapshot.place !== place ? undefined : snapshot;
  }

  function write({ place, at, text }: Snapshot): void {
    const path = pathOf(place);
    if (readSnapshot(path) === 'newer') return;
    if (text.length > MAX_SNAPSHOT) {
      // An older snapshot would be compared as if it were the last.
      rmSync(path, { force: true });
      if (!tooLong.has(place))
        onProblem(safe`${clean(place, 80)} is too large: its last version is not saved.`);
      tooLong.add(place);
      return;
    }
    const head = JSON.stringify({ version: VERSION, place, at, length: text.length });
    makePrivateFolder(folder);
    writeAtomic(path, `${head}\n${text}`);
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
      removeOldest(folder);
    } catch (error) {
      // The next save tries again.
      dropOldestWaiting();
      if (isReported) return;
      isReported = true;
      onProblem(
        safe`The last version${current} is not saved: ${clean(folder, 200)} (${clean(errorCode(error), 40)})`,
      );
    }
  }

  function save(snapshot: Snapshot): void {
    scheduled.delete(snapshot.place);
    scheduled.set(snapshot.place, snapshot);
    timer ??= setTimeout(flush, DEBOUNCE_MS).unref();
  }

  return { read, save, flush };
}
