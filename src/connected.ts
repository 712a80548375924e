import { type Client, createClient, type World } from './api/client.ts';
import { steadyNow } from './api/clock.ts';
import { type Fetch, httpFetch, unverifiedFetch } from './api/http.ts';
import type { Connection } from './api/request.ts';
import { DEFAULT_TIMEOUT_MS, type Settings, tokenHint } from './config/connection.ts';
import { proxyOf } from './config/proxy.ts';
import type { SeenRecord } from './explorer/actions/last-seen.ts';
import type { KnownIds } from './explorer/state/ports.ts';
import type { Server } from './explorer/state/state.ts';
import { redactText } from './resources/redact.ts';
import { clean, safe } from './text/sanitise.ts';

/** A server to explore, and as whom. */
export type Connected = {
  readonly settings: Settings;
  /** Only of the sandbox in this very process: ids of records that the API does not list. */
  readonly knownIds?: KnownIds;
  /** Only of the sandbox: records as they were before, so that there is something to compare with. */
  readonly seenBefore?: readonly SeenRecord[];
};

/** How requests are sent to a server: its certificate is verified unless its settings say otherwise. */
export const fetchFor = ({ insecureTls }: Pick<Settings, 'insecureTls'>): Fetch =>
  insecureTls === true ? unverifiedFetch : httpFetch;

/** The client of a server. */
export function clientFor(
  settings: Settings,
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
