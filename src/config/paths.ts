import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { configFolder } from '../storage/paths.ts';
import type { Environment } from '../terminal/capabilities.ts';

export const settingsPath = (env: Environment): string => join(configFolder(env), 'settings.yaml');

/** Returns the words that open the user's settings file in $EDITOR, default vi. No shell is involved. */
export function settingsEditor(env: Environment): readonly string[] {
  const words = (env['EDITOR'] ?? '').split(/\s+/).filter(word => word !== '');
  return [...(words.length === 0 ? ['vi'] : words), settingsPath(env)];
}

const PROJECT_FILE = '.botscope.yaml';

/** Returns the current folder; undefined when it has been removed. */
export function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** Returns the project file of a folder: the nearest one upwards, not above the home folder. */
export function projectPath(folder: string | undefined, home: string = homedir()): string | undefined {
  if (folder === undefined) return undefined;
  const path = join(folder, PROJECT_FILE);
  if (existsSync(path)) return path;
  const above = dirname(folder);
  return above === folder || folder === home ? undefined : projectPath(above, home);
}
