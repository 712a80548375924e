import { badSetting, type Failure } from '../failure.ts';
import type { Environment } from '../terminal/capabilities.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';

/** Without user name and password; `from`: the variable that names it. */
export type Proxy = Readonly<{ address: SafeText; from: SafeText }>;

/** Never through a proxy: the demo and the sandbox listen there. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]', '::1'];

/** Like Node, prefers the lower-case variable. `protocol`: as `https:`. */
function proxyVariable(protocol: string, env: Environment): string | undefined {
  const name = protocol.replace(':', '_proxy');
  return [name, name.toUpperCase()].find(each => env[each]);
}

const exceptions = (env: Environment): readonly string[] =>
  (env['no_proxy'] || env['NO_PROXY'] || '').split(/[\s,]+/).filter(each => each !== '');

/** An entry of NO_PROXY is a host, a parent domain, or `*`. */
function isExcepted({ hostname, port, protocol }: URL, entry: string) {
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  const name = entry.replace(/^\*?\./, '').toLowerCase();
  const [host, exceptedPort] = /:\d+$/.test(name) ? name.split(':') : [name, undefined];
  if (exceptedPort !== undefined && exceptedPort !== ownPort) return false;
  return entry === '*' || hostname === host || hostname.endsWith(`.${host}`);
}

export function proxyOf(address: string, env: Environment): Proxy | undefined {
  const url = new URL(address);
  const variable = proxyVariable(url.protocol, env);
  if (variable === undefined || [...LOOPBACK_HOSTS, ...exceptions(env)].some(each => isExcepted(url, each)))
    return undefined;
  const proxy = env[variable] ?? '';
  const shown = URL.canParse(proxy) ? new URL(proxy).origin : proxy;
  return { address: clean(shown, 100), from: clean(variable) };
}

const NEEDED_NODE = safe`Node 22.21, 24.5 or newer`;
/** Node 22 warns at each start that its proxy support is experimental. */
const WITHOUT_WARNING = '--disable-warning=UNDICI-EHPA';

/** Before 24.14 Node reads proxy variables only at its start, and only with NODE_USE_ENV_PROXY. */
function restartWithProxies(name: string, env: Environment): Failure | undefined {
  if (env['NODE_USE_ENV_PROXY'] === '1') return undefined;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const hasProxySupport = major > 24 || (major === 24 && minor > 4) || (major === 22 && minor > 20);
  if (!hasProxySupport || process.execve === undefined)
    return badSetting(
      safe`${clean(name)} needs ${NEEDED_NODE}, but this is Node ${clean(process.versions.node)}`,
    );
  const words = [process.execPath, ...process.execArgv, WITHOUT_WARNING, ...process.argv.slice(1)];
  return process.execve(process.execPath, words, { ...env, NODE_USE_ENV_PROXY: '1' });
}

export async function routeThroughProxies(env: Environment): Promise<Failure | undefined> {
  const named = ['https:', 'http:'].flatMap(protocol => proxyVariable(protocol, env) ?? []);
  if (named.length === 0) return undefined;
  const { setGlobalProxyFromEnv } = await import('node:http');
  const bad = named.find(name => !/^https?:\/\/./.test(env[name] ?? '') || !URL.canParse(env[name] ?? ''));
  if (bad !== undefined)
    return badSetting(safe`${clean(bad)} must be an address like http://proxy.example.org:8080`);
  const never = [...exceptions(env), ...LOOPBACK_HOSTS].join(',');
  if (typeof setGlobalProxyFromEnv !== 'function')
    return restartWithProxies(named[0] ?? '', { ...env, no_proxy: never, NO_PROXY: never });
  setGlobalProxyFromEnv({ ...env, no_proxy: never });
  return undefined;
}
