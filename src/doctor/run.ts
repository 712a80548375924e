import { existsSync } from 'node:fs';
import { findConnection, type NoConnection } from '../config/connection.ts';
import type { Config } from '../config/load.ts';
import { routeThroughProxies } from '../config/proxy.ts';
import { isOn } from '../config/values.ts';
import { ownPreferences } from '../explorer/dialogs/own-preferences.ts';
import { appearanceOf } from '../explorer/paint/appearance.ts';
import { explain } from '../failure.ts';
import { clientFor } from '../login/connection.ts';
import { querySyncOutput } from '../terminal/capabilities.ts';
import { clean, safe } from '../text/sanitise.ts';
import { fileChecks } from './files.ts';
import { networkChecks, watchResponses } from './network.ts';
import {
  type Check,
  exitCodeOf,
  fail,
  failed,
  ok,
  type Report,
  reportText,
  skipped,
  warn,
} from './report.ts';
import { clockCheck, serviceChecks, tryReads } from './service.ts';
import { terminalChecks } from './terminal.ts';

const programChecks = (version: string): readonly Check[] => [
  ok('version', clean(version)),
  ok('Node', safe`${clean(process.versions.node)} on ${clean(process.platform)} ${clean(process.arch)}`),
];

async function currentTerminalChecks(env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  const { stdin, stdout } = process;
  const isTerminal = stdin.isTTY && stdout.isTTY;
  const size = stdout.isTTY ? { columns: stdout.columns, rows: stdout.rows } : undefined;
  const hasSync = isTerminal && env['TERM'] !== 'dumb' ? await querySyncOutput(stdin, stdout) : undefined;
  return terminalChecks({ env, size, hasSync });
}

function settingsChecks(
  { file, problems, paths, views, values }: Config,
  env: NodeJS.ProcessEnv,
): readonly Check[] {
  const appearance = appearanceOf(values, env);
  const all = [
    ...problems,
    ...file.profileProblems,
    ...ownPreferences({ ...file, views }).problems,
    ...('kind' in appearance ? [explain(appearance).title] : appearance.problems),
  ];
  const user = clean(paths.user, 200);
  const ownFile = existsSync(paths.user)
    ? ok('your file', user)
    : skipped('your file', safe`none yet (${user})`);
  return [
    file.isBroken ? warn('your file', safe`${user} is not used`) : ownFile,
    ok('project file', paths.project === undefined ? safe`none` : clean(paths.project, 200)),
    // The problem of a broken file comes first.
    ...all.map((problem, at) => (file.isBroken && at === 0 ? fail : warn)('problem', problem)),
  ];
}

type RemoteChecks = Pick<Report, 'network' | 'service'>;

/** Checks the connection and what the token may read by reads of the client, as commands send them. */
async function remoteChecks(config: Config, version: string, env: NodeJS.ProcessEnv): Promise<RemoteChecks> {
  if (isOn(config.values, 'demo'))
    return {
      network: [skipped('address', safe`the demo runs in this process and needs no network`)],
      service: [],
    };
  const login: Check[] = [];
  const settings = await findConnection(config, notice => login.push(ok('login', notice)));
  if ('failure' in settings) return checksWithoutServer(settings);
  const lastResponse = watchResponses();
  const client = clientFor(settings, version, { strict: true, writes: () => 'locked' });
  const reads = await tryReads(client, settings);
  const arrival = lastResponse();
  const network = networkChecks(settings, env, { failure: reads[0]?.failure, arrival });
  const isReached = network.every(({ state }) => state !== 'fail');
  const service = isReached ? [...serviceChecks(reads, settings), clockCheck(arrival)] : [];
  return { network, service: [...login, ...service] };
}

/** Reports that no server is known, and why. */
function checksWithoutServer({ failure, login }: NoConnection): RemoteChecks {
  const advice = login && { advice: safe`botscope login finds logins and asks for what is missing.` };
  return {
    network: [skipped('address', safe`no server is set`)],
    service: [{ ...failed('login', failure), ...advice }],
  };
}

/** Runs all checks; none of them changes anything. Returns the report and the exit code. */
export async function runDoctor(
  config: Config,
  { version, asJson }: { readonly version: string; readonly asJson: boolean },
): Promise<{ readonly code: number; readonly text: string }> {
  const { env } = process;
  // The whole environment, because Node before 24.14 restarts here and needs the token again.
  const proxyFailure = await routeThroughProxies(config.tokenContext.env);
  const proxy = proxyFailure === undefined ? [] : [failed('proxy', proxyFailure)];
  const { network, service } = await remoteChecks(config, version, env);
  const report: Report = {
    botscope: programChecks(version),
    terminal: await currentTerminalChecks(env),
    settings: settingsChecks(config, env),
    files: fileChecks(config, env),
    network: [...proxy, ...network],
    service,
  };
  return { code: exitCodeOf(report), text: reportText(report, asJson) };
}
