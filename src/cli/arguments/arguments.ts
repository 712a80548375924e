import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { allSettings, settingVariable, TOKEN_VARIABLE } from '../../config/options.ts';
import type { FlagValues, Setting } from '../../config/setting.ts';
import { topics } from '../../help/topics.ts';
import { cleanLines } from '../../text/sanitise.ts';
import { type BuiltinRequest, builtinRequest, builtinRows } from './builtin-commands.ts';
import type { CommandRow, TypedCommand } from './command-row.ts';
import { flagValuesOf } from './general-flags.ts';
import { normalise } from './normalise.ts';
import { addRows } from './parser.ts';

/** A flag of `serve`. The sandbox describes it; the parser only validates its value. */
export type ServeFlag = {
  readonly name: string;
  readonly value?: string;
  readonly help: string;
  readonly repeated?: true;
  /** Words that its value consists of. */
  readonly words?: readonly (readonly [word: string, help: string])[];
  readonly parse: (text: string) => { readonly ok: true } | { readonly ok: false; readonly problem: string };
};

/** Values of the flags of `serve`, by name; a repeated flag has a list. */
export type ServeValues = Readonly<Record<string, string | readonly string[] | true | undefined>>;

/** A parsed command line. `printed`: help, version or an error is already written. */
export type Request =
  | { readonly mode: 'explore'; readonly given: FlagValues; readonly place?: string }
  | { readonly mode: 'serve'; readonly values: ServeValues }
  | BuiltinRequest
  | { readonly mode: 'command'; readonly typed: TypedCommand; readonly given: FlagValues }
  | { readonly mode: 'printed'; readonly code: 0 | 2 };

export type Output = { readonly write: (text: string) => void; readonly writeError: (text: string) => void };

const EXAMPLES = `
Examples:
  botscope --demo                        explore without an account
  botscope --workspace-id wkspace_01J…   with BP_TOKEN set
  botscope bot/<id>                      start on one bot
  botscope bots ls -o id                 list bots without the screen
  botscope health                        diagnose all bots; exits 1 on problems
  botscope serve --bots 1000             run a local service
  botscope help keys                     a help topic, as listed below

The token comes from ${TOKEN_VARIABLE}; there is no flag for it.

Topics, printed by botscope help <topic>:${Object.entries(topics)
  .map(([name, about]) => `\n  ${name.padEnd(15)}${about}`)
  .join('')}

Exit codes:`;

/** Everything that the parser and its help need to know. */
export type CommandLine = {
  readonly version: string;
  readonly serve: readonly ServeFlag[];
  readonly commands: readonly CommandRow[];
  readonly exitCodes: readonly (readonly [code: number, meaning: string])[];
};

const describeSetting = (row: Setting): string => `${row.help} (${settingVariable(row)})`;

function checkedValue(flag: ServeFlag): (text: string, before: unknown) => string | readonly string[] {
  return (text, before) => {
    const read = flag.parse(text);
    if (!read.ok) throw new InvalidArgumentError(read.problem);
    return flag.repeated === true ? [...((before as readonly string[] | undefined) ?? []), text] : text;
  };
}

const wordLines = ({ name, words = [] }: ServeFlag): string =>
  words.length === 0
    ? ''
    : `\nWords of --${name}:${words.map(([word, help]) => `\n  ${word.padEnd(20)}${help}`).join('')}\n`;

function addServe(program: Command, rows: readonly ServeFlag[], run: (values: ServeValues) => void): void {
  const serve = program
    .command('serve')
    .description('run a local service with made-up records')
    .showHelpAfterError('See botscope serve --help');
  const options = rows.map(row => {
    const isSwitch = row.value === undefined;
    const option = new Option(isSwitch ? `--${row.name}` : `--${row.name} <${row.value}>`, row.help);
    if (!isSwitch) option.argParser(checkedValue(row));
    serve.addOption(option);
    return { name: row.name, attribute: option.attributeName() };
  });
  const words = rows.map(row => wordLines(row)).join('');
  serve.addHelpText('after', `${words}\nExamples:\n  botscope serve --bots 1000 --latency 50\n`);
  serve.allowExcessArguments(false).action((given: ServeValues) => {
    run(Object.fromEntries(options.map(({ name, attribute }) => [name, given[attribute]])));
  });
}

/** Returns the text of a usage error, as JSON if the command line asks for JSON. */
function errorText(argv: readonly string[], text: string): string {
  // Errors quote arguments, which may come from another program.
  const lines = cleanLines(text);
  if (!/(^| )(-o[ =]?|--output[ =])(nd)?json( |$)/.test(argv.join(' '))) return lines.join('\n');
  const message = (lines[0] ?? '').replace(/^error: /, '');
  return `${JSON.stringify({ error: { kind: 'bad-argument', message, exitCode: 2 } })}\n`;
}

const codeLines = (codes: CommandLine['exitCodes']): string =>
  codes.map(([code, meaning]) => `\n  ${String(code).padStart(3)}  ${meaning}`).join('');

/** The words that can name a command. Only rows they name are built completely; undefined builds all. */
type TypedWords = { readonly typed?: ReadonlySet<string> };

const isTypedRow =
  ({ typed }: TypedWords) =>
  ({ name, aliases }: CommandRow): boolean =>
    typed === undefined || [name, ...aliases].some(word => typed.has(word));

type OnRequest = (request: Request) => void;

function addBuiltins(
  program: Command,
  commandLine: CommandLine & Output & TypedWords,
  onRequest: OnRequest,
): void {
  addRows(program, builtinRows, {
    path: [],
    isTyped: isTypedRow(commandLine),
    listener: {
      onCommand: (typed, given) => {
        const request = builtinRequest(typed, given);
        if (typeof request === 'string') return program.error(`error: ${request}`);
        onRequest(request);
      },
      onNoun: noun => program.error(`error: ${noun} needs a command. See botscope ${noun} --help`),
    },
  });
}

/** Returns the rows of all commands but `serve`. */
export const allRows = ({ commands }: Pick<CommandLine, 'commands'>): readonly CommandRow[] => [
  ...commands,
  ...builtinRows,
];

/** Creates the tree of all commands and flags. `errors` receives the messages of its parser. */
export function createProgram(
  commandLine: CommandLine & Output & TypedWords,
  onRequest: OnRequest,
  errors: string[] = [],
): Command {
  const explore = (place: string | undefined, given: FlagValues): void =>
    onRequest({ mode: 'explore', given, ...(place === undefined ? {} : { place }) });
  const program = new Command('botscope')
    .description('A keyboard-driven terminal explorer for bot workspaces.')
    .version(commandLine.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .enablePositionalOptions()
    .allowExcessArguments(false)
    .showHelpAfterError('See botscope --help')
    .addHelpText('after', EXAMPLES + codeLines(commandLine.exitCodes))
    .configureOutput({
      writeOut: commandLine.write,
      writeErr: text => errors.push(text),
      getOutHelpWidth: () => 80,
      getErrHelpWidth: () => 80,
    })
    .configureHelp({ subcommandTerm: command => [command.name(), ...command.aliases()].join(', ') })
    .exitOverride()
    .argument('[place]', 'where to start: bots, bot/<id>, bot/<id>/issues/<id>, integration/<id>, ws')
    .action((place: string | undefined, _all: FlagValues, command: Command) =>
      explore(place, flagValuesOf(command)),
    );
  for (const flag of allSettings) program.option(flag.flag, describeSetting(flag));
  const isServe = commandLine.typed?.has('serve') ?? true;
  addServe(program, isServe ? commandLine.serve : [], values => onRequest({ mode: 'serve', values }));
  addBuiltins(program, commandLine, onRequest);
  const onCommand = (typed: TypedCommand, given: FlagValues): void =>
    onRequest({ mode: 'command', typed, given });
  addRows(program, commandLine.commands, {
    path: [],
    listener: { onCommand, onNoun: explore },
    isTyped: isTypedRow(commandLine),
  });
  return program;
}

/** Parses the command line. Prints help, version and errors itself, and never ends the process. */
export function readArguments(argv: readonly string[], commandLine: CommandLine & Output): Request {
  let request: Request = { mode: 'explore', given: {} };
  const errors: string[] = [];
  const onRequest: OnRequest = parsed => {
    request = parsed;
  };
  const words = normalise(argv, allRows(commandLine));
  // A lone verb names its noun too, so the normalised words count.
  const typed = new Set(typeof words === 'string' ? argv : words);
  const program = createProgram({ ...commandLine, typed }, onRequest, errors);
  try {
    if (typeof words === 'string') program.error(`error: ${words}`);
    program.parse([...words], { from: 'user' });
    return request;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { mode: 'printed', code: 0 };
    commandLine.writeError(errorText(argv, errors.join('')));
    return { mode: 'printed', code: 2 };
  }
}
