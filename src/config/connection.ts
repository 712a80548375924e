import type { Ids } from '../api/operation.ts';
import { type BaseUrl, parseBaseUrl } from '../api/url.ts';
import { badSetting, type Failure, noLogin } from '../failure.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import type { Credentials, SourcedText } from './credentials.ts';
import { allSettings, rangeProblem, type Setting, TOKEN_VARIABLE } from './options.ts';
import type { TokenSource } from './profiles.ts';
import { isOn, type Values } from './resolve.ts';
import { isHeaderText } from './token.ts';

const settingNamed = (name: Setting['name']): Setting | undefined =>
  allSettings.find(each => each.name === name);

/** The official service, as its own client has it. */
export const DEFAULT_URL = settingNamed('apiUrl')?.standard ?? '';

const TIMEOUT = settingNamed('timeout');
export const DEFAULT_TIMEOUT_MS = Number(TIMEOUT?.standard) * 1000;

/** Returns the longest wait for a whole response, in milliseconds. */
function timeoutOf({ timeout }: Values): Result<number> {
  if (timeout === undefined) return ok(DEFAULT_TIMEOUT_MS);
  const problem = TIMEOUT && rangeProblem(TIMEOUT, timeout.text);
  return problem === undefined ? ok(Number(timeout.text) * 1000) : err(safe`${timeout.origin}: ${problem}`);
}

/** Which server and as whom, each with where it came from in words. */
export type ConnectionSettings = {
  readonly base: BaseUrl;
  readonly token: string;
  readonly workspaceId: string;
  /** Ids that are meant where a place gives none. */
  readonly defaultIds: Ids;
  readonly readOnly: boolean;
  /** What says so, where it is no flag. */
  readonly readOnlyBy?: SafeText;
  /** Deleting is locked until a person unlocks it. */
  readonly protect: boolean;
  /** The server's certificate is not verified. */
  readonly insecureTls?: boolean;
  /** Address of a record's page elsewhere, ids in braces. */
  readonly dashboard?: string;
  readonly origins: { readonly baseUrl: SafeText; readonly token: SafeText; readonly workspaceId: SafeText };
  /** The name of its profile, and how its token can be obtained again. */
  readonly profile?: string;
  readonly source?: TokenSource;
  /** Longest wait for one whole answer; the standard without it. */
  readonly timeoutMs?: number;
};

/** What nobody has said yet, or that a profile gave no access. `failure` says so where nobody can be asked. */
export type MissingLogin = {
  readonly missing: 'token' | 'workspace' | 'access';
  readonly failure: Failure;
};

type ReadOnlyRule = Pick<ConnectionSettings, 'readOnly' | 'readOnlyBy'>;

/** Whether nothing may be changed. An imported login only reads until its profile says otherwise, or protects it. */
function readOnlyRule({ readOnly }: Values, { profile, source, readsOnly }: Credentials): ReadOnlyRule {
  const isYes = readOnly?.text === 'yes';
  if (readOnly?.from === 'flag') return { readOnly: isYes };
  if (readOnly !== undefined && readOnly.from !== 'user')
    return { readOnly: isYes, readOnlyBy: readOnly.origin };
  const own = safe`profile ${clean(profile?.name ?? '')}`;
  if (profile?.readOnly !== undefined) return { readOnly: profile.readOnly, readOnlyBy: own };
  if (isYes) return { readOnly: true, readOnlyBy: readOnly.origin };
  if (readsOnly !== undefined) return { readOnly: true, readOnlyBy: readsOnly };
  const isImported = profile !== undefined && source.is === 'login' && profile.protect === undefined;
  return { readOnly: isImported, readOnlyBy: safe`${own}: read_only: false there allows deletes` };
}

const NO_TOKEN = safe`No token: set ${clean(TOKEN_VARIABLE)}. (There is no flag for it: others could read it.)`;
const NO_WORKSPACE = safe`No workspace: set BP_WORKSPACE_ID or give --workspace-id`;

const missingLogin = (what: MissingLogin['missing'], text: SafeText): MissingLogin => ({
  missing: what,
  failure: noLogin(text),
});

/** The token of a profile or a login does not go where a variable for another token points to. */
function addressOf({ apiUrl }: Values, { profile, source, url }: Credentials): SourcedText {
  const standard = { text: DEFAULT_URL, origin: safe`the default` };
  if (apiUrl?.from === 'flag') return apiUrl;
  const isForOther = (profile !== undefined || source.is === 'login') && apiUrl?.from === 'environment';
  return url ?? (isForOther ? undefined : apiUrl) ?? standard;
}

/**
 * The settings of a connection: flags, then what belongs to the token, then what else was set. Undefined when nothing
 * names a workspace, an address or a token: then nobody is meant yet.
 */
export function settingsOf(
  values: Values,
  access: Credentials | undefined,
): ConnectionSettings | Failure | MissingLogin | undefined {
  const { apiUrl, workspaceId, botId, dashboardUrl } = values;
  if (access === undefined)
    return apiUrl === undefined && workspaceId === undefined ? undefined : missingLogin('token', NO_TOKEN);
  const url = addressOf(values, access);
  const workspace = workspaceId?.from === 'flag' ? workspaceId : (access.workspace ?? workspaceId);
  if (workspace === undefined) return missingLogin('workspace', NO_WORKSPACE);
  if (!isHeaderText(workspace.text))
    return badSetting(safe`"${clean(workspace.text, 80)}" cannot be a workspace id`);
  const base = parseBaseUrl(url.text, isOn(values, 'insecureHttp'));
  if (!base.ok) return badSetting(safe`${url.origin}: ${base.why}`);
  const timeoutMs = timeoutOf(values);
  if (!timeoutMs.ok) return badSetting(timeoutMs.why);
  const { profile, source, token } = access;
  return {
    base: base.value,
    token: token.text,
    timeoutMs: timeoutMs.value,
    workspaceId: workspace.text,
    defaultIds: botId === undefined ? {} : { botId: botId.text },
    ...readOnlyRule(values, access),
    protect: profile?.protect === true || isOn(values, 'protect'),
    insecureTls: profile?.insecureTls ?? isOn(values, 'insecureTls'),
    origins: { baseUrl: url.origin, token: token.origin, workspaceId: workspace.origin },
    ...(dashboardUrl === undefined ? {} : { dashboard: dashboardUrl.text }),
    source,
    ...(profile === undefined ? {} : { profile: profile.name }),
  };
}

/** What may be said of a token where it is in doubt: its end and its length, and only of a long one. */
export function tokenHint(token: string): SafeText {
  const end = token.length >= 20 ? safe`ends in …${clean(token.slice(-4))}, ` : safe``;
  return safe`•••• ${end}${token.length} characters`;
}
