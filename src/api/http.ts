import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { ApiFailure, ConnectionStep } from '../failure.ts';
import { type SafeText, safe, shortText } from '../text/sanitise.ts';

export type RawResponse = {
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
  /** Empty where the body was not read. */
  readonly body: string;
  /** The body again: ofetch takes it from here. */
  readonly text: () => Promise<string>;
  /** Bytes of the body, as far as it was read. */
  readonly size: number;
  /** Why the body was not read: its size or its encoding. */
  readonly unread?: string;
};

export type FetchInit = {
  readonly method: string;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly signal: AbortSignal;
  /** Reading stops after as many bytes of the decompressed body. */
  readonly maxBytes: number;
};

/** Sends a request without a body and reads the whole response. Does not follow redirects. */
export type Fetch = (address: string, init: FetchInit) => Promise<RawResponse>;

const CONNECT_MS = 5000;

/** Error codes of zlib and Brotli for data in another format; the code for an early end is not among them. */
const BROKEN_DATA = /^(Z_DATA_ERROR|Z_NEED_DICT|ERR_+(BROTLI_)?.*ERROR_FORMAT)/;

const failed = (code: string, syscall?: string): Error => Object.assign(new Error(code), { code, syscall });

/**
 * Resolves before the body. Always settles: Node ends some requests without an `error` event (an upgrade, a
 * proxy whose tunnel never opens), and an abort then does nothing, so `close` and the signal reject as well.
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
    const outgoing = request(address, { method, headers: all, signal, rejectUnauthorized, agent });
    // The listener stays: an error during the body is also emitted here, and would be uncaught.
    outgoing.on('error', reject).once('response', message => {
      if (message.statusCode !== 101) return resolve(message);
      reject(failed('HTTP_101'));
      outgoing.destroy();
    });
    outgoing.once('upgrade', (_message, socket) => {
      reject(failed('HTTP_101'));
      socket.destroy();
    });
    outgoing.once('close', () => reject(failed('ECONNRESET')));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    outgoing.once('socket', socket => {
      if (!socket.connecting) return;
      const timer = setTimeout(() => outgoing.destroy(failed('ERR_CONNECT_TIMEOUT', 'connect')), CONNECT_MS);
      const stop = (): void => clearTimeout(timer);
      socket.once(isSecure ? 'secureConnect' : 'connect', stop).once('close', stop);
    });
    outgoing.end();
  });
}

/** A body with an unknown `content-encoding`, or not in the one that it names. */
class EncodingError extends Error {}

/** Throws an `EncodingError`. An empty body is valid in any encoding. */
async function* decompressed(message: IncomingMessage, encoding: string): AsyncGenerator<Uint8Array> {
  if (/^(identity)?$/.test(encoding)) return yield* message;
  const isGzip = /^(x-)?gzip$/.test(encoding);
  if (!isGzip && encoding !== 'br') {
    for await (const _bytes of message) throw new EncodingError();
    return;
  }
  const decompressor = isGzip ? createGunzip() : createBrotliDecompress();
  try {
    // The iterator reports failures, so the callback has nothing to do.
    yield* pipeline(message, decompressor, () => undefined);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'Z_BUF_ERROR' && decompressor.bytesWritten === 0 && message.complete) return;
    throw BROKEN_DATA.test(code) ? new EncodingError() : error;
  }
}

async function readBody(message: IncomingMessage, maxBytes: number) {
  const encoding = (message.headers['content-encoding'] ?? '').trim().toLowerCase();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of decompressed(message, encoding)) {
      size += piece.byteLength;
      if (size > maxBytes) {
        const unread = `it is larger than ${maxBytes / 1024 / 1024} MiB; reading stopped there`;
        return { body: '', size: maxBytes, unread };
      }
      pieces.push(piece);
    }
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    return { body: '', size: 0, unread: `it is compressed in a way botscope cannot read: ${encoding}` };
  }
  return { body: new TextDecoder().decode(Buffer.concat(pieces)), size };
}

/**
 * Node's own `fetch` loads another HTTP client first, which takes longer than the rest of a command. The
 * standard agents use the proxies of the environment. Resolves after the body, so that a connection that
 * breaks within it fails the request. Throws system errors.
 */
const fetchWith =
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

export const unverifiedFetch: Fetch = fetchWith(false);

/** Error codes that prove by themselves that no request was sent, by the step that failed. */
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
  EAI_AGAIN: safe`the name look-up failed`,
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

/** The cause of an ECONNRESET of Node's HTTP, without a system call: an early end. A real reset has one. */
const CLOSED = safe`the server closed the connection`;

type ThrownError = Partial<Record<'cause' | 'code' | 'message' | 'syscall' | 'errors', unknown>>;

function rootCause(error: unknown): ThrownError {
  let found: ThrownError = {};
  let next: unknown = error;
  for (let depth = 0; depth < 5 && typeof next === 'object' && next !== null; depth++) {
    const current = next as ThrownError;
    if (typeof current.code === 'string' || found.message === undefined) found = current;
    next = current.cause;
  }
  return found;
}

/** Undefined if the request may have been sent: "no route" can also come later. */
function stepOf({ code, syscall, errors }: ThrownError): ConnectionStep | undefined {
  // An AggregateError has one error per address of the host, the code of the first, and no system call.
  if (Array.isArray(errors) && errors.length > 0)
    return errors.every(each => stepOf(each as ThrownError) !== undefined) ? 'connection' : undefined;
  if (syscall === 'connect') return 'connection';
  if (syscall === 'getaddrinfo') return 'name';
  return typeof code === 'string' ? steps.find(step => STEPS[step].test(code)) : undefined;
}

/** The error is not kept: it may contain the token. With a proxy, it is what the program connects to. */
export function connectionFailure(error: unknown, proxy?: SafeText): ApiFailure {
  const cause = rootCause(error);
  const { code, message, syscall } = cause;
  const name = typeof code === 'string' ? code : '';
  const unsent = stepOf(cause);
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
    ...(step === undefined ? {} : { step }),
    detail:
      proxy === undefined ? coded : safe`${coded}, ${isProxy ? safe`at` : safe`through`} the proxy ${proxy}`,
  };
}
