import { join } from 'node:path';
import { settingsWithoutToken } from '../../config/connection.ts';
import { type Config, currentFolder, loadConfig } from '../../config/load.ts';
import { choosableLogins } from '../../config/logins.ts';
import type { FlagValues } from '../../config/settings.ts';
import { isOn, remembers } from '../../config/values.ts';
import { parsePlace } from '../../explorer/state/place-text.ts';
import { topics } from '../../help/topics.ts';
import { resourceOf } from '../../resources/registry.ts';
import { ownIdName } from '../../resources/resource.ts';
import { readMemory, type StoredPlace, seenPlaces } from '../../storage/memory.ts';
import { stateFolder } from '../../storage/paths.ts';
import { openBackupFolder, snapshotFolderName, snapshotPlaces } from '../../storage/record-folders.ts';
import { clean, safe } from '../../text/sanitise.ts';
import { alignColumns } from '../../text/width.ts';
import { allRows, type CommandLine, rootRow } from '../arguments/arguments.ts';
import {
  type CommandRow,
  type FlagRow,
  findRow,
  generalFlags,
  generalValue,
  HELP_FLAG,
  longName,
  type Token,
  takesValue,
  tokenise,
} from '../arguments/parse.ts';
import { normalise } from '../arguments/suggest.ts';

type Suggestion = Readonly<{ value: string; about: string }>;

type CompletionBase = Readonly<{
  /** The beginning that a suggestion must match; `lead`: the text before it in the same word. */
  typed: string;
  lead: string;
  given: FlagValues;
}>;

/** `ids`: typed before the word. */
type Known = Readonly<{ name: string; ids: Readonly<Record<string, string>> }>;

type Completion = CompletionBase & {
  readonly suggestions: readonly Suggestion[];
  readonly known?: Known;
  readonly isFile?: true;
};

type CompletionTree = Readonly<{ root: CommandRow; rows: readonly CommandRow[] }>;

type ParsedLine = Readonly<{
  row: CommandRow;
  words: readonly string[];
  pending: FlagRow | undefined;
  given: FlagValues;
}>;

const isPending = ({ flag, value }: Token) => flag !== undefined && takesValue(flag) && value === undefined;

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

/** Aliases only if nothing else matches. */
function commandSuggestions({ below }: CommandRow, typed: string, rows: readonly CommandRow[]) {
  const isRoot = below.some(each => each.below.length > 0);
  const verbs = isRoot ? rows.flatMap(row => row.below) : [];
  const isAlone = (word: string) => typeof normalise([word], rows) !== 'string';
  const commands = [...below, ...verbs.filter(({ name }) => isAlone(name))];
  const names = commands.map(({ name, help }) => ({ value: name, about: help }));
  if (typed === '' || names.some(({ value }) => value.startsWith(typed))) return names;
  const aliases = below.flatMap(row => row.aliases.map(alias => ({ value: alias, about: row.help })));
  const others = verbs.flatMap(verb => verb.aliases).filter(isAlone);
  return [...names, ...aliases, ...plainSuggestions(others)];
}

const flagSuggestions = (row: CommandRow): readonly Suggestion[] =>
  [...row.flags, HELP_FLAG, ...generalFlags(row).filter(flag => flag.isOfExplorer !== true)].map(flag => ({
    value: longName(flag),
    about: flag.help,
  }));

function flagValueCompletion(row: FlagRow, { typed, lead, given }: CompletionBase): Completion {
  const { flag, name, choices = [], isList, isReversible } = row;
  // Of a list only the last value.
  const at =
    isReversible === true && typed.startsWith('-') ? 1 : isList === true ? typed.lastIndexOf(',') + 1 : 0;
  return {
    given,
    typed: typed.slice(at),
    lead: lead + typed.slice(0, at),
    suggestions: plainSuggestions(choices),
    ...(flag.endsWith('<file>') && { isFile: true }),
    ...(name !== undefined && { known: { name, ids: {} } }),
  };
}

function wordCompletion({ row, words }: ParsedLine, base: CompletionBase, { rows }: CompletionTree) {
  const isFirst = words.length === 0;
  const commands = isFirst ? commandSuggestions(row, base.typed, rows) : [];
  if (words.length >= row.most) return { ...base, suggestions: commands };
  const suggestions = [...commands, ...plainSuggestions(isFirst ? (row.choices ?? []) : [])];
  const names = [...row.words.matchAll(/[<[](\w+)/g)].map(([, name = '']) => name);
  const at = Math.min(words.length, names.length - 1);
  const name = names[at] ?? '';
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
  if (!isHelp || before.length > 0) return wordCompletion(line, base, tree);
  const topicWords = Object.entries(topics).map(([value, about]) => ({ value, about }));
  return { ...base, suggestions: [...commandSuggestions(root, typed, rows), ...topicWords] };
}

/** No special character of a shell, no flag. */
const PLAIN = /^[\p{L}\p{N}_./][\p{L}\p{N}_./:%+,-]*$/u;
const MAX_ABOUT = 60;

/** Obtains no token and sends nothing. */
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

const storedIds = (places: readonly StoredPlace[], { name, ids }: Known): readonly Suggestion[] =>
  places.flatMap(row => {
    const place = parsePlace(row.place);
    if (place.kind !== 'record') return [];
    const { ref } = place;
    const value = ref.ids[name];
    if (value === undefined || Object.entries(ids).some(([each, id]) => ref.ids[each] !== id)) return [];
    return [{ value, about: ownIdName(resourceOf(ref.kind)) === name ? row.name : '' }];
  });

/** A kind with its slash, or a record: hundreds of places share their beginning. */
function nextSegment(place: string, typed: string): string {
  if (!place.startsWith(typed)) return place;
  const segments = place.split('/');
  const whole = typed.split('/').length;
  // Behind a whole record its lists are next.
  const isWhole = whole % 2 === 0 && segments.slice(0, whole).join('/') === typed;
  const count = isWhole ? whole + 1 : whole;
  return segments.slice(0, count).join('/') + (count % 2 === 1 && segments.length > count ? '/' : '');
}

/** Events are many, and no command takes one. */
function isCompletable({ place }: StoredPlace, name: string) {
  const parsed = parsePlace(place);
  return parsed.kind === 'record' ? resourceOf(parsed.ref.kind).ids.length < 3 : name === 'place';
}

async function knownValues(known: Known, { typed, given }: Completion): Promise<readonly Suggestion[]> {
  const { env } = process;
  if (known.name === 'file')
    return plainSuggestions(openBackupFolder(join(stateFolder(env), 'trash')).list());
  const config = await loadConfig(given, { env, childEnv: {}, folder: currentFolder() });
  const logins = choosableLogins(config).filter(({ kind }) => kind !== 'environment');
  switch (known.name) {
    case 'profile':
      return logins.map(({ name, url, title }) => ({ value: name, about: url?.text ?? title }));
    case 'place':
    case 'record':
      return storedPlaces(config)
        .filter(row => isCompletable(row, known.name))
        .map(({ place, name }) => {
          const value = nextSegment(place, typed);
          return { value, about: value === place ? name : '' };
        });
    case 'workspaceId':
      return [
        ...logins.map(({ name, workspace }) => ({ value: workspace?.text ?? '', about: name })),
        ...storedIds(storedPlaces(config), known),
      ];
    default:
      return storedIds(storedPlaces(config), known);
  }
}

const startsWith = (text: string, typed: string) => text.toLowerCase().startsWith(typed.toLowerCase());

/** Matches the word itself, else the name of the record. */
function matchingSuggestions(words: readonly Suggestion[], known: readonly Suggestion[], typed: string) {
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

/** Bash keeps quotes and splits words at an equals sign. */
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

function shellLines(shell: string, type: string, completion: Completion, suggestions: readonly Suggestion[]) {
  const { lead, typed } = completion;
  const short = (about: string) => clean(about, MAX_ABOUT);
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

/** Sends nothing, runs nothing, never throws. */
export async function completionText(argv: readonly string[], commandLine: CommandLine): Promise<string> {
  const [shell = '', type = '', ...raw] = argv;
  try {
    const tree = { root: rootRow(commandLine), rows: allRows(commandLine) };
    const completion = completionAt(tree, shell === 'bash' ? bashWords(raw) : raw);
    const { suggestions, known, typed, isFile } = completion;
    if (isFile) return 'files\n';
    // Without a typed letter the commands are enough: there could be hundreds of places.
    const isBare = known?.name === 'place' && typed === '';
    const stored = known === undefined || isBare ? [] : await knownValues(known, completion);
    const lines = shellLines(shell, type, completion, matchingSuggestions(suggestions, stored, typed));
    return `${['words', ...lines].join('\n')}\n`;
  } catch {
    return 'words\n';
  }
}
