import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { configFolder } from '../storage/paths.ts';
import type { Environment } from '../terminal/capabilities.ts';
import { attempt } from '../text/result.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { type FileSettings, readSettingsFile } from './config-file.ts';
import type { FlagValues } from './settings.ts';
import { officialLogins, type TokenContext } from './token.ts';
import { type Values, valuesOf } from './values.ts';

export const settingsPath = (env: Environment) => join(configFolder(env), 'settings.yaml');

export function settingsEditor(env: Environment): readonly string[] {
  const words = (env['EDITOR'] ?? '').split(/\s+/).filter(word => word !== '');
  return [...(words.length === 0 ? ['vi'] : words), settingsPath(env)];
}

const PROJECT_FILE = '.botscope.yaml';

export const currentFolder = () => attempt(() => process.cwd());

/** The nearest one upwards, not above the home folder. */
export function projectPath(folder: string | undefined, home: string = homedir()): string | undefined {
  if (folder === undefined) return undefined;
  const path = join(folder, PROJECT_FILE);
  if (existsSync(path)) return path;
  const above = dirname(folder);
  return above === folder || folder === home ? undefined : projectPath(above, home);
}

export type Config = Readonly<{
  values: Values;
  file: FileSettings;
  /** The user's file wins. */
  views: FileSettings['views'];
  problems: readonly SafeText[];
  broken: SafeText | undefined;
  paths: Readonly<{ user: string; project: string | undefined }>;
  tokenContext: TokenContext;
  reload: () => Promise<Config>;
}>;

const SAFE_MODE = safe`Safe mode: default settings, read-only until the file is fixed.`;

/** A file that cannot be read may have set read_only. */
const SAFE_VALUES: Values = { readOnly: { text: 'yes', origin: safe`safe mode`, from: 'user' } };

/** `childEnv`: of child processes, which may lack tokens. `folder`: where to search for a project file. */
type ConfigContext = Readonly<{ env: Environment; childEnv: Environment; folder: string | undefined }>;

export async function loadConfig(given: FlagValues, context: ConfigContext): Promise<Config> {
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
    broken: isSafe ? first : undefined,
    problems: isSafe && first !== undefined ? [safe`${first}. ${SAFE_MODE}`, ...rest] : problems,
    paths: { user, project: projectFile?.isIgnored ? undefined : project },
    tokenContext: { env, childEnv, logins: () => officialLogins(env), folder: dirname(user) },
    reload: () => loadConfig(given, context),
  };
}
