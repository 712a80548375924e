import { homedir } from 'node:os';
import { isOpenToOthers, type OfficialLogin } from '../config/bp-login.ts';
import { type ConnectionSettings, DEFAULT_URL } from '../config/connection.ts';
import { loginsWithoutProfile, profileTarget } from '../config/credentials.ts';
import type { Config } from '../config/load.ts';
import { TOKEN_VARIABLE } from '../config/options.ts';
import { describeTokenSource, type Profile, type TokenSource } from '../config/profiles.ts';
import {
  type LoginOption,
  type LoginOptions,
  loginOptionId,
  profileOptionId,
} from '../explorer/state/login.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';

/** Returns a target in words: its host and its workspace. */
function targetText(address: string, workspace: string): SafeText {
  const host = URL.parse(address)?.host ?? address;
  return safe`${clean(host, 40)}${workspace === '' ? safe`` : safe`  workspace ${clean(workspace, 60)}`}`;
}

function profileOption(profile: Profile, { tokenContext }: Config): LoginOption {
  const { name, token, readOnly, protect, problem } = profile;
  const target = profileTarget(profile, tokenContext);
  const address = target.url?.text ?? DEFAULT_URL;
  const workspace = target.workspace?.text ?? '';
  return {
    id: profileOptionId(name),
    kind: 'profile',
    label: safe`profile "${clean(name)}"`,
    name: clean(name),
    detail: targetText(address, workspace),
    ...(readOnly ? { guard: 'read-only' } : protect ? { guard: 'protected' } : {}),
    ...(problem === undefined ? {} : { warning: problem }),
    address,
    workspace,
    token: token === undefined ? safe`` : describeTokenSource(token),
  };
}

function loginOption({
  name,
  apiUrl = DEFAULT_URL,
  workspaceId = '',
  path,
  mode,
}: OfficialLogin): LoginOption {
  return {
    id: loginOptionId(name),
    kind: 'login',
    label: safe`bp login "${shortText(name)}"`,
    name: shortText(name),
    detail: targetText(apiUrl, workspaceId),
    ...(isOpenToOthers(mode)
      ? {
          warning: safe`${clean(path.replace(homedir(), '~'), 200)} can be read by others (mode ${clean(mode)})`,
        }
      : {}),
    address: apiUrl,
    workspace: workspaceId,
    token: safe`bp login "${shortText(name)}"`,
  };
}

/** Returns the login of the environment, if BP_TOKEN is set, and the form to type one. */
function ownOptions({ values, tokenContext }: Config): readonly LoginOption[] {
  const address = values.apiUrl?.text ?? DEFAULT_URL;
  const workspace = values.workspaceId?.text ?? '';
  const typed: LoginOption = {
    id: 'typed',
    kind: 'typed',
    label: safe`enter address, token and workspace id`,
    detail: safe``,
    address,
    workspace,
  };
  if ((tokenContext.env[TOKEN_VARIABLE]?.trim() ?? '') === '') return [typed];
  const origin = workspace === '' ? safe`` : safe` and ${values.workspaceId?.origin ?? safe``}`;
  const name = clean(TOKEN_VARIABLE);
  const label = safe`${name}${origin} from your environment`;
  const token = safe`${name} of your environment`;
  const detail = targetText(address, workspace);
  return [{ ...typed, id: 'environment', kind: 'environment', label, name, detail, token }, typed];
}

/** Actions that obtain the token of a source again. */
const RENEWALS: { readonly [K in TokenSource['kind']]: SafeText | undefined } = {
  command: safe`rerun the token command`,
  file: safe`reload the token file`,
  login: safe`reload the bp login`,
  // The environment of a running process does not change.
  env: undefined,
};

function currentId({ profile, source }: ConnectionSettings): string | undefined {
  if (profile !== undefined) return profileOptionId(profile);
  if (source?.kind === 'login') return loginOptionId(source.name);
  return source?.kind === 'env' && source.name === TOKEN_VARIABLE ? 'environment' : undefined;
}

/**
 * Returns all ways to connect on this machine, the form to type a login last, and which of them is in use.
 */
export function loginOptions(config: Config, current: ConnectionSettings | undefined): LoginOptions {
  return {
    options: [
      ...config.file.profiles.map(profile => profileOption(profile, config)),
      ...loginsWithoutProfile(config).map(loginOption),
      ...ownOptions(config),
    ],
    ...(config.file.isBroken ? { problem: config.file.problems[0] ?? safe`` } : {}),
    current: current === undefined ? undefined : currentId(current),
    renewal: current?.source === undefined ? undefined : RENEWALS[current.source.kind],
  };
}
