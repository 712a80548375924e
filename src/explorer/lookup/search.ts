import { nameOf, type Ref, type Resource } from '../../resources/resource.ts';
import type { Memory } from '../../storage/memory.ts';
import { memo } from '../../text/memo.ts';
import { keyOf } from '../state/place.ts';
import { rowOf } from '../state/row-index.ts';
import type { State } from '../state/state.ts';
import {
  type IndexedRecord,
  type LoadedList,
  loadedLists,
  recordInRow,
  rememberedRecords,
  searchTexts,
} from './seen-index.ts';

/** Rows of records that were seen: more than anyone reads before typing another letter. */
const MAX_HITS = 50;

/** The letters in their order, near each other: `sprod` in `support-prod`. */
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

/** How well a text fits: it begins with what is looked for, holds it, or neither. */
type Fit = 'begins' | 'holds' | undefined;

/** Returns how well the text of a record of a kind fits. */
type Matcher = (kind: string, text: string) => Fit;

/** Looks for all words; a word in the name of the kind is in every record of it. */
function byWords(words: readonly string[]): Matcher {
  const last = words.at(-1) ?? '';
  const lastLine = `\n${last}`;
  return (kind, text) => {
    if (!words.every(word => kind.includes(word) || text.includes(word))) return undefined;
    return text.startsWith(last) || text.includes(lastLine) ? 'begins' : 'holds';
  };
}

/** Looks for letters in a name. */
function byLetters(words: readonly string[]): Matcher {
  const letters = words.join('');
  return (_kind, text) => (isNearly(text.slice(0, text.indexOf('\n')), letters) ? 'begins' : undefined);
}

/** What was found, as much as is shown: when there are enough that begin with it, nothing can come before them. */
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

const searched = memo(
  (...[memory, lists, text, kind]: [Memory, State['data']['lists'], string, string | undefined]) => {
    const words = text.split(' ').filter(word => word !== '');
    const found = search({ memory, lists }, byWords(words), kind);
    const isLong = words.join('').length >= 3;
    return found.length > 0 || !isLong ? found : search({ memory, lists }, byLetters(words), kind);
  },
);

/**
 * The records that hold every word, those first whose name or id begins with the last one; without any, those with
 * their letters. Bookmarks come first, then those opened lately, then the rows of the lists; no more than can be read.
 */
export const searchSeen = (
  { user: { memory }, data: { lists } }: State,
  words: readonly string[],
  kind?: Resource,
): readonly IndexedRecord[] => searched(memory, lists, words.join(' '), kind?.kind);

/** Shorter beginnings of ids are no ids: too much begins like them. */
const SHORTEST_PREFIX = 4;

/** An id as it was meant, and whether it is that of a record that was seen. */
export type IdMatch = { readonly id: string; readonly isSeen: boolean };

/** Ids of the rows of a list that fit, two at most: more say no more than two. */
function idsOf(listed: LoadedList, fits: (row: number) => boolean): readonly string[] {
  const found: string[] = [];
  for (let row = 0; row < listed.rows.ids.length && found.length < 2; row++) {
    const one = fits(row) ? recordInRow(listed, row) : undefined;
    if (one !== undefined) found.push(one.id);
  }
  return found;
}

/** Ids that begin with a text, and ids of records with this very name, among the rows of a list. */
function idsInList(listed: LoadedList, text: string) {
  const { resource, rows } = listed;
  const texts = searchTexts(listed);
  const line = `${text.toLowerCase()}\n`;
  const isCalled = (row: number): boolean =>
    (texts[row] ?? '').startsWith(line) && nameOf(resource, rows.items[row] ?? {}) === text;
  return {
    isThere: recordInRow(listed, rowOf(rows.ids, text)) !== undefined,
    begun: idsOf(listed, row => (rows.ids[row] ?? '').startsWith(text)),
    called: idsOf(listed, isCalled),
  };
}

/**
 * The id that a typed text means among the records of a kind: itself, the one id that it begins, or that of the one
 * record with this name. What fits none of them is taken for an id nobody has seen yet.
 */
export function idMatch(
  { user: { memory }, data: { lists } }: State,
  resource: Resource,
  { text, ids }: { readonly text: string; readonly ids: Ref['ids'] },
): IdMatch {
  const parents = resource.ids.slice(0, -1);
  const kept = rememberedRecords(memory).filter(
    ({ ref }) => ref.kind === resource.kind && parents.every(name => ref.ids[name] === ids[name]),
  );
  const inLists = loadedLists(lists)
    .filter(each => each.resource === resource)
    .map(listed => idsInList(listed, text));
  if (inLists.some(({ isThere }) => isThere) || kept.some(({ id }) => id === text))
    return { id: text, isSeen: true };
  const begun = new Set([
    ...kept.map(({ id }) => id).filter(id => id.startsWith(text)),
    ...inLists.flatMap(({ begun }) => begun),
  ]);
  const called = new Set([
    ...kept.filter(({ name }) => name === text).map(({ id }) => id),
    ...inLists.flatMap(({ called }) => called),
  ]);
  const isPrefix = text.length >= SHORTEST_PREFIX && begun.size === 1;
  const [only] = isPrefix ? begun : called.size === 1 ? called : [];
  return only === undefined ? { id: text, isSeen: false } : { id: only, isSeen: true };
}
