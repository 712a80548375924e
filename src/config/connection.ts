import type { Ids } from '../api/operation.ts';
import { type Connection, isHeaderText } from '../api/request.ts';
import { parseBaseUrl } from '../api/url.ts';
import { badSetting, type Failure, noLogin } from '../failure.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import {
  chosenLogin,
  type Login,
  type LoginConfig,
  loginQuestion,
  onlyLogin,
  type SourcedText,
  tokenOf,
  tokenOrigin,
} from './logins.ts';
import { allSettings, requestTimeoutMs, settings, TOKEN_VARIABLE } from './settings.ts';
import { isOn, type Values, valueProblems } from './values.ts';

export const DEFAULT_URL = settings.apiUrl.defaultText;

export const DEFAULT_TIMEOUT_MS = 15_000;

export type ConnectionSettings = Pick<Connection, 'base' | 'token' | 'workspaceId' | 'readOnly'> &
  Readonly<{
    defaultIds: Ids;
    readOnlyBy?: SafeText;
    protect: boolean;
    insecureTls?: boolean;
    /** Address of a record's page, with the names of ids in braces. */
    dashboard?: string;
    origins: Readonly<{ baseUrl: SafeText; token: SafeText; workspaceId: SafeText }>;
    /** Undefined for what was typed and for the demo. */
    login?: Login | undefined;
    timeoutMs?: number;
  }>;

export type NoConnection = Readonly<{
  failure: Failure;
  /** For the explorer, which opens the login screen. */
  login?: { readonly notice?: SafeText | undefined };
}>;

/** A profile of an imported login is read-only, unless it sets read_only or protect. */
function readOnlyRule({ readOnly }: Values, { profile, title, name, source, isImplicit }: Login) {
  const isYes = readOnly?.text === 'yes';
  if (readOnly?.from === 'flag') return { readOnly: isYes };
  if (readOnly !== undefined && readOnly.from !== 'user')
    return { readOnly: isYes, readOnlyBy: readOnly.origin };
  if (profile?.readOnly !== undefined) return { readOnly: profile.readOnly, readOnlyBy: title };
  if (isYes) return { readOnly: true, readOnlyBy: readOnly.origin };
  if (isImplicit)
    return { readOnly: true, readOnlyBy: safe`${title}: --profile ${shortText(name)} allows deletes` };
  const isImported = profile !== undefined && source?.kind === 'bp_login' && profile.protect === undefined;
  return { readOnly: isImported, readOnlyBy: safe`${title}, until it sets read_only: false` };
}

/** BP_API_URL is ignored for a profile or login: it belongs to BP_TOKEN. */
function addressOf({ apiUrl }: Values, { kind, url }: Login): SourcedText {
  if (apiUrl?.from === 'flag') return apiUrl;
  const isForOther = kind !== 'environment' && apiUrl?.from === 'environment';
  return url ?? (isForOther ? undefined : apiUrl) ?? { text: DEFAULT_URL, origin: safe`the default` };
}

/** Flags win over values that belong to the login, and those over other settings. */
export function settingsOf(values: Values, login: Login, token: string): ConnectionSettings | NoConnection {
  const { workspaceId, botId, dashboardUrl, timeout } = values;
  const url = addressOf(values, login);
  const workspace = workspaceId?.from === 'flag' ? workspaceId : (login.workspace ?? workspaceId);
  if (workspace === undefined)
    return { failure: noLogin(safe`No workspace: set BP_WORKSPACE_ID or use --workspace-id`), login: {} };
  if (!isHeaderText(workspace.text))
    return { failure: badSetting(safe`"${clean(workspace.text, 80)}" is not a valid workspace id`) };
  const base = parseBaseUrl(url.text, isOn(values, 'insecureHttp'));
  if (!base.ok) return { failure: badSetting(safe`${url.origin}: ${base.why}`) };
  const [problem] = valueProblems(values, [settings.timeout]);
  if (problem !== undefined) return { failure: badSetting(problem) };
  const { profile } = login;
  return {
    base: base.value,
    token,
    timeoutMs: requestTimeoutMs(timeout?.text ?? '') ?? DEFAULT_TIMEOUT_MS,
    workspaceId: workspace.text,
    defaultIds: botId === undefined ? {} : { botId: botId.text },
    ...readOnlyRule(values, login),
    protect: profile?.protect === true || isOn(values, 'protect'),
    insecureTls: profile?.insecureTls ?? isOn(values, 'insecureTls'),
    origins: { baseUrl: url.origin, token: tokenOrigin(login), workspaceId: workspace.origin },
    ...(dashboardUrl && { dashboard: dashboardUrl.text }),
    login,
  };
}

export function settingsWithoutToken(config: LoginConfig): ConnectionSettings | undefined {
  const login = chosenLogin(config);
  if (!login.ok || login.value === undefined) return undefined;
  const found = settingsOf(config.values, login.value, '');
  return 'base' in found ? found : undefined;
}

const NO_TOKEN = safe`No token: set ${clean(TOKEN_VARIABLE)}. (There is no flag for it, because other users can see command lines.)`;
const NOTHING_VERIFIED = safe`NODE_TLS_REJECT_UNAUTHORIZED=0 would turn off every certificate check: unset it, or use --insecure-tls for this server alone`;

/** A command (`isCommand`) is told the logins there are. */
function missingLogin(config: LoginConfig, isCommand: boolean): NoConnection {
  const { apiUrl, workspaceId } = config.values;
  if (apiUrl !== undefined || workspaceId !== undefined) return { failure: noLogin(NO_TOKEN), login: {} };
  const question = isCommand ? loginQuestion(config) : undefined;
  return { failure: question === undefined ? { kind: 'no-connection' } : noLogin(question), login: {} };
}

type ReportLogin = (notice: SafeText) => unknown;

async function chosenConnection(config: LoginConfig, onOnlyLogin: ReportLogin | undefined) {
  const { values, tokenContext } = config;
  const chosen = chosenLogin(config);
  if (!chosen.ok) {
    // A wrong name in a file must not keep the explorer from starting; who typed it corrects it on the spot.
    const isFromFile = values.profile?.from === 'user' || values.profile?.from === 'project';
    return { failure: badSetting(chosen.why), ...(isFromFile && { login: { notice: chosen.why } }) };
  }
  const login = chosen.value ?? (onOnlyLogin && onlyLogin(config));
  if (login === undefined) return missingLogin(config, onOnlyLogin !== undefined);
  const token = await tokenOf(login, tokenContext);
  if (typeof token !== 'string')
    return { failure: token, ...(login.kind !== 'environment' && { login: { notice: token.detail } }) };
  const found = settingsOf(values, login, token);
  if (chosen.value === undefined && 'base' in found)
    onOnlyLogin?.(
      safe`using ${login.title}, the only one, read-only: ${shortText(found.base.origin)}, workspace ${shortText(found.workspaceId)}. --profile ${shortText(login.name)} allows deletes.`,
    );
  return found;
}

/** A command cannot ask, so it reads with the only login there is, and reports that to `onOnlyLogin`. */
export async function findConnection(
  config: LoginConfig,
  onOnlyLogin?: ReportLogin,
): Promise<ConnectionSettings | NoConnection> {
  const switches = allSettings.filter(({ isSwitch }) => isSwitch);
  const [problem] = valueProblems(config.values, switches);
  if (problem !== undefined) return { failure: badSetting(problem) };
  const found = await chosenConnection(config, onOnlyLogin);
  const isVerified = config.tokenContext.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0';
  if (isVerified || ('base' in found && found.insecureTls)) return found;
  return { failure: badSetting(NOTHING_VERIFIED) };
}

export const tokenHint = (token: string) => safe`•••• ${counted(token.length, safe`character`)}`;
