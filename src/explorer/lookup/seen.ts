import { cachePerName } from '../../filter/row-values.ts';
import type { JsonObject } from '../../json/json.ts';
import { resourceOf, resources } from '../../resources/registry.ts';
import { nameOf, ownId, ownIdName, type Ref, type Resource, rawName } from '../../resources/resource.ts';
import type { Memory } from '../../storage/memory.ts';
import { memo } from '../../text/memo.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { type Rows, rowIndex } from '../state/load.ts';
import { keyOf, listPlaces, placeKey } from '../state/place.ts';
import { storedRef } from '../state/recents.ts';
import type { State } from '../state/state.ts';

/** A record that was seen, in a list or opened, in this run or an earlier one. */
export type SeenRecord = {
  readonly ref: Ref;
  readonly id: string;
  readonly name: SafeText;
  readonly from: 'bookmark' | 'recent' | 'seen';
};

/** Returns the text to search, in lower case: the name, and on a line of its own the id. */
const searchText = (name: string, id: string): string => `${name}\n${id}`.toLowerCase();

/** Returns bookmarks, then recents, each record once and without those that are gone. */
const rememberedRecords = memo(({ bookmarks, recents }: Memory): readonly SeenRecord[] => {
  const found = new Map<string, SeenRecord>();
  for (const [from, rows] of [
    ['bookmark', bookmarks.toReversed()],
    ['recent', recents],
  ] as const)
    for (const row of rows) {
      const ref = row.gone ? undefined : storedRef(row);
      if (ref === undefined || found.has(keyOf(ref.kind, ref.ids))) continue;
      const id = ref.ids[ownIdName(resourceOf(ref.kind))] ?? '';
      found.set(keyOf(ref.kind, ref.ids), { ref, id, name: row.name, from });
    }
  return [...found.values()];
});

/** The loaded rows of a list that needs no parent's ids. It may be very long: its search texts are cached. */
type LoadedList = { readonly resource: Resource; readonly rows: Rows };

const loadedLists = memo((lists: State['data']['lists']): readonly LoadedList[] =>
  resources
    .filter(({ ids }) => ids.length === 1)
    .flatMap(resource =>
      listPlaces(resource.kind, {}).flatMap(place => {
        const rows = lists[placeKey(place)]?.last?.value;
        return rows === undefined ? [] : [{ resource, rows }];
      }),
    ),
);

const nameInRow = (resource: Resource, record: JsonObject): SafeText =>
  rawName(resource, record) === undefined ? safe`` : nameOf(resource, record);

const cachedTexts = cachePerName(
  (resource: Resource) => (record: JsonObject) =>
    searchText(nameInRow(resource, record), ownId(record) ?? ''),
);
const searchTexts = ({ resource, rows }: LoadedList): readonly string[] =>
  cachedTexts(resource, 'seen')(rows.items);

function recordInRow({ resource, rows }: LoadedList, row: number): SeenRecord | undefined {
  const record = rows.items[row] ?? {};
  const id = ownId(record);
  if (id === undefined) return undefined;
  const ref = { kind: resource.kind, ids: { [ownIdName(resource)]: id } };
  return { ref, id, name: nameInRow(resource, record), from: 'seen' };
}

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

/** Returns whether a text begins with the words, holds them, or neither. */
type Matcher = (kind: string, text: string) => 'begins' | 'holds' | undefined;

/** Matches all words; a word in the name of the kind matches each of its records. */
function byWords(words: readonly string[]): Matcher {
  const last = words.at(-1) ?? '';
  return (kind, text) => {
    if (!words.every(word => kind.includes(word) || text.includes(word))) return undefined;
    return text.startsWith(last) || text.includes(`\n${last}`) ? 'begins' : 'holds';
  };
}

const byLetters =
  (letters: string): Matcher =>
  (_kind, text) =>
    isNearly(text.slice(0, text.indexOf('\n')), letters) ? 'begins' : undefined;

type SearchScope = {
  readonly memory: Memory;
  readonly lists: State['data']['lists'];
  readonly kind: string | undefined;
};

/** Searches until enough records begin with the words: none could come before them. */
function search({ memory, lists, kind }: SearchScope, fitOf: Matcher): readonly SeenRecord[] {
  const begins = new Map<string, SeenRecord>();
  const holds = new Map<string, SeenRecord>();
  const isOf = (each: string): boolean => kind === undefined || each === kind;
  function add(fit: ReturnType<Matcher>, one: SeenRecord): void {
    const key = keyOf(one.ref.kind, one.ref.ids);
    if (fit === undefined || begins.has(key) || holds.has(key)) return;
    (fit === 'begins' ? begins : holds).set(key, one);
  }
  function addRows(listed: LoadedList): void {
    const texts = searchTexts(listed);
    for (let row = 0; row < texts.length && begins.size < MAX_HITS; row++) {
      const fit = fitOf(listed.resource.kind, texts[row] ?? '');
      const isWanted = fit === 'begins' || (fit === 'holds' && holds.size < MAX_HITS);
      const one = isWanted ? recordInRow(listed, row) : undefined;
      if (one !== undefined) add(fit, one);
    }
  }
  for (const one of rememberedRecords(memory))
    if (isOf(one.ref.kind)) add(fitOf(one.ref.kind, searchText(one.name, one.id)), one);
  for (const listed of loadedLists(lists)) if (isOf(listed.resource.kind)) addRows(listed);
  return [...begins.values(), ...holds.values()].slice(0, MAX_HITS);
}

const cachedSearch = memo(
  (memory: Memory, lists: State['data']['lists'], text: string, kind: string | undefined) => {
    const words = text.split(' ').filter(word => word !== '');
    const found = search({ memory, lists, kind }, byWords(words));
    const letters = words.join('');
    return found.length > 0 || letters.length < 3
      ? found
      : search({ memory, lists, kind }, byLetters(letters));
  },
);

/** Returns the records that hold every word, first those that begin with the last; else with the letters. */
export const searchSeen = (
  { user: { memory }, data: { lists } }: State,
  words: readonly string[],
  kind?: Resource,
): readonly SeenRecord[] => cachedSearch(memory, lists, words.join(' '), kind?.kind);

/** Minimum length of a prefix of an id: too many ids share a shorter one. */
const SHORTEST_PREFIX = 4;

/**
 * Returns the id that a typed text stands for among the records of a kind: itself, the only id that begins
 * with it, or that of the only record with this name. Other texts are ids that were not seen yet.
 */
export function idMatch(
  { user: { memory }, data: { lists } }: State,
  resource: Resource,
  { text, ids }: { readonly text: string; readonly ids: Ref['ids'] },
): { readonly id: string; readonly isSeen: boolean } {
  const parents = resource.ids.slice(0, -1);
  const remembered = rememberedRecords(memory).filter(
    ({ ref }) => ref.kind === resource.kind && parents.every(name => ref.ids[name] === ids[name]),
  );
  const own = loadedLists(lists).filter(each => each.resource === resource);
  if (own.some(({ rows }) => rowIndex(rows.ids, text) >= 0) || remembered.some(({ id }) => id === text))
    return { id: text, isSeen: true };
  /** Returns the id of the only record that fits; two are ambiguous. */
  function onlyId(
    isFit: (id: string, searched: string, name: () => SafeText) => boolean,
  ): string | undefined {
    const fitting = remembered.filter(({ id, name }) => isFit(id, searchText(name, id), () => name));
    const found = new Set(fitting.map(({ id }) => id));
    for (const listed of own) {
      const { ids: rowIds, items } = listed.rows;
      const texts = searchTexts(listed);
      for (let row = 0; row < rowIds.length && found.size < 2; row++) {
        const id = rowIds[row] ?? '';
        const name = (): SafeText => nameInRow(resource, items[row] ?? {});
        if (id !== '' && isFit(id, texts[row] ?? '', name)) found.add(id);
      }
    }
    return found.size === 1 ? [...found][0] : undefined;
  }
  const line = searchText(text, '');
  const begun = text.length < SHORTEST_PREFIX ? undefined : onlyId(id => id.startsWith(text));
  const id = begun ?? onlyId((_id, searched, name) => searched.startsWith(line) && name() === text);
  return { id: id ?? text, isSeen: id !== undefined };
}
