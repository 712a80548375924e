import { homedir } from 'node:os';
import { asked, exploring } from './app/session.ts';
import { taken } from './boot/drain.ts';
import type { Request, ServeValues } from './cli/arguments/arguments.ts';
import type { OwnRequest } from './cli/arguments/builtin-commands.ts';
import { type Config, loadConfig } from './config/load.ts';
import { type FlagValues, TOKEN_VARIABLE } from './config/options.ts';
import { currentFolder } from './config/paths.ts';
import { routeThroughProxies } from './config/proxy.ts';
import { badArgument, explain, type Failure } from './failure.ts';
import type { Topic } from './help/topics.ts';
import type { Connected } from './login/connection.ts';
import { connect, connectCommand } from './login/connection.ts';
import { safe, shortText } from './text/sanitise.ts';

// What a run does not need is not loaded: modules that cost time to start come by import().
declare const BOTSCOPE_VERSION: string;

// Node makes a stream when it is named.
const write = (text: string): unknown => process.stdout.write(text);
const writeError = (text: string): unknown => process.stderr.write(text);

function complain(failure: Failure): number {
  const { title, advice, exitCode } = explain(failure);
  writeError(`botscope: ${title}\n${advice.map(line => `  ${line}\n`).join('')}`);
  return exitCode;
}

const SAYING = { version: BOTSCOPE_VERSION, write, complain };

/** Serves the sandbox until a signal. */
async function serving(values: ServeValues): Promise<number> {
  const [{ serve }, { serveOptions }] = await Promise.all([
    import('./sandbox/serve.ts'),
    import('./sandbox/serve-options.ts'),
  ]);
  const options = serveOptions(values);
  if (typeof options === 'string') return complain({ kind: 'bad-argument', detail: shortText(options) });
  const onStop = (stop: () => void): void => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  };
  return serve(options, { write, writeError, onStop });
}

/** Flags that contradict each other. */
function contradiction({ ext, strict }: FlagValues): Failure | undefined {
  if (ext !== true || strict !== true) return undefined;
  return badArgument(safe`--ext and --strict contradict each other: give one of them.`);
}

/** The exit code when nothing can be written any more. A reader that went away (| head) is no error. */
function codeOfLost(error: Error): 0 | 1 {
  const code = 'code' in error ? String(error.code) : error.message;
  if (code === 'EPIPE') return 0;
  writeError(
    `botscope: Not all could be written to standard output (${shortText(code)}): what it holds is not whole.\n`,
  );
  return 1;
}

/** The explorer has its own rule: there it means that the terminal is lost. */
const endAt = (error: Error): never => process.exit(codeOfLost(error));

/** A command that prints and ends: nothing of the explorer is loaded for it. */
async function commanded({ typed, given }: Extract<Request, { mode: 'command' }>): Promise<number> {
  const contradicted = contradiction(given);
  if (contradicted !== undefined) return complain(contradicted);
  const { commandHere } = await import('./app/run-command.ts');
  const config = await sourcesOf(given);
  const say = (text: string): unknown => writeError(`botscope: ${text}\n`);
  for (const problem of config.problems) say(problem);
  // What is under way is not broken off: a delete has its end to write down.
  process.stdout.off('error', endAt);
  let lost = 0;
  const onLost = (error: Error): void => {
    lost = codeOfLost(error);
  };
  const here = { version: BOTSCOPE_VERSION, connect: () => connectCommand(config, say), onLost };
  const code = await commandHere(typed, config.values, here);
  await taken(process.stdout);
  return Math.max(code, lost);
}

/** Without a terminal: the demo lists its first bots; a real server is not asked for what nobody sees. */
async function withoutTerminal(connected: Connected | undefined, { values }: Config): Promise<number> {
  if (connected?.knownIds === undefined) return complain({ kind: 'no-terminal' });
  const { commandHere } = await import('./app/run-command.ts');
  const first = { path: ['bots', 'ls'], words: [], values: { limit: '20' } };
  const here = { version: BOTSCOPE_VERSION, connect: async () => connected, onLost: endAt };
  const code = await commandHere(first, values, here);
  write('\nThis is demo data. The explorer needs a terminal: run it in one.\n');
  return code;
}

type Exploring = Extract<Request, { mode: 'explore' }>;

/** Why nothing can be started on: flags that contradict each other, a place that is none. */
async function badPlace({ given, place }: Pick<Exploring, 'given' | 'place'>): Promise<Failure | undefined> {
  const contradicted = contradiction(given);
  if (contradicted !== undefined || place === undefined) return contradicted;
  const { placeProblem } = await import('./explorer/state/initial-views.ts');
  const problem = placeProblem(place);
  if (problem === undefined) return undefined;
  const [{ wordsOn }, { rowsOf }, about] = await Promise.all([
    import('./cli/arguments/normalise.ts'),
    import('./cli/arguments/arguments.ts'),
    aboutCommands(),
  ]);
  return badArgument(wordsOn(place, rowsOf(about)) ?? problem);
}

/** All settings. What holds a token is taken out of the environment: nothing that is started from here needs it. */
async function sourcesOf(given: FlagValues): Promise<Config> {
  const env = { ...process.env };
  delete process.env[TOKEN_VARIABLE];
  const config = await loadConfig(given, { env, childEnv: process.env, folder: currentFolder() });
  for (const { token } of config.file.profiles) if (token?.is === 'env') delete process.env[token.name];
  return config;
}

/** Prints a help topic; 80 columns wide where standard output is no terminal. */
async function printTopic(topic: Topic): Promise<number> {
  const [{ topicTexts }, { renderMarkdown }, { terminalOf }] = await Promise.all([
    import('./help/texts.ts'),
    import('./help/render.ts'),
    import('./cli/io.ts'),
  ]);
  const { width = 80, hasColours } = terminalOf(process.stdout, process.env);
  write(renderMarkdown(topicTexts[topic], { width, hasColours }));
  return 0;
}

/** A command about botscope itself; each loads what it needs. */
async function aboutItself(request: OwnRequest): Promise<number> {
  if (request.mode === 'completion') {
    const { completionScripts } = await import('./cli/completion/scripts.ts');
    write(completionScripts[request.shell]);
    return 0;
  }
  if (request.mode === 'version') {
    write(`${BOTSCOPE_VERSION}\n`);
    return 0;
  }
  if (request.mode === 'topic') return printTopic(request.topic);
  const config = await sourcesOf(request.given);
  if (request.mode === 'config') {
    const { configText } = await import('./config/explain.ts');
    write(await configText(config, request));
    return 0;
  }
  const { examined } = await import('./doctor/run.ts');
  const { code, text } = await examined(config, { version: BOTSCOPE_VERSION, asJson: request.asJson });
  write(text);
  return code;
}

async function run(request: Request): Promise<number> {
  if (request.mode === 'said') return request.code;
  if (request.mode === 'command') return commanded(request);
  if (request.mode === 'serve') return serving(request.values);
  if (request.mode !== 'explore') return aboutItself(request);
  const misplaced = await badPlace(request);
  if (misplaced !== undefined) return complain(misplaced);
  const config = await sourcesOf(request.given);
  const connected = await connect(config);
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const start = { config, place: request.place };
  if (connected !== undefined && 'missing' in connected)
    return isTerminal ? exploring({ ...start, ...asked(connected) }, SAYING) : complain(connected.failure);
  if (connected !== undefined && 'kind' in connected) return complain(connected);
  if (!isTerminal) return withoutTerminal(connected, config);
  return exploring({ ...start, first: connected }, SAYING);
}

/** The same through the proxies that the environment names; the sandbox asks nobody. */
async function proxied(request: Request): Promise<number> {
  // The doctor says itself what is wrong with them.
  const isOwn = request.mode === 'serve' || request.mode === 'doctor';
  const failure = isOwn ? undefined : await routeThroughProxies(process.env);
  return failure === undefined ? run(request) : complain(failure);
}

/** What the reader of arguments is told; it is not loaded when there are none. */
async function aboutCommands() {
  const [{ serveFlags }, { commandRows }, { exitCodes }, { resources }] = await Promise.all([
    import('./sandbox/serve-options.ts'),
    import('./cli/command-table.ts'),
    import('./cli/errors.ts'),
    import('./resources/registry.ts'),
  ]);
  return { version: BOTSCOPE_VERSION, serve: serveFlags, commands: commandRows(resources), exitCodes };
}

async function requested(argv: readonly string[]): Promise<Request> {
  if (argv.length === 0) return { mode: 'explore', given: {} };
  const [{ readArguments }, about] = await Promise.all([
    import('./cli/arguments/arguments.ts'),
    aboutCommands(),
  ]);
  return readArguments(argv, { ...about, write, writeError });
}

/** What a shell is answered at Tab: nothing but that, whatever goes wrong. */
async function completion(argv: readonly string[]): Promise<number> {
  const [{ completed }, about] = await Promise.all([import('./cli/completion/values.ts'), aboutCommands()]);
  write(await completed(argv, about));
  return 0;
}

/** The word that the scripts of `completion` ask with. */
const COMPLETE = '__complete';

async function main([first, ...rest]: readonly string[]): Promise<number> {
  if (!process.stdout.isTTY) process.stdout.on('error', endAt);
  if (first === COMPLETE) return completion(rest);
  return proxied(await requested(first === undefined ? [] : [first, ...rest]));
}

/** A user without a name, as in many containers, has no home: nothing is found or kept there, and that is said. */
function settleHome(): void {
  try {
    homedir();
  } catch {
    process.env['HOME'] = '/nonexistent';
  }
}

// Never exits with 0 by running dry: work that can never end leaves Node with nothing to do.
process.exitCode = 70;
process.once('beforeExit', code => {
  if (code === 70) writeError('botscope: a defect: it stopped before its work was done.\n');
});
settleHome();
void main(process.argv.slice(2))
  .catch(async (error: unknown) => {
    writeError(`botscope: ${shortText(error instanceof Error ? error.message : 'a defect')}\n`);
    const { reportCrash } = await import('./doctor/crash.ts');
    const said = reportCrash({ error, version: BOTSCOPE_VERSION, actions: [], shown: undefined });
    if (said !== undefined) writeError(`${said}\n`);
    return 70;
  })
  .then(async code => {
    for (const stream of [process.stdout, process.stderr]) await taken(stream);
    process.exit(code);
  });
