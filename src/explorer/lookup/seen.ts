import { cachePerName } from '../../filter/row-values.ts';
import type { JsonObject } from '../../json/json.ts';
import { refId, resources } from '../../resources/registry.ts';
import {
  MAX_SEARCHED,
  ownId,
  ownName,
  type Ref,
  type Resource,
  rawName,
  refTo,
} from '../../resources/resource.ts';
import type { Memory } from '../../storage/memory.ts';
import { memo } from '../../text/memo.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { type Lists, type Rows, rowIndex } from '../state/load.ts';
import { keyOf, listPlaces, placeKey } from '../state/place.ts';
import { storedRef } from '../state/recents.ts';
import type { State } from '../state/state.ts';

export type SeenRecord = Readonly<{
  ref: Ref;
  id: string;
  name: SafeText;
  from: 'bookmark' | 'recent' | 'seen';
}>;

const searchText = (name: string, id: string) => `${name}\n${id}`.toLowerCase();

export const rememberedRecords = memo(({ bookmarks, recents }: Memory): readonly SeenRecord[] => {
  const found = new Map<string, SeenRecord>();
  for (const [from, rows] of [
    ['bookmark', bookmarks.toReversed()],
    ['recent', recents],
  ] as const)
    for (const row of rows) {
      const ref = row.gone ? undefined : storedRef(row);
      if (ref === undefined || found.has(keyOf(ref))) continue;
      const id = refId(ref);
      found.set(keyOf(ref), { ref, id, name: row.name, from });
    }
  return [...found.values()];
});

type LoadedList = Readonly<{ resource: Resource; rows: Rows }>;

const loadedLists = memo((lists: Lists): readonly LoadedList[] =>
  resources
    .filter(({ ids }) => ids.length === 1)
    .flatMap(resource =>
      listPlaces(resource.kind, {}).flatMap(place => {
        const rows = lists[placeKey(place)]?.last?.value;
        return rows === undefined ? [] : [{ resource, rows }];
      }),
    ),
);

const nameInRow = (resource: Resource, record: JsonObject) => ownName(resource, record) ?? safe``;

/** With the names as sent: ten thousand take too long to clean. Found ones are compared as they are shown. */
const cachedTexts = cachePerName(
  (resource: Resource) => (record: JsonObject) =>
    searchText(rawName(resource, record)?.slice(0, MAX_SEARCHED) ?? '', ownId(record) ?? ''),
);
const searchTexts = ({ resource, rows }: LoadedList): readonly string[] =>
  cachedTexts(resource, 'seen')(rows.items);

function recordInRow({ resource, rows }: LoadedList, row: number): SeenRecord | undefined {
  const record = rows.items[row] ?? {};
  const id = ownId(record);
  if (id === undefined) return undefined;
  const ref = refTo(resource, id);
  return { ref, id, name: nameInRow(resource, record), from: 'seen' };
}

const MAX_HITS = 50;

/** The letters are in their order, near each other: `sprod` in `support-prod`. */
function isNearly(text: string, letters: string): boolean {
  let at = -1;
  let first = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
    if (first < 0) first = at;
  }
  return at - first < 3 * letters.length;
}

type Matcher = (kind: string, text: string) => 'begins' | 'holds' | undefined;

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

type SearchScope = Readonly<{ memory: Memory; lists: Lists; kind: string | undefined }>;

/** Stops when enough records begin with the words: none could come before them. */
function search({ memory, lists, kind }: SearchScope, fitOf: Matcher): readonly SeenRecord[] {
  const begins = new Map<string, SeenRecord>();
  const holds = new Map<string, SeenRecord>();
  const isOf = (each: string) => kind === undefined || each === kind;
  function add(fit: ReturnType<Matcher>, one: SeenRecord): void {
    const key = keyOf(one.ref);
    if (fit === undefined || begins.has(key) || holds.has(key)) return;
    (fit === 'begins' ? begins : holds).set(key, one);
  }
  const addSeen = (one: SeenRecord) => {
    if (isOf(one.ref.kind)) add(fitOf(one.ref.kind, searchText(one.name, one.id)), one);
  };
  function addRows(listed: LoadedList): void {
    const texts = searchTexts(listed);
    for (let row = 0; row < texts.length && begins.size < MAX_HITS; row++) {
      const fit = fitOf(listed.resource.kind, texts[row] ?? '');
      const isWanted = fit === 'begins' || (fit === 'holds' && holds.size < MAX_HITS);
      const one = isWanted ? recordInRow(listed, row) : undefined;
      if (one !== undefined) addSeen(one);
    }
  }
  rememberedRecords(memory).forEach(addSeen);
  for (const listed of loadedLists(lists)) if (isOf(listed.resource.kind)) addRows(listed);
  return [...begins.values(), ...holds.values()].slice(0, MAX_HITS);
}

const cachedSearch = memo((memory: Memory, lists: Lists, text: string, kind: string | undefined) => {
  const words = text.split(' ').filter(word => word !== '');
  const found = search({ memory, lists, kind }, byWords(words));
  const letters = words.join('');
  return found.length > 0 || letters.length < 3 ? found : search({ memory, lists, kind }, byLetters(letters));
});

/** They hold every word, first those that begin with the last; else the letters. */
export const searchSeen = (
  { user: { memory }, data: { lists } }: State,
  words: readonly string[],
  kind?: Resource,
): readonly SeenRecord[] => cachedSearch(memory, lists, words.join(' '), kind?.kind);

/** Too many ids share a shorter prefix. */
const SHORTEST_PREFIX = 4;

/**
 * The text itself, the only id that begins with it, or that of the only record with this name. Other texts
 * are ids that were not seen yet.
 */
export function idMatch(
  { user: { memory }, data: { lists } }: State,
  resource: Resource,
  { text, ids }: Readonly<{ text: string; ids: Ref['ids'] }>,
): Readonly<{ id: string; isSeen: boolean }> {
  const parents = resource.ids.slice(0, -1);
  const remembered = rememberedRecords(memory).filter(
    ({ ref }) => ref.kind === resource.kind && parents.every(name => ref.ids[name] === ids[name]),
  );
  const own = loadedLists(lists).filter(each => each.resource === resource);
  if (own.some(({ rows }) => rowIndex(rows.ids, text) >= 0) || remembered.some(({ id }) => id === text))
    return { id: text, isSeen: true };
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
        const name = () => nameInRow(resource, items[row] ?? {});
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
