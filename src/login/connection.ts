import { type Client, createClient, type World } from '../api/client.ts';
import { steadyNow } from '../api/clock.ts';
import { type Fetch, httpFetch, unverifiedFetch } from '../api/http.ts';
import type { Connection } from '../api/request.ts';
import { parseBaseUrl } from '../api/url.ts';
import type { OfficialLogin } from '../config/bp-login.ts';
import {
  type ConnectionSettings,
  DEFAULT_TIMEOUT_MS,
  type MissingLogin,
  settingsOf,
  tokenHint,
} from '../config/connection.ts';
import {
  type Credentials,
  environmentCredentials,
  type Identity,
  identityOf,
  loginCredentials,
  loginName,
  onlyLogin,
  profileCredentials,
  unnamedLoginReason,
} from '../config/credentials.ts';
import type { Config } from '../config/load.ts';
import { proxyOf } from '../config/proxy.ts';
import { isOn } from '../config/resolve.ts';
import { switchProblem } from '../config/validate.ts';
import type { SeenRecord } from '../explorer/actions/last-seen.ts';
import type { KnownIds } from '../explorer/state/ports.ts';
import type { Server } from '../explorer/state/state.ts';
import { badSetting, type Failure, noLogin } from '../failure.ts';
import { redactText } from '../resources/redact.ts';
import { clean, joinSafe, type SafeText, safe, shortText } from '../text/sanitise.ts';

/** A server to explore, and as whom. */
export type Connected = {
  readonly settings: ConnectionSettings;
  /** Only of the sandbox in this very process: ids of records that the API does not list. */
  readonly knownIds?: KnownIds;
  /** Only of the sandbox: records as they were before, so that there is something to compare with. */
  readonly seenBefore?: readonly SeenRecord[];
};

/** How requests are sent to a server: its certificate is verified unless its settings say otherwise. */
export const fetchFor = ({ insecureTls }: Pick<ConnectionSettings, 'insecureTls'>): Fetch =>
  insecureTls === true ? unverifiedFetch : httpFetch;

/** The client of a server. */
export function clientFor(
  settings: ConnectionSettings,
  version: string,
  {
    strict = false,
    ...doors
  }: Partial<Pick<World, 'observe' | 'writes' | 'fetch'>> & Pick<Connection, 'strict'> = {},
): Client {
  const { base, token, workspaceId, readOnly, timeoutMs = DEFAULT_TIMEOUT_MS } = settings;
  const connection = { base, token, workspaceId, readOnly, timeoutMs, version, strict };
  const world = { fetch: fetchFor(settings), now: steadyNow, random: Math.random, redact: redactText };
  return createClient(connection, { ...world, ...doors });
}

/** The client until it is given up: then its reads end. A delete goes on to its end. */
export function stoppable(client: Client, gone: AbortSignal): Client {
  const send = (...[operation, ids, options = {}]: Parameters<Client['send']>) => {
    const signal = options.signal === undefined ? gone : AbortSignal.any([options.signal, gone]);
    return client.send(operation, ids, operation.method === 'GET' ? { ...options, signal } : options);
  };
  return { send: send as Client['send'] };
}

/** The same as it may be shown. */
export function serverOf({ settings, knownIds }: Connected): Server {
  const demo = knownIds !== undefined;
  const { base, workspaceId, defaultIds, readOnly, origins, token, profile, readOnlyBy, dashboard } =
    settings;
  const proxy = proxyOf(base.origin, process.env);
  return {
    label: demo ? safe`DEMO` : clean(profile ?? new URL(base.origin).host, 40),
    demo,
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

type Known = Pick<Config, 'values' | 'file' | 'means'>;
/** The settings of a connection; what is missing, or undefined when nobody is meant. */
type Found = ConnectionSettings | Failure | MissingLogin | undefined;

const without = (failure: Failure): MissingLogin => ({ missing: 'access', failure });

async function readingAccess(login: OfficialLogin, { means }: Known): Promise<Credentials | Failure> {
  const access = await loginCredentials(login, means);
  return 'kind' in access ? access : { ...access, readsOnly: unnamedLoginReason(login) };
}

function accessOf(who: Exclude<Identity, { is: 'nobody' }>, known: Known): Promise<Credentials | Failure> {
  if (who.is === 'profile') return profileCredentials(who.profile, known.means);
  if (who.is === 'environment') return environmentCredentials(known.means);
  return who.isByHand ? loginCredentials(who.login, known.means) : readingAccess(who.login, known);
}

const NOTHING_VERIFIED = safe`NODE_TLS_REJECT_UNAUTHORIZED=0 would switch off every certificate check: unset it, or give --insecure-tls for this server alone`;

/** Returns the settings that were found, or why none can be used: a switch that is neither on nor off, no certificate check. */
async function usable({ values, means }: Known, find: () => Promise<Found>): Promise<Found> {
  const bad = switchProblem(values);
  if (bad !== undefined) return badSetting(bad);
  const settings = await find();
  const isSaid = settings !== undefined && 'base' in settings && settings.insecureTls === true;
  return means.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' && !isSaid
    ? badSetting(NOTHING_VERIFIED)
    : settings;
}

/** Returns the settings of the connection that is meant at the start. */
export const firstSettings = (known: Known): Promise<Found> => usable(known, () => meantSettings(known));

async function meantSettings(known: Known): Promise<Found> {
  const { values } = known;
  const who = identityOf(known);
  // A wrong name in a file is no reason to start nothing; one that was just typed is mended sooner.
  if ('kind' in who)
    return values.profile?.from === 'user' || values.profile?.from === 'project' ? without(who) : who;
  if (who.is === 'nobody') return settingsOf(values, undefined);
  const access = await accessOf(who, known);
  if ('kind' in access) return who.is === 'environment' ? access : without(access);
  return settingsOf(values, access);
}

/** Returns that several logins could be meant, by the names that choose them; undefined where there are none. */
function unchosen({ file, means }: Known): MissingLogin | undefined {
  const names = [...file.profiles.map(({ name }) => name), ...means.logins().map(loginName)];
  if (names.length === 0) return undefined;
  const list = joinSafe(
    names.slice(0, 5).map(name => safe`--profile ${shortText(name)}`),
    ', ',
  );
  return without(noLogin(safe`Which login? ${list}${names.length > 5 ? safe` …` : safe``}`));
}

/**
 * Returns the settings for a command. Nobody can be asked there, so the only login there is serves reads without being
 * named; `onTaken` hears of it.
 */
export const commandSettings = (known: Known, onTaken: (text: SafeText) => unknown): Promise<Found> =>
  usable(known, () => takenSettings(known, onTaken));

async function takenSettings(known: Known, onTaken: (text: SafeText) => unknown): Promise<Found> {
  const who = identityOf(known);
  if ('kind' in who || who.is !== 'nobody') return meantSettings(known);
  const login = onlyLogin(known);
  if (login === undefined) return settingsOf(known.values, undefined) ?? unchosen(known);
  const access = await readingAccess(login, known);
  const settings = 'kind' in access ? without(access) : settingsOf(known.values, access);
  if (settings !== undefined && 'base' in settings) onTaken(takenWords(login, settings));
  return settings;
}

const takenWords = (login: OfficialLogin, { base, workspaceId }: ConnectionSettings): SafeText =>
  safe`bp login "${shortText(login.name)}" is used, the only one: ${shortText(base.origin)}, workspace ${shortText(workspaceId)}. It only reads; --profile ${shortText(loginName(login))} may delete.`;

/** A connection; what is missing, or undefined when nobody is meant. */
type Connecting = Connected | Failure | MissingLogin | undefined;

async function connected({ values }: Config, find: () => Promise<Found>): Promise<Connecting> {
  if (isOn(values, 'demo')) return demo(isOn(values, 'readOnly'));
  const settings = await find();
  return settings !== undefined && 'base' in settings ? { settings } : settings;
}

/** Connects the explorer to what is meant at the start. */
export const connect = (config: Config): Promise<Connecting> =>
  connected(config, () => firstSettings(config));

/** Connects a command; `onTaken` hears of a login that was taken without being named. */
export const connectCommand = (config: Config, onTaken: (text: SafeText) => unknown): Promise<Connecting> =>
  connected(config, () => commandSettings(config, onTaken));

/** The sandbox of this process, as a server to explore. */
export async function demo(readOnly: boolean): Promise<Connected> {
  const { startSandbox } = await import('../sandbox/server.ts');
  const sandbox = await startSandbox({ ext: true });
  const base = parseBaseUrl(sandbox.baseUrl, false);
  if (!base.ok) throw new Error(base.why);
  const from = safe`the demo`;
  const origins = { baseUrl: from, token: from, workspaceId: from };
  const { token, workspaceId } = sandbox;
  return {
    settings: { base: base.value, token, workspaceId, defaultIds: {}, readOnly, protect: false, origins },
    knownIds: sandbox.idsOf,
    seenBefore: sandbox.seenBefore(),
  };
}
