import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { kept } from '../text/memo.ts';
import { attempt } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { DAY_MS } from '../text/units.ts';
import { openAppendLog } from './append-log.ts';
import { errorCode, quarantine } from './files.ts';
import { readOrdinaryFile } from './named-file.ts';
import { serverName } from './paths.ts';

/** `name` when last seen, `at` that time in epoch milliseconds. */
export type StoredPlace = Readonly<{
  place: string;
  name: SafeText;
  at: number;
  /** The row stays until the person removes it. */
  gone?: GoneReason;
}>;

/** `true`: its last read got a 404; `deleted`: this program deleted it. */
export type GoneReason = true | 'deleted';

/** Recents, newest first; bookmarks, oldest first. */
export type Memory = Readonly<{
  recents: readonly StoredPlace[];
  bookmarks: readonly StoredPlace[];
  /** Undocumented calls: when a person allowed them, and when the server lacked one (by operation id). */
  extensions?: Readonly<{ consentAt?: number; absent: { readonly [operation: string]: number } }>;
}>;

export const MAX_RECENTS = 50;
/** Also the most records that are stored because a command loaded them. */
export const MAX_BOOKMARKS = 500;

export const noMemory: Memory = { recents: [], bookmarks: [] };

type Workspace = readonly [baseUrl: string, workspaceId: string];

const MAX_PLACE = 4000;
const MAX_NAME = 200;

/** By their places. Lists that only a later version knows are kept. */
type Lists = Map<string, Map<string, StoredPlace>>;

const rowsOf = (lists: Lists, list: string): readonly StoredPlace[] =>
  [...(lists.get(list)?.values() ?? [])]
    .toSorted((a, b) => a.at - b.at)
    .slice(list === 'recents' ? -MAX_RECENTS : -MAX_BOOKMARKS);

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/**
 * Passes over what is no row; of two versions the later one stays. An update brings back no row that another
 * process has removed. Cleans names again: other programs can write files, too.
 */
function apply(lists: Lists, line: unknown) {
  const { list, place, name, at, gone, removed, update } = fieldsOf(line);
  if (typeof list !== 'string' || typeof place !== 'string' || place === '' || place.length > MAX_PLACE)
    return;
  const rows = kept(lists, list, () => new Map<string, StoredPlace>());
  if (update === true && !rows.has(place)) return;
  if (removed === true) rows.delete(place);
  else if (typeof at === 'number' && at >= (rows.get(place)?.at ?? at)) {
    const shown = clean(typeof name === 'string' ? name : '', MAX_NAME);
    rows.set(place, { place, name: shown, at, ...((gone === true || gone === 'deleted') && { gone }) });
  }
}

/** The file of a version without logs. */
function applyOldFile(lists: Lists, text: string) {
  const { recents, bookmarks, extensions } = fieldsOf(JSON.parse(text));
  if (!Array.isArray(recents) || !Array.isArray(bookmarks)) throw new Error('no recents or no bookmarks');
  const { consentAt, absent } = fieldsOf(extensions);
  apply(lists, { list: 'consent', place: 'undocumented', at: consentAt });
  for (const [place, at] of Object.entries(fieldsOf(absent))) apply(lists, { list: 'absent', place, at });
  for (const [list, rows] of Object.entries({ recents: recents.toReversed(), bookmarks }))
    for (const row of rows) apply(lists, { ...fieldsOf(row), list });
}

const oldFileOf = (path: string) => path.replace(/ndjson$/, 'json');

/** The log holds what the old file held. */
const WHOLE = JSON.stringify({ version: 1 });

/** The next start may read the file: its contents may be fine. */
const PASSING = ['EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'ELOOP'];

function listsIn(path: string, lines: readonly string[]) {
  const lists: Lists = new Map();
  let old: 'unreadable' | 'broken' | undefined;
  try {
    if (lines[0] !== WHOLE) applyOldFile(lists, readOrdinaryFile(oldFileOf(path), 1).bytes.toString('utf8'));
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT') old = PASSING.includes(code) ? 'unreadable' : 'broken';
  }
  // A machine that lost power while writing leaves a part of a line.
  for (const line of lines) attempt(() => apply(lists, JSON.parse(line)));
  return { lists, old };
}

const openLog = (path: string) => openAppendLog(path, { isFlushed: false });

/** Beyond two for each row; a longer log is written anew. */
const SPARE_LINES = 1000;

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
    ...(!hasNone && { extensions: { ...(consent && { consentAt: consent.at }), absent } }),
  };
}

const listsOf = ({ recents, bookmarks, extensions }: Memory) => {
  const { consentAt: at, absent = {} } = extensions ?? {};
  const row = ([place, at]: readonly [string, number]): StoredPlace => ({ place, name: safe``, at });
  const consent = at === undefined ? [] : [row(['undocumented', at])];
  return { recents: recents.toReversed(), bookmarks, consent, absent: Object.entries(absent).map(row) };
};

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

const pathOf = (folder: string, name: 'places' | 'seen', server: Workspace) =>
  join(folder, `${name}-${serverName(...server)}.ndjson`);

/** Changes no file. Never throws: unusable files count as empty. */
export function readMemory(folder: string, server: Workspace, name: 'places' | 'seen' = 'places'): Memory {
  const path = pathOf(folder, name, server);
  return attempt(() => memoryIn(listsIn(path, openLog(path).read()).lists)) ?? noMemory;
}

function openContents(path: string): { contents: Memory; problem: SafeText | undefined } {
  try {
    const { lists, old } = readLog(path);
    const file = clean(oldFileOf(path), 200);
    const isMoved = old === 'broken' && quarantine(oldFileOf(path));
    const where = isMoved ? safe`; moved to ${file}.broken` : safe`: ${file}`;
    const problem = old && safe`Recents and bookmarks were unreadable${where}`;
    return { contents: memoryIn(lists), problem };
  } catch (error) {
    const why = safe`${clean(path, 200)} (${clean(errorCode(error), 40)})`;
    return { contents: noMemory, problem: safe`Recents and bookmarks are not saved: ${why}` };
  }
}

const DEBOUNCE_MS = 400;

type MemoryOptions = Readonly<{ remembers?: boolean; onProblem?: (problem: SafeText) => void }>;

/**
 * Read once, then only written; processes append only their own changes. Never throws. Without `remembers` it
 * neither reads nor changes recents; those of other runs stay. `onProblem` gets the first failure of a write.
 */
export function openMemory(folder: string, server: Workspace, options: MemoryOptions = {}) {
  const { remembers = true, onProblem } = options;
  const path = pathOf(folder, 'places', server);
  const tracked = (memory: Memory): Memory => (remembers ? memory : { ...memory, recents: [] });
  const { contents, problem } = openContents(path);
  let written = tracked(contents);
  let latest = written;
  let timer: NodeJS.Timeout | undefined;
  let isReported = false;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    const why = openLog(path).append(...changes(written, latest));
    // After a failure the next save tries again.
    if (why === undefined) written = latest;
    else if (!isReported) onProblem?.(safe`Recents and bookmarks are not saved: ${why}`);
    isReported ||= why !== undefined;
  }

  /** Several calls are one write. */
  function save(next: Memory) {
    latest = tracked(next);
    timer ??= setTimeout(flush, DEBOUNCE_MS).unref();
  }

  return { contents: written, problem, save, flush };
}

export type MemoryFile = ReturnType<typeof openMemory>;

/** The newest last. Never throws. */
export const seenPlaces = (folder: string, server: Workspace): readonly StoredPlace[] =>
  readMemory(folder, server, 'seen').bookmarks;

type SeenPlaces = Readonly<{ seen: readonly StoredPlace[]; gone: ReadonlySet<string> }>;

/** Forgets the oldest. Never throws: it only serves completion. `gone`: deleted places. */
export function saveSeenPlaces(folder: string, server: Workspace, { seen, gone }: SeenPlaces): void {
  const path = pathOf(folder, 'seen', server);
  // Records below a deleted one are gone with it.
  const isThere = ({ place }: StoredPlace) =>
    ![...gone].some(each => place === each || place.startsWith(`${each}/`));
  // An unusable folder is no reason to fail a command.
  attempt(() => {
    const before = memoryIn(readLog(path).lists);
    const rows = new Map(before.bookmarks.map(row => [row.place, row]));
    for (const row of seen) {
      const known = rows.get(row.place);
      // The time is that of a day: a line for each look would only make the log longer.
      if (known?.name !== row.name || row.at - known.at > DAY_MS) rows.set(row.place, row);
    }
    openLog(path).append(...changes(before, { ...before, bookmarks: [...rows.values()].filter(isThere) }));
  });
}
