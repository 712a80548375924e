import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { runSession } from './app/session.ts';
import { drain, exitOnOutputError, outputErrorCode, writeWhole } from './boot/stdout.ts';
import type { Request } from './cli/arguments/arguments.ts';
import { type Config, currentFolder, loadConfig } from './config/load.ts';
import { routeThroughProxies } from './config/proxy.ts';
import type { FlagValues } from './config/settings.ts';
import { TOKEN_VARIABLE } from './config/settings.ts';
import { badArgument, explain, type Failure } from './failure.ts';
import { type ConnectedServer, connect } from './login/connection.ts';
import { safe, shortText } from './text/sanitise.ts';

// Modules that not every run needs, and that are slow to load, are imported where they are used.
declare const BOTSCOPE_VERSION: string;

// Functions, because Node creates the streams on first access.
const write = (text: string): unknown => process.stdout.write(text);
const writeError = (text: string): unknown => process.stderr.write(text);

function printFailure(failure: Failure): number {
  const { title, advice, exitCode } = explain(failure);
  writeError(`botscope: ${title}\n${advice.map(line => `  ${line}\n`).join('')}`);
  return exitCode;
}

const SESSION = { version: BOTSCOPE_VERSION, write, printFailure };

function contradiction({ ext, strict }: FlagValues): Failure | undefined {
  if (ext !== true || strict !== true) return undefined;
  return badArgument(safe`--ext and --strict contradict each other: use one of them.`);
}

async function runCommandMode({ typed, given }: Extract<Request, { mode: 'command' }>): Promise<number> {
  const problem = contradiction(given);
  if (problem !== undefined) return printFailure(problem);
  const { runInProcess } = await import('./app/run-command.ts');
  const config = await loadConfigFor(given);
  const notes: string[] = [];
  // With -o json, standard error holds one object if the command fails, so it comes alone.
  const isJson = /^(nd)?json$/.test(`${typed.values['output']}`);
  const report = (text: string): unknown => (isJson ? notes.push(text) : writeError(`botscope: ${text}\n`));
  const remark = (text: string): unknown => typed.values['quiet'] !== true && report(text);
  for (const problem of config.problems) report(problem);
  // The command itself handles errors of its output: a running delete must still record its outcome.
  process.stdout.off('error', exitOnOutputError);
  let outputCode = 0;
  const onClosed = (error: Error): void => {
    outputCode = outputErrorCode(error);
  };
  const { project } = config.paths;
  const options = {
    version: BOTSCOPE_VERSION,
    connect: () => connect(config, remark),
    onClosed,
    projectFolder: project === undefined ? undefined : dirname(project),
  };
  const code = await runInProcess(typed, config.values, options);
  if (code === 0) for (const note of notes) writeError(`botscope: ${note}\n`);
  await drain(process.stdout, code);
  return Math.max(code, outputCode);
}

/** Runs without a terminal: the demo lists its first bots; anything else fails before it sends a request. */
async function runWithoutTerminal(connected: ConnectedServer, { values }: Config): Promise<number> {
  if (connected.knownIds === undefined) return printFailure({ kind: 'no-terminal' });
  const { runInProcess } = await import('./app/run-command.ts');
  const listBots = { path: ['bots', 'ls'], words: [], values: { limit: '20' } };
  const options = {
    version: BOTSCOPE_VERSION,
    connect: async () => connected,
    onClosed: exitOnOutputError,
  };
  const code = await runInProcess(listBots, values, options);
  write('\nThis is sample data. The explorer needs a terminal: run it in one.\n');
  return code;
}

type ExploreRequest = Extract<Request, { mode: 'explore' }>;

/** Returns why the explorer cannot start: contradicting flags, or a place that does not exist. */
async function startProblem({ given, place }: ExploreRequest): Promise<Failure | undefined> {
  const contradicting = contradiction(given);
  if (contradicting !== undefined || place === undefined) return contradicting;
  const { placeProblem } = await import('./explorer/state/view-stacks.ts');
  const problem = placeProblem(place);
  if (problem === undefined) return undefined;
  const [{ commandHint }, { allRows }, commandLine] = await Promise.all([
    import('./cli/arguments/suggest.ts'),
    import('./cli/arguments/arguments.ts'),
    loadCommandLine(),
  ]);
  return badArgument(commandHint(place, allRows(commandLine)) ?? problem);
}

/**
 * Loads the configuration, and removes tokens from the environment, so that child processes do not get them.
 */
async function loadConfigFor(given: FlagValues): Promise<Config> {
  const env = { ...process.env };
  delete process.env[TOKEN_VARIABLE];
  const config = await loadConfig(given, { env, childEnv: process.env, folder: currentFolder() });
  for (const { token } of config.file.profiles)
    if (token?.kind === 'token_env') delete process.env[token.value];
  return config;
}

async function runExplorerMode(request: ExploreRequest): Promise<number> {
  const problem = await startProblem(request);
  if (problem !== undefined) return printFailure(problem);
  const config = await loadConfigFor(request.given);
  const connected = await connect(config);
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const { place } = request;
  if ('failure' in connected) {
    const { failure, login } = connected;
    if (isTerminal && login !== undefined)
      return runSession(config, { connected: undefined, place, ...login }, SESSION);
    const isNothingSet = failure.kind === 'no-connection' && failure.detail === undefined;
    return printFailure(isNothingSet ? { kind: 'no-terminal' } : failure);
  }
  return isTerminal
    ? runSession(config, { connected, place }, SESSION)
    : runWithoutTerminal(connected, config);
}

async function run(request: Request): Promise<number> {
  switch (request.mode) {
    case 'printed':
      return request.code;
    case 'command':
      return runCommandMode(request);
    case 'serve':
      return (await import('./boot/run-serve.ts')).runServe(request.values);
    case 'explore':
      return runExplorerMode(request);
    default:
      return (await import('./app/run-builtin.ts')).runBuiltin(request, {
        ...SESSION,
        loadConfig: loadConfigFor,
      });
  }
}

/**
 * Runs a request behind the proxies of the environment. The sandbox sends nothing; the doctor checks them
 * itself.
 */
async function runWithProxies(request: Request): Promise<number> {
  const needsProxies = request.mode !== 'serve' && request.mode !== 'doctor';
  const failure = needsProxies ? await routeThroughProxies(process.env) : undefined;
  return failure === undefined ? run(request) : printFailure(failure);
}

/** Loads the description of all commands, which a run without arguments does not need. */
async function loadCommandLine() {
  const [{ serveFlags }, { commandRows }, { exitCodes }, { resources }] = await Promise.all([
    import('./sandbox/options.ts'),
    import('./cli/command-table.ts'),
    import('./cli/shared/errors.ts'),
    import('./resources/registry.ts'),
  ]);
  return { version: BOTSCOPE_VERSION, serve: serveFlags, commands: commandRows(resources), exitCodes };
}

async function parseRequest(argv: readonly string[]): Promise<Request> {
  if (argv.length === 0) return { mode: 'explore', given: {} };
  const [{ readArguments }, commandLine] = await Promise.all([
    import('./cli/arguments/arguments.ts'),
    loadCommandLine(),
  ]);
  return readArguments(argv, { ...commandLine, write, writeError });
}

async function runCompletion(argv: readonly string[]): Promise<number> {
  const [{ completionText }, commandLine] = await Promise.all([
    import('./cli/completion/values.ts'),
    loadCommandLine(),
  ]);
  write(await completionText(argv, commandLine));
  return 0;
}

/** First argument of a completion script's call. */
const COMPLETE = '__complete';

async function main([first, ...rest]: readonly string[]): Promise<number> {
  if (!process.stdout.isTTY) process.stdout.on('error', exitOnOutputError);
  writeWhole(process.stdout);
  if (first === COMPLETE) return runCompletion(rest);
  return runWithProxies(await parseRequest(first === undefined ? [] : [first, ...rest]));
}

/**
 * Sets a home folder that does not exist where the user has none, as in many containers: files are then not
 * found.
 */
function ensureHome(): void {
  try {
    homedir();
  } catch {
    process.env['HOME'] = '/nonexistent';
  }
}

// Node exits with 0 when it has nothing left to do. Without a result that is a bug, reported as 70.
process.exitCode = 70;
process.once('beforeExit', code => {
  if (code === 70) writeError('botscope: internal error: it stopped before its work was done.\n');
});
ensureHome();
void main(process.argv.slice(2))
  .catch(async (error: unknown) => {
    writeError(`botscope: ${shortText(error instanceof Error ? error.message : 'internal error')}\n`);
    const { reportCrash } = await import('./doctor/crash.ts');
    const notice = reportCrash({ error, version: BOTSCOPE_VERSION, explorer: undefined });
    if (notice !== undefined) writeError(`${notice}\n`);
    return 70;
  })
  .then(async code => {
    for (const stream of [process.stdout, process.stderr]) await drain(stream, code);
    process.exit(code);
  });
