import { shellWord } from '../../text/shell-word.ts';
import { nearestWord } from '../../text/suggest.ts';
import type { CommandRow } from './command-row.ts';

/** Verbs of other tools, and ours. */
const VERBS: ReadonlyMap<string | undefined, string> = new Map([
  ['describe', 'get'],
  ['view', 'get'],
  ['inspect', 'get'],
  ['list', 'ls'],
  ['remove', 'delete'],
  ['destroy', 'delete'],
  ['check', 'diagnose'],
]);

/** Commands of other tools, and ours. */
const COMMANDS: Readonly<Record<string, string>> = {
  'auth login': 'login',
  'auth status': 'whoami',
  'config view': 'config explain',
  'profiles ls': 'profiles',
  'profiles list': 'profiles',
};

export const isCalled = ({ name, aliases }: CommandRow, word: string | undefined): boolean =>
  word !== undefined && (name === word || aliases.includes(word));

const isFlag = (word: string): boolean => word.startsWith('-');

/** Returns the verb of a noun that a word means: its own, that of another tool, or the nearest. */
function verbOf({ below }: CommandRow, word: string): string | undefined {
  const meant = VERBS.get(word) ?? word;
  const names = below.flatMap(({ name, aliases }) => [name, ...aliases]);
  // `ls` is near to `rm`: a delete must not be suggested for a list.
  const near = nearestWord(
    word,
    names.filter(name => name.length > 2),
  );
  const row = below.find(each => isCalled(each, meant)) ?? below.find(each => isCalled(each, near));
  return row?.name;
}

/** Returns a hint at our commands for a verb of another tool without a noun, `describe`. */
export function lonelyVerbSlip(word: string | undefined, rows: readonly CommandRow[]): string | undefined {
  const meant = VERBS.get(word);
  const nouns = rows.filter(({ below }) => below.some(row => isCalled(row, meant)));
  const commands = nouns.map(({ name }) => `botscope ${name} ${meant}`);
  return commands.length === 0 ? undefined : `Did you mean: ${commands.join(', ')}`;
}

/** Returns the words for a verb and what follows it. `get` without an id is `ls`, as in kubectl. */
function wordsFor(row: CommandRow, verb: string, rest: readonly string[]): readonly string[] {
  const [first = ''] = rest;
  const hasId = first !== '' && !isFlag(first);
  const isList = verb === 'get' && !hasId && row.below.some(({ name }) => name === 'ls');
  return [row.name, isList ? 'ls' : verb, ...rest];
}

/** Returns the question whether a command line was meant. */
export const didYouMean = (words: readonly string[]): string =>
  `Did you mean: botscope ${words.map(shellWord).join(' ')}`;

/** Returns our command for one of another tool, `auth login`; undefined if it is none. */
function otherCommand([first, second, ...rest]: readonly string[]): readonly string[] | undefined {
  const ours = COMMANDS[`${first} ${second}`];
  return ours === undefined ? undefined : [...ours.split(' '), ...rest];
}

/** Returns the command that a noun with an unknown verb means; undefined if no verb is near. */
export function verbSlip(
  [word = '', ...rest]: readonly string[],
  row: CommandRow,
): readonly string[] | undefined {
  const other = otherCommand([row.name, word, ...rest]);
  if (other !== undefined) return other;
  const verb = verbOf(row, word);
  return verb === undefined ? undefined : wordsFor(row, verb, rest);
}

/**
 * Returns the command that words in the order or with the words of other tools mean: `get bot x`, `describe
 * bot/x`, `auth login`. Undefined if they mean none.
 */
export function commandSlip(
  words: readonly string[],
  rows: readonly CommandRow[],
): readonly string[] | undefined {
  const [first = '', second = '', ...rest] = words;
  const other = otherCommand(words);
  if (other !== undefined) return other;
  // A place of two parts holds an id; a longer one, `bot/x/issues/y`, is given as it is.
  const parts = second.split('/');
  const noun = parts.at(-2) ?? second;
  const id = parts.length > 2 ? second : parts[1];
  const row = rows.find(each => each.below.length > 0 && isCalled(each, noun));
  if (row === undefined || isFlag(second)) return undefined;
  const meant = VERBS.get(first) ?? first;
  const verb = row.below.find(each => isCalled(each, meant));
  return verb && wordsFor(row, verb.name, [...(id === undefined ? [] : [id]), ...rest]);
}

/** Returns the command for a noun that a flag of its `ls` follows, `bots -o json`; else undefined. */
export function listSlip(
  [, flag = '', ...rest]: readonly string[],
  { name, below }: CommandRow,
): readonly string[] | undefined {
  const [long = ''] = flag.split('=', 1);
  const list = below.find(row => row.name === 'ls');
  const isOfList = list?.flags.some(row => row.flag.split(/,? /).includes(long));
  return isOfList === true ? [name, 'ls', flag, ...rest] : undefined;
}
