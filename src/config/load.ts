import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { configFolder } from '../storage/paths.ts';
import type { Environment } from '../terminal/capabilities.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { officialLogins } from './bp-login.ts';
import { type FileSettings, readSettingsFile } from './config-file.ts';
import type { FlagValues } from './settings.ts';
import type { TokenContext } from './token.ts';
import { type Values, valuesOf } from './values.ts';

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

/** Everything that configures one run, read once at its start. */
export type Config = {
  readonly values: Values;
  readonly file: FileSettings;
  /** Views of both files; the user's file wins. */
  readonly views: FileSettings['views'];
  readonly problems: readonly SafeText[];
  readonly paths: { readonly user: string; readonly project: string | undefined };
  readonly tokenContext: TokenContext;
  /** Loads everything again, because the files may have changed. */
  readonly reload: () => Promise<Config>;
};

const SAFE_MODE = safe`Safe mode: default settings, read-only until the file is fixed.`;

/** Settings in place of a file that cannot be read: it may have set read_only, so the run is read-only. */
const SAFE_VALUES: Values = { readOnly: { text: 'yes', origin: safe`safe mode`, from: 'user' } };

/** `env`: the whole environment; `childEnv`: the one of child processes, which may lack tokens. */
export async function loadConfig(
  given: FlagValues,
  context: {
    readonly env: Environment;
    readonly childEnv: Environment;
    /** Folder where the search for a project file begins; undefined: no search. */
    readonly folder: string | undefined;
  },
): Promise<Config> {
  const { env, childEnv, folder } = context;
  const user = settingsPath(env);
  const project = projectPath(folder);
  const file = await readSettingsFile(user);
  const projectFile = project === undefined ? undefined : await readSettingsFile(project, 'project');
  const isSafe = file.isBroken || projectFile?.isBroken === true;
  const problems = [...file.problems, ...(projectFile?.problems ?? [])];
  const [first, ...rest] = problems;
  return {
    values: valuesOf({
      given,
      env,
      project: projectFile?.values ?? {},
      user: isSafe ? { ...file.values, ...SAFE_VALUES } : file.values,
    }),
    file,
    views: { ...projectFile?.views, ...file.views },
    problems: isSafe && first !== undefined ? [safe`${first}. ${SAFE_MODE}`, ...rest] : problems,
    paths: { user, project: projectFile?.isIgnored ? undefined : project },
    tokenContext: { env, childEnv, logins: () => officialLogins(env), folder: dirname(user) },
    reload: () => loadConfig(given, context),
  };
}
