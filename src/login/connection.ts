import { type Client, type ClientContext, createClient } from '../api/client.ts';
import { steadyNow } from '../api/clock.ts';
import { httpFetch, unverifiedFetch } from '../api/http.ts';
import type { Connection } from '../api/request.ts';
import { parseBaseUrl } from '../api/url.ts';
import {
  type ConnectionSettings,
  DEFAULT_TIMEOUT_MS,
  findConnection,
  type NoConnection,
  tokenHint,
} from '../config/connection.ts';
import type { Config } from '../config/load.ts';
import { proxyOf } from '../config/proxy.ts';
import { isOn, type Values } from '../config/values.ts';
import type { SeenRecord } from '../explorer/actions/last-seen.ts';
import type { Server } from '../explorer/state/state.ts';
import type { KnownIds } from '../explorer/state/store.ts';
import { badArgument } from '../failure.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';

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
  const { base, workspaceId, defaultIds, readOnly, origins, token, readOnlyBy, dashboard } = settings;
  const profile = settings.login?.profile;
  const colour = profile?.colour ?? (settings.protect ? 'red' : undefined);
  const proxy = proxyOf(base.origin, process.env);
  return {
    label: demo ? safe`DEMO` : clean(profile?.name ?? new URL(base.origin).host, 40),
    demo,
    isReplay,
    ...(colour && { colour }),
    baseUrl: clean(base.origin + base.prefix, 200),
    workspaceId,
    defaultIds,
    readOnly,
    readOnlyBy,
    origins,
    ...(proxy && { proxy }),
    tokenHint: tokenHint(token),
    ...(dashboard && { dashboard }),
    ...(settings.insecureTls && base.origin.startsWith('https:') && { isUnverified: true }),
  };
}

/**
 * Connects to the server of the settings, or returns why not. `onOnlyLogin`: as for `findConnection`, of a
 * command.
 */
export async function connect(
  config: Config,
  onOnlyLogin?: (notice: SafeText) => unknown,
): Promise<ConnectedServer | NoConnection> {
  const { values } = config;
  if (isOn(values, 'demo')) return demoOf(values);
  if (values.records?.from === 'flag') return { failure: badArgument(safe`--records needs --demo.`) };
  const found = await findConnection(config, onOnlyLogin);
  return 'base' in found ? { settings: found } : found;
}

async function demoOf(values: Values): Promise<ConnectedServer | NoConnection> {
  try {
    return await startDemo(isOn(values, 'readOnly'), values.records?.text);
  } catch (error) {
    if (values.records !== undefined && error instanceof TypeError)
      return { failure: badArgument(clean(error.message, 400)) };
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
