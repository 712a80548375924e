import type { FlagValues } from '../../config/settings.ts';
import { topics } from '../../help/topics.ts';
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

export type Suggestion = { readonly value: string; readonly about: string };

export type Completion = {
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

export function completionAt(tree: CompletionTree, words: readonly string[]): Completion {
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
