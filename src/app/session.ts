import type { Config } from '../config/load.ts';
import { isOn } from '../config/values.ts';
import type { Ending } from '../explorer/state/store.ts';
import type { Failure } from '../failure.ts';
import { createLogins } from '../login/connect.ts';
import { type ConnectedServer, startDemo } from '../login/connection.ts';
import type { SafeText } from '../text/sanitise.ts';
import { type ExplorerSettings, explorerSettings, runExplorer } from './run-explorer.ts';

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

/**
 * Runs the explorer again and again, each time with the connection chosen in the run before. Returns the exit
 * code.
 */
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
