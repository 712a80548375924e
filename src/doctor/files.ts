import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isOpenToOthers } from '../config/bp-login.ts';
import type { Config } from '../config/load.ts';
import { modeText } from '../config/settings-text.ts';
import { stateFolder } from '../storage/paths.ts';
import { clean, safe } from '../text/sanitise.ts';
import { type Check, fail, ok, warn } from './report.ts';

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
  const mode = modeText(statSync(folder).mode);
  return isOpenToOthers(mode)
    ? warn(name, safe`${shown} is open to others (${clean(mode)})`, safe`chmod 700 ${shown}`)
    : ok(name, shown);
}

/** Checks the state folder, and warns of each file with logins of the official tool that others can read. */
export function fileChecks({ tokenContext }: Config, env: NodeJS.ProcessEnv): readonly Check[] {
  const readable = tokenContext.logins().filter(({ mode }) => isOpenToOthers(mode));
  const files = new Map(readable.map(({ path, mode }) => [clean(path, 200), clean(mode)]));
  const loginChecks = [...files].map(([path, mode]) =>
    warn('official login', safe`${path} can be read by others (mode ${mode})`, safe`chmod 600 ${path}`),
  );
  return [stateFolderCheck(env), ...loginChecks];
}
