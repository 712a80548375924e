import { existsSync } from 'node:fs';
import type { FileSettings } from '../config/config-file.ts';
import type { ConnectionSettings, MissingLogin } from '../config/connection.ts';
import type { Config } from '../config/load.ts';
import { routeThroughProxies } from '../config/proxy.ts';
import { isOn } from '../config/resolve.ts';
import { bindKeys } from '../explorer/commands/bindings.ts';
import { checkCustom } from '../explorer/commands/custom.ts';
import { commands } from '../explorer/commands/table.ts';
import { dialogBindings } from '../explorer/dialogs/help/dialog-commands.ts';
import { viewProblems } from '../explorer/dialogs/palette/meaning.ts';
import { appearanceOf } from '../explorer/paint/appearance.ts';
import { explain, type Failure } from '../failure.ts';
import { clientFor, commandSettings, fetchFor } from '../login/connection.ts';
import { querySyncOutput } from '../terminal/sync-query.ts';
import { clean, safe } from '../text/sanitise.ts';
import { fileChecks } from './files.ts';
import { networkChecks, noNetwork } from './network.ts';
import { type Check, checksOf, exitCodeOf, reportText } from './report.ts';
import { type ClockReading, clockCheck, serviceChecks } from './service.ts';
import { terminalChecks } from './terminal.ts';

function programChecks(version: string): readonly Check[] {
  const { ok } = checksOf('botscope');
  return [
    ok('version', clean(version)),
    ok('Node', safe`${clean(process.versions.node)} on ${clean(process.platform)} ${clean(process.arch)}`),
  ];
}

async function currentTerminalChecks(env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  const { stdin, stdout } = process;
  const isTerminal = stdin.isTTY && stdout.isTTY;
  const size = stdout.isTTY ? { columns: stdout.columns, rows: stdout.rows } : undefined;
  const hasSync = isTerminal && env['TERM'] !== 'dumb' ? await querySyncOutput(stdin, stdout) : undefined;
  return terminalChecks({ env, size, hasSync });
}

function ownFileCheck({ isBroken }: FileSettings, path: string): Check {
  const { ok, warn, skipped } = checksOf('settings');
  const shown = clean(path, 200);
  if (isBroken) return warn('your file', safe`${shown} is not used`);
  return existsSync(path) ? ok('your file', shown) : skipped('your file', safe`none yet (${shown})`);
}

function settingsChecks(
  { file, problems, paths, views, values }: Config,
  env: NodeJS.ProcessEnv,
): readonly Check[] {
  const { ok, warn, fail } = checksOf('settings');
  const appearance = appearanceOf(values, env);
  const own = checkCustom(file.commands, commands);
  const keys = bindKeys([...commands, ...own.commands, ...dialogBindings], { ...own.keys, ...file.keys });
  const [first, ...others] = [
    ...problems,
    ...file.profileProblems,
    ...own.problems,
    ...keys.problems,
    ...viewProblems(views),
    ...('kind' in appearance ? [explain(appearance).title] : appearance.problems),
  ];
  return [
    ownFileCheck(file, paths.user),
    ok('project file', paths.project === undefined ? safe`none` : clean(paths.project, 200)),
    // The problem of a broken file comes first.
    ...(first === undefined ? [] : [(file.isBroken ? fail : warn)('problem', first)]),
    ...others.map(problem => warn('problem', problem)),
  ];
}

/** Checks the network, the service and its clock, as the token may use them. */
async function serverChecks(
  settings: ConnectionSettings,
  version: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly Check[]> {
  const network = await networkChecks(settings, env);
  if (network.some(({ state }) => state === 'fail')) return network;
  let clock: ClockReading | undefined;
  const client = clientFor(settings, version, {
    strict: true,
    writes: () => 'locked',
    fetch: async (...request) => {
      const response = await fetchFor(settings)(...request);
      const server = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(server)) clock = { server, own: Date.now() };
      return response;
    },
  });
  const service = await serviceChecks(client, settings);
  return [...network, ...service, clockCheck(clock)];
}

/** Reports that no server is known, and why. */
function checksWithoutServer(settings: Failure | MissingLogin | undefined): readonly Check[] {
  const isMissing = settings === undefined || 'missing' in settings;
  const failure: Failure =
    settings === undefined ? { kind: 'no-connection' } : 'missing' in settings ? settings.failure : settings;
  const start = safe`botscope login finds logins and asks for what is missing.`;
  const login = checksOf('service').failed('login', failure);
  return [...noNetwork(safe`no server is set`), isMissing ? { ...login, advice: start } : login];
}

async function remoteChecks(
  config: Config,
  version: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly Check[]> {
  if (isOn(config.values, 'demo')) return noNetwork(safe`the demo runs in this process and needs no network`);
  const login: Check[] = [];
  const settings = await commandSettings(config, notice =>
    login.push(checksOf('service').ok('login', notice)),
  );
  return settings !== undefined && 'base' in settings
    ? [...login, ...(await serverChecks(settings, version, env))]
    : checksWithoutServer(settings);
}

/** Runs all checks; none of them changes anything. Returns the report and the exit code. */
export async function runDoctor(
  config: Config,
  { version, asJson }: { readonly version: string; readonly asJson: boolean },
): Promise<{ readonly code: number; readonly text: string }> {
  const { env } = process;
  // The whole environment, because Node before 24.14 restarts here and needs the token again.
  const proxyFailure = await routeThroughProxies(config.tokenContext.env);
  const local = [
    ...programChecks(version),
    ...(await currentTerminalChecks(env)),
    ...settingsChecks(config, env),
    ...fileChecks(config, env),
  ];
  const remote = await remoteChecks(config, version, env);
  const checks = [
    ...local,
    ...(proxyFailure === undefined ? [] : [checksOf('network').failed('proxy', proxyFailure)]),
    ...remote,
  ];
  return { code: exitCodeOf(checks), text: reportText(checks, asJson) };
}
