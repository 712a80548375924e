import { homedir } from 'node:os';
import { isOpenToOthers } from '../config/bp-login.ts';
import { type ConnectionSettings, DEFAULT_URL } from '../config/connection.ts';
import type { Config } from '../config/load.ts';
import { choosableLogins, type Login } from '../config/logins.ts';
import { describeTokenSource, type TokenSource } from '../config/profiles.ts';
import type { LoginOption, LoginOptions } from '../explorer/state/login.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';

/** Returns the label, the name and the source of the token of a login, in words. */
function wordsOf({ kind, name, title, source, official }: Login, { values }: Config) {
  if (kind === 'profile')
    return {
      label: safe`profile "${clean(name)}"`,
      name: clean(name),
      token: source === undefined ? safe`` : describeTokenSource(source),
    };
  if (kind === 'login') return { label: title, name: shortText(official?.name ?? ''), token: title };
  const workspace = values.workspaceId;
  const beside = workspace === undefined ? safe`` : safe` and ${workspace.origin}`;
  return {
    label: safe`${title}${beside} from your environment`,
    name: title,
    token: safe`${title} of your environment`,
  };
}

function warningOf({ profile, official }: Login): SafeText | undefined {
  if (official === undefined || !isOpenToOthers(official.mode)) return profile?.problem;
  const path = clean(official.path.replace(homedir(), '~'), 200);
  return safe`${path} can be read by others (mode ${clean(official.mode)})`;
}

function optionOf(login: Login, config: Config): LoginOption {
  const { id, kind, url, workspace, profile } = login;
  const values = kind === 'environment' ? config.values : {};
  const address = url?.text ?? values.apiUrl?.text ?? DEFAULT_URL;
  const workspaceId = workspace?.text ?? values.workspaceId?.text ?? '';
  const host = clean(URL.parse(address)?.host ?? address, 40);
  const warning = warningOf(login);
  return {
    ...{ id, kind, address, workspace: workspaceId, ...wordsOf(login, config) },
    detail: workspaceId === '' ? host : safe`${host}  workspace ${clean(workspaceId, 60)}`,
    ...(profile?.readOnly ? { guard: 'read-only' } : profile?.protect ? { guard: 'protected' } : {}),
    ...(warning && { warning }),
  };
}

/** Actions that obtain the token of a source again. */
const RENEWALS: { readonly [K in TokenSource['kind']]: SafeText | undefined } = {
  token_command: safe`rerun the token command`,
  token_file: safe`reload the token file`,
  bp_login: safe`reload the bp login`,
  // The environment of a running process does not change.
  token_env: undefined,
};

/**
 * Returns all ways to connect on this machine, the form to type a login last, and which of them is in use.
 */
export function loginOptions(config: Config, current: ConnectionSettings | undefined): LoginOptions {
  const { values, file } = config;
  const source = current?.login?.source;
  const typed: LoginOption = {
    id: 'typed',
    kind: 'typed',
    label: safe`enter address, token and workspace id`,
    detail: safe``,
    address: values.apiUrl?.text ?? DEFAULT_URL,
    workspace: values.workspaceId?.text ?? '',
  };
  return {
    options: [...choosableLogins(config).map(login => optionOf(login, config)), typed],
    ...(file.isBroken ? { problem: file.problems[0] ?? safe`` } : {}),
    current: current?.login?.id,
    renewal: source === undefined ? undefined : RENEWALS[source.kind],
  };
}
