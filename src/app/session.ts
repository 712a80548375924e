import type { Config } from '../config/load.ts';
import { choiceOf, isOn, remembers } from '../config/values.ts';
import type { UndocumentedPolicy } from '../explorer/state/slices.ts';
import type { Failure } from '../failure.ts';
import { type ConnectedServer, startDemo } from '../login/connection.ts';
import type { SafeText } from '../text/sanitise.ts';
import type { RunEnd } from './run-explorer.ts';

function requestRules({ values }: Config): { undocumented: UndocumentedPolicy; trace: string | undefined } {
  const undocumented = isOn(values, 'ext') ? 'allowed' : 'with-consent';
  return { undocumented: isOn(values, 'strict') ? 'never' : undocumented, trace: values.trace?.text };
}

/** The beginning of one run of the explorer. */
type RunStart = {
  /** Undefined opens the login screen. */
  readonly connected: ConnectedServer | undefined;
  /** Undefined opens the list of bots. */
  readonly place?: string | undefined;
  readonly notice?: SafeText | undefined;
  /** The session ends as soon as a login is saved. */
  readonly isLogin?: true;
};

/** The things that a session needs from the process. */
type SessionContext = {
  readonly version: string;
  readonly write: (text: string) => void;
  readonly printFailure: (failure: Failure) => number;
};

/** Exit code of a login that was not finished. */
const NO_LOGIN = 4;

/** The progress of `botscope login`. */
type LoginProgress = Pick<RunStart, 'isLogin'> & {
  /** True in the first run, which asks for the login. */
  readonly isFirst: boolean;
  readonly isSaved: boolean;
};

/** Returns the exit code if the session ends with this run; undefined if it goes on. */
function exitCodeAfter(
  { code, next }: RunEnd,
  { isLogin, isFirst, isSaved }: LoginProgress,
): number | undefined {
  if (next === 'quit') return isLogin && isFirst ? NO_LOGIN : code;
  return isLogin && isSaved ? 0 : undefined;
}

/** Returns who starts health checks and refreshes, and the problems of these settings; or a failure. */
function automaticOf(values: Config['values']) {
  const health = choiceOf(values, 'health');
  if ('kind' in health) return health;
  const refresh = choiceOf(values, 'refresh');
  if ('kind' in refresh) return refresh;
  const problems = [...health.problems, ...refresh.problems];
  return { modes: { health: health.choice, refresh: refresh.choice }, problems };
}

/**
 * Runs the explorer again and again, each time with the connection chosen in the run before. Returns the exit
 * code.
 */
export async function runSession(
  config: Config,
  first: RunStart,
  { version, write, printFailure }: SessionContext,
): Promise<number> {
  const [{ runExplorer }, { appearanceOf }, { createLogins }, { initialProtection }] = await Promise.all([
    import('./run-explorer.ts'),
    import('../explorer/paint/appearance.ts'),
    import('../login/connect.ts'),
    import('../explorer/facts/write-protection.ts'),
  ]);
  const { values } = config;
  const appearance = appearanceOf(values, process.env);
  if ('kind' in appearance) return printFailure(appearance);
  const automatic = automaticOf(values);
  if ('kind' in automatic) return printFailure(automatic);
  const settingProblems = [...appearance.problems, ...automatic.problems];
  const logins = createLogins(config, version);
  let start = first;
  for (;;) {
    const { file, views, problems } = logins.config();
    const end = await runExplorer(start.connected, {
      version,
      file: { ...file, views, problems: [...problems, ...file.profileProblems, ...settingProblems] },
      place: start.place,
      loginOptions: logins.options(start.connected),
      connect: logins.open,
      notice: start.notice,
      appearance,
      // A screen reader would announce each change.
      automatic: appearance.isSpoken ? { ...automatic.modes, refresh: 'manual' } : automatic.modes,
      writeProtection: initialProtection({ isDry: isOn(values, 'dryRun'), isAtOnce: isOn(values, 'grace') }),
      remembers: remembers(values),
      ...requestRules(config),
    });
    await start.connected?.close?.();
    const { message, next } = end;
    if (message !== undefined) write(`${message}\n`);
    // A saved login replaces the configuration.
    const isSaved = logins.config() !== config;
    const code = exitCodeAfter(end, { ...first, isFirst: start === first, isSaved });
    if (code !== undefined) {
      if (typeof next === 'object') write(`${next.notice}\n`);
      return code;
    }
    start =
      typeof next === 'object'
        ? { connected: logins.next(), place: next.place, notice: next.notice }
        : { connected: await startDemo(isOn(values, 'readOnly')) };
  }
}
