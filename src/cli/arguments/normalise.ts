import { allSettings, flagName, isSwitch } from '../../config/options.ts';
import { isTopic, topicNames } from '../../help/topics.ts';
import { clean, type SafeText, safe, shortText } from '../../text/sanitise.ts';
import { nearestWord } from '../../text/suggest.ts';
import type { CommandRow } from './command-row.ts';
import { commandSlip, didYouMean, isCalled, listSlip, lonelyVerbSlip, verbSlip } from './slips.ts';

/** Returns the index of the first word that is neither a flag nor the value of one. */
function firstWord(argv: readonly string[]): number {
  const valued = allSettings.filter(row => !isSwitch(row)).map(({ flag }) => flag.split(' ')[0]);
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (!word.startsWith('-')) return at;
    if (valued.includes(word)) at++;
  }
  return argv.length;
}

/** Flags that may stand before a command. */
const LEADING: ReadonlySet<string> = new Set([
  ...allSettings.map(flagName),
  '--help',
  '-h',
  '--version',
  '-V',
]);

/** Returns true for a mistyped flag, which the parser reports: the word after it may be its value. */
const isUnknownFlag = (word: string): boolean =>
  word.startsWith('-') && !LEADING.has(word.split('=', 1)[0] ?? '');

/** Returns the error of a command's flag before the command; undefined if no command has the flag. */
function earlyFlagProblem(
  argv: readonly string[],
  word: string,
  rows: readonly CommandRow[],
): string | undefined {
  const [name = ''] = word.split('=', 1);
  const owners = rows.flatMap(row =>
    [row, ...row.below]
      .filter(({ flags }) => flags.some(({ flag }) => flag.split(/[ ,]+/).includes(name)))
      .map(owner => (owner === row ? [row.name] : [row.name, owner.name])),
  );
  const typed = owners.find(path => path.every(each => argv.includes(each))) ?? ['<command>'];
  return owners.length === 0
    ? undefined
    : `${name} goes behind the command: botscope ${typed.join(' ')} ${name}`;
}

/** Returns the nouns that have a command of this name or alias; none if the word is a command itself. */
function ownersOf(word: string | undefined, rows: readonly CommandRow[]): readonly CommandRow[] {
  if (rows.some(row => isCalled(row, word))) return [];
  return rows.filter(({ below }) => below.some(row => isCalled(row, word)));
}

const isPlaceText = (word: string): boolean => /[/?]/.test(word);

const UNLISTED = ['serve', 'help'];

/** Returns the sentence that suggests the nearest command or other known word; empty if none is near. */
function suggestion(word: string, rows: readonly CommandRow[], others: readonly string[] = []): string {
  const names = rows.flatMap(({ name, below }) => [name, ...below.map(each => each.name)]);
  // Names of one or two letters would be near to any short word.
  const near = nearestWord(
    word,
    [...names, ...UNLISTED, ...others].filter(name => name.length > 2),
  );
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/**
 * Returns the error of an unknown verb and what follows it: the command it means, with the flags `before` it,
 * else the verbs of its noun.
 */
export function unknownVerb(
  words: readonly string[],
  row: CommandRow,
  before: readonly string[] = [],
): string {
  const { name, below } = row;
  const meant = verbSlip(words, row);
  const hint =
    meant === undefined
      ? `${name} has: ${below.map(each => each.name).join(', ')}.`
      : didYouMean([...before, ...meant]);
  return `Unknown command: ${name} ${words[0]}. ${hint}`;
}

/** Returns why a word is neither a command nor a place; undefined for the text of a place. */
export function commandHint(word: string, rows: readonly CommandRow[]): SafeText | undefined {
  const noun = shortText(word);
  if (rows.some(row => row.name === word)) return safe`${noun} needs a command. See botscope ${noun} --help`;
  const near = suggestion(word, rows);
  return near === '' && isPlaceText(word)
    ? undefined
    : safe`Unknown command or place: ${noun}.${clean(near)}`;
}

/** Returns true if a word followed by other words is neither a command nor a place. */
const isUnknownCommand = (word: string, next: string | undefined, rows: readonly CommandRow[]): boolean =>
  next?.startsWith('-') === false &&
  !isPlaceText(word) &&
  !UNLISTED.includes(word) &&
  !rows.some(row => isCalled(row, word));

/** Returns the words whose help is wanted: those after `help`, or a noun followed by `help`; else none. */
function wordsForHelp(
  [first, second, ...rest]: readonly string[],
  rows: readonly CommandRow[],
): readonly string[] {
  if (first === 'help') return second === undefined ? [] : [second, ...rest];
  const isNoun = rows.some(row => isCalled(row, first) && row.below.length > 0);
  return isNoun && second === 'help' && first !== undefined ? [first, ...rest] : [];
}

/** Returns the words whose help is wanted in the form of the parser, or an error. */
function helpArguments(words: readonly string[], rows: readonly CommandRow[]): readonly string[] | string {
  const [word = '', verb] = words;
  if (word.startsWith('-')) return [...words, '--help'];
  if (isTopic(word)) return ['help', ...words];
  const row = rows.find(each => isCalled(each, word));
  const isVerb = verb !== undefined && !verb.startsWith('-') && row !== undefined && row.below.length > 0;
  if (isVerb && !row.below.some(each => isCalled(each, verb))) return unknownVerb([verb], row);
  const isKnown = row !== undefined || UNLISTED.includes(word) || ownersOf(word, rows).length > 0;
  if (isKnown) return normalise([...words, '--help'], rows);
  const lonely = lonelyVerbSlip(word, rows);
  const hint = lonely === undefined ? suggestion(word, rows, topicNames) : ` ${lonely}`;
  return `Unknown command or topic: ${word}.${hint}`;
}

/** Returns the error of words that only another tool knows; undefined if they may be our command. */
function slipProblem(
  words: readonly string[],
  rows: readonly CommandRow[],
  before: readonly string[],
): string | undefined {
  const [word, next] = words;
  const noun = rows.find(row => row.below.length > 0 && isCalled(row, word));
  const isVerb = next === undefined || next.startsWith('-') || noun?.below.some(row => isCalled(row, next));
  if (noun !== undefined && !isVerb) return unknownVerb(words.slice(1), noun, before);
  const list = noun && listSlip(words, noun);
  if (list !== undefined) return `${word} needs a command. ${didYouMean([...before, ...list])}`;
  if (noun !== undefined) return undefined;
  const owners = ownersOf(word, rows);
  // A verb that only one noun has takes a place, too.
  if (isPlaceText(next ?? '') && owners.length === 1) return undefined;
  const meant = commandSlip(words, rows);
  if (meant !== undefined) return `Unknown command: ${word} ${next}. ${didYouMean([...before, ...meant])}`;
  const lonely = owners.length > 0 ? undefined : lonelyVerbSlip(word, rows);
  return lonely && `Unknown command: ${word}. ${lonely}`;
}

/**
 * Returns a command line in the form of the parser: `help bots get` and `bots help get` become `bots get
 * --help`, and a verb of one noun alone, like `health`, gets its noun. Text means an error.
 */
export function normalise(argv: readonly string[], rows: readonly CommandRow[]): readonly string[] | string {
  const at = firstWord(argv);
  const before = argv.slice(0, at);
  const words = argv.slice(at);
  const unknown = before.find(isUnknownFlag);
  if (unknown !== undefined) return earlyFlagProblem(argv, unknown, rows) ?? argv;
  const helped = wordsForHelp(words, rows);
  if (helped.length > 0) {
    const help = helpArguments(helped, rows);
    return typeof help === 'string' ? help : [...before, ...help];
  }
  const [word, next] = words;
  if (word === undefined) return argv;
  if (word === 'help' && next === undefined) return [...before, '--help'];
  const problem = slipProblem(words, rows, before);
  if (problem !== undefined) return problem;
  const owners = ownersOf(word, rows);
  const [only, second] = owners;
  if (only === undefined)
    return isUnknownCommand(word, next, rows) ? `Unknown command: ${word}.${suggestion(word, rows)}` : argv;
  if (second === undefined) return [...before, only.name, ...words];
  const help = next === '--help' || next === '-h' ? ` ${next}` : '';
  return `${word} needs a noun: ${owners.map(({ name }) => `botscope ${name} ${word}${help}`).join(', ')}.`;
}
