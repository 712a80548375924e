import type { Ids } from '../api/operation.ts';
import { type BaseUrl, parseBaseUrl } from '../api/path.ts';
import { badSetting, type Failure } from '../failure.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { flags, type Given, TOKEN_VARIABLE } from './flags.ts';

/** The official service, as its own client has it. */
const DEFAULT_URL = 'https://api.botpress.cloud';
const HEADER_TEXT = /^[\x21-\x7e]+$/;

/** Which server and as whom, each with where it came from in words. */
export type Settings = {
  readonly base: BaseUrl;
  readonly token: string;
  readonly workspaceId: string;
  /** Ids that are meant where a place gives none. */
  readonly defaultIds: Ids;
  readonly readOnly: boolean;
  readonly origins: { readonly baseUrl: SafeText; readonly token: SafeText; readonly workspaceId: SafeText };
};

type Environment = Readonly<Record<string, string | undefined>>;
type Value = { readonly text: string; readonly origin: SafeText };

/** A setting from its flag, else from its environment variable. */
function settingOf(
  name: 'apiUrl' | 'workspaceId' | 'botId',
  given: Given,
  env: Environment,
): Value | undefined {
  const row = flags.find(flag => flag.name === name);
  const flag = given[name];
  if (flag !== undefined) return { text: flag, origin: safe`${clean(row?.flag.split(' ')[0] ?? '')}` };
  const variable = row?.env ?? '';
  const text = env[variable]?.trim() ?? '';
  return text === '' ? undefined : { text, origin: safe`${clean(variable)}` };
}

/** Flags over environment over defaults. Undefined when nothing names a workspace or a token: then nobody is meant yet. */
export function resolveSettings(given: Given, env: Environment): Settings | Failure | undefined {
  const url = settingOf('apiUrl', given, env);
  const workspace = settingOf('workspaceId', given, env);
  const botId = settingOf('botId', given, env);
  const token = env[TOKEN_VARIABLE]?.trim() ?? '';
  if (token === '' && workspace === undefined && url === undefined) return undefined;
  if (token === '')
    return badSetting(
      safe`No token: set ${clean(TOKEN_VARIABLE)}. (There is no flag for it: others could read it.)`,
    );
  if (!HEADER_TEXT.test(token))
    return badSetting(safe`${clean(TOKEN_VARIABLE)} holds a space or another character that no token has`);
  if (workspace === undefined)
    return badSetting(safe`No workspace: set BP_WORKSPACE_ID or give --workspace-id`);
  if (!HEADER_TEXT.test(workspace.text))
    return badSetting(safe`"${clean(workspace.text, 80)}" cannot be a workspace id`);
  const base = parseBaseUrl(url?.text ?? DEFAULT_URL, given.insecureHttp ?? false);
  if (typeof base === 'string') return badSetting(safe`${url?.origin ?? safe``}: ${base}`);
  return {
    base,
    token,
    workspaceId: workspace.text,
    defaultIds: botId === undefined ? {} : { botId: botId.text },
    readOnly: given.readOnly ?? false,
    origins: {
      baseUrl: url?.origin ?? safe`the default`,
      token: clean(TOKEN_VARIABLE),
      workspaceId: workspace.origin,
    },
  };
}

/** What may be said of a token where it is in doubt: its end and its length, and only of a long one. */
export function tokenHint(token: string): SafeText {
  const end = token.length >= 20 ? safe`ends in …${clean(token.slice(-4))}, ` : safe``;
  return safe`•••• ${end}${token.length} characters`;
}
