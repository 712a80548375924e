import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

export type RawResponse = {
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
  /** Empty where the body was not read. */
  readonly body: string;
  /** The body again: ofetch takes it from here. */
  readonly text: () => Promise<string>;
  /** Size of the body in bytes, as far as it was read. */
  readonly size: number;
  /** Why the body was not read: its size or its encoding. */
  readonly unread?: string;
};

/** The parts of a request besides its address. `signal` aborts it, the body included. */
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

const connectTimeout = (): Error =>
  Object.assign(new Error('no connection'), { code: 'ERR_CONNECT_TIMEOUT', syscall: 'connect' });

const earlyEnd = (): Error => Object.assign(new Error('no response'), { code: 'ECONNRESET' });

const protocolSwitch = (): Error => Object.assign(new Error('another protocol'), { code: 'HTTP_101' });

/**
 * Sends a request and resolves with its response before the body.
 * Always settles: Node ends some requests without an `error` event (an upgrade, a proxy whose tunnel never
 * opens), and an abort then does nothing, so `close` and the signal reject as well.
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
      reject(protocolSwitch());
      outgoing.destroy();
    });
    outgoing.once('upgrade', (_message, socket) => {
      reject(protocolSwitch());
      socket.destroy();
    });
    outgoing.once('close', () => reject(earlyEnd()));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    outgoing.once('socket', socket => {
      if (!socket.connecting) return;
      const timer = setTimeout(() => outgoing.destroy(connectTimeout()), CONNECT_MS);
      const stop = (): void => clearTimeout(timer);
      socket.once(isSecure ? 'secureConnect' : 'connect', stop).once('close', stop);
    });
    outgoing.end();
  });
}

/** A body with an unknown `content-encoding`, or not in the one that it names. */
class EncodingError extends Error {}

/** Decompresses a body. Throws an `EncodingError` if it cannot. An empty body is valid in any encoding. */
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

type ReadBody = Pick<RawResponse, 'body' | 'size' | 'unread'>;

async function readBody(message: IncomingMessage, maxBytes: number): Promise<ReadBody> {
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
 * Creates a `fetch` on top of `node:http`. Node's own `fetch` loads another HTTP client first, which takes
 * longer than the rest of a command. Node's standard agents use the proxies of the environment. It resolves
 * after the body, so that a connection that breaks within it fails the request. Throws system errors.
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
