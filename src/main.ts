import { homedir } from 'node:os';
import { exitOnOutputError, runProgram, write, writeError } from './boot/process.ts';
import type { Request } from './cli/arguments/arguments.ts';
import { type Config, currentFolder, loadConfig } from './config/load.ts';
import { routeThroughProxies } from './config/proxy.ts';
import { type FlagValues, TOKEN_VARIABLE } from './config/settings.ts';
import { isOn } from './config/values.ts';
import { badArgument, badSetting, explain, type Failure } from './failure.ts';
import type { Topic } from './help/topics.ts';
import { connect } from './login/connection.ts';
import { attempt } from './text/result.ts';
import { safe } from './text/sanitise.ts';

// Modules that not every run needs, and that are slow to load, are imported where they are used.
declare const BOTSCOPE_VERSION: string;

function print(text: string): 0 {
  write(text);
  return 0;
}

function printFailure(failure: Failure) {
  const { title, advice, exitCode } = explain(failure);
  writeError(`botscope: ${title}\n${advice.map(line => `  ${line}\n`).join('')}`);
  return exitCode;
}

async function printCommandFailure(failure: Failure, output: unknown) {
  const { failureText } = await import('./cli/shared/errors.ts');
  writeError(failureText(failure, output));
  return explain(failure).exitCode;
}

const SESSION = { version: BOTSCOPE_VERSION, write, printFailure };

const hasTerminal = () => process.stdin.isTTY && process.stdout.isTTY;

/** Removes tokens from the environment, so that child processes do not get them. */
async function loadConfigFor(given: FlagValues): Promise<Config> {
  const env = { ...process.env };
  delete process.env[TOKEN_VARIABLE];
  const config = await loadConfig(given, { env, childEnv: process.env, folder: currentFolder() });
  for (const { token } of config.file.profiles)
    if (token?.kind === 'token_env') delete process.env[token.value];
  return config;
}

async function loadCommandLine() {
  const [{ serveFlags }, { commandRows }, { exitCodes }, { resources }] = await Promise.all([
    import('./sandbox/options.ts'),
    import('./cli/command-table.ts'),
    import('./cli/shared/errors.ts'),
    import('./resources/registry.ts'),
  ]);
  return { version: BOTSCOPE_VERSION, serve: serveFlags, commands: commandRows(resources), exitCodes };
}

const contradiction = ({ ext, strict }: FlagValues): Failure | undefined =>
  ext && strict ? badArgument(safe`--ext and --strict contradict each other: use one of them.`) : undefined;

type RequestOf<M extends Request['mode']> = Extract<Request, { readonly mode: M }>;

async function runCommand({ typed, given }: RequestOf<'command'>) {
  const problem = contradiction(given);
  if (problem !== undefined) return printCommandFailure(problem, typed.values['output']);
  const { runCommandLine } = await import('./app/run-command.ts');
  return runCommandLine(typed, await loadConfigFor(given), BOTSCOPE_VERSION);
}

async function listDemo(config: Config) {
  const { runCommandLine } = await import('./app/run-command.ts');
  const listBots = { path: ['bots', 'ls'], words: [], values: { limit: '20' } };
  const code = await runCommandLine(listBots, config, BOTSCOPE_VERSION);
  write('\nThis is sample data. The explorer needs a terminal: run it in one.\n');
  return code;
}

async function placeFailure(place: string): Promise<Failure | undefined> {
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

async function runExplorer({ given, place }: RequestOf<'explore'>) {
  const problem = contradiction(given) ?? (place === undefined ? undefined : await placeFailure(place));
  if (problem !== undefined) return printFailure(problem);
  const config = await loadConfigFor(given);
  const isTerminal = hasTerminal();
  if (!isTerminal && isOn(config.values, 'demo')) return listDemo(config);
  const connected = await connect(config);
  const failure = 'failure' in connected ? connected.failure : undefined;
  const start = 'failure' in connected ? connected.login : { connected };
  if (isTerminal && start !== undefined) {
    const { runSession } = await import('./app/run-explorer.ts');
    return runSession(config, { place, ...start }, SESSION);
  }
  const isNothingSet = failure?.kind === 'no-connection' && failure.detail === undefined;
  return printFailure(failure === undefined || isNothingSet ? { kind: 'no-terminal' } : failure);
}

const LOGIN_NEEDS_TERMINAL = safe`login needs a terminal. In a script, set BP_TOKEN and BP_WORKSPACE_ID.`;

async function logIn({ given }: RequestOf<'login'>) {
  if (!hasTerminal()) return printFailure(badArgument(LOGIN_NEEDS_TERMINAL));
  const { runSession } = await import('./app/run-explorer.ts');
  return runSession(await loadConfigFor(given), {}, { ...SESSION, isLogin: true });
}

async function topicText(topic: Topic): Promise<string> {
  const [{ topicTexts }, { renderMarkdown }, { terminalOf }] = await Promise.all([
    import('./help/texts.ts'),
    import('./help/render.ts'),
    import('./cli/shared/context.ts'),
  ]);
  const { width = 80, hasColours } = terminalOf(process.stdout, process.env);
  return renderMarkdown(topicTexts[topic], { width, hasColours });
}

async function runConfig({ mode, given, asJson }: RequestOf<'config' | 'profiles'>) {
  const { explainText, profilesText } = await import('./config/explain.ts');
  const config = await loadConfigFor(given);
  if (mode === 'config') return print(await explainText(config, asJson));
  const [problem] = config.file.problems;
  if (config.file.isBroken && problem !== undefined)
    return printCommandFailure(badSetting(problem), asJson ? 'json' : 'table');
  return print(profilesText(config, asJson));
}

const versionJson = () =>
  JSON.stringify({ version: BOTSCOPE_VERSION, node: process.versions.node, platform: process.platform });

async function run(request: Request) {
  switch (request.mode) {
    case 'printed':
      return request.code;
    case 'version':
      return print(`${request.asJson ? versionJson() : BOTSCOPE_VERSION}\n`);
    case 'topic':
      return print(await topicText(request.topic));
    case 'completion':
      return print((await import('./cli/completion/scripts.ts')).completionScripts[request.shell]);
    case 'config':
    case 'profiles':
      return runConfig(request);
    case 'doctor': {
      const { runDoctor } = await import('./doctor/run.ts');
      const { asJson, given } = request;
      const { code, text } = await runDoctor(await loadConfigFor(given), BOTSCOPE_VERSION, asJson);
      write(text);
      return code;
    }
    case 'serve':
      return (await import('./sandbox/serve.ts')).runServe(request.values);
    case 'command':
      return runCommand(request);
    case 'login':
      return logIn(request);
    case 'explore':
      return runExplorer(request);
  }
}

async function parseRequest(argv: readonly string[]): Promise<Request> {
  if (argv.length === 0) return { mode: 'explore', given: {} };
  const [{ readArguments }, commandLine] = await Promise.all([
    import('./cli/arguments/arguments.ts'),
    loadCommandLine(),
  ]);
  return readArguments(argv, { ...commandLine, write, writeError });
}

async function main(argv: readonly string[]) {
  if (!process.stdout.isTTY) process.stdout.on('error', exitOnOutputError);
  if (argv[0] === '__complete') {
    const { completionText } = await import('./cli/completion/completion.ts');
    return print(await completionText(argv.slice(1), await loadCommandLine()));
  }
  const request = await parseRequest(argv);
  // The sandbox sends nothing; the doctor checks the proxies of the environment itself.
  const needsProxies = request.mode !== 'serve' && request.mode !== 'doctor';
  const failure = needsProxies ? await routeThroughProxies(process.env) : undefined;
  return failure === undefined ? run(request) : printFailure(failure);
}

// A home folder that does not exist, where the user has none, as in many containers.
if (attempt(homedir) === undefined) process.env['HOME'] = '/nonexistent';
void runProgram(main, async error => {
  const { reportCrash } = await import('./doctor/crash.ts');
  return reportCrash({ error, version: BOTSCOPE_VERSION, explorer: undefined });
});
