import { commandContext } from '../../src/app/run-command.ts';
import { type CommandLine, readArguments } from '../../src/cli/arguments/arguments.ts';
import { commandRows } from '../../src/cli/command-table.ts';
import { runCommand } from '../../src/cli/run.ts';
import type { Io } from '../../src/cli/shared/context.ts';
import { exitCodes } from '../../src/cli/shared/errors.ts';
import { loadConfig } from '../../src/config/load.ts';
import { resources as described } from '../../src/resources/registry.ts';
import type { Resource } from '../../src/resources/resource.ts';
import { serveFlags } from '../../src/sandbox/options.ts';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { execFile, spawn } from './child-process.ts';
import { newFolder } from './folder.ts';
import { program, programInShell } from './program.ts';

type ServerAccess = Pick<Sandbox, 'url' | 'token' | 'workspaceId'>;

export type CommandResult = { readonly code: number; readonly out: string; readonly err: string };

type Options = {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Width of the terminal in cells; undefined for a pipe. */
  readonly width?: number;
  readonly hasColours?: boolean;
  readonly signal?: AbortSignal;
  /** Receives all output; returns false once the pipe is closed. */
  readonly onWrite?: (text: string) => boolean;
  /** Answers the prompts of a person at a terminal. */
  readonly answer?: (question: string) => Promise<string>;
  readonly now?: () => number;
  /** In place of a pause. */
  readonly wait?: (ms: number) => Promise<boolean>;
  readonly resources?: readonly Resource[];
};

export const envOf = ({ url: baseUrl, token, workspaceId }: ServerAccess): Record<string, string> => ({
  BP_API_URL: baseUrl,
  BP_TOKEN: token,
  BP_WORKSPACE_ID: workspaceId,
});

export const newState = (): string => newFolder('headless');

export const commandLine = {
  version: '0.0.0',
  serve: serveFlags,
  commands: commandRows(described),
  exitCodes,
};

/** Parses arguments as the program does. Returns the request, and what was printed. */
export function parsed(argv: readonly string[], own: CommandLine = commandLine) {
  let [out, err] = ['', ''];
  const request = readArguments(argv, {
    ...own,
    write: text => {
      out += text;
    },
    writeError: text => {
      err += text;
    },
  });
  return { request, out, err };
}

export async function command(where: ServerAccess, argv: readonly string[], options: Options = {}) {
  const { env = {}, stdin = '', width, hasColours = false, signal = new AbortController().signal } = options;
  const { onWrite = () => true, resources = described } = options;
  let [out, err] = ['', ''];
  let isClosed = false;
  const io: Io = {
    write: async text => {
      out += text;
      isClosed = !onWrite(text);
      return !isClosed;
    },
    isClosed: () => isClosed,
    writeError: text => {
      err += text;
    },
    remark: text => io.writeError(text),
    width,
    hasColours,
    signal,
    canPrompt: () => options.answer !== undefined,
    prompt: async question => options.answer?.(question),
    progress: () => undefined,
    lines: async function* () {
      yield* stdin.split('\n');
    },
  };
  const { request, ...printed } = parsed(argv, { ...commandLine, commands: commandRows(resources) });
  if (request.mode === 'printed') return { code: request.code, ...printed };
  if (request.mode !== 'command') throw new Error(`no command: ${argv.join(' ')}`);
  const all = {
    XDG_STATE_HOME: newState(),
    XDG_CONFIG_HOME: newState(),
    HOME: newState(),
    ...envOf(where),
    ...env,
  };
  const sources = await loadConfig(request.given, { env: all, childEnv: {}, folder: all.HOME });
  const setting = commandContext(sources, io, {
    version: '0.0.0',
    env: all,
    remark: text => io.writeError(`botscope: ${text}\n`),
  });
  const context = { ...setting, now: options.now ?? setting.now, wait: options.wait ?? setting.wait };
  const code = await runCommand(request.typed, context, resources);
  return { code, out, err };
}

type Env = Readonly<Record<string, string>>;

const wholeEnv = (where: ServerAccess | undefined, env: Env) => ({
  PATH: process.env['PATH'] ?? '',
  XDG_STATE_HOME: newState(),
  HOME: newState(),
  XDG_CONFIG_HOME: newState(),
  ...(where === undefined ? {} : envOf(where)),
  ...env,
});

/** Runs lines of a shell, in which `botscope` is the built program. */
export const inShell = (where: ServerAccess, lines: string, env: Env = {}): Promise<CommandResult> =>
  new Promise(resolve => {
    const script = `botscope() { ${programInShell} "$@"; }; set -o pipefail; ${lines}`;
    const options = { env: wholeEnv(where, env) };
    const child = execFile('bash', ['--norc', '-c', script], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });

/** Starts the built program with pipes in place of a terminal. */
export function start(where: ServerAccess | undefined, argv: readonly string[], env: Env = {}) {
  const child = spawn(program.command, [...program.args, ...argv], { env: wholeEnv(where, env) });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', text => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', text => {
    err += text;
  });
  const ended = new Promise<CommandResult>(resolve =>
    child.on('close', (code, signal) => resolve({ code: code ?? (signal === null ? -1 : 128), out, err })),
  );
  return { child, ended, out: () => out, err: () => err };
}

export async function run(
  where: ServerAccess | undefined,
  argv: readonly string[],
  { env = {}, stdin = '' }: Pick<Options, 'env' | 'stdin'> = {},
): Promise<CommandResult> {
  const { child, ended } = start(where, argv, env);
  child.stdin.end(stdin);
  return ended;
}
