import type { Ids } from '../api/operation.ts';
import { isHeaderText } from '../api/request.ts';
import { type BaseUrl, parseBaseUrl } from '../api/url.ts';
import { badSetting, type Failure, noLogin } from '../failure.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import {
  type Credentials,
  credentialsWithoutToken,
  identityOf,
  type LoginConfig,
  type SourcedText,
} from './credentials.ts';
import { API_URL, rangeProblem, TIMEOUT, TOKEN_VARIABLE } from './options.ts';
import type { ProfileColour, TokenSource } from './profiles.ts';
import { isOn, type Values } from './resolve.ts';

export const DEFAULT_URL = API_URL.defaultText;

export const DEFAULT_TIMEOUT_MS = Number(TIMEOUT.defaultText) * 1000;

/** Returns the request timeout in milliseconds. */
function timeoutOf({ timeout }: Values): Result<number> {
  if (timeout === undefined) return ok(DEFAULT_TIMEOUT_MS);
  const problem = rangeProblem(TIMEOUT, timeout.text);
  return problem === undefined ? ok(Number(timeout.text) * 1000) : err(safe`${timeout.origin}: ${problem}`);
}

/** The settings of one connection: server, token, workspace and restrictions, with their origins. */
export type ConnectionSettings = {
  readonly base: BaseUrl;
  readonly token: string;
  readonly workspaceId: string;
  /** Ids for places and commands that leave them out. */
  readonly defaultIds: Ids;
  readonly readOnly: boolean;
  /** Origin of `readOnly`, unless it is a flag. */
  readonly readOnlyBy?: SafeText;
  /** Deletes are locked until the person unlocks them. */
  readonly protect: boolean;
  /** Colour of the profile's name in the status bar. */
  readonly colour?: ProfileColour;
  readonly insecureTls?: boolean;
  /** Template for the address of a record's page in the dashboard, ids in braces. */
  readonly dashboard?: string;
  readonly origins: { readonly baseUrl: SafeText; readonly token: SafeText; readonly workspaceId: SafeText };
  readonly profile?: string;
  /** Source for obtaining the token again. */
  readonly source?: TokenSource;
  /** Request timeout; undefined means the default. */
  readonly timeoutMs?: number;
};

/** A connection that lacks something the explorer can ask for; commands print `failure` instead. */
export type MissingLogin = {
  readonly missing: 'token' | 'workspace' | 'credentials';
  readonly failure: Failure;
};

type ReadOnlyRule = Pick<ConnectionSettings, 'readOnly' | 'readOnlyBy'>;

/**
 * Returns whether the connection is read-only. A profile of an imported login is, unless it sets read_only or
 * protect.
 */
function readOnlyRule({ readOnly }: Values, { profile, source, readOnlyReason }: Credentials): ReadOnlyRule {
  const isYes = readOnly?.text === 'yes';
  if (readOnly?.from === 'flag') return { readOnly: isYes };
  if (readOnly !== undefined && readOnly.from !== 'user')
    return { readOnly: isYes, readOnlyBy: readOnly.origin };
  const own = safe`profile ${clean(profile?.name ?? '')}`;
  if (profile?.readOnly !== undefined) return { readOnly: profile.readOnly, readOnlyBy: own };
  if (isYes) return { readOnly: true, readOnlyBy: readOnly.origin };
  if (readOnlyReason !== undefined) return { readOnly: true, readOnlyBy: readOnlyReason };
  const isImported = profile !== undefined && source.kind === 'login' && profile.protect === undefined;
  return { readOnly: isImported, readOnlyBy: safe`${own}, until it sets read_only: false` };
}

const NO_TOKEN = safe`No token: set ${clean(TOKEN_VARIABLE)}. (There is no flag for it, because other users can see command lines.)`;
const NO_WORKSPACE = safe`No workspace: set BP_WORKSPACE_ID or use --workspace-id`;

const missingLogin = (what: MissingLogin['missing'], text: SafeText): MissingLogin => ({
  missing: what,
  failure: noLogin(text),
});

/** Returns the address to use. BP_API_URL is ignored for a profile or login: it belongs to BP_TOKEN. */
function addressOf({ apiUrl }: Values, { profile, source, url }: Credentials): SourcedText {
  const official = { text: DEFAULT_URL, origin: safe`the default` };
  if (apiUrl?.from === 'flag') return apiUrl;
  const isForOther = (profile !== undefined || source.kind === 'login') && apiUrl?.from === 'environment';
  return url ?? (isForOther ? undefined : apiUrl) ?? official;
}

/**
 * The settings of a connection, or why there are none; undefined if nothing names a token, workspace or
 * address.
 */
export type SettingsResult = ConnectionSettings | Failure | MissingLogin | undefined;

/** Returns that the token is missing if an address or workspace is set; undefined if nothing is set. */
export const missingToken = ({ apiUrl, workspaceId }: Values): MissingLogin | undefined =>
  apiUrl === undefined && workspaceId === undefined ? undefined : missingLogin('token', NO_TOKEN);

/**
 * Returns the settings of a connection: flags win over values that belong to the token, and those over other
 * settings.
 */
export function settingsOf(
  values: Values,
  credentials: Credentials,
): ConnectionSettings | Failure | MissingLogin {
  const { workspaceId, botId, dashboardUrl } = values;
  const url = addressOf(values, credentials);
  const workspace = workspaceId?.from === 'flag' ? workspaceId : (credentials.workspace ?? workspaceId);
  if (workspace === undefined) return missingLogin('workspace', NO_WORKSPACE);
  if (!isHeaderText(workspace.text))
    return badSetting(safe`"${clean(workspace.text, 80)}" is not a valid workspace id`);
  const base = parseBaseUrl(url.text, isOn(values, 'insecureHttp'));
  if (!base.ok) return badSetting(safe`${url.origin}: ${base.why}`);
  const timeoutMs = timeoutOf(values);
  if (!timeoutMs.ok) return badSetting(timeoutMs.why);
  const { profile, source, token } = credentials;
  return {
    base: base.value,
    token: token.text,
    timeoutMs: timeoutMs.value,
    workspaceId: workspace.text,
    defaultIds: botId === undefined ? {} : { botId: botId.text },
    ...readOnlyRule(values, credentials),
    protect: profile?.protect === true || isOn(values, 'protect'),
    insecureTls: profile?.insecureTls ?? isOn(values, 'insecureTls'),
    origins: { baseUrl: url.origin, token: token.origin, workspaceId: workspace.origin },
    ...(dashboardUrl === undefined ? {} : { dashboard: dashboardUrl.text }),
    source,
    ...(profile === undefined ? {} : { profile: profile.name }),
    ...(profile?.colour === undefined ? {} : { colour: profile.colour }),
  };
}

/**
 * Returns the settings of the chosen identity without obtaining its token; undefined if they are not
 * complete.
 */
export function settingsWithoutToken(config: LoginConfig): ConnectionSettings | undefined {
  const identity = identityOf(config);
  if (identity.kind === 'none' || identity.kind === 'unknown') return undefined;
  const own = credentialsWithoutToken(identity, config.tokenContext);
  const credentials = own ?? { source: { kind: 'env' as const, name: TOKEN_VARIABLE } };
  const settings = settingsOf(config.values, { ...credentials, token: { text: '', origin: safe`` } });
  return 'base' in settings ? settings : undefined;
}

/** Returns a hint at a token that shows none of it: its length. */
export const tokenHint = (token: string): SafeText => safe`•••• ${counted(token.length, safe`character`)}`;
