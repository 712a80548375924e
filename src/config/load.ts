import { dirname } from 'node:path';
import type { Environment } from '../terminal/capabilities.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { officialLogins } from './bp-login.ts';
import { type FileSettings, readSettingsFile } from './config-file.ts';
import { projectPath, settingsPath } from './paths.ts';
import type { FlagValues } from './settings.ts';
import type { TokenContext } from './token.ts';
import { type Values, valuesOf } from './values.ts';

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

/**
 * Reads both files. `env` is the whole environment; `childEnv`, the one of child processes, may lack tokens.
 */
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
    paths: { user, project: projectFile?.isIgnored === true ? undefined : project },
    tokenContext: { env, childEnv, logins: () => officialLogins(env), folder: dirname(user) },
    reload: () => loadConfig(given, context),
  };
}
