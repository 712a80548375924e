import { parseArgs } from 'node:util';
import type { FlagValues } from '../../config/settings.ts';
import { editDistance } from '../../text/words.ts';
import {
  type CommandRow,
  type FlagRow,
  type FlagsOfRow,
  findRow,
  generalFlags,
  longName,
  takesValue,
} from './command-row.ts';

export const HELP_FLAG: FlagRow = { flag: '-h, --help', help: 'print this help' };
export const VERSION_FLAG: FlagRow = { flag: '-V, --version', help: 'print the version' };

export type RowPath = readonly [root: CommandRow, ...below: CommandRow[]];

export type ParsedLine = {
  readonly path: RowPath;
  readonly words: readonly string[];
  /** Values of the flags by their long names: one, or all of a repeated flag; true of a switch. */
  readonly values: Readonly<Record<string, readonly string[] | true>>;
  readonly given: FlagValues;
};

export type ParseError = { readonly kind: 'error'; readonly path: RowPath; readonly message: string };

export type ParseResult =
  | ({ readonly kind: 'command' } & ParsedLine)
  | { readonly kind: 'help'; readonly path: RowPath }
  | { readonly kind: 'version' }
  | ParseError;

export type Token = {
  readonly kind: 'option' | 'positional' | 'option-terminator';
  readonly index: number;
  readonly flag: FlagRow | undefined;
  readonly value: string | undefined;
};

export function tokenise(row: FlagsOfRow, args: readonly string[]): readonly Token[] {
  const flags = new Map([...row.flags, ...generalFlags(row)].map(flag => [longName(flag).slice(2), flag]));
  const options = [...flags].map(([name, flag]) => {
    const [, short] = /^-(\w),/.exec(flag.flag) ?? [];
    const type = takesValue(flag) ? ('string' as const) : ('boolean' as const);
    return [name, { type, ...(short === undefined ? {} : { short }) }] as const;
  });
  const settings = { options: Object.fromEntries(options), strict: false, tokens: true } as const;
  return parseArgs({ args: [...args], ...settings }).tokens.map((token, at, all) => {
    // In a group of short flags only the first can be a known one.
    const isFirst = all[at - 1]?.index !== token.index;
    const { kind, index } = token;
    const flag = token.kind === 'option' && isFirst ? flags.get(token.name) : undefined;
    return { kind, index, flag, value: token.kind === 'option-terminator' ? undefined : token.value };
  });
}

/** Returns the value of a general flag; of a switch, true. */
export const generalValue = (flag: FlagRow, value = ''): string | boolean =>
  takesValue(flag) ? value : true;

export function choiceProblem(
  { choices, isList }: Pick<FlagRow, 'choices' | 'isList'>,
  text: string,
): string | undefined {
  if (choices === undefined || isList === true || choices.includes(text)) return undefined;
  return `One of: ${choices.join(', ')}.`;
}

const MAX_EDITS = 3;

/** Returns the line that suggests the nearest flags for a mistyped one; empty if none is near. */
function flagHint(word: string, path: readonly CommandRow[]): string {
  if (!word.startsWith('--')) return '';
  const known = [...(path.at(-1)?.flags ?? []), HELP_FLAG].map(longName);
  const near = known
    .map(name => ({ name, edits: editDistance(word.slice(2, 60), name.slice(2)) }))
    .filter(
      ({ name, edits }) => edits <= MAX_EDITS && edits < 0.6 * (Math.max(word.length, name.length) - 2),
    );
  const fewest = Math.min(...near.map(({ edits }) => edits));
  const names = near.filter(({ edits }) => edits === fewest).map(({ name }) => name);
  if (names.length === 0) return '';
  return `\n(Did you mean ${names.length > 1 ? 'one of ' : ''}${names.sort().join(', ')}?)`;
}

type Level = {
  readonly path: RowPath;
  /** A switch has no values. */
  readonly values: Map<string, readonly string[]>;
  readonly given: Map<string, string | boolean>;
};

/** Stores a flag. Returns why its value is not valid; settings check the values of general flags. */
function storeFlag(
  { path, values, given }: Level,
  flag: FlagRow,
  value: string | undefined,
): string | undefined {
  if (takesValue(flag) && value === undefined) return `option '${flag.flag}' argument missing`;
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

/** Words of one level. `rest` begins with the first unknown flag, or follows the name of a command. */
type Scanned = { readonly words: readonly string[]; readonly rest: readonly string[] };

/** A switch with a value, `--demo=yes`, is no known flag. */
const isKnown = ({ flag, value }: Token): boolean =>
  flag !== undefined && (takesValue(flag) || value === undefined);

/** Stores the flags of a command. Returns the other words, or an error, or that the version is wanted. */
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
  const wordAt = ({ index }: Token): string => args[index] ?? '';
  if (isCommand) return { words: [wordAt(first)], rest: args.slice(end + 1) };
  const isWord = (token: Token): boolean =>
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
