import type { Exchange } from '../api/client.ts';
import { steadyNow } from '../api/clock.ts';
import type { WritePolicy } from '../api/request.ts';
import { maskOf } from '../api/token-mask.ts';
import { type Config, settingsEditor } from '../config/load.ts';
import type { Profile } from '../config/profiles.ts';
import { allSettings, type SettingName } from '../config/settings.ts';
import { choiceOf, isOn, remembers, type Values } from '../config/values.ts';
import { reportCrash } from '../doctor/crash.ts';
import { createExplorer, type Explorer, type ReloadedSettings } from '../explorer/actions/explorer.ts';
import { snapshotsInMemory } from '../explorer/actions/last-seen.ts';
import { ownPreferences } from '../explorer/dialogs/own-preferences.ts';
import { writePolicy } from '../explorer/facts/write-protection.ts';
import { viewOf } from '../explorer/ink/explorer-view.ts';
import { handleMouse } from '../explorer/keyboard/keyboard.ts';
import { asciiText } from '../explorer/paint/ascii.ts';
import { type Appearance, appearanceOf, screenOf } from '../explorer/paint/theme.ts';
import { createRequestLog } from '../explorer/state/request-log.ts';
import { GRACE_MS, noWriteProtection, type Server } from '../explorer/state/state.ts';
import type { Ending } from '../explorer/state/store.ts';
import { explain, type Failure } from '../failure.ts';
import { createLogins } from '../login/connect.ts';
import { type ConnectedServer, clientFor, serverOf, startDemo, stoppable } from '../login/connection.ts';
import { exportFile } from '../storage/named-file.ts';
import { mouseEvent } from '../terminal/input/mouse.ts';
import { FOCUS_IN, FOCUS_OUT } from '../terminal/sequences.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { mount, type Screen, type View } from '../tui/mount.ts';
import { openWorkspace, traceTo } from './storage.ts';

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
    /** The demo allows undocumented calls unless they are forbidden. */
    undocumented: isOn(values, 'strict') ? 'never' : undocumented,
    writeProtection: {
      ...noWriteProtection,
      isDry: isOn(values, 'dryRun'),
      graceMs: isOn(values, 'noGrace') ? 0 : GRACE_MS,
    },
    remembers: remembers(values),
    trace: values.trace?.text,
    problems: [...appearance.problems, ...health.problems, ...refresh.problems],
  } as const;
}

type Observer = (exchange: Exchange) => void;

type RunStart = Readonly<{
  connected?: ConnectedServer | undefined;
  place?: string | undefined;
  notice?: SafeText | undefined;
}>;

type Session = Pick<SessionContext, 'version'> & {
  settings: Exclude<ReturnType<typeof explorerSettings>, Failure>;
  readonly logins: ReturnType<typeof createLogins>;
};

function observerOf(log: Observer, file: string | undefined, onProblem: (problem: SafeText) => void) {
  const trace = file === undefined ? undefined : traceTo(file, onProblem);
  return (exchange: Exchange): void => {
    log(exchange);
    trace?.(exchange);
  };
}

function preferencesOf({ settings, logins }: Session, more: readonly SafeText[] = []) {
  const { file, views, problems } = logins.config();
  const own = ownPreferences({ ...file, views });
  return {
    ...own,
    ...settings.automatic,
    problems: [...problems, ...file.profileProblems, ...settings.problems, ...own.problems, ...more],
    settingsEditor: settingsEditor(process.env),
  };
}

const OF_COMMANDS: readonly SettingName[] = ['failOn', 'ignore', 'baseline', 'bell'];

/** The name of the profile in use, if the file now has another one of this name, or none. */
function changedProfile(used: Profile | undefined, profiles: readonly Profile[]): readonly SafeText[] {
  const now = profiles.find(({ name }) => name === used?.name);
  const [before, after] = [used, now].map(each => JSON.stringify({ ...each, origin: undefined }));
  return used === undefined || before === after ? [] : [safe`profile ${clean(used.name)}`];
}

type Reloading = Pick<RunStart, 'connected'> &
  Readonly<{ appearance: Appearance; problems: readonly SafeText[] | undefined }>;

/** For this run and those after it. `later`: changed settings whose former value this run keeps. */
async function reloadSettings(session: Session, run: Reloading): Promise<Result<ReloadedSettings>> {
  const { connected, appearance, problems } = run;
  const { logins } = session;
  const before = logins.config().values;
  const { broken, values, file } = await logins.reload();
  const settings = explorerSettings(values);
  if (broken !== undefined) return err(broken);
  if ('kind' in settings) return err(explain(settings).title);
  session.settings = settings;
  const { skin, depth } = settings.appearance;
  const canPaint = skin !== 'auto' && depth === appearance.depth;
  const changed = allSettings.filter(({ name }) => before[name]?.text !== values[name]?.text);
  const isChanged = (name: SettingName) => changed.some(each => each.name === name);
  const atOnce: readonly SettingName[] = ['health', 'refresh', ...(canPaint ? (['skin'] as const) : [])];
  const { health, refresh, ...user } = preferencesOf(session, problems);
  return ok({
    user: {
      ...{ ...user, logins: logins.options(connected) },
      ...(isChanged('health') && { health }),
      ...(isChanged('refresh') && { refresh }),
    },
    screen: isChanged('skin') && canPaint ? { skin } : {},
    later: [
      ...changed
        .filter(({ name }) => ![...atOnce, ...OF_COMMANDS].includes(name))
        .map(({ key }) => clean(key)),
      ...changedProfile(connected?.settings.login?.profile, file.profiles),
    ],
  });
}

async function runExplorer({ connected, place, notice }: RunStart, session: Session) {
  const { stdin, stdout, stderr, env } = process;
  const { version, settings, logins } = session;
  const { appearance, remembers, undocumented, writeProtection } = settings;
  const server = connected && serverOf(connected);
  let explorer: Explorer | undefined;
  // After a suspension somebody else may be at the terminal: hide a revealed secret.
  const onResume = () => void explorer?.hideSecret();
  process.on('SIGCONT', onResume);
  const onProblem = (problem: SafeText) => explorer?.notify('warn', problem);
  // The demo stores nothing on disk.
  const isStored = server !== undefined && !server.demo;
  const workspace = isStored
    ? openWorkspace(server, env, { remembers, timeoutMs: connected?.settings.timeoutMs, onProblem })
    : undefined;
  const preferences = preferencesOf(session, workspace?.problems);
  const reload = () => reloadSettings(session, { connected, appearance, problems: workspace?.problems });
  let next = 'quit' as Ending;
  const requestLog = createRequestLog();
  const observe = observerOf(requestLog.add, settings.trace, onProblem);
  // Until the explorer exists, no write request may be sent.
  const writes = (): WritePolicy =>
    explorer ? writePolicy(explorer.store.getState().session.writeProtection, steadyNow()) : 'locked';
  const rules = { observe, strict: undocumented === 'never', writes };
  let deletesStopped: Promise<void> | undefined;
  const onEnd = () => {
    workspace?.flush();
    deletesStopped = explorer?.haltDeletes();
  };
  // Aborts the reads of this connection when another one replaces it.
  const disconnecting = new AbortController();
  const renderer = await rendererFor(appearance);
  const code = await mount(
    ({ leave, release, input, terminalHost, setStyle, background }) => {
      explorer = createExplorer({
        client: connected && stoppable(clientFor(connected.settings, version, rules), disconnecting.signal),
        ...{ preferences, requestLog, server, place, saveFile: exportFile, terminalHost },
        ...{ loginOptions: logins.options(connected), connect: logins.open, reloadSettings: reload },
        notice: notice === undefined ? undefined : { tone: 'good', text: notice },
        size: renderer.size(),
        knownIds: connected?.knownIds ?? (() => []),
        memoryFile: workspace?.memoryFile,
        ...{ deleteStorage: workspace?.deleteStorage, digests: workspace?.digests ?? connected?.digests },
        snapshots: workspace?.snapshots ?? snapshotsInMemory(connected?.seenBefore ?? []),
        undocumented: server?.demo && undocumented === 'with-consent' ? 'allowed' : undocumented,
        writeProtection: { ...writeProtection, isProtected: connected?.settings.protect === true },
        ...{ screen: screenOf(appearance), now: steadyNow },
        end: ending => {
          next = ending;
          if (ending === 'quit') return leave(0);
          disconnecting.abort();
          release();
        },
      });
      attachReports(explorer, input);
      return renderer.view({ explorer, background, setStyle });
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
  await connected?.close?.();
  return { code, next };
}

/** Names the profile and no record. */
function titleOf(server: Server | undefined, { hasTitle, ascii }: Appearance): string | undefined {
  if (!hasTitle) return undefined;
  const title = server === undefined ? 'botscope' : `botscope · ${server.label}`;
  return ascii ? asciiText(title) : title;
}

function attachReports(explorer: Explorer, input: Screen['input']) {
  input.on('reply', (text: string) => {
    if (text === FOCUS_IN || text === FOCUS_OUT) explorer.noteFocus(text === FOCUS_IN);
    const event = mouseEvent(text);
    if (event !== undefined && explorer.store.getState().screen.isMouseOn) handleMouse(explorer, event);
  });
}

type ViewContext = Pick<Screen, 'background' | 'setStyle'> & { readonly explorer: Explorer };

async function rendererFor(appearance: Appearance) {
  const { stdout, env } = process;
  if (!appearance.isSpoken)
    return {
      size: () => ({ columns: stdout.columns, rows: stdout.rows }),
      mounting: { queriesBackground: appearance.skin === 'auto' },
      view: ({ explorer, ...context }: ViewContext): View => viewOf(explorer, { ...context, appearance }),
    };
  const [{ SPOKEN_SIZE, Speech }, { createSpeechOutput }, { createElement }] = await Promise.all([
    import('../explorer/speech/speaker.ts'),
    import('../explorer/speech/output.ts'),
    import('react'),
  ]);
  const output = createSpeechOutput(stdout, { hasSequences: env['TERM'] !== 'dumb' });
  return {
    size: () => SPOKEN_SIZE,
    mounting: { spoken: output },
    view: ({ explorer }: ViewContext): View => ({
      app: () => Promise.resolve(createElement(Speech, { explorer, output })),
    }),
  };
}

/** `isLogin`: ends as soon as a login is saved. */
type SessionContext = Readonly<{
  version: string;
  isLogin?: true;
  write: (text: string) => void;
  printFailure: (failure: Failure) => number;
}>;

const NO_LOGIN = 4;

async function nextStart(next: Exclude<Ending, 'quit'>, { logins }: Session, { values }: Config) {
  if (typeof next === 'object') return { ...next, connected: logins.next() };
  return { connected: await startDemo(values) };
}

/** Each run has the connection chosen in the run before. Returns the exit code. */
export async function runSession(config: Config, first: RunStart, context: SessionContext): Promise<number> {
  const { version, isLogin, write, printFailure } = context;
  const settings = explorerSettings(config.values);
  if ('kind' in settings) return printFailure(settings);
  const logins = createLogins(config, version);
  const session = { version, settings, logins };
  for (let start = first; ; ) {
    const { code, next } = await runExplorer(start, session);
    if (next === 'quit') return isLogin && start === first ? NO_LOGIN : code;
    if (isLogin && logins.config() !== config) {
      if (typeof next === 'object') write(`${next.notice}\n`);
      return 0;
    }
    start = await nextStart(next, session, config);
  }
}
