import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Area } from '../../api/operation.ts';
import { type Json, parseJson } from '../../json/json.ts';
import { hash } from '../fixtures/random.ts';

/** A response before it is written; `body` is the text to send. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Error types by status, as the official client knows them (service definition). */
const TYPES: Readonly<Record<number, string>> = {
  400: 'InvalidPayload',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'ResourceNotFound',
  405: 'MethodNotFound',
  409: 'ReferenceConstraint',
  410: 'ResourceGone',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  500: 'Internal',
  // The client has no type for it, and prints the message of no error whose type it does not know.
  501: 'Internal',
  504: 'OperationTimeout',
};

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request cannot be read',
  401: 'The token or the scope header is missing or invalid',
  403: 'The caller has no permission for this action',
  404: 'The resource does not exist',
  409: 'The resource cannot be deleted because something else refers to it',
  413: 'The request payload is too large',
  429: 'Too many requests: wait before sending more',
  500: 'Something failed on the server',
  503: 'The service is not available at the moment',
};

export function jsonReply(status: number, json: Json): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(json),
  };
}

let errors = 0;

/** Returns a new id of the form `err_<yyyymmddhhmmss>x<8 hex>`. */
function errorId(): string {
  errors++;
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  return `err_${stamp}x${hash([stamp, errors]).toString(16).padStart(8, '0')}`;
}

/** Returns an error in the shape that the official client reads; the spec shows none (7). */
export function errorReply(status: number, message?: string, type?: string): Reply {
  const reply = jsonReply(status, {
    id: errorId(),
    code: status,
    type: type ?? TYPES[status] ?? (status < 500 ? 'InvalidPayload' : 'Unknown'),
    message: message ?? MESSAGES[status] ?? `Status ${status}`,
  });
  return status === 429 ? { ...reply, headers: { ...reply.headers, 'retry-after': '1' } } : reply;
}

/** Returns the response to a request for which there is no operation: no 404 where the API may have one. */
export function unserved(method: string, path: string): Reply {
  const sent = `${method} ${path.slice(0, 200)}`;
  return path.startsWith('/v1/')
    ? errorReply(501, `The sandbox does not serve ${sent}. It lists its operations in: botscope help sandbox`)
    : errorReply(404, `The API has no path ${sent}: all begin with /v1/`);
}

/** Responds to invalid HTTP with 400 (or 431) in the usual error shape, and closes the connection. */
export function refuseGarbage(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const { body, headers } = errorReply(status, 'The request cannot be read');
  const lines = [
    `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Largest request bodies by area, in bytes (service definition; spec 8 shows no value). */
const LIMITS: Readonly<Record<Area, number>> = { admin: 50 * 1024 * 1024, chat: 1024 * 1024 };

/**
 * Reads the body of a request; `too-large` if it is over the limit of the area, where reading stops. Throws
 * connection errors.
 */
export async function readBody(request: IncomingMessage, area: Area): Promise<Buffer | 'too-large'> {
  const limit = LIMITS[area];
  if (Number(request.headers['content-length'] ?? 0) > limit) return 'too-large';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > limit) return 'too-large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the text of a body; undefined if it is not UTF-8. */
export function bodyText(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** Parses the JSON of a body; undefined if it is none. */
export function bodyJson(body: Buffer): Json | undefined {
  try {
    return parseJson(bodyText(body) ?? '');
  } catch {
    return undefined;
  }
}

/** True if a body is empty or JSON. These operations need none, but official clients send `{}`. */
export const isValidBody = (body: Buffer): boolean => body.length === 0 || bodyJson(body) !== undefined;
