import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { findConnection } from '../config/connection.ts';
import type { Config } from '../config/load.ts';
import { routeThroughProxies } from '../config/proxy.ts';
import { modeText } from '../config/settings-text.ts';
import { isOpenToOthers } from '../config/token.ts';
import { isOn } from '../config/values.ts';
import { ownPreferences } from '../explorer/dialogs/own-preferences.ts';
import { appearanceOf } from '../explorer/paint/theme.ts';
import { explain } from '../failure.ts';
import { clientFor } from '../login/connection.ts';
import { stateFolder } from '../storage/paths.ts';
import { attempt } from '../text/result.ts';
import { clean, safe } from '../text/sanitise.ts';
import { type Check, exitCodeOf, fail, failed, ok, reportText, skipped, warn } from './report.ts';
import { serverChecks } from './server.ts';
import { terminalChecks } from './terminal.ts';

function settingsChecks({ file, problems, paths, views, values }: Config, env: NodeJS.ProcessEnv) {
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

const nearestExisting = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));

const isWritableFolder = (path: string) =>
  attempt(
    () => statSync(path).isDirectory() && accessSync(path, constants.W_OK | constants.X_OK) === undefined,
  ) === true;

function stateFolderCheck(env: NodeJS.ProcessEnv): Check {
  const name = 'state folder';
  const folder = stateFolder(env);
  const shown = clean(folder, 200);
  const existing = nearestExisting(folder);
  if (!isWritableFolder(existing))
    return fail(
      name,
      safe`${shown} is not writable`,
      safe`Without it nothing can be deleted (no journal) and no bookmark is stored. Make ${clean(existing, 200)} writable for you.`,
    );
  if (existing !== folder) return ok(name, safe`${shown}, created when needed`);
  const mode = modeText(statSync(folder).mode);
  return isOpenToOthers(mode)
    ? warn(name, safe`${shown} is open to others (${clean(mode)})`, safe`chmod 700 ${shown}`)
    : ok(name, shown);
}

function loginFileChecks({ tokenContext }: Config): readonly Check[] {
  const readable = tokenContext.logins().filter(({ mode }) => isOpenToOthers(mode));
  const files = new Map(readable.map(({ path, mode }) => [clean(path, 200), clean(mode)]));
  return [...files].map(([path, mode]) =>
    warn('official login', safe`${path} can be read by others (mode ${mode})`, safe`chmod 600 ${path}`),
  );
}

async function remoteChecks(config: Config, version: string, env: NodeJS.ProcessEnv) {
  if (isOn(config.values, 'demo')) {
    const network = [skipped('address', safe`the demo runs in this process and needs no network`)];
    return { network, service: [] };
  }
  const notices: Check[] = [];
  const settings = await findConnection(config, notice => notices.push(ok('login', notice)));
  if ('failure' in settings) {
    const advice = { advice: safe`botscope login finds logins and asks for what is missing.` };
    return {
      network: [skipped('address', safe`no server is set`)],
      service: [{ ...failed('login', settings.failure), ...(settings.login && advice) }],
    };
  }
  const client = clientFor(settings, version, { strict: true, writes: () => 'locked' });
  const { network, service } = await serverChecks(client, settings, env);
  return { network, service: [...notices, ...service] };
}

export async function runDoctor(config: Config, version: string, asJson: boolean) {
  const { env, versions, platform, arch } = process;
  // The whole environment, because Node before 24.14 restarts here and needs the token again.
  const proxyFailure = await routeThroughProxies(config.tokenContext.env);
  const proxy = proxyFailure === undefined ? [] : [failed('proxy', proxyFailure)];
  const { network, service } = await remoteChecks(config, version, env);
  const report = {
    botscope: [
      ok('version', clean(version)),
      ok('Node', safe`${clean(versions.node)} on ${clean(platform)} ${clean(arch)}`),
    ],
    terminal: await terminalChecks(),
    settings: settingsChecks(config, env),
    files: [stateFolderCheck(env), ...loginFileChecks(config)],
    network: [...proxy, ...network],
    service,
  };
  return { code: exitCodeOf(report), text: reportText(report, asJson) };
}
