import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { alignColumns } from '../text/width.ts';
import { DEFAULT_URL, settingsOf, tokenHint } from './connection.ts';
import {
  credentialsWithoutToken,
  identityOf,
  loginName,
  loginWithoutToken,
  onlyLogin,
  profileCredentials,
} from './credentials.ts';
import type { Config } from './load.ts';
import { allSettings, settingKey, TOKEN_VARIABLE } from './options.ts';
import { describeTokenSource, type Profile } from './profiles.ts';
import { originOf } from './resolve.ts';
import { unfit } from './validate.ts';

/** A setting as it is explained: its name in a file, its value, and where that came from. */
export type ExplainedSetting = { readonly name: string; readonly value: SafeText; readonly origin: SafeText };

/** What is said of the token: a hint and its origin. A command is not run for that. */
async function tokenRow(config: Config): Promise<ExplainedSetting> {
  const { means } = config;
  const own = means.env[TOKEN_VARIABLE]?.trim() ?? '';
  const who = identityOf(config);
  const none = { name: 'token', value: safe`none`, origin: safe`nowhere` };
  if ('kind' in who) return { ...none, value: who.detail ?? safe`none` };
  if (who.is === 'nobody') {
    const login = onlyLogin(config);
    return login === undefined
      ? none
      : { ...none, origin: safe`nowhere; commands read with bp login "${shortText(login.name)}"` };
  }
  if (who.is === 'login')
    return {
      name: 'token',
      value: tokenHint(who.login.token),
      origin: describeTokenSource(loginWithoutToken(who.login).source),
    };
  if (who.is === 'environment')
    return { name: 'token', value: tokenHint(own), origin: clean(TOKEN_VARIABLE) };
  const { token: source, name } = who.profile;
  const origin = safe`profile ${clean(name)}${source === undefined ? safe`` : safe` (${describeTokenSource(source)})`}`;
  if (source?.is === 'command')
    return { name: 'token', value: safe`(the command is not run for this)`, origin };
  const access = await profileCredentials(who.profile, means);
  return {
    name: 'token',
    value: 'kind' in access ? (access.detail ?? safe``) : tokenHint(access.token.text),
    origin,
  };
}

/** What the chosen profile says in place of the settings. Its token is not obtained for that. */
function connectionRows(config: Config): Readonly<Record<string, ExplainedSetting>> {
  const who = identityOf(config);
  const parts = 'kind' in who ? undefined : credentialsWithoutToken(who, config.means);
  if (parts === undefined) return {};
  const { profile } = parts;
  const settings = settingsOf(config.values, { ...parts, token: { text: '', origin: safe`` } });
  if (settings === undefined || 'kind' in settings || 'missing' in settings) return {};
  const { base, workspaceId, origins, readOnly, readOnlyBy } = settings;
  const row = (name: string, value: SafeText, origin: SafeText) => ({ [name]: { name, value, origin } });
  return {
    ...row('api_url', clean(base.origin + base.prefix, 200), origins.baseUrl),
    ...row('workspace_id', clean(workspaceId, 200), origins.workspaceId),
    ...(readOnlyBy === undefined || !readOnly ? {} : row('read_only', safe`yes`, readOnlyBy)),
    ...(profile?.protect === true ? row('protect', safe`yes`, safe`profile ${clean(profile.name)}`) : {}),
  };
}

/** An address without a name and a password in it. */
const withoutUser = (text: string): SafeText => clean(text.replace(/\/\/[^/]*@/, '//••••@'), 200);

/** Every setting with its value and where it came from; of the token only a hint. */
export async function explainedSettings(config: Config): Promise<readonly ExplainedSetting[]> {
  const own = connectionRows(config);
  const rows = allSettings.map((row): ExplainedSetting => {
    const value = config.values[row.name];
    return (
      own[settingKey(row)] ?? {
        name: settingKey(row),
        value: value === undefined ? clean(row.standard) : withoutUser(value.text),
        origin: originOf(value),
      }
    );
  });
  return [await tokenRow(config), ...rows];
}

/** What `config explain` prints: all settings, the files, and what is wrong in them. */
export async function explainText(config: Config, asJson: boolean): Promise<string> {
  const rows = await explainedSettings(config);
  const { paths } = config;
  const problems = [...config.problems, ...unfit(config.values)];
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

/** A profile, or a login of the official tool, as it is listed; no token. */
type ListedLogin = {
  readonly name: string;
  readonly address: string;
  readonly workspace: string;
  readonly token: SafeText;
  readonly origin: SafeText;
};

function listedProfile(profile: Profile, { means }: Config): ListedLogin {
  const { name, url, workspace, token, origin } = profile;
  const login = token?.is === 'login' ? means.logins().find(each => each.name === token.name) : undefined;
  return {
    name,
    address: url ?? login?.apiUrl ?? DEFAULT_URL,
    workspace: workspace ?? login?.workspaceId ?? '',
    token: token === undefined ? safe`none` : describeTokenSource(token),
    origin,
  };
}

/** The profiles, and the logins of the official tool that none of them names. */
export function listedLogins(config: Config): readonly ListedLogin[] {
  const { file, means } = config;
  const named = new Set(file.profiles.flatMap(({ token }) => (token?.is === 'login' ? [token.name] : [])));
  const logins = means
    .logins()
    .filter(({ name }) => !named.has(name))
    .map(
      ({ name, apiUrl, workspaceId, path, mode }): ListedLogin => ({
        name: loginName({ name }),
        address: apiUrl ?? DEFAULT_URL,
        workspace: workspaceId ?? '',
        token: safe`bp login "${clean(name, 60)}"`,
        origin: safe`${clean(path, 200)} (mode ${clean(mode)})`,
      }),
    );
  return [...file.profiles.map(profile => listedProfile(profile, config)), ...logins];
}

/** What `profiles` prints. The one that a setting names has a mark. */
export function profilesText(config: Config, asJson: boolean): string {
  const rows = listedLogins(config);
  if (asJson) return `${JSON.stringify(rows, null, 2)}\n`;
  if (rows.length === 0) return 'There are no profiles and no logins yet. Start botscope: it asks for one.\n';
  const current = config.values.profile?.text;
  const table = alignColumns([
    [safe`  NAME`, safe`ADDRESS`, safe`WORKSPACE`, safe`TOKEN`, safe`FROM`],
    ...rows.map(({ name, address, workspace, token, origin }) => [
      safe`${name === current ? safe`* ` : safe`  `}${clean(name, 60)}`,
      withoutUser(address),
      clean(workspace === '' ? '-' : workspace, 60),
      token,
      origin,
    ]),
  ]);
  return `${table.join('\n')}\n`;
}

/** What a command about the settings prints. */
export async function configText(
  config: Config,
  { what, asJson }: { readonly what: 'explain' | 'profiles'; readonly asJson: boolean },
): Promise<string> {
  return what === 'explain' ? explainText(config, asJson) : profilesText(config, asJson);
}
