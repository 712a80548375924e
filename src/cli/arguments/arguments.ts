import type { FlagValues } from '../../config/settings.ts';
import { allSettings, TOKEN_VARIABLE } from '../../config/settings.ts';
import { topics } from '../../help/topics.ts';
import { cleanLines } from '../../text/sanitise.ts';
import { type BuiltinRequest, builtinRows } from './builtin-commands.ts';
import { type CommandFlags, type CommandRow, plainRow, type TypedCommand } from './command-row.ts';
import { helpText } from './help.ts';
import {
  choiceProblem,
  type ParsedLine,
  type ParseError,
  type ParseResult,
  parseLine,
  VERSION_FLAG,
} from './parse.ts';
import { normalise, unknownVerb } from './suggest.ts';

/** A flag of `serve`. The sandbox describes it; the parser only validates its value. */
export type ServeFlag = {
  readonly name: string;
  readonly value?: string;
  readonly help: string;
  readonly isRepeated?: true;
  /** Words that its value consists of. */
  readonly words?: readonly (readonly [word: string, help: string])[];
  /** Returns a sentence about an invalid value. */
  readonly problem: (text: string) => string | undefined;
};

export type ServeValues = Readonly<Record<string, readonly string[] | true>>;

/** A parsed command line. `printed`: help, version or an error is already written. */
export type Request =
  | { readonly mode: 'explore'; readonly given: FlagValues; readonly place?: string }
  | { readonly mode: 'serve'; readonly values: ServeValues }
  | BuiltinRequest
  | { readonly mode: 'command'; readonly typed: TypedCommand; readonly given: FlagValues }
  | { readonly mode: 'printed'; readonly code: 0 | 2 };

export type Output = { readonly write: (text: string) => void; readonly writeError: (text: string) => void };

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

export type CommandLine = {
  readonly version: string;
  readonly serve: readonly ServeFlag[];
  readonly commands: readonly CommandRow[];
  readonly exitCodes: readonly (readonly [code: number, meaning: string])[];
};

export const serveRow = (flags: readonly ServeFlag[]): CommandRow => ({
  ...plainRow,
  name: 'serve',
  help: 'run a local service with made-up records',
  flags: flags.map(({ name, value, ...flag }) => ({
    ...flag,
    flag: value === undefined ? `--${name}` : `--${name} <${value}>`,
  })),
  isApart: true,
  examples: ['botscope serve --bots 1000 --latency 50'],
  notes: '',
});

export const allRows = ({ commands }: Pick<CommandLine, 'commands'>): readonly CommandRow[] => [
  ...commands,
  ...builtinRows,
];

/** Returns the program as a command: its flags are the general ones, below it are all commands. */
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
  below: [serveRow(serve), ...builtinRows, ...commands],
});

/** Returns the text of a usage error, as JSON if the command line asks for JSON. */
function errorText(argv: readonly string[], text: string): string {
  // Errors quote arguments, which may come from another program.
  const lines = cleanLines(text);
  if (!/(^| )(-o[ =]?|--output[ =])(nd)?json( |$)/.test(argv.join(' '))) return lines.join('\n');
  const message = (lines[0] ?? '').replace(/^error: /, '');
  return `${JSON.stringify({ error: { kind: 'bad-argument', message, exitCode: 2 } })}\n`;
}

/** Returns the values of flags by their attributes, `--no-headers` as `noHeaders`. */
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
  if (path.length > 1 && row.isApart !== true) return `unexpected argument "${words[row.most]}"`;
  const [who, most] = path.length > 1 ? [` for '${row.name}'`, '0 arguments'] : ['', '1 argument'];
  return `too many arguments${who}. Expected ${most} but got ${words.length}: ${words.join(', ')}.`;
}

/** Returns the request of a parsed command line, or the error of its words or of a command about botscope. */
function requestOf(line: ParsedLine): Request | ParseError {
  const { path, words, values, given } = line;
  const [root, first] = path;
  const row = path.at(-1) ?? root;
  const message = wordProblem(line, row);
  if (message !== undefined) return { kind: 'error', path, message };
  const [place = first?.name] = words;
  const builtin = builtinRows.find(each => each === first);
  if (row.below.length > 0 && builtin === undefined)
    return { mode: 'explore', given, ...(place === undefined ? {} : { place }) };
  if (row.isApart === true) return { mode: 'serve', values };
  const typed = { path: path.slice(1).map(({ name }) => name), words, values: commandFlags(values) };
  if (builtin === undefined) return { mode: 'command', typed, given };
  const request = builtin.request(typed, given);
  return typeof request === 'string' ? { kind: 'error', path: [root], message: request } : request;
}

/** Parses the command line. Prints help, version and errors itself, and never ends the process. */
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
    writeError(errorText(argv, `error: ${result.message}\nSee ${names} --help\n`));
    return { mode: 'printed', code: 2 };
  }
  write(result.kind === 'version' ? `${version}\n` : helpText(result.path));
  return { mode: 'printed', code: 0 };
}
