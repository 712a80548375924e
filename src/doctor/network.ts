import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { connectionFailure } from '../api/errors.ts';
import type { ConnectionSettings } from '../config/connection.ts';
import { type Proxy as NamedProxy, proxyOf } from '../config/proxy.ts';
import { explain } from '../failure.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { type Check, checksOf } from './report.ts';

const { ok, warn, fail, skipped } = checksOf('network');

/** Longest wait for one step. */
const STEP_MS = 5000;
const DAY_MS = 86_400_000;
const UNVERIFIED_ADVICE = safe`Better: NODE_EXTRA_CA_CERTS=<file> adds the authority of this server.`;
/** A certificate that ends sooner is worth a word. */
const SOON_DAYS = 14;

type Target = { readonly host: string; readonly port: number };

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

function targetOf(address: string): Target {
  const { hostname, port, protocol } = new URL(address);
  return { host: bare(hostname), port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}

const LATE = new Error('no answer within 5 s');

/** The same, or a failure when it takes too long. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, STEP_MS, LATE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Why a step failed, with what to do. */
function failedStep(name: string, error: unknown): Check {
  const failure = connectionFailure(error);
  const words = failure.detail ?? safe`it failed`;
  return fail(name, words, explain(failure).advice[0]);
}

async function dnsCheck({ host }: Target): Promise<Check> {
  if (isIP(host) !== 0) return skipped('name', safe`${clean(host, 100)} is an address by itself`);
  try {
    const found = await inTime(lookup(host, { all: true }));
    const addresses = found.slice(0, 3).map(({ address }) => clean(address, 60));
    return ok('name', safe`${clean(host, 100)} is ${joinSafe(addresses, ', ')}`);
  } catch (error) {
    return failedStep('name', error);
  }
}

/** Closes a socket at the event that says it is there, and returns what it tells by then. */
function reached<S extends Socket, T>(socket: S, event: string, facts: (socket: S) => T): Promise<T> {
  const done = new Promise<T>((resolve, reject) => {
    socket.once(event, () => resolve(facts(socket)));
    socket.once('error', reject);
  });
  return inTime(done).finally(() => socket.destroy());
}

async function tcpCheck(target: Target, proxy: NamedProxy | undefined): Promise<Check> {
  const where = safe`${clean(target.host, 100)} port ${target.port}`;
  const name = proxy === undefined ? 'connection' : 'proxy';
  try {
    await reached(connect(target), 'connect', () => undefined);
    return ok(name, proxy === undefined ? where : safe`${where}, named by ${proxy.from}`);
  } catch (error) {
    const { found, advice = safe`` } = failedStep(name, error);
    if (proxy === undefined) return fail(name, safe`${where}: ${found}`, advice);
    return fail(name, safe`${where}: ${found}`, safe`Check ${proxy.from}, or add the server to NO_PROXY.`);
  }
}

/** Connects with TLS, and returns the protocol and when the certificate ends. */
const handshake = ({ host, port }: Target, rejectUnauthorized: boolean) =>
  reached(
    connectTls({ host, port, rejectUnauthorized, ...(isIP(host) === 0 ? { servername: host } : {}) }),
    'secureConnect',
    socket => ({
      protocol: socket.getProtocol() ?? '',
      until: Date.parse(socket.getPeerCertificate().valid_to ?? ''),
    }),
  );

async function tlsCheck(target: Target, verifies: boolean): Promise<Check> {
  try {
    const { protocol, until } = await handshake(target, verifies);
    const days = Math.floor((until - Date.now()) / DAY_MS);
    const words = Number.isNaN(days)
      ? clean(protocol, 20)
      : safe`${clean(protocol, 20)}, certificate for ${days} more days`;
    if (!verifies)
      return warn('TLS', safe`${words}, not verified: --insecure-tls or insecure_tls`, UNVERIFIED_ADVICE);
    return days < SOON_DAYS ? warn('TLS', words, safe`Tell whoever runs the server.`) : ok('TLS', words);
  } catch (error) {
    return failedStep('TLS', error);
  }
}

/** What TLS trusts besides what Node brings. */
function authorityCheck(env: NodeJS.ProcessEnv): readonly Check[] {
  const file = env['NODE_EXTRA_CA_CERTS'] ?? '';
  return file === '' ? [] : [ok('authority', safe`also ${clean(file, 200)} (NODE_EXTRA_CA_CERTS)`)];
}

/** Whether a server can be reached, step by step; the first step that fails is the last. */
export async function networkChecks(
  { base, insecureTls }: Pick<ConnectionSettings, 'base' | 'insecureTls'>,
  env: NodeJS.ProcessEnv,
): Promise<readonly Check[]> {
  const address = base.origin + base.prefix;
  const proxy = proxyOf(address, env);
  const first = ok('address', clean(address, 200));
  if (proxy !== undefined) {
    const way = await tcpCheck(targetOf(proxy.address), proxy);
    return [first, way, ...authorityCheck(env)];
  }
  const target = targetOf(address);
  const steps: Check[] = [first, ok('proxy', safe`none`)];
  const all: readonly (() => Promise<Check>)[] = [
    () => dnsCheck(target),
    () => tcpCheck(target, undefined),
    ...(address.startsWith('https:') ? [() => tlsCheck(target, insecureTls !== true)] : []),
  ];
  for (const step of all) {
    const check = await step();
    steps.push(check);
    if (check.state === 'fail') break;
  }
  return [...steps, ...authorityCheck(env)];
}

/** What is said of the network where there is no server to reach. */
export const noNetwork = (why: SafeText): readonly Check[] => [skipped('address', why)];
