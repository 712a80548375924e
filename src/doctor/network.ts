import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ConnectionSettings } from '../config/connection.ts';
import { type Proxy as NamedProxy, proxyOf } from '../config/proxy.ts';
import type { Failure } from '../failure.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { type Check, failed, ok, skipped, warn } from './report.ts';

const DAY_MS = 86_400_000;
/** Certificates that expire sooner are worth a warning. */
const EXPIRES_SOON_DAYS = 14;
const UNVERIFIED_ADVICE = safe`Better: NODE_EXTRA_CA_CERTS=<file> adds the authority of this server.`;

/** Facts about a response and the connection over which it came. Times in epoch milliseconds. */
export type Arrival = {
  readonly address: SafeText;
  readonly tls?: { readonly protocol: SafeText; readonly expiresAt: number };
  /** Times of the server's and of our clock; without a date, the server's is NaN. */
  readonly clock: { readonly server: number; readonly own: number };
};

/** Watches all responses from now on. Returns a function that returns the facts about the last one. */
export function watchResponses(): () => Arrival | undefined {
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
  return days < EXPIRES_SOON_DAYS
    ? warn('TLS', found, safe`Tell the operator of the server.`)
    : ok('TLS', found);
}

function nameCheck(host: SafeText, arrival: Arrival | undefined): Check {
  if (isIP(host) !== 0) return skipped('name', safe`${host} is an IP address`);
  return ok('name', safe`${host} ${arrival ? safe`is ${arrival.address}` : safe`has an address`}`);
}

/** Returns the step that kept a request from being sent; undefined if none did. */
function failedStep(failure: Failure | undefined, proxy: NamedProxy | undefined): Check | undefined {
  if (failure?.kind !== 'unreachable' || failure.step === undefined) return undefined;
  const name = failure.step === 'certificate' ? 'TLS' : failure.step;
  if (proxy === undefined || name === 'TLS') return failed(name, failure, failure.detail);
  const advice = safe`Check ${proxy.from}, or add the server to NO_PROXY.`;
  return { ...failed('proxy', failure, failure.detail), advice };
}

/** The result of the first read of the service. */
type FirstRead = { readonly failure: Failure | undefined; readonly arrival: Arrival | undefined };

/** Checks the steps of the connection that the client made, up to the one that failed. */
export function networkChecks(
  { base, insecureTls }: Pick<ConnectionSettings, 'base' | 'insecureTls'>,
  env: NodeJS.ProcessEnv,
  { failure, arrival }: FirstRead,
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
  const at = broken === undefined ? steps.length : steps.findIndex(({ name }) => name === broken.name);
  const authorities = env['NODE_EXTRA_CA_CERTS'] ?? '';
  return [
    ok('address', clean(address, 200)),
    ...steps.slice(0, at),
    ...(broken === undefined ? [] : [broken]),
    ...(authorities === ''
      ? []
      : [ok('authority', safe`also ${clean(authorities, 200)} (NODE_EXTRA_CA_CERTS)`)]),
  ];
}
