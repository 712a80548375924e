import { type Client, type ClientContext, createClient } from '../api/client.ts';
import { steadyNow } from '../api/clock.ts';
import { fetchWith, httpFetch } from '../api/http.ts';
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
import { createDigests, type Digests } from '../resources/digests.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';

/** `knownIds` and `seenBefore`: of the demo, a sandbox in this process. */
export type ConnectedServer = Readonly<{
  settings: ConnectionSettings;
  knownIds?: KnownIds;
  seenBefore?: readonly SeenRecord[];
  isReplay?: boolean;
  /** Of the demo, with those of an hour ago. */
  digests?: Digests;
  close?: () => Promise<void>;
}>;

type ClientRules = Pick<ClientContext, 'observe' | 'writes'> & Pick<Connection, 'strict'>;

export function clientFor(settings: ConnectionSettings, version: string, rules: ClientRules = {}): Client {
  const { strict = false, ...overrides } = rules;
  const { base, token, workspaceId, readOnly, timeoutMs = DEFAULT_TIMEOUT_MS } = settings;
  const proxy = proxyOf(base.origin, process.env);
  const connection = {
    ...{ base, token, workspaceId, readOnly, timeoutMs, version, strict },
    proxy: proxy && safe`${proxy.address} of ${proxy.from}`,
  };
  const fetch = settings.insecureTls === true ? fetchWith(false) : httpFetch;
  const defaults = { fetch, now: steadyNow, random: Math.random };
  return createClient(connection, { ...defaults, ...overrides });
}

/** Reads end when `stop` aborts; deletes run to their end, to be recorded. */
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

export async function connect(
  config: Config,
  onOnlyLogin?: (notice: SafeText) => unknown,
): Promise<ConnectedServer | NoConnection> {
  const { values } = config;
  if (isOn(values, 'demo'))
    return startDemo(values).catch((error: unknown): NoConnection => {
      if (values.records === undefined || !(error instanceof TypeError)) throw error;
      return { failure: badArgument(clean(error.message, 400)) };
    });
  if (values.records?.from === 'flag') return { failure: badArgument(safe`--records needs --demo.`) };
  const found = await findConnection(config, onOnlyLogin);
  return 'base' in found ? { settings: found } : found;
}

/** Of a form or the demo: all values have one origin. */
export const settingsFrom = (
  origin: SafeText,
  values: Values,
  own: Pick<ConnectionSettings, 'base' | 'token' | 'workspaceId' | 'protect'>,
): ConnectionSettings => ({
  ...own,
  defaultIds: {},
  readOnly: isOn(values, 'readOnly'),
  origins: { baseUrl: origin, token: origin, workspaceId: origin },
});

/** A sandbox in this process, with its own records. Throws a `TypeError` for an invalid file of others. */
export async function startDemo(values: Values): Promise<ConnectedServer> {
  const { startSandbox } = await import('../sandbox/server.ts');
  const records = values.records?.text;
  const odd = isOn(values, 'odd');
  const sandbox = await startSandbox({ ext: true, isStory: !odd, odd, ...(records && { records }) });
  const base = parseBaseUrl(sandbox.url, false);
  if (!base.ok) throw new Error(base.why);
  const { token, workspaceId } = sandbox;
  const own = { base: base.value, token, workspaceId, protect: false };
  const digests = createDigests();
  for (const { record, at } of sandbox.hourBefore()) digests.take(record, at);
  return {
    settings: settingsFrom(safe`the demo`, values, own),
    knownIds: sandbox.idsOf,
    seenBefore: sandbox.seenBefore(),
    digests,
    isReplay: records !== undefined,
    close: sandbox.close,
  };
}
