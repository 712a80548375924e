import type { ConnectionSettings, MissingLogin } from '../config/connection.ts';
import type { Config } from '../config/load.ts';
import { routeThroughProxies } from '../config/proxy.ts';
import { isOn } from '../config/resolve.ts';
import { bindKeys } from '../explorer/commands/bindings.ts';
import { checkedOwn } from '../explorer/commands/custom.ts';
import { commands } from '../explorer/commands/table.ts';
import { viewProblems } from '../explorer/dialogs/palette/meaning.ts';
import { lookOf } from '../explorer/paint/appearance.ts';
import { explain, type Failure } from '../failure.ts';
import { clientFor, commandSettings, fetchFor } from '../login/connection.ts';
import { querySyncOutput } from '../terminal/sync-query.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { fileChecks } from './files.ts';
import { networkChecks, noNetwork } from './network.ts';
import { type Check, checksOf, exitCodeOf, reportText } from './report.ts';
import { type ClockSeen, clockCheck, serviceChecks } from './service.ts';
import { terminalChecks } from './terminal.ts';

function programChecks(version: string): readonly Check[] {
  const { ok } = checksOf('botscope');
  return [
    ok('version', clean(version)),
    ok('Node', safe`${clean(process.versions.node)} on ${clean(process.platform)} ${clean(process.arch)}`),
  ];
}

async function terminal(env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  const { stdin, stdout } = process;
  const isTerminal = stdin.isTTY && stdout.isTTY;
  const size = stdout.isTTY ? { columns: stdout.columns, rows: stdout.rows } : undefined;
  const holdsFrames = isTerminal && env['TERM'] !== 'dumb' ? await querySyncOutput(stdin, stdout) : undefined;
  return terminalChecks({ env, size, holdsFrames });
}

/** What is wrong with the settings: in the files, with keys, views and colours. */
function settingsChecks(
  { file, problems, paths, views, values }: Config,
  env: NodeJS.ProcessEnv,
): readonly Check[] {
  const { ok, warn, fail } = checksOf('settings');
  const look = lookOf(values, env);
  const looks = 'kind' in look ? [explain(look).title] : look.problems;
  const own = checkedOwn(file.commands, commands);
  const keys = bindKeys([...commands, ...own.commands], { ...own.keys, ...file.keys });
  const others = [...own.problems, ...keys.problems, ...viewProblems(views), ...looks];
  const project = paths.project === undefined ? safe`none` : clean(paths.project, 200);
  const [first, ...rest] = problems;
  const found = first === undefined ? [] : [file.isBroken ? fail('problem', first) : warn('problem', first)];
  return [
    file.isBroken
      ? warn('your file', safe`${clean(paths.user, 200)} is not used`)
      : ok('your file', clean(paths.user, 200)),
    ok('project file', project),
    ...found,
    ...[...rest, ...others].map(each => warn('problem', each)),
  ];
}

/** Why there is no server to look at; undefined: nobody is meant. */
type Without = Failure | MissingLogin | undefined;

const failureOf = (settings: Without): Failure =>
  settings === undefined ? { kind: 'no-connection' } : 'missing' in settings ? settings.failure : settings;

function withoutServer(settings: Without): readonly Check[] {
  const { title, advice } = explain(failureOf(settings));
  const isMissing = settings === undefined || 'missing' in settings;
  const start = safe`Start botscope: it finds logins and asks for what is missing.`;
  return [
    ...noNetwork(safe`no server is meant`),
    checksOf('service').fail('login', title, isMissing ? start : advice[0]),
  ];
}

/** The server: the way to it, its clock, and what the token may read. */
async function serverChecks(
  settings: ConnectionSettings,
  version: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly Check[]> {
  const network = await networkChecks(settings, env);
  if (network.some(({ state }) => state === 'fail')) return network;
  let clock: ClockSeen | undefined;
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

function proxyFailed(failure: Failure): Check {
  const said: SafeText = failure.detail ?? explain(failure).title;
  return checksOf('network').fail('proxy', said);
}

/** The exit code without a login, as of every command. */
const NO_LOGIN = 4;

/** What was looked at beyond this machine, and the exit code where there is no login. */
type Outside = { readonly checks: readonly Check[]; readonly code?: number };

async function outsideChecks(config: Config, version: string, env: NodeJS.ProcessEnv): Promise<Outside> {
  if (isOn(config.values, 'demo'))
    return { checks: noNetwork(safe`the demo is in this process: it needs no network`) };
  const taken: Check[] = [];
  const settings = await commandSettings(config, words => taken.push(checksOf('service').ok('login', words)));
  if (settings !== undefined && 'base' in settings)
    return { checks: [...taken, ...(await serverChecks(settings, version, env))] };
  const isLogin = explain(failureOf(settings)).exitCode === NO_LOGIN;
  return { checks: withoutServer(settings), ...(isLogin ? { code: NO_LOGIN } : {}) };
}

/** Looks at everything that has to be right, and changes nothing; the text and the exit code. */
export async function runDoctor(
  config: Config,
  { version, asJson }: { readonly version: string; readonly asJson: boolean },
): Promise<{ readonly code: number; readonly text: string }> {
  const { env } = process;
  // An older Node starts anew for them, and needs the token again.
  const proxy = await routeThroughProxies(config.tokenContext.env);
  const own = [
    ...programChecks(version),
    ...(await terminal(env)),
    ...settingsChecks(config, env),
    ...fileChecks(config, env),
  ];
  const outside = await outsideChecks(config, version, env);
  const network = proxy === undefined ? [] : [proxyFailed(proxy)];
  const checks = [...own, ...network, ...outside.checks];
  return { code: outside.code ?? exitCodeOf(checks), text: reportText(checks, asJson) };
}
