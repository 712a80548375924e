import { type Client, type ClientContext, createClient } from '../api/client.ts';
import { steadyNow } from '../api/clock.ts';
import { httpFetch, unverifiedFetch } from '../api/http.ts';
import type { Connection } from '../api/request.ts';
import { parseBaseUrl } from '../api/url.ts';
import type { OfficialLogin } from '../config/bp-login.ts';
import {
  type ConnectionSettings,
  DEFAULT_TIMEOUT_MS,
  type MissingLogin,
  missingToken,
  type SettingsResult,
  settingsOf,
  tokenHint,
} from '../config/connection.ts';
import {
  type Credentials,
  environmentCredentials,
  type Identity,
  identityOf,
  implicitLoginReason,
  type LoginConfig,
  loginCredentials,
  loginName,
  onlyLogin,
  profileCredentials,
} from '../config/credentials.ts';
import type { Config } from '../config/load.ts';
import { proxyOf } from '../config/proxy.ts';
import { isOn, type Values } from '../config/resolve.ts';
import { firstSwitchProblem } from '../config/validate.ts';
import type { SeenRecord } from '../explorer/actions/last-seen.ts';
import type { Server } from '../explorer/state/state.ts';
import type { KnownIds } from '../explorer/state/store.ts';
import { badArgument, badSetting, type Failure, noLogin } from '../failure.ts';
import { clean, joinSafe, type SafeText, safe, shortText } from '../text/sanitise.ts';

/**
 * A server that a run connects to. `knownIds` and `seenBefore` exist only for the demo, a sandbox in this
 * process.
 */
export type ConnectedServer = {
  readonly settings: ConnectionSettings;
  /** Ids of records that the API does not list. */
  readonly knownIds?: KnownIds;
  /** Earlier versions of records, to compare with. */
  readonly seenBefore?: readonly SeenRecord[];
  /** The demo has the records of a file. */
  readonly isReplay?: boolean;
  /** Ends the server of the demo. */
  readonly close?: () => Promise<void>;
};

export function clientFor(
  settings: ConnectionSettings,
  version: string,
  {
    strict = false,
    ...overrides
  }: Partial<Pick<ClientContext, 'observe' | 'writes'>> & Pick<Connection, 'strict'> = {},
): Client {
  const { base, token, workspaceId, readOnly, timeoutMs = DEFAULT_TIMEOUT_MS } = settings;
  const proxy = proxyOf(base.origin, process.env);
  const connection = {
    ...{ base, token, workspaceId, readOnly, timeoutMs, version, strict },
    proxy: proxy && safe`${proxy.address} of ${proxy.from}`,
  };
  const fetch = settings.insecureTls === true ? unverifiedFetch : httpFetch;
  const defaults = { fetch, now: steadyNow, random: Math.random };
  return createClient(connection, { ...defaults, ...overrides });
}

/**
 * Returns a client whose reads end when `stop` aborts. Deletes run to their end, so that their outcome is
 * recorded.
 */
export function stoppable(client: Client, stop: AbortSignal): Client {
  const send = (...[operation, ids, options = {}]: Parameters<Client['send']>) => {
    const signal = options.signal === undefined ? stop : AbortSignal.any([options.signal, stop]);
    return client.send(operation, ids, operation.method === 'GET' ? { ...options, signal } : options);
  };
  return { ...client, send: send as Client['send'] };
}

export function serverOf({ settings, knownIds, isReplay = false }: ConnectedServer): Server {
  const demo = knownIds !== undefined;
  const { base, workspaceId, defaultIds, readOnly, origins, token, profile, readOnlyBy, dashboard } =
    settings;
  const colour = settings.colour ?? (settings.protect ? 'red' : undefined);
  const proxy = proxyOf(base.origin, process.env);
  return {
    label: demo ? safe`DEMO` : clean(profile ?? new URL(base.origin).host, 40),
    demo,
    isReplay,
    ...(colour === undefined ? {} : { colour }),
    baseUrl: clean(base.origin + base.prefix, 200),
    workspaceId,
    defaultIds,
    readOnly,
    readOnlyBy,
    origins,
    ...(proxy === undefined ? {} : { proxy }),
    tokenHint: tokenHint(token),
    ...(dashboard === undefined ? {} : { dashboard }),
    ...(settings.insecureTls === true && base.origin.startsWith('https:') ? { isUnverified: true } : {}),
  };
}

const withoutCredentials = (failure: Failure): MissingLogin => ({ missing: 'credentials', failure });

/** Obtains the credentials of a login that no flag or variable names: they only read. */
async function implicitCredentials(
  login: OfficialLogin,
  { tokenContext }: LoginConfig,
): Promise<Credentials | Failure> {
  const credentials = await loginCredentials(login, tokenContext);
  return 'kind' in credentials ? credentials : { ...credentials, readOnlyReason: implicitLoginReason(login) };
}

type KnownIdentity = Exclude<Identity, { kind: 'none' | 'unknown' }>;

function credentialsOf(identity: KnownIdentity, config: LoginConfig): Promise<Credentials | Failure> {
  const { tokenContext } = config;
  if (identity.kind === 'profile') return profileCredentials(identity.profile, tokenContext);
  if (identity.kind === 'environment') return environmentCredentials(tokenContext);
  const { login, isExplicit } = identity;
  return isExplicit ? loginCredentials(login, tokenContext) : implicitCredentials(login, config);
}

const NOTHING_VERIFIED = safe`NODE_TLS_REJECT_UNAUTHORIZED=0 would turn off every certificate check: unset it, or use --insecure-tls for this server alone`;

/**
 * Returns the settings that `find` returns, unless a switch is invalid or the environment disables
 * certificate checks.
 */
async function safeSettings(
  { values, tokenContext }: LoginConfig,
  find: () => Promise<SettingsResult>,
): Promise<SettingsResult> {
  const problem = firstSwitchProblem(values);
  if (problem !== undefined) return badSetting(problem);
  const settings = await find();
  const isAllowed = settings !== undefined && 'base' in settings && settings.insecureTls === true;
  return tokenContext.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' && !isAllowed
    ? badSetting(NOTHING_VERIFIED)
    : settings;
}

async function chosenSettings(config: LoginConfig): Promise<SettingsResult> {
  const { values } = config;
  const identity = identityOf(config);
  if (identity.kind === 'unknown') {
    // A wrong name in a file must not keep the explorer from starting; a name just typed is corrected on the
    // spot.
    const isFromFile = values.profile?.from === 'user' || values.profile?.from === 'project';
    return isFromFile ? withoutCredentials(identity.failure) : identity.failure;
  }
  if (identity.kind === 'none') return missingToken(values);
  const credentials = await credentialsOf(identity, config);
  if (!('kind' in credentials)) return settingsOf(values, credentials);
  return identity.kind === 'environment' ? credentials : withoutCredentials(credentials);
}

/** Returns the settings of the connection that the explorer starts with. */
export const explorerSettings = (config: LoginConfig): Promise<SettingsResult> =>
  safeSettings(config, () => chosenSettings(config));

/** Returns the question which of the existing logins to use; undefined if there are none. */
function ambiguousLogin({ file, tokenContext }: LoginConfig): MissingLogin | undefined {
  const names = [...file.profiles.map(({ name }) => name), ...tokenContext.logins().map(loginName)];
  if (names.length === 0) return undefined;
  const list = joinSafe(
    names.slice(0, 5).map(name => safe`--profile ${shortText(name)}`),
    ', ',
  );
  return withoutCredentials(noLogin(safe`Which login? ${list}${names.length > 5 ? safe` …` : safe``}`));
}

/** Reports a login that is used although nothing names it. */
type ReportLogin = (text: SafeText) => unknown;

/**
 * Returns the settings of the connection of a command. A command cannot ask, so it reads with the only login
 * there is even if nothing names it, and reports that.
 */
export const commandSettings = (config: LoginConfig, onOnlyLogin: ReportLogin): Promise<SettingsResult> =>
  safeSettings(config, () => settingsOrOnlyLogin(config, onOnlyLogin));

async function settingsOrOnlyLogin(config: LoginConfig, onOnlyLogin: ReportLogin): Promise<SettingsResult> {
  if (identityOf(config).kind !== 'none') return chosenSettings(config);
  const login = onlyLogin(config);
  if (login === undefined) return missingToken(config.values) ?? ambiguousLogin(config);
  const credentials = await implicitCredentials(login, config);
  if ('kind' in credentials) return withoutCredentials(credentials);
  const settings = settingsOf(config.values, credentials);
  if ('base' in settings) onOnlyLogin(onlyLoginNotice(login, settings));
  return settings;
}

const onlyLoginNotice = (login: OfficialLogin, { base, workspaceId }: ConnectionSettings): SafeText =>
  safe`using bp login "${shortText(login.name)}", the only one, read-only: ${shortText(base.origin)}, workspace ${shortText(workspaceId)}. --profile ${shortText(loginName(login))} allows deletes.`;

/** A connection, or why there is none; undefined if nothing names a token, workspace or address. */
type ConnectResult = ConnectedServer | Failure | MissingLogin | undefined;

async function connectWith({ values }: Config, find: () => Promise<SettingsResult>): Promise<ConnectResult> {
  if (isOn(values, 'demo')) return demoOf(values);
  if (values.records?.from === 'flag') return badArgument(safe`--records needs --demo.`);
  const settings = await find();
  return settings !== undefined && 'base' in settings ? { settings } : settings;
}

/** Connects the explorer to the server that it starts with. */
export const connect = (config: Config): Promise<ConnectResult> =>
  connectWith(config, () => explorerSettings(config));

export const connectCommand = (config: Config, onOnlyLogin: ReportLogin): Promise<ConnectResult> =>
  connectWith(config, () => commandSettings(config, onOnlyLogin));

async function demoOf(values: Values): Promise<ConnectedServer | Failure> {
  try {
    return await startDemo(isOn(values, 'readOnly'), values.records?.text);
  } catch (error) {
    if (values.records !== undefined && error instanceof TypeError)
      return badArgument(clean(error.message, 400));
    throw error;
  }
}

/**
 * Starts the sandbox in this process and connects to it. `records`: a file of records to serve. Throws a
 * `TypeError` if that is invalid.
 */
export async function startDemo(readOnly: boolean, records?: string): Promise<ConnectedServer> {
  const { startSandbox } = await import('../sandbox/server.ts');
  const sandbox = await startSandbox({ ext: true, ...(records === undefined ? { odd: true } : { records }) });
  const base = parseBaseUrl(sandbox.url, false);
  if (!base.ok) throw new Error(base.why);
  const origin = safe`the demo`;
  const origins = { baseUrl: origin, token: origin, workspaceId: origin };
  const { token, workspaceId } = sandbox;
  return {
    settings: { base: base.value, token, workspaceId, defaultIds: {}, readOnly, protect: false, origins },
    knownIds: sandbox.idsOf,
    seenBefore: sandbox.seenBefore(),
    isReplay: records !== undefined,
    close: sandbox.close,
  };
}
