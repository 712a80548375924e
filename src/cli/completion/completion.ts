import type { Command, Option } from 'commander';
import { allSettings, flagName, isSwitch } from '../../config/options.ts';
import type { FlagValues, Setting } from '../../config/setting.ts';
import { topics } from '../../help/topics.ts';
import type { CommandRow, FlagRow } from '../arguments/command-row.ts';
import { normalise } from '../arguments/normalise.ts';

/** A suggestion for a word, with a short description. */
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

type CompletionTree = { readonly program: Command; readonly rows: readonly CommandRow[] };

/** The state after parsing the words before the last one. */
type ParsedLine = {
  command: Command;
  row: CommandRow | undefined;
  readonly words: string[];
  /** Flag whose value comes next. */
  pending: Option | undefined;
  given: FlagValues;
};

const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** Returns the flag that a word names: of the command or a general one. */
function optionOf(command: Command, word: string): Option | undefined {
  const found = command.options.find(({ long, short }) => word === long || word === short);
  return found ?? (command.parent === null ? undefined : optionOf(command.parent, word));
}

function withFlag(given: FlagValues, option: Option, value: string | boolean): FlagValues {
  const name = option.attributeName();
  return allSettings.some(flag => flag.name === name) ? { ...given, [name]: value } : given;
}

function parseFlag(line: ParsedLine, word: string): void {
  const [name = '', ...value] = word.split('=');
  const option = optionOf(line.command, name);
  if (option === undefined) return;
  if (!takesValue(option)) line.given = withFlag(line.given, option, !option.negate);
  else if (word.includes('=')) line.given = withFlag(line.given, option, value.join('='));
  else line.pending = option;
}

function parseWord(line: ParsedLine, word: string, rows: readonly CommandRow[]): void {
  if (line.pending !== undefined) {
    line.given = withFlag(line.given, line.pending, word);
    line.pending = undefined;
    return;
  }
  if (word.startsWith('-') && word !== '-') return parseFlag(line, word);
  const isCalled = (each: Command): boolean => each.name() === word || each.aliases().includes(word);
  const below = line.words.length > 0 ? undefined : line.command.commands.find(isCalled);
  if (below === undefined) {
    line.words.push(word);
    return;
  }
  line.row = (line.row?.below ?? rows).find(({ name }) => name === below.name());
  line.command = below;
}

/** Returns the names of the arguments of a usage, `<botId> <issueId...>`. */
const namesOf = ({ words }: CommandRow): readonly string[] =>
  [...words.matchAll(/[<[](\w+)/g)].map(([, name = '']) => name);

const plainSuggestions = (values: readonly string[]): readonly Suggestion[] =>
  values.map(value => ({ value, about: '' }));

/** Returns the commands below a command, and verbs that only one noun has. If none matches, adds aliases. */
function commandSuggestions(
  command: Command,
  typed: string,
  rows: readonly CommandRow[],
): readonly Suggestion[] {
  const below = command.createHelp().visibleCommands(command);
  const own = below.map(each => ({ value: each.name(), about: each.description() }));
  const verbs = command.parent === null ? rows.flatMap(row => row.below) : [];
  const isAlone = (word: string): boolean => typeof normalise([word], rows) !== 'string';
  const names = [
    ...own,
    ...verbs.filter(({ name }) => isAlone(name)).map(({ name, help }) => ({ value: name, about: help })),
  ];
  if (typed === '' || names.some(({ value }) => value.startsWith(typed))) return names;
  const aliases = below.flatMap(each =>
    each.aliases().map(alias => ({ value: alias, about: each.description() })),
  );
  const others = verbs.flatMap(verb => verb.aliases).filter(isAlone);
  return [...names, ...aliases, ...plainSuggestions(others)];
}

function flagSuggestions(command: Command): readonly Suggestion[] {
  const own = command.createHelp().visibleOptions(command);
  const described = [...own, ...command.options];
  return [...new Map(described.map(option => [option.long ?? '', option])).values()].flatMap(
    ({ long, description }) =>
      long === undefined || long === null ? [] : [{ value: long, about: description || flagHelp(long) }],
  );
}

const flagNamed = (long: string): Setting | undefined => allSettings.find(flag => flagName(flag) === long);
const flagHelp = (long: string): string => flagNamed(long)?.help ?? '';

type CompletionBase = Pick<Completion, 'typed' | 'lead' | 'given'>;

/** Completes the value of a flag: a choice, a file, or a stored value. */
function flagValueCompletion(option: Option, line: ParsedLine, base: CompletionBase): Completion {
  const row: Pick<FlagRow, 'choices' | 'isList'> | undefined =
    line.row?.flags.find(each => each.flag === option.flags) ?? flagNamed(option.long ?? '');
  const suggestions = plainSuggestions(row?.choices ?? []);
  if (row?.isList === true) {
    const at = base.typed.lastIndexOf(',') + 1;
    return {
      ...base,
      typed: base.typed.slice(at),
      lead: base.lead + base.typed.slice(0, at),
      suggestions,
    };
  }
  if (option.flags.endsWith('<file>')) return { ...base, suggestions, isFile: true };
  const general = allSettings.find(flag => flag.flag === option.flags && !isSwitch(flag));
  return general === undefined
    ? { ...base, suggestions }
    : { ...base, suggestions, known: { name: general.name, ids: {} } };
}

const topicSuggestions: readonly Suggestion[] = Object.entries(topics).map(([value, about]) => ({
  value,
  about,
}));

/** Completes an argument: another command, a place, or a record. */
function wordCompletion(
  { command, row, words }: ParsedLine,
  base: CompletionBase,
  rows: readonly CommandRow[],
): Completion {
  const suggestions = words.length > 0 ? [] : commandSuggestions(command, base.typed, rows);
  if (command.parent === null)
    return words.length > 0
      ? { ...base, suggestions }
      : { ...base, suggestions, known: { name: 'place', ids: {} } };
  if (row === undefined || row.below.length > 0 || words.length >= row.most) return { ...base, suggestions };
  const names = namesOf(row);
  const at = Math.min(words.length, names.length - 1);
  const name = names[at];
  const chosen = words.length === 0 ? plainSuggestions(row.choices ?? []) : [];
  if (name === undefined) return { ...base, suggestions: chosen };
  if (name === 'place') return { ...base, suggestions: chosen, known: { name: 'record', ids: {} } };
  const ids = Object.fromEntries(names.slice(0, at).map((each, index) => [each, words[index] ?? '']));
  return { ...base, suggestions: chosen, known: { name, ids } };
}

/** Returns the possible completions of the last word. Never throws. */
export function completionAt({ program, rows }: CompletionTree, words: readonly string[]): Completion {
  const typed = words.at(-1) ?? '';
  const isHelp = words.length > 1 && words[0] === 'help';
  const before = words.slice(isHelp ? 1 : 0, -1);
  const ordered = normalise(before, rows);
  const line: ParsedLine = { command: program, row: undefined, words: [], pending: undefined, given: {} };
  for (const word of typeof ordered === 'string' ? [] : ordered) parseWord(line, word, rows);
  const base = { typed, lead: '', given: line.given };
  if (line.pending !== undefined) return flagValueCompletion(line.pending, line, base);
  if (typeof ordered === 'string') return { ...base, suggestions: [] };
  const [, flag, value] = /^(--[\w-]+)=(.*)$/s.exec(typed) ?? [];
  const option = flag === undefined ? undefined : optionOf(line.command, flag);
  if (option !== undefined)
    return flagValueCompletion(option, line, { ...base, typed: value ?? '', lead: `${flag}=` });
  if (typed.startsWith('-')) return { ...base, suggestions: flagSuggestions(line.command) };
  return isHelp && before.length === 0
    ? { ...base, suggestions: [...commandSuggestions(program, typed, rows), ...topicSuggestions] }
    : wordCompletion(line, base, rows);
}
