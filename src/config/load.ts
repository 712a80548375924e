import { dirname } from 'node:path';
import type { Environment } from '../terminal/capabilities.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { officialLogins } from './bp-login.ts';
import { type FileSettings, readSettingsFile } from './config-file.ts';
import type { FlagValues } from './options.ts';
import { projectPath, settingsPath } from './paths.ts';
import { type Values, valuesOf } from './resolve.ts';
import type { TokenContext } from './token.ts';

/** Everything that settings come from, read once. */
export type Config = {
  readonly values: Values;
  /** The person's own file. */
  readonly file: FileSettings;
  /** Views of both files; those of the person count more. */
  readonly views: FileSettings['views'];
  readonly problems: readonly SafeText[];
  readonly paths: { readonly user: string; readonly project: string | undefined };
  readonly means: TokenContext;
  /** The same anew: the files may have changed. */
  readonly reread: () => Promise<Config>;
};

const SAFE_MODE = safe`Safe mode: standard settings, and nothing is changed until the file is mended.`;

/** A file that cannot be read may have forbidden to change anything: then nothing is changed. */
const SAFE_VALUES: Values = { readOnly: { text: 'yes', origin: safe`safe mode`, from: 'user' } };

/** Reads both files; `env` is the environment as it was given, `childEnv` what children get of it. */
export async function loadConfig(
  given: FlagValues,
  place: {
    readonly env: Environment;
    readonly childEnv: Environment;
    /** The folder of the project file or below it; undefined: there is none. */
    readonly folder: string | undefined;
  },
): Promise<Config> {
  const { env, childEnv, folder } = place;
  const user = settingsPath(env);
  const project = projectPath(folder);
  const file = await readSettingsFile(user);
  const beside = project === undefined ? undefined : await readSettingsFile(project, 'project');
  const isSafe = file.isBroken || beside?.isBroken === true;
  const problems = [...file.problems, ...(beside?.problems ?? [])];
  const [first, ...rest] = problems;
  return {
    values: valuesOf({
      given,
      env,
      project: beside?.values ?? {},
      user: isSafe ? { ...file.values, ...SAFE_VALUES } : file.values,
    }),
    file,
    views: { ...beside?.views, ...file.views },
    problems: isSafe && first !== undefined ? [safe`${first}. ${SAFE_MODE}`, ...rest] : problems,
    paths: { user, project: beside?.isIgnored === true ? undefined : project },
    means: { env, childEnv, logins: () => officialLogins(env), folder: dirname(user) },
    reread: () => loadConfig(given, place),
  };
}
