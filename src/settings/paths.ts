import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from './values.ts';

/** Where the settings file is: the XDG configuration folder. */
export function settingsPath(env: Environment): string {
  const folder = env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return join(folder, 'botscope', 'settings.yaml');
}

const PROJECT_FILE = '.botscope.yaml';

/** The project file of a folder: the nearest one upwards, not beyond the home folder. */
export function projectPath(folder: string, home: string = homedir()): string | undefined {
  const path = join(folder, PROJECT_FILE);
  if (existsSync(path)) return path;
  const above = dirname(folder);
  return above === folder || folder === home ? undefined : projectPath(above, home);
}
