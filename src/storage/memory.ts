import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { openAppendLog } from './append-log.ts';
import { errorCode, quarantine } from './files.ts';
import { readOrdinaryFile } from './named-file.ts';
import { serverName } from './paths.ts';

/** A recent place or a bookmark: its text, its name when last seen, and that time (epoch milliseconds). */
export type StoredPlace = {
  readonly place: string;
  readonly name: SafeText;
  readonly at: number;
  /** Set when the record no longer exists. The row stays until the person removes it. */
  readonly gone?: GoneReason;
};

/** Evidence that a record is gone: `true`, its last read got a 404; `deleted`, this program deleted it. */
export type GoneReason = true | 'deleted';

/** Data of one workspace that outlives a run: recents, newest first; bookmarks, oldest first; consent. */
export type Memory = {
  readonly recents: readonly StoredPlace[];
  readonly bookmarks: readonly StoredPlace[];
  /** Undocumented calls: when a person allowed them, and when the server lacked one (by operation id). */
  readonly extensions?: {
    readonly consentAt?: number;
    readonly absent: { readonly [operation: string]: number };
  };
};

export const MAX_RECENTS = 50;
/** Also the most records that are stored because a command loaded them. */
export const MAX_BOOKMARKS = 500;

export const noMemory: Memory = { recents: [], bookmarks: [] };

/** Server and workspace that a file belongs to. */
type Workspace = readonly [baseUrl: string, workspaceId: string];

const MAX_PLACE = 4000;
const MAX_NAME = 200;

/** The rows of each list by their places. Lists that only a later version knows are kept. */
type Lists = Map<string, Map<string, StoredPlace>>;

/** Returns the latest rows of a list, the oldest first. */
const rowsOf = (lists: Lists, list: string): readonly StoredPlace[] =>
  [...(lists.get(list)?.values() ?? [])]
    .toSorted((a, b) => a.at - b.at)
    .slice(list === 'recents' ? -MAX_RECENTS : -MAX_BOOKMARKS);

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/**
 * Applies a line of a log: a row of a list, or its removal. Passes over what is neither; of two versions of a
 * row the later one stays. An update brings back no row that another process has removed. Cleans names again:
 * other programs can write files, too.
 */
function apply(lists: Lists, line: unknown): void {
  const { list, place, name, at, gone, removed, update } = fieldsOf(line);
  if (typeof list !== 'string' || typeof place !== 'string' || place === '' || place.length > MAX_PLACE)
    return;
  const rows = lists.get(list) ?? new Map<string, StoredPlace>();
  lists.set(list, rows);
  if (update === true && !rows.has(place)) return;
  if (removed === true) rows.delete(place);
  else if (typeof at === 'number' && at >= (rows.get(place)?.at ?? at)) {
    const shown = clean(typeof name === 'string' ? name : '', MAX_NAME);
    rows.set(place, { place, name: shown, at, ...(gone === true || gone === 'deleted' ? { gone } : {}) });
  }
}

/** Applies a file of version 0.1.0, which had no logs. Throws if it is none. */
function applyOldFile(lists: Lists, text: string): void {
  const { recents, bookmarks, extensions } = fieldsOf(JSON.parse(text));
  if (!Array.isArray(recents) || !Array.isArray(bookmarks)) throw new Error('no recents or no bookmarks');
  const { consentAt, absent } = fieldsOf(extensions);
  apply(lists, { list: 'consent', place: 'undocumented', at: consentAt });
  for (const [place, at] of Object.entries(fieldsOf(absent))) apply(lists, { list: 'absent', place, at });
  for (const [list, rows] of Object.entries({ recents: recents.toReversed(), bookmarks }))
    for (const row of rows) apply(lists, { ...fieldsOf(row), list });
}

const oldFileOf = (path: string): string => path.replace(/ndjson$/, 'json');

/** The first line of a log that was written anew: it holds what the old file held. */
const WHOLE = JSON.stringify({ version: 1 });

/** Errors of a file that the next start may read: its contents may be fine. */
const PASSING = ['EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'ELOOP'];

/** Reads the lines of a log, after the old file. `old`: why that file could not be read, if it could not. */
function listsIn(path: string, lines: readonly string[]) {
  const lists: Lists = new Map();
  let old: 'unreadable' | 'broken' | undefined;
  try {
    if (lines[0] !== WHOLE) applyOldFile(lists, readOrdinaryFile(oldFileOf(path), 1).bytes.toString('utf8'));
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT') old = PASSING.includes(code) ? 'unreadable' : 'broken';
  }
  for (const line of lines) {
    try {
      apply(lists, JSON.parse(line));
    } catch {
      // A machine that lost power while writing leaves a part of a line.
    }
  }
  return { lists, old };
}

const openLog = (path: string) => openAppendLog(path, { isFlushed: false });

/** Number of lines of a log, beyond two for each row, from which it is written anew. */
const SPARE_LINES = 1000;

/** Reads a log, and writes one anew that has grown long. Throws I/O errors of the log. */
function readLog(path: string) {
  const log = openLog(path);
  const lines = log.read();
  const found = listsIn(path, lines);
  const rows = [...found.lists.keys()].flatMap(list => rowsOf(found.lists, list)).length;
  if (found.old === undefined && lines.length > 2 * rows + SPARE_LINES)
    log.rewrite(all => {
      const { lists, old } = listsIn(path, all);
      // The first line of the new log would say that it holds the old file.
      if (old !== undefined) throw new Error(`the old file is ${old}`);
      const kept = [...lists.keys()].flatMap(list => rowsOf(lists, list).map(row => ({ list, ...row })));
      return [WHOLE, ...kept.map(row => JSON.stringify(row))];
    });
  return found;
}

function memoryIn(lists: Lists): Memory {
  const [consent] = rowsOf(lists, 'consent');
  const absent = Object.fromEntries(rowsOf(lists, 'absent').map(({ place, at }) => [place, at]));
  const hasNone = consent === undefined && Object.keys(absent).length === 0;
  return {
    recents: rowsOf(lists, 'recents').toReversed(),
    bookmarks: rowsOf(lists, 'bookmarks'),
    ...(hasNone ? {} : { extensions: { ...(consent && { consentAt: consent.at }), absent } }),
  };
}

const listsOf = ({ recents, bookmarks, extensions }: Memory) => {
  const { consentAt: at, absent = {} } = extensions ?? {};
  const row = ([place, at]: readonly [string, number]): StoredPlace => ({ place, name: safe``, at });
  const consent = at === undefined ? [] : [row(['undocumented', at])];
  return { recents: recents.toReversed(), bookmarks, consent, absent: Object.entries(absent).map(row) };
};

/** Returns the lines that turn one memory into another. */
function changes(before: Memory, after: Memory): readonly string[] {
  const [earlier, later] = [listsOf(before), listsOf(after)];
  const lists = ['recents', 'bookmarks', 'consent', 'absent'] as const;
  const events = lists.flatMap(list => {
    const known = new Map(earlier[list].map(row => [row.place, row]));
    const changed = later[list]
      .filter(row => !isDeepStrictEqual(row, known.get(row.place)))
      .map(row => ({ list, ...row, ...(known.get(row.place)?.at === row.at && { update: true }) }));
    for (const { place } of later[list]) known.delete(place);
    const removed = [...known.keys()].map(place => ({ list, place, removed: true }));
    return [...removed, ...changed];
  });
  return events.map(event => JSON.stringify(event));
}

/** Recents, bookmarks and consent of one workspace: read once on opening, then only written. */
export type MemoryFile = {
  readonly contents: Memory;
  /** Problem found on opening, worded for the person. */
  readonly problem: SafeText | undefined;
  /** Schedules a write; several calls are one write. */
  readonly save: (contents: Memory) => void;
  /** Writes what is scheduled. Never throws. */
  readonly flush: () => void;
};

const pathOf = (folder: string, name: 'places' | 'seen', server: Workspace): string =>
  join(folder, `${name}-${serverName(...server)}.ndjson`);

/** Reads recents and bookmarks without changing a file. Never throws: unusable files count as empty. */
export function readMemory(folder: string, server: Workspace, name: 'places' | 'seen' = 'places'): Memory {
  const path = pathOf(folder, name, server);
  try {
    return memoryIn(listsIn(path, openLog(path).read()).lists);
  } catch {
    return noMemory;
  }
}

/** Reads a log with the problem to report. Renames an old file whose contents are broken. */
function openContents(path: string): Pick<MemoryFile, 'contents' | 'problem'> {
  try {
    const { lists, old } = readLog(path);
    const file = clean(oldFileOf(path), 200);
    const isMoved = old === 'broken' && quarantine(oldFileOf(path));
    const where = isMoved ? safe`; moved to ${file}.broken` : safe`: ${file}`;
    const problem = old === undefined ? undefined : safe`Recents and bookmarks were unreadable${where}`;
    return { contents: memoryIn(lists), problem };
  } catch (error) {
    const why = safe`${clean(path, 200)} (${clean(errorCode(error), 40)})`;
    return { contents: noMemory, problem: safe`Recents and bookmarks are not saved: ${why}` };
  }
}

const DEBOUNCE_MS = 400;
const DAY_MS = 24 * 3600 * 1000;

type MemoryOptions = {
  /** False: neither reads nor changes recents; those of other runs stay. */
  readonly remembers?: boolean;
  /** Receives the first problem with a write. */
  readonly onProblem?: (problem: SafeText) => void;
};

/** Opens recents and bookmarks of a workspace. Processes append only their own changes. Never throws. */
export function openMemory(
  folder: string,
  server: Workspace,
  { remembers = true, onProblem }: MemoryOptions = {},
): MemoryFile {
  const path = pathOf(folder, 'places', server);
  const tracked = (memory: Memory): Memory => (remembers ? memory : { ...memory, recents: [] });
  const { contents, problem } = openContents(path);
  let written = tracked(contents);
  let latest = written;
  let timer: NodeJS.Timeout | undefined;
  let isReported = false;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const why = openLog(path).append(...changes(written, latest));
    // After a failure the next save tries again.
    if (why === undefined) written = latest;
    else if (!isReported) onProblem?.(safe`Recents and bookmarks are not saved: ${why}`);
    isReported ||= why !== undefined;
  }

  function save(next: Memory): void {
    latest = tracked(next);
    timer ??= setTimeout(flush, DEBOUNCE_MS).unref();
  }

  return { contents: written, problem, save, flush };
}

/** Returns the records that commands loaded, the newest last. Never throws. */
export const seenPlaces = (folder: string, server: Workspace): readonly StoredPlace[] =>
  readMemory(folder, server, 'seen').bookmarks;

/** Records that a command loaded, and the texts of places that it deleted. */
type SeenChanges = { readonly seen: readonly StoredPlace[]; readonly gone: ReadonlySet<string> };

/**
 * Stores what a command has seen, as the bookmarks of a log of its own; the oldest are forgotten. Never
 * throws: it only serves completion.
 */
export function saveSeenPlaces(folder: string, server: Workspace, { seen, gone }: SeenChanges): void {
  const path = pathOf(folder, 'seen', server);
  // Records below a deleted one are gone with it.
  const isThere = ({ place }: StoredPlace): boolean =>
    ![...gone].some(each => place === each || place.startsWith(`${each}/`));
  try {
    const before = memoryIn(readLog(path).lists);
    const rows = new Map(before.bookmarks.map(row => [row.place, row]));
    for (const row of seen) {
      const known = rows.get(row.place);
      // The time is that of a day: a line for each look would only make the log longer.
      if (known?.name !== row.name || row.at - known.at > DAY_MS) rows.set(row.place, row);
    }
    openLog(path).append(...changes(before, { ...before, bookmarks: [...rows.values()].filter(isThere) }));
  } catch {
    // An unusable folder is no reason to fail a command.
  }
}
