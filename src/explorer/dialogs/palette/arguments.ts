import { isObject, type Json, type JsonObject, member } from '../../../json/json.ts';
import { refOf } from '../../../resources/record-ids.ts';
import { resourceNamed, resources } from '../../../resources/registry.ts';
import { isShown, type Ref, type Resource } from '../../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cutMiddle } from '../../../text/width.ts';
import { refChoice } from '../../facts/choices.ts';
import { refsOfOwners } from '../../lookup/likely-owners.ts';
import { searchSeen } from '../../lookup/search.ts';
import type { IndexedRecord } from '../../lookup/seen-index.ts';
import type { Choice } from '../../state/dialogs.ts';
import { idsInKey, idsInListKey } from '../../state/place.ts';
import { refText } from '../../state/place-text.ts';
import { recentIds } from '../../state/recents.ts';
import type { State } from '../../state/state.ts';
import { idNames } from './meaning.ts';
import { row, type Suggestion } from './named-rows.ts';

/** Arguments of words that name no kind. */
const OTHER_ARGUMENTS: Readonly<Record<string, SafeText>> = {
  view: safe`<name>, or <name> = to save this list`,
  profile: safe`<name>`,
  skin: safe`<name>`,
  sort: safe`<column>`,
  mouse: safe`on or off`,
  dry: safe`on or off`,
};

/** Returns what has still to be typed behind the words, for the cells behind the cursor. */
export function missingArguments(typed: string): SafeText {
  const [word = '', ...values] = typed.trimStart().split(/\s+/);
  if (!/\s/.test(typed.trimStart())) return safe``;
  const given = values.filter(value => value !== '').length;
  const names = resourceNamed(word.toLowerCase())?.ids.slice(given);
  const missing = names === undefined ? (given === 0 ? OTHER_ARGUMENTS[word] : undefined) : idNames(names);
  if (missing === undefined || missing === '') return safe``;
  return /\s$/.test(typed) ? missing : safe` ${missing}`;
}

/** Returns the row that opens a record seen before. */
export const recordRow = ({ ref, id, name, from }: IndexedRecord): Suggestion =>
  row({
    words: refText(ref),
    label: safe`${clean(ref.kind)} ${name === '' ? cutMiddle(clean(id, 200), 16) : name}`,
    title: clean(id, 200),
    kind: from,
  });

/** Values that are visited in one record: more are not worth the wait for a key. */
const MAX_VALUES = 2000;

/** Returns the ids of a name in a record, at any depth; issues hold them as `{ raw }`. */
function idsWithin(record: JsonObject, name: string): readonly string[] {
  const found: string[] = [];
  const waiting: Json[] = [record];
  for (let at = 0; at < waiting.length && at < MAX_VALUES; at++) {
    const value = waiting[at];
    const own = member(value, name);
    const id = member(own, 'raw') ?? own;
    if (typeof id === 'string') found.push(id);
    if (Array.isArray(value)) waiting.push(...value.slice(0, MAX_VALUES));
    else if (isObject(value)) waiting.push(...Object.values(value).slice(0, MAX_VALUES));
  }
  return found;
}

/** Returns the ids in the key of a record or list. */
const idsOfKey = (key: string): Ref['ids'] | undefined =>
  resources.map(({ kind }) => idsInKey(key, kind) ?? idsInListKey(key, kind)).find(ids => ids !== undefined);

/** Returns the loaded records, and rows of loaded lists, whose ids include the given ones. */
function loadedBelow({ data: { records, lists } }: State, parents: Ref['ids']): readonly JsonObject[] {
  const isBelow = (key: string): boolean => {
    const ids = idsOfKey(key);
    return Object.entries(parents).every(([name, id]) => ids?.[name] === id);
  };
  return [
    ...Object.entries(records).flatMap(([key, { last }]) => (last && isBelow(key) ? [last.value] : [])),
    ...Object.entries(lists).flatMap(([key, { last }]) => (last && isBelow(key) ? last.value.items : [])),
  ];
}

/** Returns ids of a kind below a parent that were opened, or that loaded records of this parent mention. */
function seenIds(state: State, { kind, ids: names }: Resource, parents: Ref['ids']): readonly string[] {
  const own = names.at(-1) ?? '';
  const mentioned = loadedBelow(state, parents).flatMap(record => idsWithin(record, own));
  return [...new Set([...recentIds(state.user.memory, { kind, ids: parents, own }), ...mentioned])];
}

/** Returns the seen records of the kind whose id is typed first, for the id of one below them. */
function parentRows(state: State, kind: Resource, words: readonly string[]): readonly Suggestion[] {
  const [name] = kind.ids;
  const parent = resources.find(({ ids }) => ids.length === 1 && ids[0] === name);
  if (kind.ids.length < 2 || words.length > 1 || parent === undefined) return [];
  return searchSeen(state, words, parent).map(each => ({
    ...recordRow(each),
    words: `${kind.kind} ${each.id}`,
    open: true,
  }));
}

/** Kind of the typed ids, and ids of its records that are known without being seen. */
type Ids = { readonly kind: Resource; readonly known?: readonly string[] | undefined };

/** Returns the ids of the last kind that begin with what is typed, if the ids before it are typed. */
function ownIdRows(state: State, { kind, known = [] }: Ids, words: readonly string[]): readonly Suggestion[] {
  const before = kind.ids.slice(0, -1);
  if (before.length === 0 || words.length < before.length || words.length > kind.ids.length) return [];
  const parents = Object.fromEntries(before.map((name, at) => [name, words[at] ?? '']));
  const begun = words[before.length] ?? '';
  return [...new Set([...seenIds(state, kind, parents), ...known])]
    .filter(id => id.startsWith(begun))
    .map(id =>
      row({
        words: [kind.kind, ...Object.values(parents), id].join(' '),
        label: safe`${clean(kind.kind)} ${cutMiddle(clean(id, 200), 40)}`,
        title: safe``,
        kind: 'seen',
      }),
    );
}

/** Returns the row that opens the record of a choice. */
export const choiceRow = ({ id, kind, label, detail }: Choice): Suggestion =>
  row({ words: id, label: safe`${kind} ${label}`, title: detail, kind: 'id' });

/** Returns a row for each likely owner of a record of which only the own id is typed. */
function ownerRows(state: State, kind: Resource, [id, ...more]: readonly string[]): readonly Suggestion[] {
  if (id === undefined || more.length > 0 || kind.read === undefined) return [];
  const ref = refOf(kind, {}, id);
  return ref.ok ? refsOfOwners(state, ref.value).map(each => choiceRow(refChoice(state, each))) : [];
}

/** Returns the rows for the ids behind the name of a kind: seen records, and their owners. */
export function argumentRows(state: State, typed: string, ids: Ids): readonly Suggestion[] {
  const { kind } = ids;
  const given = typed.trim().split(/\s+/).slice(1);
  const words = given.map(word => word.toLowerCase());
  const seen = isShown(kind) ? searchSeen(state, words, kind).map(recordRow) : [];
  const own = ownIdRows(state, ids, given);
  const rows = [...seen, ...own.filter(({ words: line }) => !seen.some(each => each.words === line))];
  const isParentTyped = words.length === 1 && /\s$/.test(typed);
  const parents = own.length > 0 || isParentTyped ? [] : parentRows(state, kind, words);
  const found = [...rows, ...parents];
  return found.length > 0 || isParentTyped ? found : ownerRows(state, kind, given);
}
