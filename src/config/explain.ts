import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { alignColumns } from '../text/width.ts';
import { DEFAULT_URL, settingsWithoutToken, tokenHint } from './connection.ts';
import type { Config } from './load.ts';
import { choosableLogins, chosenLogin, onlyLogin, tokenOf, tokenOrigin } from './logins.ts';
import { describeTokenSource } from './profiles.ts';
import { allSettings } from './settings.ts';
import { isOn, valueProblems } from './values.ts';

type ExplainedSetting = Readonly<{ name: string; value: SafeText; origin: SafeText }>;

/** A hint only. Runs no token command: explaining must have no effects. */
async function tokenRow(config: Config): Promise<ExplainedSetting> {
  const name = 'token';
  const login = chosenLogin(config);
  if (!login.ok) return { name, value: login.why, origin: safe`not set` };
  if (login.value === undefined) {
    const only = onlyLogin(config);
    const origin = only === undefined ? safe`not set` : safe`not set; commands read with ${only.title}`;
    return { name, value: safe`none`, origin };
  }
  const { source, profile } = login.value;
  const origin = tokenOrigin(login.value);
  if (source?.kind === 'token_command' && profile?.problem === undefined)
    return { name, value: safe`(token command not run)`, origin };
  const token = await tokenOf(login.value, config.tokenContext);
  const value = typeof token === 'string' ? tokenHint(token) : (token.detail ?? safe``);
  return { name, value, origin };
}

function connectionValues(
  config: Config,
): Readonly<Record<string, readonly [value: SafeText, origin: SafeText]>> {
  const settings = settingsWithoutToken(config);
  if (settings === undefined) return {};
  const { base, workspaceId, origins, readOnly, readOnlyBy, protect, login } = settings;
  const isProtectedByProfile = protect && login?.profile && !isOn(config.values, 'protect');
  return {
    api_url: [clean(base.origin + base.prefix, 200), origins.baseUrl],
    workspace_id: [clean(workspaceId, 200), origins.workspaceId],
    ...(readOnlyBy && readOnly && { read_only: [safe`yes`, readOnlyBy] }),
    ...(isProtectedByProfile && { protect: [safe`yes`, login.title] }),
  };
}

/** Masks credentials of an address, and a secret that stands at a wrong place. */
const withoutSecrets = (text: string) => clean(redactText(text.replace(/\/\/[^/]*@/, '//••••@')), 200);

export async function explainText(config: Config, asJson: boolean): Promise<string> {
  const fromConnection = connectionValues(config);
  const settings = allSettings.map(({ key, name, defaultText }): ExplainedSetting => {
    const set = config.values[name];
    const own = [withoutSecrets(set?.text || defaultText), set?.origin ?? safe`the default`] as const;
    const [value, origin] = fromConnection[key] ?? own;
    return { name: key, value, origin };
  });
  const rows = [await tokenRow(config), ...settings];
  const { paths } = config;
  const found = [...config.problems, ...config.file.profileProblems, ...valueProblems(config.values)];
  const problems = found.map(redactText);
  const files = { user: paths.user, project: paths.project ?? null };
  if (asJson) return `${JSON.stringify({ settings: rows, files, problems }, null, 2)}\n`;
  const lines = [
    ...alignColumns([
      [safe`SETTING`, safe`VALUE`, safe`FROM`],
      ...rows.map(({ name, value, origin }) => [clean(name), value, origin]),
    ]),
    '',
    `user file     ${clean(paths.user, 300)}`,
    `project file  ${paths.project === undefined ? 'none' : clean(paths.project, 300)}`,
    ...problems.map(problem => `! ${problem}`),
  ];
  return `${lines.join('\n')}\n`;
}

export function profilesText(config: Config, asJson: boolean): string {
  const stored = choosableLogins(config).filter(({ kind }) => kind !== 'environment');
  const rows = stored.map(({ name, url, workspace, source, origin }) => ({
    name,
    address: url?.text ?? DEFAULT_URL,
    workspace: workspace?.text ?? '',
    token: source === undefined ? safe`none` : describeTokenSource(source),
    origin,
  }));
  if (asJson) return `${JSON.stringify(rows, null, 2)}\n`;
  if (rows.length === 0) return 'No profiles or logins yet. Start botscope to add one.\n';
  const table = alignColumns([
    [safe`  NAME`, safe`ADDRESS`, safe`WORKSPACE`, safe`TOKEN`, safe`FROM`],
    ...rows.map(({ name, address, workspace, token, origin }) => [
      safe`${name === config.values.profile?.text ? safe`* ` : safe`  `}${clean(name, 60)}`,
      withoutSecrets(address),
      clean(workspace === '' ? '-' : workspace, 60),
      token,
      origin,
    ]),
  ]);
  return `${table.join('\n')}\n`;
}
