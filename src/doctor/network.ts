import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { connectionFailure } from '../api/errors.ts';
import type { ConnectionSettings } from '../config/connection.ts';
import { type Proxy as NamedProxy, proxyOf } from '../config/proxy.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { type Check, checksOf } from './report.ts';

const { ok, warn, failed, skipped } = checksOf('network');

const STEP_MS = 5000;
const DAY_MS = 86_400_000;
/** Certificates that expire sooner are worth a warning. */
const EXPIRES_SOON_DAYS = 14;
const UNVERIFIED_ADVICE = safe`Better: NODE_EXTRA_CA_CERTS=<file> adds the authority of this server.`;

type Target = { readonly host: string; readonly port: number };

function targetOf(address: string): Target {
  const { hostname, port, protocol } = new URL(address);
  const defaultPort = protocol === 'https:' ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? defaultPort : Number(port) };
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, STEP_MS, new Error('no response within 5 s'));
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function failedStep(name: string, error: unknown): Check {
  const failure = connectionFailure(error);
  return failed(name, failure, failure.detail ?? safe`failed`);
}

async function dnsCheck({ host }: Target): Promise<Check> {
  if (isIP(host) !== 0) return skipped('name', safe`${clean(host, 100)} is an IP address`);
  try {
    const found = await withTimeout(lookup(host, { all: true }));
    const addresses = found.slice(0, 3).map(({ address }) => clean(address, 60));
    return ok('name', safe`${clean(host, 100)} is ${joinSafe(addresses, ', ')}`);
  } catch (error) {
    return failedStep('name', error);
  }
}

/** Waits for an event of a socket, reads facts from the socket and closes it. */
function factsAt<S extends Socket, T>(socket: S, event: string, facts: (socket: S) => T): Promise<T> {
  const done = new Promise<T>((resolve, reject) => {
    socket.once(event, () => resolve(facts(socket)));
    socket.once('error', reject);
  });
  return withTimeout(done).finally(() => socket.destroy());
}

async function tcpCheck(target: Target, proxy: NamedProxy | undefined): Promise<Check> {
  const where = safe`${clean(target.host, 100)} port ${target.port}`;
  const name = proxy === undefined ? 'connection' : 'proxy';
  try {
    await factsAt(connect(target), 'connect', () => undefined);
    return ok(name, proxy === undefined ? where : safe`${where}, named by ${proxy.from}`);
  } catch (error) {
    const step = failedStep(name, error);
    const advice = proxy && safe`Check ${proxy.from}, or add the server to NO_PROXY.`;
    return { ...step, found: safe`${where}: ${step.found}`, ...(advice && { advice }) };
  }
}

/** Connects with TLS and returns the protocol and the expiry of the certificate (epoch milliseconds). */
const handshake = ({ host, port }: Target, rejectUnauthorized: boolean) =>
  factsAt(
    connectTls({ host, port, rejectUnauthorized, ...(isIP(host) === 0 ? { servername: host } : {}) }),
    'secureConnect',
    socket => ({
      protocol: clean(socket.getProtocol() ?? '', 20),
      expiresAt: Date.parse(socket.getPeerCertificate().valid_to ?? ''),
    }),
  );

async function tlsCheck(target: Target, isVerified: boolean): Promise<Check> {
  try {
    const { protocol, expiresAt } = await handshake(target, isVerified);
    const days = Math.floor((expiresAt - Date.now()) / DAY_MS);
    const found = Number.isNaN(days) ? protocol : safe`${protocol}, certificate valid for ${days} more days`;
    if (!isVerified)
      return warn('TLS', safe`${found}, not verified: --insecure-tls or insecure_tls`, UNVERIFIED_ADVICE);
    return days < EXPIRES_SOON_DAYS
      ? warn('TLS', found, safe`Tell the operator of the server.`)
      : ok('TLS', found);
  } catch (error) {
    return failedStep('TLS', error);
  }
}

/** Names the file of additional certificate authorities. */
function authorityCheck(env: NodeJS.ProcessEnv): readonly Check[] {
  const file = env['NODE_EXTRA_CA_CERTS'] ?? '';
  return file === '' ? [] : [ok('authority', safe`also ${clean(file, 200)} (NODE_EXTRA_CA_CERTS)`)];
}

/** Checks the connection to a server or its proxy step by step, and stops at the first step that fails. */
export async function networkChecks(
  { base, insecureTls }: Pick<ConnectionSettings, 'base' | 'insecureTls'>,
  env: NodeJS.ProcessEnv,
): Promise<readonly Check[]> {
  const address = base.origin + base.prefix;
  const proxy = proxyOf(address, env);
  const target = targetOf(proxy?.address ?? address);
  const checks: Check[] = [ok('address', clean(address, 200))];
  if (proxy === undefined) checks.push(ok('proxy', safe`none`));
  const directSteps: readonly (() => Promise<Check>)[] = [
    () => dnsCheck(target),
    () => tcpCheck(target, undefined),
    ...(address.startsWith('https:') ? [() => tlsCheck(target, insecureTls !== true)] : []),
  ];
  for (const step of proxy === undefined ? directSteps : [() => tcpCheck(target, proxy)]) {
    const check = await step();
    checks.push(check);
    if (check.state === 'fail') break;
  }
  return [...checks, ...authorityCheck(env)];
}

/** Returns the network check for a run without a server. */
export const noNetwork = (reason: SafeText): readonly Check[] => [skipped('address', reason)];
