import { isDeepStrictEqual } from 'node:util';
import { clean } from '../text/sanitise.ts';
import {
  MAX_BOOKMARKS,
  MAX_RECENTS,
  type Memory,
  type StoredPlace,
  type UndocumentedCalls,
} from './memory.ts';

export const VERSION = 1;

const MAX_PLACE = 4000;
const MAX_NAME = 200;
const MAX_ABSENT = 50;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads one row of a file; empty when invalid. Cleans its name again: other programs can write files too. */
function readRow(value: unknown): readonly StoredPlace[] {
  if (!isFields(value)) return [];
  const { place, name, at, gone } = value;
  if (typeof place !== 'string' || place === '' || place.length > MAX_PLACE) return [];
  if (typeof at !== 'number' || !Number.isFinite(at)) return [];
  const shown = clean(typeof name === 'string' ? name : '', MAX_NAME);
  return [{ place, name: shown, at, ...(gone === true || gone === 'deleted' ? { gone } : {}) }];
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Reads the record of undocumented calls. An invalid consent is no consent. */
function readUndocumentedCalls(value: unknown): Pick<Memory, 'extensions'> {
  if (!isFields(value)) return {};
  const { consentAt, absent } = value;
  const rows = Object.entries(isFields(absent) ? absent : {}).filter(([, at]) => isTime(at));
  const known = Object.fromEntries(rows.slice(0, MAX_ABSENT)) as UndocumentedCalls['absent'];
  return { extensions: { ...(isTime(consentAt) ? { consentAt } : {}), absent: known } };
}

/** Parses a state file. `newer`: a later version wrote it; `broken`: it is not a state file. */
export function readContents(text: string): Memory | 'newer' | 'broken' {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'broken';
  }
  if (!isFields(value) || typeof value['version'] !== 'number') return 'broken';
  if (value['version'] > VERSION) return 'newer';
  const { recents, bookmarks, extensions } = value;
  if (!Array.isArray(recents) || !Array.isArray(bookmarks)) return 'broken';
  return limited({
    recents: recents.flatMap(readRow),
    bookmarks: bookmarks.flatMap(readRow),
    ...readUndocumentedCalls(extensions),
  });
}

/** Returns the text of a state file. */
export function writeContents({ recents, bookmarks, extensions }: Memory): string {
  return `${JSON.stringify({ version: VERSION, recents, bookmarks, extensions }, undefined, 1)}\n`;
}

const limited = ({ recents, bookmarks, ...rest }: Memory): Memory => ({
  ...rest,
  recents: recents.slice(0, MAX_RECENTS),
  bookmarks: bookmarks.slice(-MAX_BOOKMARKS),
});

type Absent = UndocumentedCalls['absent'];

/** Three versions of the same rows: before, and as each of two processes changed them. */
type Versions = {
  readonly base: readonly StoredPlace[];
  readonly mine: readonly StoredPlace[];
  readonly theirs: readonly StoredPlace[];
};

const byPlace = (rows: readonly StoredPlace[]): ReadonlyMap<string, StoredPlace> =>
  new Map(rows.map(row => [row.place, row]));

/**
 * Merges rows: a row that either side removed stays removed. Of a row on both sides the changed one wins, of
 * two changed ones the later.
 */
function mergeRows({ base, mine, theirs }: Versions): readonly StoredPlace[] {
  const [before, ours, others] = [byPlace(base), byPlace(mine), byPlace(theirs)];
  const remains = ({ place }: StoredPlace): boolean =>
    !before.has(place) || (ours.has(place) && others.has(place));
  const all = new Map([...others, ...ours]);
  return [...all.values()].filter(remains).map(row => {
    const other = others.get(row.place);
    return other !== undefined && (other.at > row.at || isDeepStrictEqual(row, before.get(row.place)))
      ? other
      : row;
  });
}

/**
 * Merges the calls that the server lacks: removed by either side, removed for good; of two times the later
 * one.
 */
function mergeAbsent(base: Absent, mine: Absent, theirs: Absent): Absent {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const remains = (name: string): boolean =>
    base[name] === undefined || (mine[name] !== undefined && theirs[name] !== undefined);
  return Object.fromEntries(
    names.filter(remains).map(name => [name, Math.max(mine[name] ?? 0, theirs[name] ?? 0)]),
  );
}

/**
 * Merges consent: a change of this process wins over the other side, so that a revoked consent stays revoked.
 */
function mergeUndocumentedCalls(
  base: UndocumentedCalls | undefined,
  mine: UndocumentedCalls | undefined,
  theirs: UndocumentedCalls | undefined,
): Pick<Memory, 'extensions'> {
  if (mine === undefined && theirs === undefined) return {};
  const consentAt = mine?.consentAt === base?.consentAt ? theirs?.consentAt : mine?.consentAt;
  const absent = mergeAbsent(base?.absent ?? {}, mine?.absent ?? {}, theirs?.absent ?? {});
  return { extensions: { ...(consentAt === undefined ? {} : { consentAt }), absent } };
}

/** Merges the changes of two processes; both started from `base`. */
export function mergeMemory(base: Memory, mine: Memory, theirs: Memory): Memory {
  const versions = (name: 'recents' | 'bookmarks'): Versions => ({
    base: base[name],
    mine: mine[name],
    theirs: theirs[name],
  });
  return limited({
    recents: mergeRows(versions('recents')).toSorted((a, b) => b.at - a.at),
    bookmarks: mergeRows(versions('bookmarks')),
    ...mergeUndocumentedCalls(base.extensions, mine.extensions, theirs.extensions),
  });
}
