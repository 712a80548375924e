import { join } from 'node:path';
import { settingsWithoutToken } from '../../config/connection.ts';
import { type Config, currentFolder, loadConfig } from '../../config/load.ts';
import type { FlagValues } from '../../config/settings.ts';
import { isOn, remembers } from '../../config/values.ts';
import { parsePlace } from '../../explorer/state/place-text.ts';
import { topics } from '../../help/topics.ts';
import { resourceOf } from '../../resources/registry.ts';
import { ownIdName } from '../../resources/resource.ts';
import { readMemory, type StoredPlace, seenPlaces } from '../../storage/memory.ts';
import { stateFolder } from '../../storage/paths.ts';
import { openBackupFolder, snapshotFolderName, snapshotPlaces } from '../../storage/record-folders.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { alignColumns } from '../../text/width.ts';
import { allRows, type CommandLine, rootRow } from '../arguments/arguments.ts';
import {
  type CommandRow,
  type FlagRow,
  findRow,
  generalFlags,
  longName,
  takesValue,
} from '../arguments/command-row.ts';
import { generalValue, HELP_FLAG, type Token, tokenise } from '../arguments/parse.ts';
import { normalise } from '../arguments/suggest.ts';

type Suggestion = { readonly value: string; readonly about: string };

type Completion = {
  /** The beginning that a suggestion must match, and the text before it in the same word. */
  readonly typed: string;
  readonly lead: string;
  readonly suggestions: readonly Suggestion[];
  /** The name of stored values that also fit, and the ids typed before them. `record`: places of records. */
  readonly known?: { readonly name: string; readonly ids: Readonly<Record<string, string>> };
  readonly isFile?: true;
  /** General flags of the line, which decide the server. */
  readonly given: FlagValues;
};

/** All commands: the program with those below it, and those that `normalise` knows. */
type CompletionTree = { readonly root: CommandRow; readonly rows: readonly CommandRow[] };

type ParsedLine = {
  readonly row: CommandRow;
  readonly words: readonly string[];
  readonly pending: FlagRow | undefined;
  readonly given: FlagValues;
};

const isPending = ({ flag, value }: Token): boolean =>
  flag !== undefined && takesValue(flag) && value === undefined;

/** Parses the words that are there; unknown flags and invalid values do not matter yet. */
function parsedLine(row: CommandRow, argv: readonly string[], before: FlagValues = {}): ParsedLine {
  const tokens = tokenise(row, argv);
  const words = tokens.filter(({ kind }) => kind === 'positional');
  const [first] = words;
  const below = first && findRow(row.below, first.value);
  const end = below === undefined ? argv.length : (first?.index ?? 0);
  const values = tokens.flatMap(token => {
    const { flag, value, index } = token;
    const isGiven = index < end && flag?.name !== undefined && !isPending(token);
    return isGiven ? [[flag.name, generalValue(flag, value)]] : [];
  });
  const given = { ...before, ...Object.fromEntries(values) };
  if (below !== undefined) return parsedLine(below, argv.slice(end + 1), given);
  return { row, words: words.map(({ value = '' }) => value), pending: tokens.find(isPending)?.flag, given };
}

const plainSuggestions = (values: readonly string[]): readonly Suggestion[] =>
  values.map(value => ({ value, about: '' }));

/** Returns the commands below a command, and verbs that only one noun has. If none matches, adds aliases. */
function commandSuggestions(
  { below }: CommandRow,
  typed: string,
  rows: readonly CommandRow[],
): readonly Suggestion[] {
  const own = below.map(({ name, help }) => ({ value: name, about: help }));
  const isRoot = below.some(each => each.below.length > 0);
  const verbs = isRoot ? rows.flatMap(row => row.below) : [];
  const isAlone = (word: string): boolean => typeof normalise([word], rows) !== 'string';
  const names = [
    ...own,
    ...verbs.filter(({ name }) => isAlone(name)).map(({ name, help }) => ({ value: name, about: help })),
  ];
  if (typed === '' || names.some(({ value }) => value.startsWith(typed))) return names;
  const aliases = below.flatMap(row => row.aliases.map(alias => ({ value: alias, about: row.help })));
  const others = verbs.flatMap(verb => verb.aliases).filter(isAlone);
  return [...names, ...aliases, ...plainSuggestions(others)];
}

const flagSuggestions = (row: CommandRow): readonly Suggestion[] =>
  [...row.flags, HELP_FLAG, ...generalFlags(row)].map(flag => ({ value: longName(flag), about: flag.help }));

type CompletionBase = Pick<Completion, 'typed' | 'lead' | 'given'>;

function flagValueCompletion(
  { flag, name, choices = [], isList }: FlagRow,
  { typed, lead, given }: CompletionBase,
): Completion {
  // Of a list only the last value.
  const at = isList === true ? typed.lastIndexOf(',') + 1 : 0;
  return {
    given,
    typed: typed.slice(at),
    lead: lead + typed.slice(0, at),
    suggestions: plainSuggestions(choices),
    ...(flag.endsWith('<file>') ? { isFile: true } : {}),
    ...(name === undefined ? {} : { known: { name, ids: {} } }),
  };
}

const topicSuggestions: readonly Suggestion[] = Object.entries(topics).map(([value, about]) => ({
  value,
  about,
}));

function wordCompletion(
  { row, words }: ParsedLine,
  base: CompletionBase,
  { root, rows }: CompletionTree,
): Completion {
  const isFirst = words.length === 0;
  const commands = isFirst ? commandSuggestions(row, base.typed, rows) : [];
  if (words.length >= row.most) return { ...base, suggestions: commands };
  const suggestions = [...commands, ...plainSuggestions(isFirst ? (row.choices ?? []) : [])];
  const names = [...row.words.matchAll(/[<[](\w+)/g)].map(([, name = '']) => name);
  const at = Math.min(words.length, names.length - 1);
  const name = names[at] ?? '';
  if (name === 'place')
    return { ...base, suggestions, known: { name: row === root ? 'place' : 'record', ids: {} } };
  const ids = Object.fromEntries(names.slice(0, at).map((each, index) => [each, words[index] ?? '']));
  return { ...base, suggestions, known: { name, ids } };
}

function completionAt(tree: CompletionTree, words: readonly string[]): Completion {
  const { root, rows } = tree;
  const typed = words.at(-1) ?? '';
  const isHelp = words.length > 1 && words[0] === 'help';
  const before = words.slice(isHelp ? 1 : 0, -1);
  const ordered = normalise(before, rows);
  const line = parsedLine(root, typeof ordered === 'string' ? [] : ordered);
  const base = { typed, lead: '', given: line.given };
  if (line.pending !== undefined) return flagValueCompletion(line.pending, base);
  if (typeof ordered === 'string') return { ...base, suggestions: [] };
  const [, name, value = ''] = /^(--[\w-]+)=(.*)$/s.exec(typed) ?? [];
  const flag = [...line.row.flags, ...generalFlags(line.row)].find(each => longName(each) === name);
  if (flag !== undefined) return flagValueCompletion(flag, { ...base, typed: value, lead: `${name}=` });
  if (typed.startsWith('-')) return { ...base, suggestions: flagSuggestions(line.row) };
  return isHelp && before.length === 0
    ? { ...base, suggestions: [...commandSuggestions(root, typed, rows), ...topicSuggestions] }
    : wordCompletion(line, base, tree);
}

/** Words without a character that is special in a shell, and no flags. */
const PLAIN = /^[\p{L}\p{N}_./][\p{L}\p{N}_./%+,-]*$/u;
const MAX_ABOUT = 60;

/** Returns the stored places of the chosen server. Obtains no token and sends nothing. */
function storedPlaces(config: Config): readonly StoredPlace[] {
  if (isOn(config.values, 'demo')) return [];
  const settings = settingsWithoutToken(config);
  if (settings === undefined) return [];
  const server = [clean(settings.base.origin + settings.base.prefix, 200), settings.workspaceId] as const;
  const state = stateFolder(config.tokenContext.env);
  const { bookmarks, recents } = readMemory(state, server);
  if (!remembers(config.values)) return bookmarks.filter(({ gone }) => gone === undefined);
  const snapshots = snapshotPlaces(join(state, snapshotFolderName(...server)));
  return [
    ...[...bookmarks, ...recents].filter(({ gone }) => gone === undefined),
    ...seenPlaces(state, server),
    ...snapshots.map((place): StoredPlace => ({ place, name: safe``, at: 0 })),
  ];
}

function storedIds(
  places: readonly StoredPlace[],
  { name, ids }: NonNullable<Completion['known']>,
): readonly Suggestion[] {
  return places.flatMap(row => {
    const place = parsePlace(row.place);
    if (place.kind !== 'record') return [];
    const { ref } = place;
    const value = ref.ids[name];
    if (value === undefined) return [];
    if (!Object.entries(ids).every(([each, id]) => ref.ids[each] === id)) return [];
    return [{ value, about: ownIdName(resourceOf(ref.kind)) === name ? row.name : '' }];
  });
}

function knownWorkspaces({ file, tokenContext }: Config): readonly Suggestion[] {
  const own = file.profiles.map(({ name, workspace = '' }) => ({ value: workspace, about: name }));
  const logins = tokenContext
    .logins()
    .map(({ name, workspaceId = '' }) => ({ value: workspaceId, about: name }));
  return [...own, ...logins];
}

async function knownValues(
  known: NonNullable<Completion['known']>,
  given: FlagValues,
): Promise<readonly Suggestion[]> {
  const { env } = process;
  if (known.name === 'file')
    return openBackupFolder(join(stateFolder(env), 'trash'))
      .list()
      .map(value => ({ value, about: '' }));
  const config = await loadConfig(given, { env, childEnv: {}, folder: currentFolder() });
  switch (known.name) {
    case 'profile':
      return config.file.profiles.map(({ name, url = '' }) => ({ value: name, about: url }));
    case 'place':
    case 'record':
      return storedPlaces(config)
        .filter(({ place }) => known.name === 'place' || parsePlace(place).kind === 'record')
        .map(({ place, name }) => ({ value: place, about: name }));
    case 'workspaceId':
      return [...knownWorkspaces(config), ...storedIds(storedPlaces(config), known)];
    default:
      return storedIds(storedPlaces(config), known);
  }
}

const startsWith = (text: string, typed: string): boolean =>
  text.toLowerCase().startsWith(typed.toLowerCase());

/** Returns matching suggestions, each once: by the word itself, else by the name of the record. */
function matchingSuggestions(
  words: readonly Suggestion[],
  known: readonly Suggestion[],
  typed: string,
): readonly Suggestion[] {
  // Our own flags are safe. Other values must not look like flags.
  const plain = [...words, ...known.filter(({ value }) => PLAIN.test(value))];
  const byWord = plain.filter(({ value }) => value.startsWith(typed));
  const fits =
    byWord.length > 0 || typed === ''
      ? byWord
      : known.filter(({ value, about }) => PLAIN.test(value) && startsWith(about, typed));
  const unique = new Map<string, Suggestion>();
  for (const each of fits) if (each.about !== '' || !unique.has(each.value)) unique.set(each.value, each);
  return [...unique.values()];
}

/** Joins the words of bash, which keeps quotes and splits words at an equals sign. */
function bashWords(raw: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (const [at, word] of raw.entries()) {
    const last = words.at(-1) ?? '';
    const isValue = word === '=' || raw[at - 1] === '=';
    if (isValue && last.startsWith('--')) words[words.length - 1] = last + word;
    else words.push(word);
  }
  return words.map(word => word.replace(/^['"]|['"]$/g, '').replace(/\\(.)/g, '$1'));
}

/** COMP_TYPE of the second Tab of bash, which only lists: only then may a line hold more than the word. */
const LIST_TAB = '63';

function shellLines(
  [shell, type]: readonly [shell: string, type: string],
  { lead, typed }: Completion,
  suggestions: readonly Suggestion[],
): readonly string[] {
  const short = (about: string): SafeText => clean(about, MAX_ABOUT);
  if (shell !== 'bash') return suggestions.map(({ value, about }) => `${lead}${value}\t${short(about)}`);
  const before = lead.startsWith('--') ? lead.slice(lead.indexOf('=') + 1) : lead;
  const values = suggestions.map(({ value }) => before + value);
  const isMany = values.length > 1;
  if (type === LIST_TAB && isMany && suggestions.some(({ about }) => about !== ''))
    return alignColumns(suggestions.map(({ about }, at) => [clean(values[at] ?? ''), short(about)]));
  // Bash replaces the word by the common beginning, which must not be that of records found by name.
  const isByName = suggestions.some(({ value }) => !value.startsWith(typed));
  return type !== LIST_TAB && isMany && isByName ? [] : values;
}

/** Returns the output for a completion script. Sends nothing, runs nothing, never throws. */
export async function completionText(argv: readonly string[], commandLine: CommandLine): Promise<string> {
  const [shell = '', type = '', ...raw] = argv;
  try {
    const tree = { root: rootRow(commandLine), rows: allRows(commandLine) };
    const completion = completionAt(tree, shell === 'bash' ? bashWords(raw) : raw);
    const { suggestions, known, typed, given, isFile } = completion;
    if (isFile) return 'files\n';
    // Without a typed letter the commands are enough: there could be hundreds of places.
    const isBare = known?.name === 'place' && typed === '';
    const stored = known === undefined || isBare ? [] : await knownValues(known, given);
    const lines = shellLines([shell, type], completion, matchingSuggestions(suggestions, stored, typed));
    return `${['words', ...lines].join('\n')}\n`;
  } catch {
    return 'words\n';
  }
}
