import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { wait } from '../api/limiter.ts';
import type { WritePolicy } from '../api/request.ts';
import { drain, exitOnOutputError, outputErrorCode, writeError } from '../boot/process.ts';
import type { TypedCommand } from '../cli/arguments/parse.ts';
import { runCommand } from '../cli/run.ts';
import { type CommandContext, type Io, type Service, terminalOf } from '../cli/shared/context.ts';
import type { Config } from '../config/load.ts';
import { isOn, remembers, serverFlags } from '../config/values.ts';
import { memoryStorage } from '../deletion/journal.ts';
import { refText } from '../explorer/state/place-text.ts';
import { badArgument, type Failure } from '../failure.ts';
import { defined } from '../json/json.ts';
import { consentingClient } from '../resources/consent.ts';
import { createDigests } from '../resources/digests.ts';
import { resources, root } from '../resources/registry.ts';
import { ownIdName } from '../resources/resource.ts';
import { stateFolder } from '../storage/paths.ts';
import { promptForLine } from '../terminal/input/prompt.ts';
import { clean, safe, shortText } from '../text/sanitise.ts';
import {
  createSeenRecords,
  lastSeenIn,
  openDeleteHistory,
  openDeleteStorage,
  openDigests,
  type SeenRecords,
  traceTo,
} from './storage.ts';

type CommandProcess = Readonly<{
  version: string;
  env: NodeJS.ProcessEnv;
  /** About the login that is used although nothing names it. */
  remark: (text: string) => unknown;
  seen?: SeenRecords | undefined;
}>;

async function connectService(
  config: Config,
  io: Io,
  { version, env, remark, seen }: CommandProcess,
  unlock: string | undefined,
): Promise<Service | Failure> {
  // The client is slow to load, and commands like `journal` send nothing.
  const { clientFor, connect, serverOf } = await import('../login/connection.ts');
  const connected = await connect(config, remark);
  if ('failure' in connected) return connected.failure;
  const { values } = config;
  const { settings, seenBefore = [] } = connected;
  const server = serverOf(connected);
  if (unlock !== undefined && unlock !== server.label) {
    const name = clean(unlock, 40);
    return badArgument(safe`--unlock names "${name}", but this is "${server.label}". Nothing was sent.`);
  }
  const isLocked = settings.protect && unlock === undefined;
  const writes: WritePolicy = isOn(values, 'dryRun') ? 'dry-run' : isLocked ? 'locked' : 'allowed';
  const onProblem = (problem: string) => io.writeError(`botscope: ${problem}\n`);
  const trace = values.trace === undefined ? {} : { observe: traceTo(values.trace.text, onProblem) };
  const strict = isOn(values, 'strict');
  const sending = clientFor(settings, version, { ...trace, strict, writes: () => writes });
  const client = consentingClient(sending, { isGiven: () => isOn(values, 'ext') });
  const baseUrl = settings.base.origin + settings.base.prefix;
  // The demo has no default ids, because the environment and the files have those of another server.
  const flagIds = values.botId?.from === 'flag' ? { botId: values.botId.text } : {};
  const service = {
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
  };
  if (server.demo)
    return {
      ...service,
      // The demo's records are gone when it ends: nothing of them is stored.
      client,
      deleteStorage: memoryStorage(),
      digests: connected.digests ?? createDigests(),
      lastSeen: ref => seenBefore.find(each => refText(each.ref) === refText(ref)),
    };
  return {
    ...service,
    client: seen?.watch(client, [clean(baseUrl, 200), settings.workspaceId]) ?? client,
    deleteStorage: openDeleteStorage(server, env, settings.timeoutMs),
    digests: remembers(values) ? openDigests(server, env) : createDigests(),
    lastSeen: remembers(values) ? lastSeenIn(server, env) : () => undefined,
  };
}

function findingSettings({ values, paths }: Config) {
  const { failOn, ignore, baseline } = values;
  const folder = baseline?.from === 'project' && paths.project ? dirname(paths.project) : undefined;
  const path = baseline && (folder === undefined ? baseline.text : resolve(folder, baseline.text));
  return defined({ failOn: failOn?.text, ignore: ignore?.text, baseline: path, baselineFolder: folder });
}

export const commandContext = (config: Config, io: Io, host: CommandProcess): CommandContext => ({
  io,
  history: openDeleteHistory(host.env),
  findings: findingSettings(config),
  now: Date.now,
  wait,
  hidesSecrets: isOn(config.values, 'noReveal'),
  connect: unlock => connectService(config, io, host, unlock),
});

/** Of one write. A terminal blocks the program until it has taken them. */
const PIECE_BYTES = 64 * 1024;
const TERMINAL_PIECE_BYTES = 1024;
const LAST_WORDS_MS = 400;

/** Hears `stop` between pieces, and cuts the rest off. `isGone`: no reader. */
function commandOutput(stop: AbortSignal, isGone: () => boolean): Pick<Io, 'write' | 'isClosed'> {
  const { stdout } = process;
  const size = stdout.isTTY ? TERMINAL_PIECE_BYTES : PIECE_BYTES;
  let leftMs = LAST_WORDS_MS;
  let isCut = false;
  const isClosed = () => isCut || isGone();

  /** After the signal its time counts: a command then still prints what it has done. */
  async function writePiece(piece: Uint8Array, isAfter: boolean) {
    const since = performance.now();
    const limit = isAfter ? AbortSignal.timeout(Math.ceil(leftMs)) : stop;
    if (!stdout.write(piece)) await once(stdout, 'drain', { signal: limit }).catch(() => undefined);
    await setImmediate();
    if (isAfter) leftMs -= performance.now() - since;
  }

  async function write(text: string) {
    const bytes = Buffer.from(text);
    const isAfter = stop.aborted;
    for (let at = 0; at < bytes.length && !isClosed(); at += size)
      if (stop.aborted && (!isAfter || leftMs <= 0)) isCut = true;
      else await writePiece(bytes.subarray(at, at + size), isAfter);
    return !isClosed();
  }

  return { write, isClosed };
}

const CLEAR_LINE = '\r\u001b[K';

function processIo(stopping: AbortController, isGone: () => boolean): Io {
  // stdin and stderr are created on first access, which costs milliseconds.
  const { stdout, env } = process;
  const { signal } = stopping;
  const hasProgress = () => process.stderr.isTTY && env['TERM'] !== 'dumb';
  let isProgressVisible = false;
  const clear = () => {
    if (isProgressVisible) process.stderr.write(CLEAR_LINE);
    isProgressVisible = false;
  };
  const writeError = (text: string) => {
    clear();
    process.stderr.write(text);
  };
  const { write, isClosed } = commandOutput(signal, isGone);
  return {
    signal,
    ...terminalOf(stdout, env),
    isClosed,
    write: text => {
      clear();
      return write(text);
    },
    writeError,
    remark: writeError,
    progress: text => {
      if (text === undefined || !hasProgress()) return clear();
      process.stderr.write(`${CLEAR_LINE}${text}`);
      isProgressVisible = true;
    },
    canPrompt: () => stdout.isTTY && process.stdin.isTTY && hasProgress(),
    prompt: async question => {
      const { stdin: input, stderr: output } = process;
      const line = await promptForLine(question, { input, output, signal });
      if (line === undefined) stopping.abort();
      return line;
    },
    lines: () => createInterface({ input: process.stdin, crlfDelay: Infinity }),
  };
}

export async function runCommandLine(typed: TypedCommand, config: Config, version: string): Promise<number> {
  const { env, stdout } = process;
  // With -o json, standard error holds one object if the command fails, so it comes alone.
  const isJson = /^(nd)?json$/.test(`${typed.values['output']}`);
  const notes: string[] = [];
  const report = (text: string): unknown => (isJson ? notes.push(text) : writeError(`botscope: ${text}\n`));
  const remark = (text: string): unknown => typed.values['quiet'] !== true && report(text);
  for (const problem of config.problems) report(problem);
  // The command itself handles errors of its output: a running delete must still record its outcome.
  stdout.off('error', exitOnOutputError);
  let outputCode: number | undefined;
  stdout.on('error', error => {
    outputCode ??= outputErrorCode(error);
  });
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopping.abort(signal));
  const io = processIo(stopping, () => outputCode !== undefined);
  const seen = remembers(config.values) ? createSeenRecords(stateFolder(env), Date.now) : undefined;
  const code = await runCommand(typed, commandContext(config, io, { version, env, remark, seen }), resources);
  seen?.save();
  if (code === 0) for (const note of notes) writeError(`botscope: ${note}\n`);
  await drain(stdout, code);
  return Math.max(code, outputCode ?? 0);
}
