import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isOpenToOthers } from '../config/bp-login.ts';
import { modeText } from '../config/file-text.ts';
import type { Config } from '../config/load.ts';
import { stateFolder } from '../storage/paths.ts';
import { clean, safe } from '../text/sanitise.ts';
import { type Check, checksOf } from './report.ts';

const { ok, warn, fail } = checksOf('files');

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

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
  const mode = statSync(folder).mode & 0o777;
  return (mode & 0o077) === 0
    ? ok(name, shown)
    : warn(name, safe`${shown} is open to others (${clean(modeText(mode))})`, safe`chmod 700 ${shown}`);
}

/** Warns of each file with logins of the official tool that others can read. */
function loginFileChecks({ tokenContext }: Config): readonly Check[] {
  const readable = tokenContext.logins().filter(({ mode }) => isOpenToOthers(mode));
  const files = new Map(readable.map(({ path, mode }) => [path, mode]));
  return [...files].map(([path, mode]) =>
    warn(
      'official login',
      safe`${clean(path, 200)} can be read by others (mode ${clean(mode)})`,
      safe`chmod 600 ${clean(path, 200)}`,
    ),
  );
}

export const fileChecks = (config: Config, env: NodeJS.ProcessEnv): readonly Check[] => [
  stateFolderCheck(env),
  ...loginFileChecks(config),
];
