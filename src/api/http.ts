import { type IncomingMessage, request as requestClear } from 'node:http';
import { request as requestSecure } from 'node:https';
import { type Duplex, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** What is read of an answer; that of `fetch` is one too. The body is as sent before it was compressed. */
export type Reply = {
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
};

export type Asking = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/** Sends a request without a body and follows no redirect. */
export type Fetch = (address: string, asking: Asking) => Promise<Reply>;

const CONNECT_MS = 5000;

const noConnection = (): Error =>
  Object.assign(new Error('no connection'), { code: 'ERR_CONNECT_TIMEOUT', syscall: 'connect' });

const closed = (): Error => Object.assign(new Error('no response'), { code: 'ECONNRESET' });

const switched = (): Error => Object.assign(new Error('another protocol'), { code: 'HTTP_101' });

/**
 * Sends a request and returns its response, without the body.
 * Always settles: Node ends some requests without an `error` (an upgrade, a proxy whose tunnel never opens), and an
 * abort then does nothing, so `close` and the signal reject too.
 */
function send(address: string, { method, headers, signal }: Asking): Promise<IncomingMessage> {
  const isSecure = address.startsWith('https:');
  const request = isSecure ? requestSecure : requestClear;
  return new Promise((resolve, reject) => {
    const all = { ...headers, 'accept-encoding': 'br, gzip' };
    const asked = request(address, { method, headers: all, signal });
    // The listener stays: what ends the connection later is told to the body, and here once more.
    asked.on('error', reject).once('response', message => {
      if (message.statusCode !== 101) return resolve(message);
      reject(switched());
      asked.destroy();
    });
    asked.once('upgrade', (_message, socket) => {
      reject(switched());
      socket.destroy();
    });
    asked.once('close', () => reject(closed()));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    asked.once('socket', socket => {
      if (!socket.connecting) return;
      const timer = setTimeout(() => asked.destroy(noConnection()), CONNECT_MS);
      const stop = (): void => clearTimeout(timer);
      socket.once(isSecure ? 'secureConnect' : 'connect', stop).once('close', stop);
    });
    asked.end();
  });
}

/** The stream that unpacks what is packed like this, or undefined when it is not packed. */
function unpacking(encoding: string): Duplex | undefined {
  if (encoding === 'br') return createBrotliDecompress();
  return /^(x-)?gzip$/.test(encoding) ? createGunzip() : undefined;
}

function bodyOf(message: IncomingMessage): AsyncIterable<Uint8Array> {
  const stream = unpacking((message.headers['content-encoding'] ?? '').trim().toLowerCase());
  if (stream === undefined) return message;
  // Whoever reads the end of it is told of a failure.
  return pipeline(message, stream, () => undefined);
}

/**
 * `fetch` over `node:http`: the one of Node loads an HTTP client of its own first, which takes longer than all else that
 * a command does. Proxies of the environment are those of Node's standard agents. Throws errors of the system.
 */
export const httpFetch: Fetch = async (address, asking) => {
  const message = await send(address, asking);
  const get = (name: string): string | null => {
    const value = message.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  };
  return { status: message.statusCode ?? 0, headers: { get }, body: bodyOf(message) };
};
