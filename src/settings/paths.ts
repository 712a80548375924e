import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ownFolder } from '../folders.ts';
import type { Environment } from './values.ts';

/** Returns the path of the settings file, in the XDG configuration folder. */
export const settingsPath = (env: Environment): string =>
  join(ownFolder(env, 'XDG_CONFIG_HOME'), 'settings.yaml');

const PROJECT_FILE = '.botscope.yaml';

/** The project file of a folder: the nearest one upwards, not beyond the home folder. */
export function projectPath(folder: string, home: string = homedir()): string | undefined {
  const path = join(folder, PROJECT_FILE);
  if (existsSync(path)) return path;
  const above = dirname(folder);
  return above === folder || folder === home ? undefined : projectPath(above, home);
}
