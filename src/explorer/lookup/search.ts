import { nameOf, type Ref, type Resource } from '../../resources/resource.ts';
import type { Memory } from '../../storage/memory.ts';
import { memo } from '../../text/memo.ts';
import { rowIndex } from '../state/load.ts';
import { keyOf } from '../state/place.ts';
import type { State } from '../state/state.ts';
import {
  type IndexedRecord,
  type LoadedList,
  loadedLists,
  recordInRow,
  rememberedRecords,
  searchTexts,
} from './seen-index.ts';

/** Maximum matches: more than anyone reads before typing another letter. */
const MAX_HITS = 50;

/** Returns true if a text has the letters in their order, near each other: `sprod` in `support-prod`. */
export function isNearly(text: string, letters: string): boolean {
  let at = -1;
  let first = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
    if (first < 0) first = at;
  }
  return at - first < 3 * letters.length;
}

/** Match of a text: it begins with the words, holds them, or neither. */
type Fit = 'begins' | 'holds' | undefined;

type Matcher = (kind: string, text: string) => Fit;

/** Matches all words; a word in the name of the kind matches each of its records. */
function byWords(words: readonly string[]): Matcher {
  const last = words.at(-1) ?? '';
  const lastLine = `\n${last}`;
  return (kind, text) => {
    if (!words.every(word => kind.includes(word) || text.includes(word))) return undefined;
    return text.startsWith(last) || text.includes(lastLine) ? 'begins' : 'holds';
  };
}

function byLetters(words: readonly string[]): Matcher {
  const letters = words.join('');
  return (_kind, text) => (isNearly(text.slice(0, text.indexOf('\n')), letters) ? 'begins' : undefined);
}

/** Matches so far. The search ends when enough records begin with the words: none could come before them. */
type Hits = { readonly begins: IndexedRecord[]; readonly holds: IndexedRecord[]; readonly keys: Set<string> };

function addHit(
  { begins, holds, keys }: Hits,
  how: 'begins' | 'holds',
  one: IndexedRecord | undefined,
): void {
  const key = one === undefined ? '' : keyOf(one.ref.kind, one.ref.ids);
  if (one === undefined || keys.has(key)) return;
  keys.add(key);
  (how === 'begins' ? begins : holds).push(one);
}

function searchList(listed: LoadedList, judge: Matcher, found: Hits): void {
  const { kind } = listed.resource;
  const texts = searchTexts(listed);
  for (let row = 0; row < texts.length && found.begins.length < MAX_HITS; row++) {
    const how = judge(kind, texts[row] ?? '');
    if (how === 'begins' || (how === 'holds' && found.holds.length < MAX_HITS))
      addHit(found, how, recordInRow(listed, row));
  }
}

type SearchScope = { readonly memory: Memory; readonly lists: State['data']['lists'] };

function search({ memory, lists }: SearchScope, looking: Matcher, kind: string | undefined) {
  const found: Hits = { begins: [], holds: [], keys: new Set() };
  const isOf = (each: string): boolean => kind === undefined || each === kind;
  for (const one of rememberedRecords(memory)) {
    const how = isOf(one.ref.kind) ? looking(one.ref.kind, one.text) : undefined;
    if (how !== undefined) addHit(found, how, one);
  }
  for (const listed of loadedLists(lists)) if (isOf(listed.resource.kind)) searchList(listed, looking, found);
  return [...found.begins, ...found.holds].slice(0, MAX_HITS);
}

const cachedSearch = memo(
  (memory: Memory, lists: State['data']['lists'], text: string, kind: string | undefined) => {
    const words = text.split(' ').filter(word => word !== '');
    const found = search({ memory, lists }, byWords(words), kind);
    const isLong = words.join('').length >= 3;
    return found.length > 0 || !isLong ? found : search({ memory, lists }, byLetters(words), kind);
  },
);

/**
 * Returns the records that hold every word, first those whose name or id begins with the last one; without
 * any, the records with the letters. Bookmarks come first, then recents, then rows of lists.
 */
export const searchSeen = (
  { user: { memory }, data: { lists } }: State,
  words: readonly string[],
  kind?: Resource,
): readonly IndexedRecord[] => cachedSearch(memory, lists, words.join(' '), kind?.kind);

/** Minimum length of a prefix of an id: too many ids share a shorter one. */
const SHORTEST_PREFIX = 4;

/** The id that a typed text stands for. `isSeen`: it belongs to a record that was seen. */
export type IdMatch = { readonly id: string; readonly isSeen: boolean };

/** Returns the ids of matching rows of a list, at most two: two are ambiguous already. */
function idsOf(listed: LoadedList, fits: (row: number) => boolean): readonly string[] {
  const found: string[] = [];
  for (let row = 0; row < listed.rows.ids.length && found.length < 2; row++) {
    const one = fits(row) ? recordInRow(listed, row) : undefined;
    if (one !== undefined) found.push(one.id);
  }
  return found;
}

function idsInList(listed: LoadedList, text: string) {
  const { resource, rows } = listed;
  const texts = searchTexts(listed);
  const line = `${text.toLowerCase()}\n`;
  const isCalled = (row: number): boolean =>
    (texts[row] ?? '').startsWith(line) && nameOf(resource, rows.items[row] ?? {}) === text;
  return {
    isThere: recordInRow(listed, rowIndex(rows.ids, text)) !== undefined,
    begun: idsOf(listed, row => (rows.ids[row] ?? '').startsWith(text)),
    called: idsOf(listed, isCalled),
  };
}

/**
 * Returns the id that a typed text stands for among the records of a kind: itself, the only id that begins
 * with it, or that of the only record with this name. Other texts count as ids that were not seen yet.
 */
export function idMatch(
  { user: { memory }, data: { lists } }: State,
  resource: Resource,
  { text, ids }: { readonly text: string; readonly ids: Ref['ids'] },
): IdMatch {
  const parents = resource.ids.slice(0, -1);
  const remaining = rememberedRecords(memory).filter(
    ({ ref }) => ref.kind === resource.kind && parents.every(name => ref.ids[name] === ids[name]),
  );
  const inLists = loadedLists(lists)
    .filter(each => each.resource === resource)
    .map(listed => idsInList(listed, text));
  if (inLists.some(({ isThere }) => isThere) || remaining.some(({ id }) => id === text))
    return { id: text, isSeen: true };
  const begun = new Set([
    ...remaining.map(({ id }) => id).filter(id => id.startsWith(text)),
    ...inLists.flatMap(({ begun }) => begun),
  ]);
  const called = new Set([
    ...remaining.filter(({ name }) => name === text).map(({ id }) => id),
    ...inLists.flatMap(({ called }) => called),
  ]);
  const isPrefix = text.length >= SHORTEST_PREFIX && begun.size === 1;
  const [only] = isPrefix ? begun : called.size === 1 ? called : [];
  return only === undefined ? { id: text, isSeen: false } : { id: only, isSeen: true };
}
