import { homedir } from 'node:os';
import type { OfficialLogin } from '../config/bp-login.ts';
import { type ConnectionSettings, DEFAULT_URL } from '../config/connection.ts';
import type { Config } from '../config/load.ts';
import { TOKEN_VARIABLE } from '../config/options.ts';
import { describeTokenSource, type Profile, type TokenSource } from '../config/profiles.ts';
import type { Door, Doors } from '../explorer/state/login-options.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';

/** Where it is, as short as it can be told: host and the beginning of the workspace. */
function detailOf(address: string, workspace: string): SafeText {
  const host = URL.parse(address)?.host ?? address;
  return safe`${clean(host, 40)}${workspace === '' ? safe`` : safe`  workspace ${clean(workspace, 14)}`}`;
}

function profileDoor({ name, url, workspace, token }: Profile, logins: readonly OfficialLogin[]): Door {
  const login = token?.is === 'login' ? logins.find(each => each.name === token.name) : undefined;
  const address = url ?? login?.apiUrl ?? DEFAULT_URL;
  const whole = workspace ?? login?.workspaceId ?? '';
  return {
    id: `profile:${name}`,
    kind: 'profile',
    label: safe`profile "${clean(name)}"`,
    name: clean(name),
    detail: detailOf(address, whole),
    address,
    workspace: whole,
    token: token === undefined ? safe`` : describeTokenSource(token),
  };
}

const isOpenToOthers = (mode: string): boolean => /[^0]/.test(mode.slice(-2));

function loginDoor({ name, apiUrl = DEFAULT_URL, workspaceId = '', path, mode }: OfficialLogin): Door {
  return {
    id: `login:${name}`,
    kind: 'login',
    label: safe`bp login "${shortText(name)}"`,
    name: shortText(name),
    detail: detailOf(apiUrl, workspaceId),
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

/** What the environment and the flags have, and what can be typed. */
function ownDoors({ values, means }: Config): readonly Door[] {
  const address = values.apiUrl?.text ?? DEFAULT_URL;
  const workspace = values.workspaceId?.text ?? '';
  const typed: Door = {
    id: 'typed',
    kind: 'typed',
    label: safe`type an address, a token and a workspace id`,
    detail: safe``,
    address,
    workspace,
  };
  if ((means.env[TOKEN_VARIABLE]?.trim() ?? '') === '') return [typed];
  const named = workspace === '' ? safe`` : safe` and ${values.workspaceId?.origin ?? safe``}`;
  const label = safe`${clean(TOKEN_VARIABLE)}${named} from your environment`;
  const token = safe`${clean(TOKEN_VARIABLE)} of your environment`;
  return [
    { ...typed, id: 'environment', kind: 'environment', label, detail: detailOf(address, workspace), token },
    typed,
  ];
}

/** The ways to a server that there are on this computer; what can be typed is the last one. */
export function foundDoors(config: Config): readonly Door[] {
  const { file, means } = config;
  const logins = means.logins();
  const used = new Set(file.profiles.flatMap(({ token }) => (token?.is === 'login' ? [token.name] : [])));
  return [
    ...file.profiles.map(profile => profileDoor(profile, logins)),
    ...logins.filter(({ name }) => !used.has(name)).map(loginDoor),
    ...ownDoors(config),
  ];
}

/** What obtaining the token of a source again would be. */
const AGAIN: { readonly [K in TokenSource['is']]: SafeText | undefined } = {
  command: safe`run the token command again`,
  file: safe`read the token file again`,
  login: safe`read the bp login again`,
  // What a process was started with stays as it was.
  env: undefined,
};

function currentId({ profile, source }: ConnectionSettings): string | undefined {
  if (profile !== undefined) return `profile:${profile}`;
  if (source?.is === 'login') return `login:${source.name}`;
  return source?.is === 'env' && source.name === TOKEN_VARIABLE ? 'environment' : undefined;
}

/** The ways to a server beside the one in use. */
export function doorsBeside(config: Config, present: ConnectionSettings | undefined): Doors {
  return {
    found: foundDoors(config),
    current: present === undefined ? undefined : currentId(present),
    again: present?.source === undefined ? undefined : AGAIN[present.source.is],
  };
}
