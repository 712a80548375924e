import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { WritePolicy } from '../api/policy.ts';
import type { TypedCommand } from '../cli/arguments/command-row.ts';
import { runCommand } from '../cli/run.ts';
import {
  type CommandContext,
  type FindingSettings,
  type Io,
  type Service,
  terminalOf,
} from '../cli/shared/context.ts';
import type { NoConnection } from '../config/connection.ts';
import { isOn, remembers, serverFlags, type Values } from '../config/values.ts';
import { memoryStorage } from '../deletion/journal.ts';
import type { Server } from '../explorer/state/state.ts';
import { badArgument, type Failure } from '../failure.ts';
import type { ConnectedServer } from '../login/connection.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { resources, root } from '../resources/registry.ts';
import { consentingClient } from '../resources/unsupported.ts';
import { checkNamedFile, readNamedFile, writeNamedFile } from '../storage/named-file.ts';
import { stateFolder } from '../storage/paths.ts';
import { promptForLine } from '../terminal/input/prompt.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { commandOutput } from './command-output.ts';
import { openDeleteHistory, openDeleteStorage } from './journal.ts';
import { createSeenRecords, type SeenRecords } from './seen-records.ts';
import { traceTo } from './trace.ts';

const CLEAR_LINE = '\r\u001b[K';

async function promptPerson(question: SafeText, stopping: AbortController): Promise<string | undefined> {
  const { stdin: input, stderr: output } = process;
  const { signal } = stopping;
  const line = await promptForLine(question, { input, output, signal });
  if (line === undefined) stopping.abort();
  return line;
}

/**
 * Returns the input and output of this process for a command. `isClosed`: nobody reads standard output any
 * more.
 */
function ioOf(stopping: AbortController, isClosed: () => boolean): Io {
  // stdin and stderr are created on first access, which costs milliseconds that most commands do not need to
  // spend.
  const { stdout, env } = process;
  const hasProgress = (): boolean => process.stderr.isTTY && env['TERM'] !== 'dumb';
  let isProgressVisible = false;
  const clear = (): void => {
    if (isProgressVisible) process.stderr.write(CLEAR_LINE);
    isProgressVisible = false;
  };
  const writeError = (text: string): void => {
    clear();
    process.stderr.write(text);
  };
  const output = commandOutput(stdout, stopping.signal, isClosed);
  return {
    signal: stopping.signal,
    ...terminalOf(stdout, env),
    isClosed: output.isClosed,
    write: text => {
      clear();
      return output.write(text);
    },
    writeError,
    remark: writeError,
    progress: text => {
      if (text === undefined || !hasProgress()) return clear();
      process.stderr.write(`${CLEAR_LINE}${text}`);
      isProgressVisible = true;
    },
    canPrompt: () => stdout.isTTY && process.stdin.isTTY && hasProgress(),
    prompt: question => promptPerson(question, stopping),
    lines: () => createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }),
  };
}

/** The things that a command needs from the process besides its input and output. */
type CommandProcess = {
  readonly version: string;
  readonly connect: () => Promise<ConnectedServer | NoConnection>;
  readonly env: NodeJS.ProcessEnv;
  /** Folder of the project file; paths in it are relative to it. */
  readonly projectFolder?: string | undefined;
  /** Remembers loaded records for completion in the shell. */
  readonly seen?: SeenRecords;
};

/** Returns the write policy of a command. `unlock`: the value of its flag. */
function writePolicy(values: Values, { settings }: ConnectedServer, unlock: string | undefined): WritePolicy {
  if (isOn(values, 'dryRun')) return 'dry-run';
  return settings.protect && unlock === undefined ? 'locked' : 'allowed';
}

/** Returns a failure if `--unlock` names another profile than that of the connection. */
function unlockProblem({ label }: Server, unlock: string | undefined): Failure | undefined {
  if (unlock === undefined || unlock === label) return undefined;
  return badArgument(safe`--unlock names "${clean(unlock, 40)}", but this is "${label}". Nothing was sent.`);
}

async function serviceOf(
  connected: ConnectedServer,
  values: Values,
  {
    io,
    version,
    env,
    unlock,
    seen,
  }: CommandProcess & { readonly io: Io; readonly unlock: string | undefined },
): Promise<Service | Failure> {
  // The client is slow to load, and commands like `journal` send nothing.
  const [{ clientFor, serverOf }, { lastSeenIn }] = await Promise.all([
    import('../login/connection.ts'),
    import('./last-seen.ts'),
  ]);
  const { settings } = connected;
  const server = serverOf(connected);
  const wrongProfile = unlockProblem(server, unlock);
  if (wrongProfile !== undefined) return wrongProfile;
  const writes = writePolicy(values, connected, unlock);
  const onProblem = (problem: string): void => io.writeError(`botscope: ${problem}\n`);
  const trace = values.trace === undefined ? {} : { observe: traceTo(values.trace.text, onProblem) };
  const strict = isOn(values, 'strict');
  const client = clientFor(settings, version, { ...trace, strict, writes: () => writes });
  const consenting = consentingClient(client, isOn(values, 'ext'));
  const baseUrl = settings.base.origin + settings.base.prefix;
  // The demo has no default ids, because the environment and the files have those of another server.
  const flagIds = values.botId?.from === 'flag' ? { botId: values.botId.text } : {};
  return {
    // The demo's records are gone when it ends.
    client: server.demo
      ? consenting
      : (seen?.watch(consenting, [clean(baseUrl, 200), settings.workspaceId]) ?? consenting),
    profile: settings.login?.profile && shortText(settings.login.profile.name),
    tokenFrom: settings.origins.token,
    serverFlags: serverFlags(values),
    baseUrl,
    workspaceId: settings.workspaceId,
    defaultIds: { ...settings.defaultIds, ...flagIds, [ownIdName(root)]: settings.workspaceId },
    flagIds,
    strict,
    readOnly: settings.readOnly,
    readOnlyBy: settings.readOnlyBy,
    writes,
    // Deletes of the demo leave no journal and no backups.
    deleteStorage: server.demo
      ? memoryStorage()
      : openDeleteStorage(server, { env, timeoutMs: settings.timeoutMs }),
    lastSeen: remembers(values) || server.demo ? lastSeenIn(connected, env) : () => undefined,
  };
}

function findingSettings(
  { failOn, ignore, baseline }: Values,
  projectFolder: string | undefined,
): FindingSettings {
  const isOfProject = baseline?.from === 'project' && projectFolder !== undefined;
  return {
    ...(failOn === undefined ? {} : { failOn: failOn.text }),
    ...(ignore === undefined ? {} : { ignore: ignore.text }),
    ...(baseline === undefined ? {} : { baseline: baseline.text }),
    ...(isOfProject
      ? { baseline: resolve(projectFolder, baseline.text), baselineFolder: projectFolder }
      : {}),
  };
}

export function commandContext(values: Values, io: Io, host: CommandProcess): CommandContext {
  return {
    io,
    history: openDeleteHistory(host.env),
    files: { read: readNamedFile, check: checkNamedFile, write: writeNamedFile },
    findings: findingSettings(values, host.projectFolder),
    now: Date.now,
    // `reveal` is yes for the flag --no-reveal.
    hidesSecrets: isOn(values, 'reveal'),
    connect: async unlock => {
      const connected = await host.connect();
      return 'failure' in connected
        ? connected.failure
        : serviceOf(connected, values, { ...host, io, unlock });
    },
  };
}

/** `onClosed` is called once, when standard output cannot be written any more. */
type RunOptions = Omit<CommandProcess, 'env'> & { readonly onClosed: (error: Error) => void };

/** Runs one command in this process, without loading the explorer. Returns the exit code. */
export async function runInProcess(
  typed: TypedCommand,
  values: Values,
  options: RunOptions,
): Promise<number> {
  const stopping = new AbortController();
  let isClosed = false;
  process.stdout.on('error', error => {
    if (!isClosed) options.onClosed(error);
    isClosed = true;
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  const io = ioOf(stopping, () => isClosed);
  const { env } = process;
  const seen = remembers(values) ? createSeenRecords(stateFolder(env), Date.now) : undefined;
  const code = await runCommand(
    typed,
    commandContext(values, io, { ...options, env, ...(seen && { seen }) }),
    resources,
  );
  seen?.save();
  return code;
}
