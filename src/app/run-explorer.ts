import type { Exchange } from '../api/client.ts';
import { steadyNow } from '../api/clock.ts';
import type { WritePolicy } from '../api/request.ts';
import { createRequestLog } from '../api/request-log.ts';
import { maskOf } from '../api/token-mask.ts';
import type { FileSettings } from '../config/config-file.ts';
import { type Config, settingsEditor } from '../config/load.ts';
import { choiceOf, isOn, remembers, type Values } from '../config/values.ts';
import { reportCrash } from '../doctor/crash.ts';
import { createExplorer, type Explorer } from '../explorer/actions/explorer.ts';
import { snapshotsInMemory } from '../explorer/actions/last-seen.ts';
import { ownPreferences } from '../explorer/dialogs/own-preferences.ts';
import { initialProtection, writePolicy } from '../explorer/facts/write-protection.ts';
import { viewOf } from '../explorer/ink/explorer-view.ts';
import { handleMouse } from '../explorer/keyboard/keyboard.ts';
import { type Appearance, appearanceOf, screenOf } from '../explorer/paint/appearance.ts';
import type { Connect, LoginOptions } from '../explorer/state/login.ts';
import type { Server, State } from '../explorer/state/state.ts';
import type { Ending } from '../explorer/state/store.ts';
import type { Failure } from '../failure.ts';
import { createLogins } from '../login/connect.ts';
import { type ConnectedServer, clientFor, serverOf, startDemo, stoppable } from '../login/connection.ts';
import { exportFile } from '../storage/named-file.ts';
import { mouseEvent } from '../terminal/input/mouse.ts';
import { asciiText } from '../terminal/output/ascii.ts';
import type { SafeText } from '../text/sanitise.ts';
import { type MountOptions, mount, type Screen, type View } from '../tui/mount.ts';
import { openWorkspace, traceTo } from './storage.ts';

/** Returns the settings of the explorer, the same for all runs of a session, or why one is not valid. */
function explorerSettings(values: Values) {
  const appearance = appearanceOf(values, process.env);
  if ('kind' in appearance) return appearance;
  const health = choiceOf(values, 'health');
  if ('kind' in health) return health;
  const refresh = choiceOf(values, 'refresh');
  if ('kind' in refresh) return refresh;
  const undocumented = isOn(values, 'ext') ? 'allowed' : 'with-consent';
  return {
    appearance,
    /** Checks and refreshes that the program starts. A screen reader would announce each change. */
    automatic: { health: health.choice, refresh: appearance.isSpoken ? 'manual' : refresh.choice } as const,
    /** Rule for undocumented calls; the demo allows them unless they are forbidden. */
    undocumented: isOn(values, 'strict') ? 'never' : undocumented,
    writeProtection: initialProtection({ isDry: isOn(values, 'dryRun'), isAtOnce: isOn(values, 'noGrace') }),
    /** Stores snapshots and recents for the next run. */
    remembers: remembers(values),
    /** File that every request is appended to. */
    trace: values.trace?.text,
    problems: [...appearance.problems, ...health.problems, ...refresh.problems],
  } as const;
}

type ExplorerSettings = Exclude<ReturnType<typeof explorerSettings>, Failure>;

type RunOptions = {
  readonly version: string;
  readonly settings: ExplorerSettings;
  readonly file: FileSettings;
  /** Place to start at; undefined means the list of bots. */
  readonly place: string | undefined;
  /** The ways to connect, and the function that prepares the next connection. */
  readonly loginOptions: LoginOptions;
  readonly connect: Connect;
  readonly notice: SafeText | undefined;
};

/** Returns an observer of requests that adds them to the log and, if there is one, to the trace file. */
function observerOf(
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

/** Returns exit code, last message and what the next run does. `connected`: undefined without a server. */
async function runExplorer(
  connected: ConnectedServer | undefined,
  { version, settings, file, place, loginOptions, connect, notice }: RunOptions,
): Promise<{ readonly code: number; readonly message: string | undefined; readonly next: Ending }> {
  const { stdin, stdout, stderr, env } = process;
  const { appearance, undocumented, writeProtection } = settings;
  const server = connected === undefined ? undefined : serverOf(connected);
  let explorer: Explorer | undefined;
  // After a suspension somebody else may be at the terminal: hide a revealed secret.
  const onResume = (): void => void explorer?.hideSecret();
  process.on('SIGCONT', onResume);
  const onProblem = (problem: SafeText): void => explorer?.notify('warn', problem);
  const timeoutMs = connected?.settings.timeoutMs;
  // The demo stores nothing on disk.
  const isStored = server !== undefined && !server.demo;
  const workspace = isStored
    ? openWorkspace(server, env, { remembers: settings.remembers, timeoutMs, onProblem })
    : undefined;
  const own = ownPreferences(file);
  let next: Ending = 'quit';
  const requestLog = createRequestLog();
  const observe = observerOf(requestLog.add, settings.trace, onProblem);
  // Until the explorer exists, no write request may be sent.
  const writes = (): WritePolicy =>
    explorer ? writePolicy(explorer.store.getState().session.writeProtection, steadyNow()) : 'locked';
  const rules = { observe, strict: undocumented === 'never', writes };
  let deletesStopped: Promise<void> | undefined;
  const onEnd = (): void => {
    workspace?.flush();
    deletesStopped = explorer?.haltDeletes();
  };
  // Aborts the reads of this connection when another one replaces it.
  const disconnecting = new AbortController();
  const renderer = await rendererFor(appearance);
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
          ...settings.automatic,
          problems: [...file.problems, ...own.problems, ...(workspace?.problems ?? [])],
          settingsEditor: settingsEditor(env),
        },
        memoryFile: workspace?.memoryFile,
        deleteStorage: workspace?.deleteStorage,
        snapshots: workspace?.snapshots ?? snapshotsInMemory(connected?.seenBefore ?? []),
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

type ViewContext = Pick<Screen, 'background' | 'setStyle'> & {
  readonly explorer: Explorer;
  /** Returns true if the key just handled was the only one of its read. */
  readonly alone: () => boolean;
};

/** The form in which a run shows the explorer: painted rows, or lines for screen readers. */
type Renderer = {
  readonly size: () => State['screen']['size'];
  readonly mounting: Pick<MountOptions, 'queriesBackground' | 'spoken'>;
  readonly view: (context: ViewContext) => View;
};

/** Loads the renderer of an appearance: that of the screen, or that for screen readers. */
async function rendererFor(appearance: Appearance): Promise<Renderer> {
  const { stdout, env } = process;
  if (!appearance.isSpoken)
    return {
      size: () => ({ columns: stdout.columns, rows: stdout.rows }),
      mounting: { queriesBackground: appearance.skin === 'auto' },
      view: ({ explorer, ...context }) => viewOf(explorer, { ...context, appearance }),
    };
  const [{ SPOKEN_SIZE }, { createSpeechOutput }] = await Promise.all([
    import('../explorer/speech/speaker.ts'),
    import('../terminal/output/spoken.ts'),
  ]);
  const output = createSpeechOutput(stdout, { hasSequences: env['TERM'] !== 'dumb' });
  return {
    size: () => SPOKEN_SIZE,
    mounting: { spoken: output },
    view: ({ explorer, alone }) => ({
      app: async () => {
        const [{ Speech }, { createElement }] = await Promise.all([
          import('../explorer/speech/speech.tsx'),
          import('react'),
        ]);
        return createElement(Speech, { explorer, alone, output });
      },
    }),
  };
}

/** The beginning of one run of the explorer. */
type RunStart = {
  /** Undefined opens the login screen. */
  readonly connected?: ConnectedServer | undefined;
  /** Undefined opens the list of bots. */
  readonly place?: string | undefined;
  readonly notice?: SafeText | undefined;
};

/** The things that a session needs from the process. `isLogin`: it ends as soon as a login is saved. */
type SessionContext = {
  readonly version: string;
  readonly isLogin?: true;
  readonly write: (text: string) => void;
  readonly printFailure: (failure: Failure) => number;
};

/** Exit code of a login that was not finished. */
const NO_LOGIN = 4;

type Logins = ReturnType<typeof createLogins>;

async function runOnce(
  { connected, place, notice }: RunStart,
  logins: Logins,
  settings: ExplorerSettings,
  { version, write }: SessionContext,
) {
  const { file, views, problems } = logins.config();
  const end = await runExplorer(connected, {
    ...{ version, settings, place, notice },
    file: { ...file, views, problems: [...problems, ...file.profileProblems, ...settings.problems] },
    loginOptions: logins.options(connected),
    connect: logins.open,
  });
  await connected?.close?.();
  if (end.message !== undefined) write(`${end.message}\n`);
  return end;
}

const startOf = async (
  next: Exclude<Ending, 'quit'>,
  logins: Logins,
  { values }: Config,
): Promise<RunStart> =>
  typeof next === 'object'
    ? { ...next, connected: logins.next() }
    : { connected: await startDemo(isOn(values, 'readOnly')) };

/** Each run has the connection chosen in the run before. Returns the exit code. */
export async function runSession(config: Config, first: RunStart, context: SessionContext): Promise<number> {
  const { version, isLogin, write, printFailure } = context;
  const settings = explorerSettings(config.values);
  if ('kind' in settings) return printFailure(settings);
  const logins = createLogins(config, version);
  for (let start = first; ; ) {
    const { code, next } = await runOnce(start, logins, settings, context);
    if (next === 'quit') return isLogin && start === first ? NO_LOGIN : code;
    // A saved login replaces the configuration.
    if (isLogin && logins.config() !== config) {
      if (typeof next === 'object') write(`${next.notice}\n`);
      return 0;
    }
    start = await startOf(next, logins, config);
  }
}
