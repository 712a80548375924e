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
import { codeOf, replace, setAside } from './files.ts';
import { hashed, serverName } from './paths.ts';

/** A record as it was seen at a place, as text, and when that was (epoch milliseconds). */
export type Copy = { readonly place: string; readonly at: number; readonly text: string };

/** The copies of one server's records, each in a file of its own that is read when it is asked for. */
export type CopyFolder = {
  readonly read: (place: string) => Copy | undefined;
  /** Writes soon; the last copy of a place is the one that stays. */
  readonly save: (copy: Copy) => void;
  /** Writes now what is not yet written. Never throws. */
  readonly flush: () => void;
};

const VERSION = 1;
/** Longer texts are not kept. */
export const MAX_COPY = 1024 * 1024;
/** Files that stay, the last written ones. */
export const MAX_COPIES = 200;
const DEBOUNCE_MS = 400;

/** The folder for the copies of a server and a workspace. */
export const copyFolderName = (baseUrl: string, workspaceId: string): string =>
  `copies-${serverName(baseUrl, workspaceId)}`;

type Head = { readonly place: string; readonly at: number; readonly length: number };

/** The first line of a file: what the rest is, and how long, so that half a file is known for one. */
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

function readCopy(path: string): Copy | 'none' | 'newer' | 'broken' {
  try {
    const about = statSync(path);
    if (!about.isFile() || about.size > 4 * MAX_COPY) return 'broken';
    const whole = readFileSync(path, 'utf8');
    const end = whole.indexOf('\n');
    const head = headOf(whole.slice(0, end));
    if (head === 'newer') return head;
    const text = whole.slice(end + 1);
    return head === undefined || head.length !== text.length
      ? 'broken'
      : { place: head.place, at: head.at, text };
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'none' : 'broken';
  }
}

/** More than the first line of a copy that is ours. */
const HEAD_BYTES = 8 * 1024;

/** The place of a file's copy, without reading the rest of it. */
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

/** The places that there are copies of, in no order. Never throws: what cannot be read is left out. */
export function copiedPlaces(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isFile())
      .slice(0, 2 * MAX_COPIES)
      .flatMap(({ name }) => placeIn(join(folder, name)));
  } catch {
    return [];
  }
}

/** Takes the files away that were written longest ago. */
function prune(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = names.map(name => join(folder, name));
  if (files.length <= MAX_COPIES) return;
  const times = new Map(files.map(path => [path, statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0]));
  const byAge = files.toSorted((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
  for (const path of byAge.slice(MAX_COPIES)) rmSync(path, { force: true });
}

/** Opens the copies of a server. Never throws: what cannot be read or written is done without, and said once. */
export function openCopies(folder: string, onProblem: (problem: SafeText) => void): CopyFolder {
  const waiting = new Map<string, Copy>();
  let timer: NodeJS.Timeout | undefined;
  let canWrite = true;
  /** Places whose record is too long, as was said. */
  const tooLong = new Set<string>();
  const pathOf = (place: string): string => join(folder, `${hashed(place)}.json`);

  function read(place: string): Copy | undefined {
    const path = pathOf(place);
    const found = waiting.get(place) ?? readCopy(path);
    if (found === 'broken') setAside(path);
    return typeof found === 'string' || found.place !== place ? undefined : found;
  }

  function write({ place, at, text }: Copy): void {
    const path = pathOf(place);
    if (readCopy(path) === 'newer') return;
    if (text.length > MAX_COPY) {
      // Then neither is what it was before.
      rmSync(path, { force: true });
      if (!tooLong.has(place)) onProblem(safe`${clean(place, 80)} is too long to be remembered.`);
      tooLong.add(place);
      return;
    }
    const head = JSON.stringify({ version: VERSION, place, at, length: text.length });
    replace(path, `${head}\n${text}`);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0 || !canWrite) return;
    let current: SafeText = safe``;
    try {
      for (const copy of waiting.values()) {
        current = safe` of ${clean(copy.place, 80)}`;
        write(copy);
      }
      waiting.clear();
      prune(folder);
    } catch (error) {
      canWrite = false;
      onProblem(
        safe`What was seen${current} is not kept: ${clean(folder, 200)} (${clean(codeOf(error), 40)})`,
      );
    }
  }

  function save(copy: Copy): void {
    waiting.set(copy.place, copy);
    timer ??= setTimeout(flush, DEBOUNCE_MS).unref();
  }

  return { read, save, flush };
}
