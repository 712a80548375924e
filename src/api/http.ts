import { addAbortListener } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import { type BrotliDecompress, createBrotliDecompress, createGunzip, type Gunzip } from 'node:zlib';
import type { ApiFailure, ConnectionStep } from '../failure.ts';
import { type SafeText, safe, shortText } from '../text/sanitise.ts';

export type RawResponse = Readonly<{
  status: number;
  headers: { readonly get: (name: string) => string | null };
  body: string;
  text: () => Promise<string>;
  size: number;
  unread?: string;
}>;

export type FetchInit = Readonly<{
  method: string;
  headers: Iterable<readonly [name: string, value: string]>;
  signal: AbortSignal;
  maxBytes: number;
}>;

/** Reads the whole response. Does not follow redirects. */
export type Fetch = (address: string, init: FetchInit) => Promise<RawResponse>;

const CONNECT_MS = 5000;

/** Data in another format; the code of zlib and Brotli for an early end is not among them. */
const BROKEN_DATA = /^(Z_DATA_ERROR|Z_NEED_DICT|ERR_+(BROTLI_)?.*ERROR_FORMAT)/;

const failed = (code: string, syscall?: string): Error => Object.assign(new Error(code), { code, syscall });

/**
 * Resolves before the body. Always settles: Node ends some requests without an `error` event (an upgrade, a
 * proxy whose tunnel never opens), where an abort does nothing, so `close` and the signal reject as well.
 */
function send(address: string, init: FetchInit, rejectUnauthorized: boolean): Promise<IncomingMessage> {
  const { method, headers, signal } = init;
  const isSecure = address.startsWith('https:');
  const { request, Agent, globalAgent } = isSecure ? https : http;
  // A server may just be closing a connection that is kept alive. A lost GET is repeated, a DELETE never is.
  const { options } = globalAgent as https.Agent;
  const agent = method === 'GET' ? globalAgent : new Agent({ ...options, keepAlive: false });
  return new Promise((resolve, reject) => {
    const all = { ...Object.fromEntries(headers), 'accept-encoding': 'br, gzip' };
    const outgoing = request(address, { method, headers: all, rejectUnauthorized, agent });
    const aborting = addAbortListener(signal, () => {
      reject(signal.reason);
      outgoing.destroy();
    });
    const lose = () => reject(failed('ECONNRESET'));
    // The listener stays: an error during the body is also emitted here, and would be uncaught.
    outgoing.on('error', reject).once('response', message => {
      outgoing.off('close', lose);
      if (message.statusCode !== 101) return resolve(message);
      reject(failed('HTTP_101'));
      outgoing.destroy();
    });
    outgoing.once('upgrade', (_message, socket) => {
      reject(failed('HTTP_101'));
      socket.destroy();
    });
    outgoing.once('close', lose).once('close', () => aborting[Symbol.dispose]());
    outgoing.once('socket', socket => {
      if (!socket.connecting) return;
      const timer = setTimeout(() => outgoing.destroy(failed('ERR_CONNECT_TIMEOUT', 'connect')), CONNECT_MS);
      const stop = () => clearTimeout(timer);
      socket.once(isSecure ? 'secureConnect' : 'connect', stop).once('close', stop);
    });
    outgoing.end();
  });
}

// Functions of our own: naming those of zlib would load it at each start, not with the first compressed body.
const decoders: ReadonlyMap<string, () => Gunzip | BrotliDecompress> = new Map([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
]);

/** An empty body is valid in any encoding. Throws system errors. */
async function readBody(message: IncomingMessage, maxBytes: number) {
  const encoding = (message.headers['content-encoding'] ?? '').trim().toLowerCase();
  const unread = `it is compressed in a way botscope cannot read: ${encoding}`;
  const decoder = decoders.get(encoding)?.();
  const isKnown = decoder !== undefined || /^(identity)?$/.test(encoding);
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    // The iterator reports failures, so the callback has nothing to do.
    const body = decoder === undefined ? message : pipeline(message, decoder, () => undefined);
    for await (const piece of body) {
      if (!isKnown) return { body: '', size: 0, unread };
      size += piece.byteLength;
      if (size > maxBytes) {
        const why = `it is larger than ${maxBytes / 1024 / 1024} MiB; reading stopped there`;
        return { body: '', size: maxBytes, unread: why };
      }
      pieces.push(piece);
    }
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    if (BROKEN_DATA.test(code)) return { body: '', size: 0, unread };
    const isEmpty = code === 'Z_BUF_ERROR' && decoder?.bytesWritten === 0 && message.complete;
    if (!isEmpty) throw error;
  }
  return { body: new TextDecoder().decode(Buffer.concat(pieces)), size };
}

/**
 * Node's own `fetch` loads another HTTP client, which takes longer than the rest of a command. The standard
 * agents use the proxies of the environment. Resolves after the body, so that a connection that breaks within
 * it fails the request. Throws system errors.
 */
export const fetchWith =
  (verifies: boolean): Fetch =>
  async (address, init) => {
    const message = await send(address, init, verifies);
    const get = (name: string): string | null => {
      const value = message.headers[name];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    };
    const read = await readBody(message, init.maxBytes);
    // An aborted body without a length looks complete.
    init.signal.throwIfAborted();
    return { status: message.statusCode ?? 0, headers: { get }, text: async () => read.body, ...read };
  };

export const httpFetch: Fetch = fetchWith(true);

/** These codes prove that no request was sent. */
const STEPS: { readonly [S in ConnectionStep]: RegExp } = {
  name: /^(ENOTFOUND|EAI_AGAIN)$/,
  connection: /^ERR_CONNECT_TIMEOUT$/,
  certificate:
    /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_(CA|PURPOSE)$)/,
  TLS: /^(ERR_TLS_HANDSHAKE_|ERR_SSL_.*(HANDSHAKE_FAILURE|UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION)$)/,
};
const steps = Object.keys(STEPS) as ConnectionStep[];

const UNKNOWN_AUTHORITY = safe`the authority of the certificate is not known`;
const CAUSES: Readonly<Record<string, SafeText>> = {
  ENOTFOUND: safe`no such host`,
  EAI_AGAIN: safe`could not look up the host name`,
  ECONNREFUSED: safe`connection refused`,
  ECONNRESET: safe`the connection was reset`,
  ERR_CONNECT_TIMEOUT: safe`no connection within 5 s`,
  EHOSTUNREACH: safe`no route to the host`,
  ENETUNREACH: safe`no network`,
  HTTP_101: safe`the server switched to another protocol`,
  HPE_HEADER_OVERFLOW: safe`the headers are too large`,
  DEPTH_ZERO_SELF_SIGNED_CERT: safe`the certificate is self-signed`,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: safe`the certificate has expired`,
  CERT_NOT_YET_VALID: safe`the certificate is not valid yet`,
};

/** An ECONNRESET without a system call is an early end. */
const CLOSED = safe`the server closed the connection`;

type ThrownError = Partial<Record<'code' | 'message' | 'syscall' | 'errors', unknown>>;

/** Undefined if the request may have been sent: "no route" can also come later. */
function stepOf({ code, syscall, errors }: ThrownError): ConnectionStep | undefined {
  // An AggregateError has one error per address of the host, the code of the first, and no system call.
  if (Array.isArray(errors) && errors.length > 0)
    return errors.every(each => stepOf(each as ThrownError) !== undefined) ? 'connection' : undefined;
  if (syscall === 'connect') return 'connection';
  if (syscall === 'getaddrinfo') return 'name';
  return typeof code === 'string' ? steps.find(step => STEPS[step].test(code)) : undefined;
}

/** The error is dropped: it may contain the token. `proxy`: what the program connects to. */
export function connectionFailure(error: unknown, proxy?: SafeText): ApiFailure {
  const thrown: ThrownError = error instanceof Error ? error : {};
  const { code, message, syscall } = thrown;
  const name = typeof code === 'string' ? code : '';
  const unsent = stepOf(thrown);
  const text = typeof message === 'string' ? message : 'the connection failed';
  const early = name === 'ECONNRESET' && syscall === undefined ? CLOSED : undefined;
  const isClear = /wrong version number/.test(text);
  const known = isClear ? safe`this port speaks http, not https` : (early ?? CAUSES[name]);
  const words = known ?? shortText(text);
  const coded = name === '' ? words : safe`${words} (${shortText(name)})`;
  const step = isClear ? 'TLS' : unsent;
  const isProxy = step === 'name' || step === 'connection';
  return {
    kind: 'unreachable',
    reached: unsent === undefined,
    step,
    detail:
      proxy === undefined ? coded : safe`${coded}, ${isProxy ? safe`at` : safe`through`} the proxy ${proxy}`,
  };
}
