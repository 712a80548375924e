import { isObject, type Json, type JsonObject, member } from '../../../json/json.ts';
import { resourceNamed, resources } from '../../../resources/registry.ts';
import { isShown, type Ref, type Resource, refOf } from '../../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cutMiddle } from '../../../text/width.ts';
import { type PaletteRow, row } from '../../commands/command.ts';
import { columnsHere, columnWord, SORT, sortId, sortLetters } from '../../commands/list.ts';
import { hasUnsortedRows } from '../../facts/visible-rows.ts';
import { refsOfOwners } from '../../lookup/recognise.ts';
import { searchSeen } from '../../lookup/seen.ts';
import { contentOf } from '../../screens/content.ts';
import { idsInKey, idsInListKey } from '../../state/place.ts';
import { recentIds } from '../../state/recents.ts';
import { currentView, type State } from '../../state/state.ts';
import { idNames, refAction, refRow, seenRow } from './rows.ts';

const OTHER_ARGUMENTS: Readonly<Record<string, SafeText>> = {
  view: safe`<name>, or <name> = to save this list`,
  profile: safe`<name>`,
  skin: safe`<name>`,
  sort: safe`<column>`,
  mouse: safe`on or off`,
  dry: safe`on or off`,
};

/** Behind a space the last value is ''. */
type KindLine = Readonly<{ resource: Resource; values: readonly string[] }>;

export function kindLine(typed: string): KindLine | undefined {
  const [word = '', ...values] = typed.trimStart().split(/\s+/);
  const resource = resourceNamed(word.toLowerCase());
  return resource && { resource, values };
}

export function missingArguments(typed: string): SafeText {
  const [word = '', ...values] = typed.trimStart().split(/\s+/);
  const given = values.filter(value => value !== '').length;
  const names = kindLine(typed)?.resource.ids.slice(given);
  const missing = names === undefined ? (given === 0 ? OTHER_ARGUMENTS[word] : undefined) : idNames(names);
  if (values.length === 0 || missing === undefined || missing === '') return safe``;
  return values.at(-1) === '' ? missing : safe` ${missing}`;
}

const MAX_VALUES = 2000;

/** Searches at any depth; issues hold ids as `{ raw }`. */
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

const idsOfKey = (key: string): Ref['ids'] | undefined =>
  resources.map(({ kind }) => idsInKey(key, kind) ?? idsInListKey(key, kind)).find(ids => ids !== undefined);

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

function seenIds(state: State, { kind, ids: names }: Resource, parents: Ref['ids']): readonly string[] {
  const own = names.at(-1) ?? '';
  const mentioned = loadedBelow(state, parents).flatMap(record => idsWithin(record, own));
  return [...new Set([...recentIds(state.user.memory, kind, parents, own), ...mentioned])];
}

function parentRows(state: State, kind: Resource, words: readonly string[]): readonly PaletteRow[] {
  const [name] = kind.ids;
  const parent = resources.find(({ ids }) => ids.length === 1 && ids[0] === name);
  if (kind.ids.length < 2 || words.length > 1 || parent === undefined) return [];
  return searchSeen(state, words, parent).map(each => ({
    ...seenRow(each),
    words: `${kind.kind} ${each.id}`,
    open: true,
  }));
}

function ownIdRows(
  state: State,
  kind: Resource,
  values: readonly string[],
  known: readonly string[] = [],
): readonly PaletteRow[] {
  const before = kind.ids.slice(0, -1);
  if (before.length === 0 || values.length < before.length || values.length > kind.ids.length) return [];
  const parents = Object.fromEntries(before.map((name, at) => [name, values[at] ?? '']));
  const begun = values[before.length] ?? '';
  return [...new Set([...seenIds(state, kind, parents), ...known])].flatMap(id => {
    const ref = id.startsWith(begun) ? refOf(kind, parents, id) : undefined;
    if (ref?.ok !== true) return [];
    const words = [kind.kind, ...Object.values(parents), id].join(' ');
    const label = safe`${clean(kind.kind)} ${cutMiddle(clean(id, 200), 40)}`;
    return [row({ words, label, title: safe``, kind: 'seen', action: refAction(ref.value) })];
  });
}

function ownerRows(state: State, kind: Resource, [id, ...more]: readonly string[]): readonly PaletteRow[] {
  if (id === undefined || more.length > 0 || kind.read === undefined) return [];
  const ref = refOf(kind, {}, id);
  return ref.ok ? refsOfOwners(state, ref.value).map(each => refRow(state, each)) : [];
}

/** Completes the name of a kind. `known`: ids that are known without being seen. */
export function argumentRows(
  state: State,
  { resource, values: given }: KindLine,
  known: readonly string[] | undefined,
): readonly PaletteRow[] {
  const values = given.filter(value => value !== '');
  const words = values.map(word => word.toLowerCase());
  const seen = isShown(resource) ? searchSeen(state, words, resource).map(seenRow) : [];
  const own = ownIdRows(state, resource, values, known);
  const rows = [...seen, ...own.filter(({ words: line }) => !seen.some(each => each.words === line))];
  const isParentTyped = given.length === 2 && values.length === 1;
  const parents = own.length > 0 || isParentTyped ? [] : parentRows(state, resource, words);
  const found = [...rows, ...parents];
  return found.length > 0 || isParentTyped ? found : ownerRows(state, resource, values);
}

function directionWords(state: State): SafeText {
  const content = contentOf(state);
  const isPart = content.kind === 'table' && hasUnsortedRows(content.rows);
  const direction = currentView(state).sort?.isDescending ? safe`↓ descending` : safe`↑ ascending`;
  return safe`  ${direction}, again: ${isPart ? safe`sort all rows` : safe`reverse`}`;
}

export function sortRows(state: State, typed: string): readonly PaletteRow[] {
  const columns = columnsHere(state);
  if (columns.length === 0 || !typed.trimStart().startsWith(SORT)) return [];
  const letters = sortLetters(columns);
  const search = typed.trimStart().slice(SORT.length).trim().toLowerCase();
  const { sort } = currentView(state);
  const rows = columns.map(column => {
    const direction = column.field === sort?.field ? directionWords(state) : safe``;
    const label = safe`sort by ${columnWord(column)}${direction}`;
    return { words: `${SORT}${columnWord(column)}`, id: sortId(column), label, letter: letters.get(column) };
  });
  const server = { words: `${SORT}none`, id: 'sort.none', label: safe`server order`, letter: '' };
  return [server, ...rows]
    .filter(({ words }) => words.slice(SORT.length).includes(search))
    .map(({ letter = '', ...each }) =>
      row({ ...each, title: each.label, kind: 'command', key: clean(letter) }),
    );
}
