import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Writes } from '../api/policy.ts';
import type { Kept, Service, Setting } from '../cli/context.ts';
import { type Io, terminalOf } from '../cli/io.ts';
import { runCommand, type Typed } from '../cli/run.ts';
import type { MissingLogin } from '../config/connection.ts';
import { isOn, type Values } from '../config/resolve.ts';
import { forgetting, journalOn } from '../deletion/journal.ts';
import type { Failure } from '../failure.ts';
import type { Connected } from '../login/connection.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { resources, root } from '../resources/registry.ts';
import { extendingClient } from '../resources/unsupported.ts';
import { openLineFile } from '../storage/append-log.ts';
import { openTrash } from '../storage/backups.ts';
import { stateFolder } from '../storage/paths.ts';
import { keepingOf } from './journal.ts';
import { traceTo } from './trace.ts';

const CLEAR_LINE = '\r\u001b[K';

/** Answers when the reader has caught up, or is gone. */
function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise(resolve => {
    const go = (): void => {
      stream.off('drain', go).off('error', go);
      resolve();
    };
    stream.on('drain', go).on('error', go);
  });
}

/** What a command has of this process. `isGone`: nobody reads its output any more. */
function ioOf(signal: AbortSignal, isGone: () => boolean): Io {
  // Node makes the other streams when they are named: milliseconds that most commands do without.
  const { stdout, env } = process;
  const isShown = (): boolean => process.stderr.isTTY && env['TERM'] !== 'dumb';
  let isSaid = false;
  const clear = (): void => {
    if (isSaid) process.stderr.write(CLEAR_LINE);
    isSaid = false;
  };
  return {
    signal,
    ...terminalOf(stdout, env),
    write: async text => {
      clear();
      if (isGone()) return false;
      if (!stdout.write(text)) await drained(stdout);
      return !isGone();
    },
    isClosed: isGone,
    writeError: text => {
      clear();
      process.stderr.write(text);
    },
    progress: text => {
      if (text === undefined || !isShown()) return clear();
      process.stderr.write(`${CLEAR_LINE}${text}`);
      isSaid = true;
    },
    lines: () => createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }),
  };
}

/** What stays of deletes on this machine, whichever server they were sent to. */
function keptHere(env: NodeJS.ProcessEnv): Kept {
  const state = stateFolder(env);
  const trash = openTrash(join(state, 'trash'));
  return {
    entries: () => journalOn(openLineFile(join(state, 'journal.ndjson'))).entries(),
    copies: trash.list,
    copy: trash.read,
  };
}

type About = {
  readonly version: string;
  readonly connect: () => Promise<Connected | Failure | MissingLogin | undefined>;
  readonly env: NodeJS.ProcessEnv;
};

/** The one door for requests that change something. */
function writesFor(values: Values, { settings }: Connected): Writes {
  if (isOn(values, 'dryRun')) return 'played';
  return settings.protect ? 'locked' : 'sent';
}

async function serviceOf(
  connected: Connected,
  values: Values,
  { io, version, env }: About & { readonly io: Io },
): Promise<Service> {
  // What asks a server takes long to load: the commands that ask none do without.
  const { clientFor, serverOf } = await import('../login/connection.ts');
  const { settings } = connected;
  const server = serverOf(connected);
  const writes = writesFor(values, connected);
  const tell = (problem: string): void => io.writeError(`botscope: ${problem}\n`);
  const trace = values.trace === undefined ? {} : { observe: traceTo(values.trace.text, tell) };
  const strict = isOn(values, 'strict');
  const client = clientFor(settings, version, {
    ...trace,
    strict,
    writes: () => writes,
  });
  return {
    client: extendingClient(client, isOn(values, 'ext')),
    baseUrl: settings.base.origin + settings.base.prefix,
    workspaceId: settings.workspaceId,
    defaultIds: { ...settings.defaultIds, [ownIdName(root)]: settings.workspaceId },
    flagIds: values.botId?.from === 'flag' ? settings.defaultIds : {},
    strict,
    readOnly: settings.readOnly,
    readOnlyBy: settings.readOnlyBy,
    writes,
    // The demo leaves nothing behind.
    keeping: server.demo ? forgetting() : keepingOf(server, { env, timeoutMs: settings.timeoutMs }),
  };
}

/** What a command is given, besides what was typed. */
export function settingOf(values: Values, io: Io, about: About): Setting {
  return {
    io,
    kept: keptHere(about.env),
    now: Date.now,
    // The switch is as its flag is written.
    hidesSecrets: isOn(values, 'reveal'),
    connect: async () => {
      const connected = await about.connect();
      if (connected === undefined) return { kind: 'no-connection' };
      if ('missing' in connected) return connected.failure;
      return 'kind' in connected ? connected : serviceOf(connected, values, { ...about, io });
    },
  };
}

/** `onLost`: told once when nothing can be written to standard output any more. */
type Here = Omit<About, 'env'> & { readonly onLost: (error: Error) => void };

/** Carries out one command of this process; the explorer and all that it paints with are not loaded. */
export async function commandHere(typed: Typed, values: Values, about: Here): Promise<number> {
  const stopping = new AbortController();
  let isGone = false;
  process.stdout.on('error', error => {
    if (!isGone) about.onLost(error);
    isGone = true;
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  const io = ioOf(stopping.signal, () => isGone);
  return runCommand(typed, settingOf(values, io, { ...about, env: process.env }), resources);
}
