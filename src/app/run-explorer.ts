import { join } from 'node:path';
import type { Exchange } from '../api/client.ts';
import { steadyNow } from '../api/clock.ts';
import type { WritePolicy } from '../api/policy.ts';
import { createRequestLog } from '../api/request-log.ts';
import { maskOf } from '../api/token-mask.ts';
import type { FileSettings } from '../config/config-file.ts';
import { settingsEditor } from '../config/load.ts';
import type { AutoMode } from '../config/settings.ts';
import { reportCrash } from '../doctor/crash.ts';
import { createExplorer, type Explorer } from '../explorer/actions/explorer.ts';
import { snapshotsInMemory } from '../explorer/actions/last-seen.ts';
import { ownPreferences } from '../explorer/dialogs/own-preferences.ts';
import { writePolicy } from '../explorer/facts/write-protection.ts';
import { handleMouse } from '../explorer/keyboard/mouse.ts';
import { type Appearance, screenOf } from '../explorer/paint/appearance.ts';
import type { Connect, LoginOptions } from '../explorer/state/login.ts';
import type { UndocumentedPolicy, WriteProtection } from '../explorer/state/slices.ts';
import type { Server } from '../explorer/state/state.ts';
import type { Ending } from '../explorer/state/store.ts';
import { type ConnectedServer, clientFor, serverOf, stoppable } from '../login/connection.ts';
import { type MemoryFile, openMemory } from '../storage/memory.ts';
import { exportFile } from '../storage/named-file.ts';
import { stateFolder } from '../storage/paths.ts';
import { openSnapshots, type SnapshotFolder, snapshotFolderName } from '../storage/record-folders.ts';
import { mouseEvent } from '../terminal/input/mouse.ts';
import { asciiText } from '../terminal/output/ascii.ts';
import type { SafeText } from '../text/sanitise.ts';
import { mount, type Screen } from '../tui/mount.ts';
import { openDeleteStorage } from './journal.ts';
import { rendererFor } from './renderer.ts';
import { traceTo } from './trace.ts';

/** The end of a run: its exit code, its last message, and what the next run does. */
export type RunEnd = { readonly code: number; readonly message: string | undefined; readonly next: Ending };

type RunOptions = {
  readonly version: string;
  readonly file: FileSettings;
  /** Place to start at; undefined means the list of bots. */
  readonly place: string | undefined;
  readonly appearance: Appearance;
  /** File that every request is appended to. */
  readonly trace?: string | undefined;
  /** Rule for undocumented calls; the demo allows them unless they are forbidden. */
  readonly undocumented: UndocumentedPolicy;
  /** Stores snapshots and recents for the next run. */
  readonly remembers: boolean;
  readonly writeProtection: WriteProtection;
  /** Checks and refreshes that the program starts by itself. */
  readonly automatic: { readonly health: AutoMode; readonly refresh: AutoMode };
  /** The ways to connect, and the function that prepares the next connection. */
  readonly loginOptions: LoginOptions;
  readonly connect: Connect;
  readonly notice?: SafeText | undefined;
};

/** Returns an observer that adds each request to the log and, if there is one, to the trace file. */
function requestObserver(
  log: (exchange: Exchange) => void,
  trace: string | undefined,
  onProblem: (problem: SafeText) => void,
) {
  const addToTrace = trace === undefined ? undefined : traceTo(trace, onProblem);
  return (exchange: Exchange): void => {
    log(exchange);
    addToTrace?.(exchange);
  };
}

/**
 * Runs the explorer until it quits or changes its connection. `connected` is undefined when no server is
 * known yet.
 */
export async function runExplorer(
  connected: ConnectedServer | undefined,
  {
    version,
    file,
    place,
    appearance,
    trace,
    undocumented,
    remembers,
    writeProtection,
    automatic,
    loginOptions,
    connect,
    notice,
  }: RunOptions,
): Promise<RunEnd> {
  const { stdin, stdout, stderr, env } = process;
  const server = connected === undefined ? undefined : serverOf(connected);
  let explorer: Explorer | undefined;
  // After a suspension somebody else may be at the terminal: hide a revealed secret.
  const onResume = (): void => void explorer?.hideSecret();
  process.on('SIGCONT', onResume);
  const onProblem = (problem: SafeText): void => explorer?.notify('warn', problem);
  const context = { env, onProblem, remembers, timeoutMs: connected?.settings.timeoutMs };
  const { memoryFile, snapshots, deleteStorage, problems } =
    server === undefined || server.demo ? NO_STORAGE : openStorage(server, context);
  const own = ownPreferences(file);
  let next: Ending = 'quit';
  const requestLog = createRequestLog();
  const observe = requestObserver(requestLog.add, trace, onProblem);
  // Until the explorer exists, no write request may be sent.
  const writes = (): WritePolicy =>
    explorer ? writePolicy(explorer.store.getState().session.writeProtection, steadyNow()) : 'locked';
  const rules = { observe, strict: undocumented === 'never', writes };
  let deletesStopped: Promise<void> | undefined;
  const onEnd = (): void => {
    flushAll([memoryFile, snapshots]);
    deletesStopped = explorer?.haltDeletes();
  };
  // Aborts the reads of this connection when another one replaces it.
  const disconnecting = new AbortController();
  const renderer = await rendererFor(appearance, { stdout, env });
  const end = await mount(
    ({ leave, release, input, terminalHost, setStyle, background }) => {
      explorer = createExplorer({
        client: connected && stoppable(clientFor(connected.settings, version, rules), disconnecting.signal),
        ...{ loginOptions, connect, requestLog, server, place, saveFile: exportFile, terminalHost },
        notice: notice === undefined ? undefined : { tone: 'good', text: notice },
        size: renderer.size(),
        knownIds: connected?.knownIds ?? (() => []),
        preferences: {
          ...own,
          ...automatic,
          problems: [...file.problems, ...own.problems, ...problems],
          settingsEditor: settingsEditor(env),
        },
        memoryFile,
        deleteStorage,
        snapshots: snapshots ?? snapshotsInMemory(connected?.seenBefore ?? []),
        undocumented: server?.demo && undocumented === 'with-consent' ? 'allowed' : undocumented,
        screen: screenOf(appearance),
        writeProtection: { ...writeProtection, isProtected: connected?.settings.protect === true },
        now: steadyNow,
        end: ending => {
          next = ending;
          if (ending === 'quit') return leave(0);
          disconnecting.abort();
          release();
        },
      });
      attachMouse(explorer, input);
      return renderer.view({ explorer, background, setStyle, alone: input.alone });
    },
    {
      ...{ stdin, stdout, stderr, onEnd, title: titleOf(server, appearance) },
      report: error => reportCrash({ error, version, explorer }),
      mask: maskOf(connected?.settings.token ?? ''),
      ...renderer.mounting,
    },
  );
  // Waits for a running delete, so that the journal records its outcome; `mount` limits the time to exit.
  await deletesStopped;
  process.off('SIGCONT', onResume);
  return { ...end, next };
}

/** Returns the title of the terminal, with the profile and no record; undefined if it is not wanted. */
function titleOf(server: Server | undefined, { hasTitle, ascii }: Appearance): string | undefined {
  if (!hasTitle) return undefined;
  const title = server === undefined ? 'botscope' : `botscope · ${server.label}`;
  return ascii ? asciiText(title) : title;
}

/** Passes mouse events to the explorer while the mouse is on. */
function attachMouse(explorer: Explorer, input: Screen['input']): void {
  input.on('reply', (text: string) => {
    const event = mouseEvent(text);
    if (event !== undefined && explorer.store.getState().screen.isMouseOn) handleMouse(explorer, event);
  });
}

type StorageContext = Pick<RunOptions, 'remembers'> & {
  readonly env: NodeJS.ProcessEnv;
  readonly onProblem: (problem: SafeText) => void;
  readonly timeoutMs: number | undefined;
};

/** The storage of one workspace; undefined where nothing is stored. */
type WorkspaceStorage = {
  /** Bookmarks and recents. */
  readonly memoryFile: MemoryFile | undefined;
  readonly snapshots: SnapshotFolder | undefined;
  /** Journal and backups. */
  readonly deleteStorage: ReturnType<typeof openDeleteStorage> | undefined;
  readonly problems: readonly SafeText[];
};

/** The demo stores nothing on disk. */
const NO_STORAGE: WorkspaceStorage = {
  memoryFile: undefined,
  snapshots: undefined,
  deleteStorage: undefined,
  problems: [],
};

function openStorage(
  server: Server,
  { env, onProblem, remembers, timeoutMs }: StorageContext,
): WorkspaceStorage {
  const { baseUrl, workspaceId } = server;
  const folder = stateFolder(env);
  const memoryFile = openMemory(folder, [baseUrl, workspaceId], { remembers, onProblem });
  return {
    memoryFile,
    snapshots: remembers
      ? openSnapshots(join(folder, snapshotFolderName(baseUrl, workspaceId)), onProblem)
      : undefined,
    deleteStorage: openDeleteStorage(server, { env, timeoutMs }),
    problems: memoryFile.problem === undefined ? [] : [memoryFile.problem],
  };
}

/** Writes all pending changes to disk. */
function flushAll(files: readonly ({ readonly flush: () => void } | undefined)[]): void {
  for (const file of files) file?.flush();
}
