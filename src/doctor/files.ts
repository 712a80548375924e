import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { modeText } from '../config/file-text.ts';
import type { Config } from '../config/load.ts';
import { stateFolder } from '../storage/paths.ts';
import { clean, safe } from '../text/sanitise.ts';
import { type Check, checksOf } from './report.ts';

const { ok, warn, fail } = checksOf('files');

/** The nearest folder that there is. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function stateCheck(env: NodeJS.ProcessEnv): Check {
  const folder = stateFolder(env);
  const shown = clean(folder, 200);
  const there = nearest(folder);
  if (!isWritable(there))
    return fail(
      'state folder',
      safe`${shown} cannot be written`,
      safe`Without it nothing is deleted (no journal) and no bookmark is kept. Give yourself ${clean(there, 200)}.`,
    );
  if (there !== folder) return ok('state folder', safe`${shown}, made when it is needed`);
  const mode = statSync(folder).mode & 0o777;
  return (mode & 0o077) === 0
    ? ok('state folder', shown)
    : warn(
        'state folder',
        safe`${shown} is open to others (${clean(modeText(mode))})`,
        safe`chmod 700 ${shown}`,
      );
}

/** Logins of the official tool that others on this machine can read. */
function loginChecks({ tokenContext }: Config): readonly Check[] {
  const open = tokenContext.logins().filter(({ mode }) => !/00$/.test(mode));
  return [...new Map(open.map(login => [login.path, login])).values()].map(({ path, mode }) =>
    warn(
      'official login',
      safe`${clean(path, 200)} can be read by others (mode ${clean(mode)})`,
      safe`chmod 600 ${clean(path, 200)}`,
    ),
  );
}

/** The files and folders of this machine. */
export const fileChecks = (config: Config, env: NodeJS.ProcessEnv): readonly Check[] => [
  stateCheck(env),
  ...loginChecks(config),
];
