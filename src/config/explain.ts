import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { alignColumns } from '../text/width.ts';
import { DEFAULT_URL, settingsWithoutToken, tokenHint } from './connection.ts';
import {
  identityOf,
  loginName,
  loginsWithoutProfile,
  onlyLogin,
  profileCredentials,
  profileTarget,
} from './credentials.ts';
import type { Config } from './load.ts';
import { allSettings, settingKey, TOKEN_VARIABLE } from './options.ts';
import { describeTokenSource, type Profile } from './profiles.ts';
import { isOn, originOf } from './resolve.ts';
import { valueProblems } from './validate.ts';

/** A row of `config explain`: the key of a setting, its value and its origin. */
export type ExplainedSetting = { readonly name: string; readonly value: SafeText; readonly origin: SafeText };

const tokenRow = (value: SafeText, origin: SafeText): ExplainedSetting => ({ name: 'token', value, origin });

/** Returns the row of a profile's token. Runs no token command: explaining must have no effects. */
async function profileTokenRow(profile: Profile, { tokenContext }: Config): Promise<ExplainedSetting> {
  const { token: source, name, problem } = profile;
  const origin = safe`profile ${clean(name)}${source === undefined ? safe`` : safe` (${describeTokenSource(source)})`}`;
  if (source?.kind === 'command' && problem === undefined)
    return tokenRow(safe`(token command not run)`, origin);
  const credentials = await profileCredentials(profile, tokenContext);
  const hint = 'kind' in credentials ? (credentials.detail ?? safe``) : tokenHint(credentials.token.text);
  return tokenRow(hint, origin);
}

/** Returns the row of the token: a hint at it, and its origin. */
async function explainedToken(config: Config): Promise<ExplainedSetting> {
  const identity = identityOf(config);
  switch (identity.kind) {
    case 'unknown':
      return tokenRow(identity.failure.detail ?? safe`none`, safe`not set`);
    case 'none': {
      const login = onlyLogin(config);
      const origin =
        login === undefined
          ? safe`not set`
          : safe`not set; commands read with bp login "${shortText(login.name)}"`;
      return tokenRow(safe`none`, origin);
    }
    case 'login': {
      const { name, token } = identity.login;
      return tokenRow(tokenHint(token), describeTokenSource({ kind: 'login', name }));
    }
    case 'environment':
      return tokenRow(
        tokenHint(config.tokenContext.env[TOKEN_VARIABLE]?.trim() ?? ''),
        clean(TOKEN_VARIABLE),
      );
    case 'profile':
      return profileTokenRow(identity.profile, config);
  }
}

/** Returns the rows that the chosen profile or login decides, by key. */
function connectionRows(config: Config): Readonly<Record<string, ExplainedSetting>> {
  const settings = settingsWithoutToken(config);
  if (settings === undefined) return {};
  const { base, workspaceId, origins, readOnly, readOnlyBy, protect, profile } = settings;
  const row = (name: string, value: SafeText, origin: SafeText) => ({ [name]: { name, value, origin } });
  const isProtectedByProfile = protect && profile !== undefined && !isOn(config.values, 'protect');
  return {
    ...row('api_url', clean(base.origin + base.prefix, 200), origins.baseUrl),
    ...row('workspace_id', clean(workspaceId, 200), origins.workspaceId),
    ...(readOnlyBy === undefined || !readOnly ? {} : row('read_only', safe`yes`, readOnlyBy)),
    ...(isProtectedByProfile ? row('protect', safe`yes`, safe`profile ${clean(profile)}`) : {}),
  };
}

/** Masks user name and password in an address, and a secret that stands at a wrong place. */
const withoutSecrets = (text: string): SafeText =>
  clean(redactText(text.replace(/\/\/[^/]*@/, '//••••@')), 200);

export async function explainedSettings(config: Config): Promise<readonly ExplainedSetting[]> {
  const fromConnection = connectionRows(config);
  const rows = allSettings.map((setting): ExplainedSetting => {
    const key = settingKey(setting);
    const value = config.values[setting.name];
    return (
      fromConnection[key] ?? {
        name: key,
        // An empty list has no text.
        value: withoutSecrets(value?.text || setting.defaultText),
        origin: originOf(value),
      }
    );
  });
  return [await explainedToken(config), ...rows];
}

export async function explainText(config: Config, asJson: boolean): Promise<string> {
  const rows = await explainedSettings(config);
  const { paths } = config;
  const found = [...config.problems, ...config.file.profileProblems, ...valueProblems(config.values)];
  const problems = found.map(redactText);
  const files = { user: paths.user, project: paths.project ?? null };
  if (asJson) return `${JSON.stringify({ settings: rows, files, problems }, null, 2)}\n`;
  const table = alignColumns([
    [safe`SETTING`, safe`VALUE`, safe`FROM`],
    ...rows.map(({ name, value, origin }) => [clean(name), value, origin]),
  ]);
  const about = [
    '',
    `user file     ${clean(paths.user, 300)}`,
    `project file  ${paths.project === undefined ? 'none' : clean(paths.project, 300)}`,
    ...problems.map(problem => `! ${problem}`),
  ];
  return `${[...table, ...about].join('\n')}\n`;
}

/** A row of `profiles`: a profile or a login of the official tool, without its token. */
type ListedLogin = {
  readonly name: string;
  readonly address: string;
  readonly workspace: string;
  readonly token: SafeText;
  readonly origin: SafeText;
};

function listedProfile(profile: Profile, { tokenContext }: Config): ListedLogin {
  const { name, token, origin } = profile;
  const { url, workspace } = profileTarget(profile, tokenContext);
  return {
    name,
    address: url?.text ?? DEFAULT_URL,
    workspace: workspace?.text ?? '',
    token: token === undefined ? safe`none` : describeTokenSource(token),
    origin,
  };
}

/** Returns the profiles, then the logins of the official tool that no profile refers to. */
export function listedLogins(config: Config): readonly ListedLogin[] {
  const logins = loginsWithoutProfile(config).map(
    ({ name, apiUrl, workspaceId, path, mode }): ListedLogin => ({
      name: loginName({ name }),
      address: apiUrl ?? DEFAULT_URL,
      workspace: workspaceId ?? '',
      token: safe`bp login "${clean(name, 60)}"`,
      origin: safe`${clean(path, 200)} (mode ${clean(mode)})`,
    }),
  );
  return [...config.file.profiles.map(profile => listedProfile(profile, config)), ...logins];
}

/** Returns the output of `profiles`. An asterisk marks the one that a setting names. */
export function profilesText(config: Config, asJson: boolean): string {
  const rows = listedLogins(config);
  if (asJson) return `${JSON.stringify(rows, null, 2)}\n`;
  if (rows.length === 0) return 'No profiles or logins yet. Start botscope to add one.\n';
  const current = config.values.profile?.text;
  const table = alignColumns([
    [safe`  NAME`, safe`ADDRESS`, safe`WORKSPACE`, safe`TOKEN`, safe`FROM`],
    ...rows.map(({ name, address, workspace, token, origin }) => [
      safe`${name === current ? safe`* ` : safe`  `}${clean(name, 60)}`,
      withoutSecrets(address),
      clean(workspace === '' ? '-' : workspace, 60),
      token,
      origin,
    ]),
  ]);
  return `${table.join('\n')}\n`;
}
