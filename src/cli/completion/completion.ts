import type { Command, Option } from 'commander';
import { allSettings, type FlagValues, flagName, isSwitch, type Setting } from '../../config/options.ts';
import { topics } from '../../help/topics.ts';
import type { CommandRow, FlagRow } from '../arguments/command-row.ts';
import { normalise } from '../arguments/normalise.ts';

/** Something that may stand in the place of a word, and a few words about it. */
export type Suggestion = { readonly value: string; readonly about: string };

/** What may stand at the end of a command line. */
export type Completion = {
  /** What an offer has to begin with, and what stands before it in the same word. */
  readonly typed: string;
  readonly lead: string;
  readonly offers: readonly Suggestion[];
  /** Also what is known on this machine under this name, below the ids that were typed before it. */
  readonly known?: { readonly name: string; readonly ids: Readonly<Record<string, string>> };
  /** Any file. */
  readonly isFile?: true;
  /** The general flags on the line: they say which server is meant. */
  readonly given: FlagValues;
};

type CompletionTree = { readonly program: Command; readonly rows: readonly CommandRow[] };

/** How far the words before the last one lead. */
type ParsedLine = {
  command: Command;
  row: CommandRow | undefined;
  readonly words: string[];
  /** The flag whose value comes next. */
  pending: Option | undefined;
  given: FlagValues;
};

const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** The flag of a command that a word is, with the general ones. */
function optionOf(command: Command, word: string): Option | undefined {
  const found = command.options.find(({ long, short }) => word === long || word === short);
  return found ?? (command.parent === null ? undefined : optionOf(command.parent, word));
}

function withFlag(given: FlagValues, option: Option, value: string | boolean): FlagValues {
  const name = option.attributeName();
  return allSettings.some(flag => flag.name === name) ? { ...given, [name]: value } : given;
}

function parseFlag(way: ParsedLine, word: string): void {
  const [name = '', ...value] = word.split('=');
  const option = optionOf(way.command, name);
  if (option === undefined) return;
  if (!takesValue(option)) way.given = withFlag(way.given, option, !option.negate);
  else if (word.includes('=')) way.given = withFlag(way.given, option, value.join('='));
  else way.pending = option;
}

function parseWord(way: ParsedLine, word: string, rows: readonly CommandRow[]): void {
  if (way.pending !== undefined) {
    way.given = withFlag(way.given, way.pending, word);
    way.pending = undefined;
    return;
  }
  if (word.startsWith('-') && word !== '-') return parseFlag(way, word);
  const isCalled = (each: Command): boolean => each.name() === word || each.aliases().includes(word);
  const below = way.words.length > 0 ? undefined : way.command.commands.find(isCalled);
  if (below === undefined) {
    way.words.push(word);
    return;
  }
  way.row = (way.row?.below ?? rows).find(({ name }) => name === below.name());
  way.command = below;
}

/** The words of a usage, `<botId> <issueId...>`, by their names. */
const namesOf = ({ words }: CommandRow): readonly string[] =>
  [...words.matchAll(/[<[](\w+)/g)].map(([, name = '']) => name);

const plainSuggestions = (values: readonly string[]): readonly Suggestion[] =>
  values.map(value => ({ value, about: '' }));

/** The commands below one; where none begins with what was typed, also their other words, and verbs of one noun alone. */
function commandSuggestions(
  command: Command,
  typed: string,
  rows: readonly CommandRow[],
): readonly Suggestion[] {
  const below = command.createHelp().visibleCommands(command);
  const names = below.map(each => ({ value: each.name(), about: each.description() }));
  if (typed === '' || names.some(({ value }) => value.startsWith(typed))) return names;
  const aliases = below.flatMap(each =>
    each.aliases().map(alias => ({ value: alias, about: each.description() })),
  );
  const verbs = command.parent === null ? rows.flatMap(row => row.below) : [];
  const words = verbs.flatMap(({ name, aliases: others }) => [name, ...others]);
  const alone = words.filter(word => typeof normalise([word], rows) !== 'string');
  return [...names, ...aliases, ...plainSuggestions(alone)];
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

/** The value of a flag: one of its choices, a file, or what is known by its name. */
function flagValueCompletion(option: Option, way: ParsedLine, place: CompletionBase): Completion {
  const row: Pick<FlagRow, 'choices' | 'isList'> | undefined =
    way.row?.flags.find(each => each.flag === option.flags) ?? flagNamed(option.long ?? '');
  const offers = plainSuggestions(row?.choices ?? []);
  if (row?.isList === true) {
    const at = place.typed.lastIndexOf(',') + 1;
    return { ...place, typed: place.typed.slice(at), lead: place.lead + place.typed.slice(0, at), offers };
  }
  if (option.flags.endsWith('<file>')) return { ...place, offers, isFile: true };
  const general = allSettings.find(flag => flag.flag === option.flags && !isSwitch(flag));
  return general === undefined
    ? { ...place, offers }
    : { ...place, offers, known: { name: general.name, ids: {} } };
}

const topicSuggestions: readonly Suggestion[] = Object.entries(topics).map(([value, about]) => ({
  value,
  about,
}));

/** A word of a command: another command, a place, or one of the records it is about. */
function wordCompletion(
  { command, row, words }: ParsedLine,
  place: CompletionBase,
  rows: readonly CommandRow[],
): Completion {
  const offers = words.length > 0 ? [] : commandSuggestions(command, place.typed, rows);
  if (command.parent === null)
    return words.length > 0 ? { ...place, offers } : { ...place, offers, known: { name: 'place', ids: {} } };
  if (row === undefined || row.below.length > 0 || words.length >= row.most) return { ...place, offers };
  const names = namesOf(row);
  const at = Math.min(words.length, names.length - 1);
  const name = names[at];
  const chosen = words.length === 0 ? plainSuggestions(row.choices ?? []) : [];
  if (name === undefined) return { ...place, offers: chosen };
  const ids = Object.fromEntries(names.slice(0, at).map((each, index) => [each, words[index] ?? '']));
  return { ...place, offers: chosen, known: { name, ids } };
}

/** What may stand in the place of the last of these words. Never throws. */
export function completionAt({ program, rows }: CompletionTree, words: readonly string[]): Completion {
  const typed = words.at(-1) ?? '';
  const isHelp = words.length > 1 && words[0] === 'help';
  const before = words.slice(isHelp ? 1 : 0, -1);
  const ordered = normalise(before, rows);
  const way: ParsedLine = { command: program, row: undefined, words: [], pending: undefined, given: {} };
  for (const word of typeof ordered === 'string' ? [] : ordered) parseWord(way, word, rows);
  const place = { typed, lead: '', given: way.given };
  if (way.pending !== undefined) return flagValueCompletion(way.pending, way, place);
  if (typeof ordered === 'string') return { ...place, offers: [] };
  const [, flag, value] = /^(--[\w-]+)=(.*)$/s.exec(typed) ?? [];
  const option = flag === undefined ? undefined : optionOf(way.command, flag);
  if (option !== undefined)
    return flagValueCompletion(option, way, { ...place, typed: value ?? '', lead: `${flag}=` });
  if (typed.startsWith('-')) return { ...place, offers: flagSuggestions(way.command) };
  return isHelp && before.length === 0
    ? { ...place, offers: [...commandSuggestions(program, typed, rows), ...topicSuggestions] }
    : wordCompletion(way, place, rows);
}
