import { allSettings, type FlagValues, TOKEN_VARIABLE } from '../../config/settings.ts';
import { topics } from '../../help/topics.ts';
import { cleanLines } from '../../text/sanitise.ts';
import { type BuiltinRequest, builtinRows } from './builtin-commands.ts';
import {
  type CommandFlags,
  type CommandRow,
  choiceProblem,
  type FlagRow,
  HELP_FLAG,
  type ParsedLine,
  type ParseError,
  type ParseResult,
  parseLine,
  plainRow,
  type TypedCommand,
  VERSION_FLAG,
} from './parse.ts';
import { normalise, unknownVerb } from './suggest.ts';

const WIDTH = 80;

/** Breaks a text of ours, which has no wide characters: so the help need not load their table. */
const wrap = (text: string, width: number): readonly string[] =>
  text.match(new RegExp(`\\S.{0,${width - 1}}(?= |$)`, 'g')) ?? [];

type Item = readonly [term: string, help: string];

function section(title: string, items: readonly Item[], termWidth: number): readonly string[] {
  if (items.length === 0) return [];
  const indent = ' '.repeat(termWidth + 4);
  const lines = items.map(([term, help]) => {
    const about = wrap(help, WIDTH - indent.length).join(`\n${indent}`);
    return `  ${term.padEnd(termWidth)}  ${about}`;
  });
  return [title, ...lines, ''];
}

function usageOf({ words, below }: CommandRow) {
  if (below.length === 0) return `[options] ${words}`.trim();
  return words === '' ? '<command> [options]' : `[options] [command] ${words}`;
}

const wordLines = (flag: FlagRow) =>
  flag.words === undefined
    ? ''
    : `\nWords of ${flag.flag.split(' ')[0]}:${flag.words.map(([word, help]) => `\n  ${word.padEnd(20)}${help}`).join('')}\n`;

/** A noun shows the first example of each of its commands. */
function helpEnd(row: CommandRow) {
  const { examples, below, flags } = row;
  const shown = examples.length > 0 ? examples : below.flatMap(each => each.examples.slice(0, 1));
  const list = shown.map(example => `\n  ${example}`).join('');
  const notes = row.notes ?? (below.length > 0 ? '' : '\nGlobal flags and exit codes: botscope --help');
  return `${flags.map(wordLines).join('')}\nExamples:${list}\n${notes}\n`;
}

export function helpText(path: readonly CommandRow[]): string {
  const row = path.at(-1);
  if (row === undefined) return '';
  const { name, aliases, wordHelp = [] } = row;
  const flags = [...row.flags, HELP_FLAG];
  const options = (isShown: (flag: FlagRow) => boolean) =>
    flags.filter(isShown).map(({ flag, help }): Item => [flag, help]);
  const ofExplorer = options(flag => flag.isOfExplorer === true);
  const others = options(flag => flag.isOfExplorer !== true);
  const commands = row.below.map((each): Item => [[each.name, ...each.aliases].join(', '), each.help]);
  const width = Math.max(
    ...[...wordHelp, ...others, ...ofExplorer, ...commands].map(([term]) => term.length),
  );
  const names = [...path.slice(0, -1).map(each => each.name), [name, ...aliases.slice(0, 1)].join('|')];
  const lines = [
    `Usage: ${names.join(' ')} ${usageOf(row)}`,
    '',
    ...wrap(row.help, WIDTH),
    '',
    ...section('Commands:', commands, width),
    ...section('Arguments:', wordHelp, width),
    ...section('Options:', others, width),
    ...section('Options of the explorer:', ofExplorer, width),
  ];
  return lines.join('\n') + helpEnd(row);
}

/** A parsed command line. `printed`: help, version or an error is already written. */
export type Request =
  | Readonly<{ mode: 'explore'; given: FlagValues; place?: string }>
  | Readonly<{ mode: 'serve'; values: ParsedLine['values'] }>
  | BuiltinRequest
  | Readonly<{ mode: 'command'; typed: TypedCommand; given: FlagValues }>
  | Readonly<{ mode: 'printed'; code: 0 | 2 }>;

export type Output = Readonly<{ write: (text: string) => void; writeError: (text: string) => void }>;

const EXAMPLES = [
  'botscope --demo                        explore without an account',
  'botscope --workspace-id wkspace_01J…   with BP_TOKEN set',
  'botscope bot/<id>                      start on one bot',
  'botscope bots ls -o id                 list bots without the screen',
  'botscope health                        diagnose all bots; exits 1 on problems',
  'botscope serve --bots 1000             run a local service',
  'botscope help keys                     a help topic, as listed below',
];

const NOTES = `
The token comes from ${TOKEN_VARIABLE}; there is no flag for it.

Topics, printed by botscope help <topic>:${Object.entries(topics)
  .map(([name, about]) => `\n  ${name.padEnd(15)}${about}`)
  .join('')}

Exit codes:`;

export type CommandLine = Readonly<{
  version: string;
  serve: readonly FlagRow[];
  commands: readonly CommandRow[];
  exitCodes: readonly (readonly [code: number, meaning: string])[];
}>;

export const serveRow = (flags: readonly FlagRow[]): CommandRow => ({
  ...plainRow,
  name: 'serve',
  help: 'run a local service with made-up records',
  flags,
  isApart: true,
  examples: ['botscope serve --bots 1000 --latency 50'],
  notes: '',
});

export const allRows = ({ commands }: Pick<CommandLine, 'commands'>): readonly CommandRow[] => [
  ...commands,
  ...builtinRows,
];

export const rootRow = ({ serve, commands, exitCodes }: CommandLine): CommandRow => ({
  name: 'botscope',
  aliases: [],
  help: 'A keyboard-driven terminal explorer for bot workspaces.',
  words: '[place]',
  most: 1,
  wordHelp: [['place', 'where to start: bots, bot/<id>, bot/<id>/issues/<id>, integration/<id>, ws']],
  flags: [VERSION_FLAG, ...allSettings.map(row => ({ ...row, help: `${row.help} (${row.variable})` }))],
  examples: EXAMPLES,
  notes: `${NOTES}${exitCodes.map(([code, meaning]) => `\n  ${String(code).padStart(3)}  ${meaning}`).join('')}`,
  below: [...commands, ...builtinRows, serveRow(serve)],
});

function errorText(argv: readonly string[], text: string) {
  // Errors quote arguments, which may come from another program.
  const lines = cleanLines(text);
  if (!/(^| )((-o[ =]?|--output[ =])(nd)?json( |$)|--json[ =])/.test(argv.join(' '))) return lines.join('\n');
  const message = (lines[0] ?? '').replace(/^botscope: /, '');
  return `${JSON.stringify({ error: { kind: 'bad-argument', message, exitCode: 2 } })}\n`;
}

/** `--no-headers` is `noHeaders`. */
const commandFlags = (values: ParsedLine['values']): CommandFlags =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase()),
      value === true || value.join('\n'),
    ]),
  );

function wordProblem({ path, words }: ParsedLine, row: CommandRow): string | undefined {
  const [first] = words;
  if (first === undefined) return undefined;
  if (path.length > 1 && row.below.length > 0) return unknownVerb(words, row);
  const problem = choiceProblem(row, first);
  if (words.length <= row.most) return problem && `unknown value "${first}". ${problem}`;
  return `unexpected argument "${words[row.most]}"`;
}

function requestOf(line: ParsedLine): Request | ParseError {
  const { path, words, values, given } = line;
  const [root, first] = path;
  const row = path.at(-1) ?? root;
  const message = wordProblem(line, row);
  if (message !== undefined) return { kind: 'error', path, message };
  const [place = first?.name] = words;
  const builtin = builtinRows.find(each => each === first);
  if (row.below.length > 0 && builtin === undefined)
    return { mode: 'explore', given, ...(place !== undefined && { place }) };
  if (row.isApart === true) return { mode: 'serve', values };
  const typed = { path: path.slice(1).map(({ name }) => name), words, values: commandFlags(values) };
  if (builtin === undefined) return { mode: 'command', typed, given };
  const request = builtin.request(typed, given);
  return typeof request === 'string' ? { kind: 'error', path, message: request } : request;
}

/** Prints help, version and errors itself, and never ends the process. */
export function readArguments(argv: readonly string[], commandLine: CommandLine & Output): Request {
  const { write, writeError, version } = commandLine;
  const root = rootRow(commandLine);
  const words = normalise(argv, allRows(commandLine));
  const parsed: ParseResult =
    typeof words === 'string' ? { kind: 'error', path: [root], message: words } : parseLine(root, words);
  const result = parsed.kind === 'command' ? requestOf(parsed) : parsed;
  if ('mode' in result) return result;
  if (result.kind === 'error') {
    const names = result.path.map(({ name }) => name).join(' ');
    writeError(errorText(argv, `botscope: ${result.message}\n  See ${names} --help.\n`));
    return { mode: 'printed', code: 2 };
  }
  write(result.kind === 'version' ? `${version}\n` : helpText(result.path));
  return { mode: 'printed', code: 0 };
}
