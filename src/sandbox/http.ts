import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Area, type Ids, type Operation, pathTemplate } from '../api/operation.ts';
import { type Json, parseJson } from '../json/json.ts';
import type { Resource } from '../resources/resource.ts';

export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Error types by status, as the official client knows them (service definition), and their messages. */
const ERRORS: Readonly<Record<number, readonly [type: string, message?: string]>> = {
  400: ['InvalidPayload', 'The request cannot be read'],
  401: ['Unauthorized', 'The token or the scope header is missing or invalid'],
  402: ['PaymentRequired'],
  403: ['Forbidden', 'The caller has no permission for this action'],
  404: ['ResourceNotFound', 'The resource does not exist'],
  405: ['MethodNotFound'],
  409: ['ReferenceConstraint', 'The resource cannot be deleted because something else refers to it'],
  410: ['ResourceGone'],
  413: ['PayloadTooLarge', 'The request payload is too large'],
  415: ['UnsupportedMediaType'],
  429: ['RateLimited', 'Too many requests: wait before sending more'],
  500: ['Internal', 'Something failed on the server'],
  // The client has no type for it, and prints the message of no error whose type it does not know.
  501: ['Internal'],
  503: ['Unknown', 'The service is not available at the moment'],
  504: ['OperationTimeout'],
};

export function jsonReply(status: number, json: Json): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(json),
  };
}

/** Returns a new id of the form `err_<yyyymmddhhmmss>x<8 hex>`. */
function errorId(): string {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  return `err_${stamp}x${crypto.randomUUID().slice(0, 8)}`;
}

/** Returns an error in the shape that the official client reads; the spec shows none (7). */
export function errorReply(status: number, message?: string, type?: string): Reply {
  const [known, words = `Status ${status}`] = ERRORS[status] ?? [status < 500 ? 'InvalidPayload' : 'Unknown'];
  const reply = jsonReply(status, {
    id: errorId(),
    code: status,
    type: type ?? known,
    message: message ?? words,
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

export const tokenOf = ({ authorization = '' }: IncomingHttpHeaders): string | undefined =>
  /^bearer +(.+)$/i.exec(authorization)?.[1];

/** Largest request bodies by area, in bytes (service definition; spec 8 shows no value). */
const LIMITS: Readonly<Record<Area, number>> = { admin: 50 * 1024 * 1024, chat: 1024 * 1024 };

/** Stops at the limit of the area. Throws connection errors. */
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

export function bodyText(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

export function bodyJson(body: Buffer): Json | undefined {
  try {
    return parseJson(bodyText(body) ?? '');
  } catch {
    return undefined;
  }
}

export type OperationEntry = { readonly resource: Resource; readonly operation: Operation };

export type RequestTarget = {
  /** As sent: not decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
};

/** `ids`: those in the path, decoded. */
export type Route = OperationEntry & { readonly ids: Ids };

/** Ignores the origin of an absolute one; undefined without a path. */
export function readTarget(url: string): RequestTarget | undefined {
  const local = url.replace(/^https?:\/\/[^/?#]*/i, '');
  if (!local.startsWith('/')) return undefined;
  const [path = '', ...query] = local.split('?');
  return { path, query: new URLSearchParams(query.join('?')) };
}

/** Undefined if it is not UTF-8 when decoded. */
export function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** `garbled`: an id is not UTF-8 when decoded. */
function idsIn(template: string, path: string): Ids | 'garbled' | undefined {
  const names = template.split('/');
  const segments = path.split('/');
  if (names.length !== segments.length) return undefined;
  const ids: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const segment = segments[at] ?? '';
    if (!name.startsWith('{')) {
      if (name !== segment) return undefined;
      continue;
    }
    if (segment === '' || segment === '.' || segment === '..') return undefined;
    const id = decoded(segment);
    if (id === undefined) return 'garbled';
    ids[name.slice(1, -1)] = id;
  }
  return ids;
}

export const matchesTemplate = (template: string, path: string): boolean =>
  idsIn(template, path) !== undefined;

/** Segments are decoded once, after splitting. */
export function findRoute(entries: readonly OperationEntry[], method: string, path: string) {
  for (const entry of entries) {
    if (entry.operation.method !== method) continue;
    const ids = idsIn(pathTemplate(entry.operation), path);
    if (ids === 'garbled') return 'garbled';
    if (ids !== undefined) return { ...entry, ids };
  }
  return undefined;
}

/** Query parameters of lists. The spec has none of them (service definition). */
export type ListQuery = {
  readonly token: string | undefined;
  readonly size: number;
  readonly sortField: 'createdAt' | 'updatedAt';
  readonly direction: 'asc' | 'desc';
  /** True for development records only, false for production records only. */
  readonly dev: boolean;
  readonly tags: readonly (readonly [key: string, value: string])[];
};

const MAX_SIZE = 1000;
const TAG = 'tags.';

/** Returns what is wrong with it. Ignores unknown parameters. */
export function readListQuery(query: URLSearchParams, defaultSize: number) {
  const problems: string[] = [];
  const oneOf = <T extends string>(name: string, first: T, second: T): T => {
    const text = query.get(name) ?? first;
    if (text !== first && text !== second) problems.push(`${name} must be one of ${first}, ${second}`);
    return text === second ? second : first;
  };
  const size = query.get('pageSize') ?? `${defaultSize}`;
  if (!/^\d{1,4}$/.test(size) || Number(size) < 1 || Number(size) > MAX_SIZE)
    problems.push(`pageSize must be a whole number from 1 to ${MAX_SIZE}`);
  const read: ListQuery = {
    token: query.get('nextToken') ?? undefined,
    size: Number(size),
    sortField: oneOf('sortField', 'createdAt', 'updatedAt'),
    direction: oneOf('sortDirection', 'desc', 'asc'),
    dev: oneOf('dev', 'false', 'true') === 'true',
    tags: [...query].flatMap(([name, value]) =>
      name.startsWith(TAG) ? [[name.slice(TAG.length), value] as const] : [],
    ),
  };
  const [problem] = problems;
  return problem === undefined ? read : { problem };
}
