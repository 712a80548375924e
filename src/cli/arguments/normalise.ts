import { allSettings, isSwitch } from '../../config/options.ts';
import { isTopic, topicNames } from '../../help/topics.ts';
import { clean, type SafeText, safe, shortText } from '../../text/sanitise.ts';
import { nearestWord } from '../../text/suggest.ts';
import type { CommandRow } from './command-row.ts';

/** The place of the first word that is no flag and no flag's value. */
function firstWord(argv: readonly string[]): number {
  const valued = allSettings.filter(row => !isSwitch(row)).map(({ flag }) => flag.split(' ')[0]);
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (!word.startsWith('-')) return at;
    if (valued.includes(word)) at++;
  }
  return argv.length;
}

const isCalled = ({ name, aliases }: CommandRow, word: string | undefined): boolean =>
  word !== undefined && (name === word || aliases.includes(word));

/** The nouns that have a command of this name or alias; none where it is a word of its own. */
function ownersOf(word: string | undefined, rows: readonly CommandRow[]): readonly CommandRow[] {
  if (rows.some(row => isCalled(row, word))) return [];
  return rows.filter(({ below }) => below.some(row => isCalled(row, word)));
}

/** The commands that are in no row. */
const UNLISTED = ['serve', 'help'];

/** Suggests the nearest command, or another of the known words, as a sentence behind another; empty where none is near. */
function suggestion(word: string, rows: readonly CommandRow[], others: readonly string[] = []): string {
  const names = rows.flatMap(({ name, below }) => [name, ...below.map(each => each.name)]);
  // Of the shortest ones any short word would be near.
  const near = nearestWord(
    word,
    [...names, ...UNLISTED, ...others].filter(name => name.length > 2),
  );
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** Returns that a noun has no command of a name, with the nearest it has. */
export function unknownVerb(verb: string, { name, below }: CommandRow): string {
  const names = below.flatMap(each => [each.name, ...each.aliases]);
  const near = nearestWord(verb, names);
  const verbs = below.map(each => each.name).join(', ');
  return `"${verb}" is no command of ${name}: there are ${verbs}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
}

/** Suggests what a single word lacks to be a command: a verb or some letters; undefined where nothing is near. */
export function commandHint(word: string, rows: readonly CommandRow[]): SafeText | undefined {
  const noun = shortText(word);
  if (rows.some(row => row.name === word))
    return safe`${noun} what? botscope ${noun} --help lists what there is`;
  const near = suggestion(word, rows);
  return near === '' ? undefined : safe`"${noun}" is no command and no place.${clean(near)}`;
}

/** Returns true if a word with more words behind it is neither a command nor a place. */
const isUnknownCommand = (word: string, next: string | undefined, rows: readonly CommandRow[]): boolean =>
  next?.startsWith('-') === false &&
  !/[/?]/.test(word) &&
  !UNLISTED.includes(word) &&
  !rows.some(row => isCalled(row, word));

/** Returns the words whose help is wanted: those behind `help`, or a noun with `help` behind it; else none. */
function wordsForHelp(
  [first, second, ...rest]: readonly string[],
  rows: readonly CommandRow[],
): readonly string[] {
  if (first === 'help') return second === undefined ? [] : [second, ...rest];
  const isNoun = rows.some(row => isCalled(row, first) && row.below.length > 0);
  return isNoun && second === 'help' && first !== undefined ? [first, ...rest] : [];
}

/** Returns words whose help is asked for as the parser takes them, or what is wrong with them. */
function helpArguments(words: readonly string[], rows: readonly CommandRow[]): readonly string[] | string {
  const [word = '', verb] = words;
  if (word.startsWith('-')) return [...words, '--help'];
  if (isTopic(word)) return ['help', ...words];
  const row = rows.find(each => isCalled(each, word));
  const isVerb = verb !== undefined && !verb.startsWith('-') && row !== undefined && row.below.length > 0;
  if (isVerb && !row.below.some(each => isCalled(each, verb))) return unknownVerb(verb, row);
  const isKnown = row !== undefined || UNLISTED.includes(word) || ownersOf(word, rows).length > 0;
  if (isKnown) return normalise([...words, '--help'], rows);
  return `Unknown command or topic: ${word}.${suggestion(word, rows, topicNames)}`;
}

/**
 * Returns what was typed as the parser takes it: `help bots get` and `bots help get` as `bots get --help`, and
 * `health` as `bots health`, as no other noun has it. A text: what is wrong with it.
 */
export function normalise(argv: readonly string[], rows: readonly CommandRow[]): readonly string[] | string {
  const at = firstWord(argv);
  const before = argv.slice(0, at);
  const words = argv.slice(at);
  const helped = wordsForHelp(words, rows);
  if (helped.length > 0) {
    const help = helpArguments(helped, rows);
    return typeof help === 'string' ? help : [...before, ...help];
  }
  const [word, next] = words;
  if (word === undefined) return argv;
  if (word === 'help' && next === undefined) return [...before, '--help'];
  const owners = ownersOf(word, rows);
  const [only, second] = owners;
  if (only === undefined)
    return isUnknownCommand(word, next, rows) ? `"${word}" is no command.${suggestion(word, rows)}` : argv;
  if (second === undefined) return [...before, only.name, ...words];
  if (next === '--help' || next === '-h') return [...before, next];
  return `${word} what? There are ${owners.map(({ name }) => `botscope ${name} ${word}`).join(', ')}.`;
}
