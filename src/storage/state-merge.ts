import { clean } from '../text/sanitise.ts';
import { type Extensions, type Kept, MAX_BOOKMARKS, MAX_RECENTS, type Memory } from './memory.ts';

export const VERSION = 1;

const MAX_PLACE = 4000;
const MAX_NAME = 200;
const MAX_ABSENT = 50;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One row of a file, or nothing when it is none. Its name is cleaned again: others can write files too. */
function rowOf(value: unknown): readonly Kept[] {
  if (!isFields(value)) return [];
  const { place, name, at, gone } = value;
  if (typeof place !== 'string' || place === '' || place.length > MAX_PLACE) return [];
  if (typeof at !== 'number' || !Number.isFinite(at)) return [];
  const shown = clean(typeof name === 'string' ? name : '', MAX_NAME);
  return [{ place, name: shown, at, ...(gone === true || gone === 'deleted' ? { gone } : {}) }];
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** A consent that nobody can read is none. */
function extensionsOf(value: unknown): Pick<Memory, 'extensions'> {
  if (!isFields(value)) return {};
  const { consentAt, absent } = value;
  const rows = Object.entries(isFields(absent) ? absent : {}).filter(([, at]) => isTime(at));
  const known = Object.fromEntries(rows.slice(0, MAX_ABSENT)) as Extensions['absent'];
  return { extensions: { ...(isTime(consentAt) ? { consentAt } : {}), absent: known } };
}

/** Reads the text of a file: what it holds, `newer` when a later botscope wrote it, `broken` when nobody did. */
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
    recents: recents.flatMap(rowOf),
    bookmarks: bookmarks.flatMap(rowOf),
    ...extensionsOf(extensions),
  });
}

export function writeContents({ recents, bookmarks, extensions }: Memory): string {
  return `${JSON.stringify({ version: VERSION, recents, bookmarks, extensions }, undefined, 1)}\n`;
}

const limited = ({ recents, bookmarks, ...rest }: Memory): Memory => ({
  ...rest,
  recents: recents.slice(0, MAX_RECENTS),
  bookmarks: bookmarks.slice(-MAX_BOOKMARKS),
});

type Absent = Extensions['absent'];

type Sides = {
  readonly base: readonly Kept[];
  readonly mine: readonly Kept[];
  readonly theirs: readonly Kept[];
};

const byPlace = (rows: readonly Kept[]): ReadonlyMap<string, Kept> =>
  new Map(rows.map(row => [row.place, row]));

/** The rows of both: what one side took out stays out, of a row on both sides the later one counts. */
function both({ base, mine, theirs }: Sides): readonly Kept[] {
  const [before, ours, others] = [byPlace(base), byPlace(mine), byPlace(theirs)];
  const isKept = ({ place }: Kept): boolean => !before.has(place) || (ours.has(place) && others.has(place));
  const all = new Map([...others, ...ours]);
  return [...all.values()].filter(isKept).map(row => {
    const other = others.get(row.place);
    return other !== undefined && other.at > row.at ? other : row;
  });
}

/** Calls that the server does not have: what one side has learnt to be there is, of two times the later one counts. */
function mergedAbsent(...[base, mine, theirs]: readonly [Absent, Absent, Absent]): Absent {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const isKept = (name: string): boolean =>
    base[name] === undefined || (mine[name] !== undefined && theirs[name] !== undefined);
  return Object.fromEntries(
    names.filter(isKept).map(name => [name, Math.max(mine[name] ?? 0, theirs[name] ?? 0)]),
  );
}

/** What was changed here counts, else what the other side has: a consent taken back stays taken back. */
function mergedExtensions(
  ...[base, mine, theirs]: readonly (Extensions | undefined)[]
): Pick<Memory, 'extensions'> {
  if (mine === undefined && theirs === undefined) return {};
  const consentAt = mine?.consentAt === base?.consentAt ? theirs?.consentAt : mine?.consentAt;
  const absent = mergedAbsent(base?.absent ?? {}, mine?.absent ?? {}, theirs?.absent ?? {});
  return { extensions: { ...(consentAt === undefined ? {} : { consentAt }), absent } };
}

/** What to write when another process wrote meanwhile. `base` is what both started from. */
export function merged(base: Memory, mine: Memory, theirs: Memory): Memory {
  const sides = (name: 'recents' | 'bookmarks'): Sides => ({
    base: base[name],
    mine: mine[name],
    theirs: theirs[name],
  });
  return limited({
    recents: both(sides('recents')).toSorted((a, b) => b.at - a.at),
    bookmarks: both(sides('bookmarks')),
    ...mergedExtensions(base.extensions, mine.extensions, theirs.extensions),
  });
}
