import { allSettings } from '../../config/settings.ts';
import { isTopic, topicNames } from '../../help/topics.ts';
import { clean, type SafeText, safe, shortText } from '../../text/sanitise.ts';
import { nearestWord, shellWord } from '../../text/words.ts';
import { ourWord } from './other-tools.ts';
import { type CommandRow, type FlagsOfRow, findRow, HELP_FLAG, tokenise, VERSION_FLAG } from './parse.ts';

/** Commands without a row here, and the words for help. */
const UNLISTED = ['serve', 'help'];

type Rows = readonly CommandRow[];
type Words = readonly string[];

const isFlag = (word: string | undefined) => word?.startsWith('-') === true;
const isPlaceText = (word: string | undefined) => /[/?]/.test(word ?? '');
const namesIn = (rows: Rows): Words => rows.map(({ name }) => name);
const didYouMean = (words: Words) => `Did you mean: botscope ${words.map(shellWord).join(' ')}`;

/** Names of one or two letters would be near to any short word: `ls` to `rm`, a list to a delete. */
const nearestName = (word: string, names: Words): string | undefined =>
  nearestWord(
    word,
    names.filter(name => name.length > 2),
  );

const flagNameOf = (word: string) => word.split('=', 1)[0] ?? '';

const hasFlag = ({ flags }: FlagsOfRow, word: string) =>
  flags.some(({ flag }) => flag.split(/[ ,]+/).includes(flagNameOf(word)));

function earlyFlagProblem(argv: Words, word: string, rows: Rows): string | undefined {
  const name = flagNameOf(word);
  const paths = rows.flatMap(row => [
    ...(hasFlag(row, word) ? [[row.name]] : []),
    ...row.below.filter(each => hasFlag(each, word)).map(each => [row.name, each.name]),
  ]);
  const typed = paths.find(path => path.every(each => argv.includes(each))) ?? ['<command>'];
  if (paths.length === 0) return undefined;
  return `${name} goes behind the command: botscope ${typed.join(' ')} ${name}`;
}

const ownersOf = (word: string | undefined, rows: Rows): Rows =>
  findRow(rows, word) === undefined ? rows.filter(({ below }) => findRow(below, word) !== undefined) : [];

function suggestion(word: string, rows: Rows, others: Words = []) {
  const names = rows.flatMap(({ name, below }) => [name, ...namesIn(below)]);
  const near = nearestName(word, [...names, ...UNLISTED, ...others]);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** Explains a verb of another tool without a noun, `describe`. */
function lonelyVerbHint(word: string | undefined, rows: Rows): string | undefined {
  const meant = ourWord('verb', word);
  const nouns = rows.filter(({ below }) => findRow(below, meant) !== undefined);
  const commands = nouns.map(({ name }) => `botscope ${name} ${meant}`);
  return commands.length === 0 ? undefined : `Did you mean: ${commands.join(', ')}`;
}

/** `get` without an id is `ls`, as in kubectl. */
function wordsFor({ name, below }: CommandRow, verb: CommandRow, rest: Words): Words {
  const isList = verb.name === 'get' && isFlag(rest[0] || '-') && findRow(below, 'ls') !== undefined;
  return [name, isList ? 'ls' : verb.name, ...rest];
}

function otherCommand(words: Words): Words | undefined {
  for (const count of [2, 1]) {
    const ours = ourWord('command', words.slice(0, count).join(' '));
    if (ours !== undefined) return [...ours.split(' '), ...words.slice(count)];
  }
  return undefined;
}

/** Suggests the command that is meant, with the flags `before` it, else the verbs of its noun. */
export function unknownVerb([word = '', ...rest]: Words, row: CommandRow, before: Words = []): string {
  const { name, below } = row;
  const near = nearestName(
    word,
    below.flatMap(each => [each.name, ...each.aliases]),
  );
  const verb = findRow(below, ourWord('verb', word) ?? word) ?? findRow(below, near);
  const meant = otherCommand([name, word, ...rest]) ?? (verb && wordsFor(row, verb, rest));
  const hint = meant ? didYouMean([...before, ...meant]) : `${name} has: ${namesIn(below).join(', ')}.`;
  return `Unknown command: ${name} ${word}. ${hint}`;
}

/** Undefined for the text of a place. */
export function commandHint(word: string, rows: Rows): SafeText | undefined {
  const noun = shortText(word);
  if (rows.some(row => row.name === word)) return safe`${noun} needs a command. See botscope ${noun} --help`;
  const near = suggestion(word, rows);
  if (near === '' && isPlaceText(word)) return undefined;
  return safe`Unknown command or place: ${noun}.${clean(near)}`;
}

/** Words in another order or of another tool: `get bot x`, `describe bot/x`, `auth login`. */
function meantCommand(words: Words, rows: Rows): Words | undefined {
  const [first = '', second = '', ...rest] = words;
  // A place of two parts holds an id; a longer one, `bot/x/issues/y`, is given as it is.
  const parts = second.split('/');
  const id = parts.length > 2 ? second : parts[1];
  const row = isFlag(second) ? undefined : findRow(rows, parts.at(-2) ?? second);
  const verb = row && findRow(row.below, ourWord('verb', first) ?? first);
  return otherCommand(words) ?? (verb && wordsFor(row, verb, id === undefined ? rest : [id, ...rest]));
}

/** Undefined if the words may be our command. */
function slipProblem(words: Words, rows: Rows, before: Words): string | undefined {
  const [word, next] = words;
  const row = findRow(rows, word);
  if (row !== undefined && row.below.length > 0) {
    const { name, below } = row;
    if (next === undefined || findRow(below, next) !== undefined) return undefined;
    if (!isFlag(next)) return unknownVerb(words.slice(1), row, before);
    const list = findRow(below, 'ls');
    if (list === undefined || !hasFlag(list, next)) return undefined;
    return `${word} needs a command. ${didYouMean([...before, name, 'ls', ...words.slice(1)])}`;
  }
  const owners = ownersOf(word, rows);
  // A verb that only one noun has takes a place, too.
  if (isPlaceText(next) && owners.length === 1) return undefined;
  const meant = meantCommand(words, rows);
  if (meant !== undefined)
    return `Unknown command: ${words.slice(0, 2).join(' ')}. ${didYouMean([...before, ...meant])}`;
  const lonely = owners.length > 0 ? undefined : lonelyVerbHint(word, rows);
  return lonely && `Unknown command: ${word}. ${lonely}`;
}

function helpArguments(words: Words, rows: Rows): Words | string {
  const [word = '', verb] = words;
  if (isFlag(word)) return [...words, '--help'];
  if (isTopic(word)) return ['help', ...words];
  const row = findRow(rows, word);
  const isVerb = verb !== undefined && !isFlag(verb) && row !== undefined && row.below.length > 0;
  if (isVerb && findRow(row.below, verb) === undefined) return unknownVerb([verb], row);
  const isKnown = row !== undefined || UNLISTED.includes(word) || ownersOf(word, rows).length > 0;
  if (isKnown) return normalise([...words, '--help'], rows);
  const lonely = lonelyVerbHint(word, rows);
  const hint = lonely === undefined ? suggestion(word, rows, topicNames) : ` ${lonely}`;
  return `Unknown command or topic: ${word}.${hint}`;
}

function withNoun(words: Words, rows: Rows): Words | string {
  const [word = '', next] = words;
  const owners = ownersOf(word, rows);
  if (owners.length === 1) return [...namesIn(owners), ...words];
  const help = next === '--help' || next === '-h' ? ` ${next}` : '';
  const commands = owners.map(({ name }) => `botscope ${name} ${word}${help}`);
  if (commands.length > 0) return `${word} needs a noun: ${commands.join(', ')}.`;
  const isKnown = UNLISTED.includes(word) || findRow(rows, word) !== undefined || isPlaceText(word);
  if (isKnown || next === undefined || isFlag(next)) return words;
  return `Unknown command: ${word}.${suggestion(word, rows)}`;
}

const LEADING = { flags: [HELP_FLAG, VERSION_FLAG, ...allSettings] };

/** `help bots get` becomes `bots get --help`, and `health` gets its only noun. Returns an error as text. */
export function normalise(argv: Words, rows: Rows): Words | string {
  const first = tokenise({ flags: [] }, argv).find(({ kind }) => kind === 'positional');
  const before = argv.slice(0, first?.index);
  const words = argv.slice(before.length);
  // The word after a mistyped flag may be its value, so the parser reports the flag.
  const unknown = before.find(word => isFlag(word) && !hasFlag(LEADING, word));
  if (unknown !== undefined) return earlyFlagProblem(argv, unknown, rows) ?? argv;
  const [word, next, ...rest] = words;
  if (word === undefined || word === '-') return argv;
  if (word === 'help' && next === undefined) return [...before, '--help'];
  const isNounHelp = next === 'help' && (findRow(rows, word)?.below.length ?? 0) > 0;
  const problem = word === 'help' || isNounHelp ? undefined : slipProblem(words, rows, before);
  if (problem !== undefined) return problem;
  const helped = word === 'help' ? words.slice(1) : [word, ...rest];
  const meant = word === 'help' || isNounHelp ? helpArguments(helped, rows) : withNoun(words, rows);
  return typeof meant === 'string' ? meant : [...before, ...meant];
}
