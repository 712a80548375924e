import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Client } from '../api/client.ts';
import type { Ids, Operation } from '../api/operation.ts';
import type { ConnectionSettings } from '../config/connection.ts';
import { type Proxy as NamedProxy, proxyOf } from '../config/proxy.ts';
import { explain, type Failure, hasTrait, titleWithDetail } from '../failure.ts';
import { isObject, type JsonObject } from '../json/json.ts';
import { documentedOperations, root } from '../resources/registry.ts';
import { ownId, ownIdName, type Resource } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { DAY_MS, span } from '../text/units.ts';
import { type Check, fail, failed, ok, skipped, warn } from './report.ts';

const EXPIRES_SOON_DAYS = 14;
const UNVERIFIED_ADVICE = safe`Better: NODE_EXTRA_CA_CERTS=<file> adds the authority of this server.`;

type Arrival = Readonly<{
  address: SafeText;
  tls?: Readonly<{ protocol: SafeText; expiresAt: number }>;
  /** Without a date, the server's time is NaN. */
  clock: Readonly<{ server: number; own: number }>;
}>;

function watchResponses(): () => Arrival | undefined {
  let last: Arrival | undefined;
  subscribe('http.client.response.finish', message => {
    const { socket, headers } = (message as { readonly response: IncomingMessage }).response;
    last = {
      address: clean(socket.remoteAddress ?? '', 60),
      clock: { server: Date.parse(headers.date ?? ''), own: Date.now() },
      ...(socket instanceof TLSSocket && {
        tls: {
          protocol: clean(socket.getProtocol() ?? '', 20),
          expiresAt: Date.parse(socket.getPeerCertificate().valid_to ?? ''),
        },
      }),
    };
  });
  return () => last;
}

function tlsCheck(arrival: Arrival | undefined, isVerified: boolean): Check {
  if (arrival?.tls === undefined) return skipped('TLS', safe`no response`);
  const { protocol, expiresAt } = arrival.tls;
  const days = Math.floor((expiresAt - Date.now()) / DAY_MS);
  const found = Number.isNaN(days) ? protocol : safe`${protocol}, certificate valid for ${days} more days`;
  if (!isVerified)
    return warn('TLS', safe`${found}, not verified: --insecure-tls or insecure_tls`, UNVERIFIED_ADVICE);
  if (days < EXPIRES_SOON_DAYS) return warn('TLS', found, safe`Tell the operator of the server.`);
  return ok('TLS', found);
}

function nameCheck(host: SafeText, arrival: Arrival | undefined): Check {
  if (isIP(host) !== 0) return skipped('name', safe`${host} is an IP address`);
  return ok('name', safe`${host} ${arrival ? safe`is ${arrival.address}` : safe`has an address`}`);
}

function failedStep(failure: Failure | undefined, proxy: NamedProxy | undefined): Check | undefined {
  if (failure?.kind !== 'unreachable' || failure.step === undefined) return undefined;
  const name = failure.step === 'certificate' ? 'TLS' : failure.step;
  if (proxy === undefined || name === 'TLS') return failed(name, failure, failure.detail);
  const advice = safe`Check ${proxy.from}, or add the server to NO_PROXY.`;
  return { ...failed('proxy', failure, failure.detail), advice };
}

function networkChecks(
  { base, insecureTls }: ConnectionSettings,
  env: NodeJS.ProcessEnv,
  failure: Failure | undefined,
  arrival: Arrival | undefined,
): readonly Check[] {
  const address = base.origin + base.prefix;
  const { hostname, port, protocol } = new URL(address);
  const isSecure = protocol === 'https:';
  const host = clean(hostname.replace(/^\[|\]$/g, ''), 100);
  const where = safe`${host} port ${clean(port || (isSecure ? '443' : '80'))}`;
  const proxy = proxyOf(address, env);
  const direct = [ok('proxy', safe`none`), nameCheck(host, arrival), ok('connection', where)];
  const steps = [
    ...(proxy ? [ok('proxy', safe`${proxy.address}, named by ${proxy.from}`)] : direct),
    ...(isSecure ? [tlsCheck(arrival, insecureTls !== true)] : []),
  ];
  const broken = failedStep(failure, proxy);
  const at = steps.findIndex(({ name }) => name === broken?.name);
  const authorities = env['NODE_EXTRA_CA_CERTS'];
  return [
    ok('address', clean(address, 200)),
    ...(broken === undefined ? steps : [...steps.slice(0, at), broken]),
    ...(authorities ? [ok('authority', safe`also ${clean(authorities, 200)} (NODE_EXTRA_CA_CERTS)`)] : []),
  ];
}

/** A larger difference of the clocks makes ages and certificates wrong. */
const MAX_SKEW_MS = 30_000;

function clockCheck(arrival: Arrival | undefined): Check {
  const skew = arrival === undefined ? NaN : arrival.clock.server - arrival.clock.own;
  if (Number.isNaN(skew)) return skipped('clock', safe`no response had a date`);
  if (Math.abs(skew) < MAX_SKEW_MS) return ok('clock', safe`same as the server's`);
  const found = safe`the server is ${span(skew)} ${skew > 0 ? safe`ahead` : safe`behind`}`;
  return warn('clock', found, safe`Set this machine's clock. The explorer uses the server's.`);
}

/** The first of each kind, so that these records can be read next. */
function idsIn(resource: Resource, value: unknown, ids: Ids): Ids {
  if (!isObject(value as JsonObject)) return {};
  const { items } = value as { readonly items?: readonly JsonObject[] };
  if (items !== undefined) {
    const id = items[0] && ownId(items[0]);
    return id === undefined ? {} : { [ownIdName(resource)]: id };
  }
  const refs = resource.children.flatMap(child =>
    child.from === 'inside' ? child.rows(value as JsonObject, { kind: resource.kind, ids }).slice(0, 1) : [],
  );
  return Object.assign({}, ...refs.map(({ ref }) => ref.ids)) as Ids;
}

type Read = Readonly<{ name: string; skipped?: SafeText; failure?: Failure; isList?: boolean }>;

/** Each once, as far as its ids are known; responses make more ids known. */
async function tryReads(client: Client, { defaultIds, workspaceId }: ConnectionSettings) {
  let ids: Ids = { ...defaultIds, [ownIdName(root)]: workspaceId };
  let isStopped = false;
  const read = async (resource: Resource, operation: Operation): Promise<Read> => {
    const name = operation.id.replace('.', ' ');
    const missing = operation.parameters.filter(each => ids[each] === undefined).map(each => clean(each));
    if (isStopped) return { name, skipped: safe`skipped after the failure above` };
    if (missing.length > 0) return { name, skipped: safe`no ${joinSafe(missing)} known` };
    const outcome = await client.send(operation, ids);
    if (outcome.ok) {
      ids = { ...idsIn(resource, outcome.value, ids), ...ids };
      return { name };
    }
    isStopped = hasTrait(outcome.failure, 'stops-reads');
    return { name, failure: outcome.failure, isList: operation === resource.list };
  };
  const reads: Read[] = [];
  for (const { resource, operation } of documentedOperations)
    if (operation.method === 'GET') reads.push(await read(resource, operation));
  return reads;
}

function tokenCheck(failure: Failure | undefined, origin: SafeText): Check {
  const from = safe`from ${origin}`;
  if (failure === undefined || failure.kind === 'forbidden') return ok('token', safe`accepted, ${from}`);
  if (failure.kind === 'unauthorised') return failed('token', failure, safe`401, ${from}`);
  return skipped('token', safe`${from}; unknown whether the server accepts it`);
}

function readCheck({ name, skipped: reason, failure, isList }: Read, isAnyWorking: boolean): Check {
  if (reason !== undefined) return skipped(name, reason);
  if (failure === undefined) return ok(name, safe`works`);
  const { advice } = explain(failure);
  const found = titleWithDetail(failure);
  // Nearly all commands begin with the list.
  const isMinor = failure.kind === 'unauthorised' || (failure.kind === 'forbidden' && isList !== true);
  if (isMinor) return warn(name, found, advice[0]);
  const isShared = !isAnyWorking || hasTrait(failure, 'stops-reads');
  return isShared ? failed(name, failure, found) : fail(name, found, advice[0]);
}

/** No read can test whether the token may delete. */
function deleteCheck({ readOnly, readOnlyBy, protect }: ConnectionSettings): Check {
  if (readOnly) return ok('deletes', safe`locked: read-only${readOnlyBy && safe` (${readOnlyBy})`}`);
  const lock = protect ? safe`protected until unlocked` : safe`allowed here`;
  return ok('deletes', safe`${lock}; only a delete shows whether the token may delete`);
}

function serviceChecks(reads: readonly Read[], settings: ConnectionSettings): readonly Check[] {
  const isAnyWorking = reads.some(each => each.skipped === undefined && each.failure === undefined);
  const refusal = isAnyWorking ? undefined : reads.find(each => each.failure?.kind === 'forbidden')?.failure;
  return [
    tokenCheck(reads[0]?.failure, settings.origins.token),
    ...reads.map(each => readCheck(each, isAnyWorking)),
    ...(refusal ? [failed('permission', refusal, safe`no read works: ${explain(refusal).title}`)] : []),
    deleteCheck(settings),
  ];
}

export async function serverChecks(client: Client, settings: ConnectionSettings, env: NodeJS.ProcessEnv) {
  const lastResponse = watchResponses();
  const reads = await tryReads(client, settings);
  const arrival = lastResponse();
  const network = networkChecks(settings, env, reads[0]?.failure, arrival);
  const isReached = network.every(({ state }) => state !== 'fail');
  return { network, service: isReached ? [...serviceChecks(reads, settings), clockCheck(arrival)] : [] };
}
