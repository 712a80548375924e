import { parseArgs } from 'node:util';
import { allSettings, type FlagValues } from '../../config/settings.ts';
import { nearestWord } from '../../text/words.ts';
import { ourWord } from './other-tools.ts';

export type FlagRow = Readonly<{
  /** As the help shows it: `-o, --output <format>`, `--no-headers`. */
  flag: string;
  help: string;
  name?: keyof FlagValues;
  choices?: readonly string[];
  /** Accepted, but no longer shown. */
  former?: readonly string[];
  /** Several choices, separated by commas, and other values that its command knows. */
  isList?: true;
  /** A value may begin with a minus. */
  isReversible?: true;
  /** Repeated values are joined by line ends. */
  isRepeated?: true;
  words?: readonly (readonly [word: string, help: string])[];
  problem?: (text: string) => string | undefined;
  /** Accepted everywhere, shown only where the explorer starts. */
  isOfExplorer?: boolean;
}>;

/** Parser, help, completion and documents read these rows. A noun has commands below it. */
export type CommandRow = Readonly<{
  name: string;
  aliases: readonly string[];
  help: string;
  /** As the usage shows them; there are at most `most`. */
  words: string;
  most: number;
  wordHelp?: readonly (readonly [word: string, help: string])[];
  choices?: readonly string[];
  flags: readonly FlagRow[];
  /** It takes no general flags. */
  isApart?: true;
  examples: readonly string[];
  /** The end of its help. Default: where the general flags are. */
  notes?: string;
  below: readonly CommandRow[];
}>;

export const plainRow = { aliases: [], words: '', most: 0, flags: [], below: [] };

export type ShortRow = Omit<CommandRow, keyof typeof plainRow> & Partial<CommandRow>;

export type CommandFlags = Readonly<Record<string, string | true | undefined>>;

/** `path`: the names of its row and of the rows above it. */
export type TypedCommand = Readonly<{
  path: readonly string[];
  words: readonly string[];
  values: CommandFlags;
}>;

export const findRow = (rows: readonly CommandRow[], word = ''): CommandRow | undefined =>
  rows.find(({ name, aliases }) => name === word || aliases.includes(word));

export const longName = ({ flag }: Pick<FlagRow, 'flag'>) => /--[\w-]+/.exec(flag)?.[0] ?? '';

export const takesValue = ({ flag }: FlagRow) => flag.includes('<');

export type FlagsOfRow = Pick<CommandRow, 'flags' | 'isApart'>;

/** Those that the row does not list itself. */
export const generalFlags = ({ isApart, flags }: FlagsOfRow): readonly FlagRow[] =>
  allSettings.filter(each => isApart !== true && !flags.some(flag => longName(flag) === longName(each)));

export const HELP_FLAG: FlagRow = { flag: '-h, --help', help: 'print this help' };
export const VERSION_FLAG: FlagRow = { flag: '-V, --version', help: 'print the version' };

type RowPath = readonly [root: CommandRow, ...below: CommandRow[]];

export type ParsedLine = Readonly<{
  path: RowPath;
  words: readonly string[];
  /** Values of the flags by their long names: one, or all of a repeated flag; true of a switch. */
  values: Readonly<Record<string, readonly string[] | true>>;
  given: FlagValues;
}>;

export type ParseError = Readonly<{ kind: 'error'; path: RowPath; message: string }>;

export type ParseResult =
  | ({ readonly kind: 'command' } & ParsedLine)
  | Readonly<{ kind: 'help'; path: RowPath }>
  | { readonly kind: 'version' }
  | ParseError;

export type Token = Readonly<{
  kind: 'option' | 'positional' | 'option-terminator';
  index: number;
  flag: FlagRow | undefined;
  value: string | undefined;
}>;

export function tokenise(row: FlagsOfRow, args: readonly string[]): readonly Token[] {
  const flags = new Map([...row.flags, ...generalFlags(row)].map(flag => [longName(flag).slice(2), flag]));
  const options = [...flags].map(([name, flag]) => {
    const [, short] = /^-(\w),/.exec(flag.flag) ?? [];
    const type = takesValue(flag) ? ('string' as const) : ('boolean' as const);
    return [name, { type, ...(short !== undefined && { short }) }] as const;
  });
  const settings = { options: Object.fromEntries(options), strict: false, tokens: true } as const;
  const { tokens } = parseArgs({ args: [...args], ...settings });
  const read = tokens.map((token, at, all): Token => {
    // In a group of short flags only the first can be a known one.
    const isFirst = all[at - 1]?.index !== token.index;
    const { kind, index } = token;
    const flag = token.kind === 'option' && isFirst ? flags.get(token.name) : undefined;
    return { kind, index, flag, value: token.kind === 'option-terminator' ? undefined : token.value };
  });
  // `--cors ORIGIN` is `--cors=ORIGIN`, and `--cors` is one, too.
  const isOpen = (token: Token | undefined) => token?.flag?.flag.includes('[') && token.value === undefined;
  return read.flatMap((token, at) => {
    const next = read[at + 1];
    if (isOpen(token) && next?.kind === 'positional') return [{ ...token, value: next.value }];
    return token.kind === 'positional' && isOpen(read[at - 1]) ? [] : [token];
  });
}

export const generalValue = (flag: FlagRow, value = ''): string | boolean =>
  takesValue(flag) ? value : true;

export function choiceProblem(
  { choices, isList, former = [] }: Pick<FlagRow, 'choices' | 'former' | 'isList'>,
  text: string,
) {
  if (choices === undefined || isList === true || [...choices, ...former].includes(text)) return undefined;
  return `One of: ${choices.join(', ')}.`;
}

function flagHint(word: string, path: readonly CommandRow[]) {
  const known = [...(path.at(-1)?.flags ?? []), HELP_FLAG].map(flag => longName(flag).slice(2));
  const near = word.startsWith('--') ? nearestWord(word.slice(2), known) : undefined;
  const ours = ourWord('flag', word.split('=', 1)[0]);
  if (ours !== undefined) return `. Here: ${ours}`;
  return near === undefined ? '' : `. Did you mean --${near}?`;
}

type Level = Readonly<{
  path: RowPath;
  values: Map<string, readonly string[]>;
  given: Map<string, string | boolean>;
}>;

/** Why the value is not valid; settings check those of general flags. */
function storeFlag({ path, values, given }: Level, flag: FlagRow, value: string | undefined) {
  const choices = flag.choices === undefined ? '' : `. One of: ${flag.choices.join(', ')}.`;
  if (takesValue(flag) && value === undefined) return `option '${flag.flag}' argument missing${choices}`;
  // The program has the general flags.
  const isOwn = path.length > 1 && path.at(-1)?.flags.includes(flag) === true;
  // `-o=json` works in other tools; here the `=` is left in the value of a short flag.
  const text = flag.flag.startsWith('--') ? value : value?.replace(/^=/, '');
  const problem = isOwn && text !== undefined && (flag.problem?.(text) ?? choiceProblem(flag, text));
  if (problem) return `option '${flag.flag}' argument '${value}' is invalid. ${problem}`;
  const name = longName(flag).slice(2);
  const before = flag.isRepeated === true ? (values.get(name) ?? []) : [];
  const texts = text === undefined ? [] : [...before, text];
  if (isOwn) values.set(name, texts);
  if (flag.name !== undefined) given.set(flag.name, generalValue(flag, texts.join('\n')));
  return undefined;
}

const NEGATIVE_NUMBER = /^-(\d+|\d*\.\d+)(e[+-]?\d+)?$/i;

/** `rest` begins with the first unknown flag, or follows the name of a command. */
type Scanned = Readonly<{ words: readonly string[]; rest: readonly string[] }>;

/** A switch with a value, `--demo=yes`, is no known flag. */
const isKnown = ({ flag, value }: Token) =>
  flag !== undefined && (value === undefined || takesValue(flag) || flag.flag.includes('['));

function scan(level: Level, row: CommandRow, args: readonly string[]): Scanned | ParseResult {
  const tokens = tokenise(row, args);
  const others = tokens.filter((token, at) => !isKnown(token) && tokens[at - 1]?.index !== token.index);
  const [first] = others;
  const isCommand = first?.kind === 'positional' && findRow(row.below, first.value) !== undefined;
  const end = isCommand ? first.index : args.length;
  for (const token of tokens.filter(each => each.index < end && isKnown(each))) {
    if (token.flag === undefined) continue;
    if (token.flag === VERSION_FLAG) return { kind: 'version' };
    const message = storeFlag(level, token.flag, token.value);
    if (message !== undefined) return { kind: 'error', path: level.path, message };
  }
  const wordAt = ({ index }: Token) => args[index] ?? '';
  if (isCommand) return { words: [wordAt(first)], rest: args.slice(end + 1) };
  const isWord = (token: Token) =>
    token.kind !== 'option' || (row.below.length === 0 && NEGATIVE_NUMBER.test(wordAt(token)));
  const from = others.find(token => !isWord(token))?.index ?? args.length;
  return {
    words: others.filter(({ index, kind }) => index < from && kind !== 'option-terminator').map(wordAt),
    rest: others.filter(({ index }) => index >= from).map(wordAt),
  };
}

export function parseLine(root: CommandRow, argv: readonly string[]): ParseResult {
  const level: Level = { path: [root], values: new Map(), given: new Map() };
  return parseBelow(level, root, { words: [], rest: argv });
}

function parseBelow(level: Level, row: CommandRow, before: Scanned): ParseResult {
  const scanned = scan(level, row, before.rest);
  if ('kind' in scanned) return scanned;
  const { rest } = scanned;
  const [first, ...others] = [...before.words, ...scanned.words];
  const below = findRow(row.below, first);
  const { path } = level;
  if (below !== undefined)
    return parseBelow({ ...level, path: [...path, below] }, below, { words: others, rest });
  if (rest.some(word => word === '--help' || word === '-h')) return { kind: 'help', path };
  const [unknown] = rest;
  if (unknown !== undefined)
    return { kind: 'error', path, message: `unknown option '${unknown}'${flagHint(unknown, path)}` };
  const words = first === undefined ? [] : [first, ...others];
  const flags = [...level.values].map(([name, texts]) => [name, texts.length === 0 || texts]);
  const given = Object.fromEntries(level.given);
  return { kind: 'command', path, words, values: Object.fromEntries(flags), given };
}
