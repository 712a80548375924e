import { parseBaseUrl } from './api/path.ts';
import { type Connected, clientFor } from './connected.ts';
import { badArgument, explain, type Failure } from './failure.ts';
import type { Request, ServeValues } from './settings/arguments.ts';
import { settingsFile, settingsPath } from './settings/file.ts';
import type { Given } from './settings/flags.ts';
import { resolveSettings } from './settings/settings.ts';
import type { Extending } from './store/extending.ts';
import { safe, shortText } from './text/sanitise.ts';

// What a run does not need is not loaded: modules that cost time to start come by import().
declare const BOTSCOPE_VERSION: string;

const write = (text: string): void => void process.stdout.write(text);
const writeError = (text: string): void => void process.stderr.write(text);

function complain(failure: Failure): number {
  const { title, advice, exitCode } = explain(failure);
  writeError(`botscope: ${title}\n${advice.map(line => `  ${line}\n`).join('')}`);
  return exitCode;
}

/** The sandbox of this process, as a server to explore. */
async function demo(readOnly: boolean): Promise<Connected> {
  const { startSandbox } = await import('./sandbox/service.ts');
  const sandbox = await startSandbox({ ext: true });
  const base = parseBaseUrl(sandbox.baseUrl, false);
  if (typeof base === 'string') throw new Error(base);
  const from = safe`the demo`;
  const origins = { baseUrl: from, token: from, workspaceId: from };
  const { token, workspaceId } = sandbox;
  return {
    settings: { base, token, workspaceId, defaultIds: {}, readOnly, origins },
    knownIds: sandbox.idsOf,
    seenBefore: sandbox.seenBefore(),
  };
}

/** Without a terminal: the demo prints what it has; a real server is not asked for what nobody sees. */
async function withoutTerminal(connected: Connected | undefined): Promise<number> {
  if (connected?.knownIds === undefined) return complain({ kind: 'no-terminal' });
  const { settings } = connected;
  const { overview } = await import('./print/overview.ts');
  const lines = await overview(clientFor(settings, BOTSCOPE_VERSION), settings.workspaceId, Date.now());
  if ('kind' in lines) return complain(lines);
  write(`${lines.join('\n')}\n\nThis is demo data. The explorer needs a terminal: run it in one.\n`);
  return 0;
}

async function connect(
  given: Extract<Request, { mode: 'explore' }>['given'],
): Promise<Connected | Failure | undefined> {
  if (given.demo === true) return demo(given.readOnly ?? false);
  const settings = resolveSettings(given, process.env);
  if (settings === undefined || 'kind' in settings) return settings;
  return { settings };
}

/** Serves the sandbox until a signal. */
async function serving(values: ServeValues): Promise<number> {
  const [{ serve }, { serveOptions }] = await Promise.all([
    import('./sandbox/serve.ts'),
    import('./sandbox/serve-flags.ts'),
  ]);
  const options = serveOptions(values);
  if (typeof options === 'string') return complain({ kind: 'bad-argument', detail: shortText(options) });
  const onStop = (stop: () => void): void => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  };
  return serve(options, { write, writeError, onStop });
}

/** What the flags say of requests: which of them outside of the API description, and whether all are written down. */
function requestRules({ ext, strict, trace }: Given): { extending: Extending; trace: string | undefined } {
  const outside = ext === true ? 'allowed' : 'asks';
  return {
    extending: strict === true ? 'never' : outside,
    trace: trace ?? process.env['BOTSCOPE_TRACE'],
  };
}

type Exploring = Extract<Request, { mode: 'explore' }>;

/** Why nothing can be started on: flags that contradict each other, a place that is none. */
async function badPlace({ given, place }: Pick<Exploring, 'given' | 'place'>): Promise<Failure | undefined> {
  if (given.ext === true && given.strict === true)
    return badArgument(safe`--ext and --strict contradict each other: give one of them.`);
  if (place === undefined) return undefined;
  const { placeProblem } = await import('./store/place-start.ts');
  const problem = placeProblem(place);
  return problem === undefined ? undefined : badArgument(problem);
}

/** The explorer, and the demo when that is asked for in it. */
async function exploring({ given, place }: Exploring, first: Connected | undefined): Promise<number> {
  let connected = first;
  const [{ explore }, { lookOf }] = await Promise.all([import('./explore.tsx'), import('./looks.ts')]);
  const look = lookOf(given, process.env);
  if ('kind' in look) return complain(look);
  const file = await settingsFile(settingsPath(process.env));
  for (;;) {
    const { code, message, next } = await explore(connected, {
      version: BOTSCOPE_VERSION,
      file,
      place,
      look,
      isDry: given.dryRun ?? false,
      ...requestRules(given),
    });
    if (message !== undefined) write(`${message}\n`);
    if (next === 'quit') return code;
    connected = await demo(given.readOnly ?? false);
  }
}

async function run(request: Request): Promise<number> {
  if (request.mode === 'said') return request.code;
  // A reader that went away (| head) is no error. The explorer has its own rule: there it means the terminal is lost.
  if (!process.stdout.isTTY) process.stdout.on('error', () => process.exit(0));
  if (request.mode === 'serve') return serving(request.values);
  const misplaced = await badPlace(request);
  if (misplaced !== undefined) return complain(misplaced);
  const connected = await connect(request.given);
  // Nothing that is started from here needs the token again.
  delete process.env['BP_TOKEN'];
  if (connected !== undefined && 'kind' in connected) return complain(connected);
  if (!process.stdin.isTTY || !process.stdout.isTTY) return withoutTerminal(connected);
  return exploring(request, connected);
}

/** Without arguments there is nothing to read: the reader of arguments is not loaded for nothing. */
async function requested(argv: readonly string[]): Promise<Request> {
  if (argv.length === 0) return { mode: 'explore', given: {} };
  const [{ readArguments }, { serveFlags }] = await Promise.all([
    import('./settings/arguments.ts'),
    import('./sandbox/serve-flags.ts'),
  ]);
  return readArguments(argv, { version: BOTSCOPE_VERSION, serve: serveFlags, write, writeError });
}

void requested(process.argv.slice(2))
  .then(run)
  .catch((error: unknown) => {
    writeError(`botscope: ${shortText(error instanceof Error ? error.message : 'a defect')}\n`);
    return 70;
  })
  .then(code => process.exit(code));
