import { type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Area, type Ids, type Operation, pathTemplate } from '../api/operation.ts';
import { type Json, parseJson } from '../json/json.ts';
import type { Resource } from '../resources/resource.ts';
import { attempt } from '../text/result.ts';
import { isDataError } from './checks.ts';

export type Reply = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: string }>;

/** By status, as the official client knows the types (service definition). */
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

export const textReply = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body,
});

export const jsonReply = (status: number, json: Json): Reply => textReply(status, JSON.stringify(json));

/** In the shape that the official client reads; the spec shows none (7). */
export function errorReply(status: number, message?: string, type?: string): Reply {
  const [known, words = `Status ${status}`] = ERRORS[status] ?? [status < 500 ? 'InvalidPayload' : 'Unknown'];
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const id = `err_${stamp}x${crypto.randomUUID().slice(0, 8)}`;
  const reply = jsonReply(status, { id, code: status, type: type ?? known, message: message ?? words });
  return status === 429 ? { ...reply, headers: { ...reply.headers, 'retry-after': '1' } } : reply;
}

/** Throws an error with the reply. */
export function refuse(...error: Parameters<typeof errorReply>): never {
  throw Object.assign(new Error('refused'), { reply: errorReply(...error) });
}

export function replyTo(error: unknown): Reply {
  if (error instanceof Error && 'reply' in error) return error.reply as Reply;
  return isDataError(error) ? errorReply(error.status, error.message) : errorReply(500);
}

/** Responds with 400 or 431 in the usual error shape, and closes the connection. */
export function refuseGarbage(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const { body, headers } = errorReply(status, 'The request cannot be read');
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** HEAD is a GET, of whose response Node sends no body. */
export const methodOf = ({ method = '' }: IncomingMessage) => (method === 'HEAD' ? 'GET' : method);

export const tokenOf = ({ authorization = '' }: IncomingHttpHeaders): string | undefined =>
  /^bearer +(.+)$/i.exec(authorization)?.[1];

/** In bytes (service definition; spec 8 shows no value). */
const LIMITS: Readonly<Record<Area, number>> = { admin: 50 * 1024 * 1024, chat: 1024 * 1024 };

/** Stops at the limit of the area. Throws connection errors. */
export async function readBody(request: IncomingMessage, area: Area): Promise<Buffer> {
  const limit = LIMITS[area];
  if (Number(request.headers['content-length'] ?? 0) > limit) refuse(413);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > limit) refuse(413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export const bodyText = (body: Buffer) =>
  attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(body));

export const bodyJson = (body: Buffer) => attempt(() => parseJson(bodyText(body) ?? ''));

export type OperationEntry = Readonly<{ resource: Resource; operation: Operation }>;

export type RequestTarget = Readonly<{
  /** As sent: not decoded, without the query. */
  path: string;
  query: URLSearchParams;
}>;

export type Route = OperationEntry & { readonly ids: Ids };

/** Ignores the origin of an absolute one; undefined without a path. */
export function readTarget(url: string): RequestTarget | undefined {
  const local = url.replace(/^https?:\/\/[^/?#]*/i, '');
  if (!local.startsWith('/')) return undefined;
  const [path = '', ...query] = local.split('?');
  return { path, query: new URLSearchParams(query.join('?')) };
}

/** Throws a 400 for a segment that is not UTF-8 when decoded. */
export const decoded = (segment: string): string =>
  attempt(() => decodeURIComponent(segment)) ??
  refuse(400, 'The path cannot be decoded', 'InvalidIdentifier');

function segmentsFor(template: string, path: string): Ids | undefined {
  const segments = path.split('/');
  const pairs = template.split('/').map((name, at) => [name, segments[at] ?? ''] as const);
  const isNamed = (name: string) => name.startsWith('{');
  const fits = pairs.every(([name, segment]) =>
    isNamed(name) ? !['', '.', '..'].includes(segment) : name === segment,
  );
  if (!fits || pairs.length !== segments.length) return undefined;
  const named = pairs.filter(([name]) => isNamed(name));
  return Object.fromEntries(named.map(([name, segment]) => [name.slice(1, -1), segment]));
}

/** Decodes segments once, after splitting. Throws a 501 where the API may have an operation, else a 404. */
export function findRoute(entries: readonly OperationEntry[], method: string, path: string): Route {
  for (const entry of entries) {
    const { operation } = entry;
    const sent = operation.method === method ? segmentsFor(pathTemplate(operation), path) : undefined;
    if (sent === undefined) continue;
    const ids = Object.entries(sent).map(([name, segment]) => [name, decoded(segment)]);
    return { ...entry, ids: Object.fromEntries(ids) };
  }
  const sent = `${method} ${path.slice(0, 200)}`;
  return path.startsWith('/v1/')
    ? refuse(501, `The sandbox does not serve ${sent}. It lists its operations in: botscope help sandbox`)
    : refuse(404, `The API has no path ${sent}: all begin with /v1/`);
}

/** The spec has none of them (service definition). */
export type ListQuery = Readonly<{
  token: string | undefined;
  size: number;
  sortField: 'createdAt' | 'updatedAt';
  direction: 'asc' | 'desc';
  /** Development records only; false: production records only. */
  dev: boolean;
  tags: readonly (readonly [key: string, value: string])[];
}>;

const MAX_SIZE = 1000;
const TAG = 'tags.';

/** Ignores unknown parameters. Throws a 400 for an invalid value. */
export function readListQuery(query: URLSearchParams, defaultSize: number): ListQuery {
  const wrong = (problem: string): never => refuse(400, problem, 'InvalidQuery');
  const size = query.get('pageSize') ?? `${defaultSize}`;
  if (!/^\d{1,4}$/.test(size) || Number(size) < 1 || Number(size) > MAX_SIZE)
    wrong(`pageSize must be a whole number from 1 to ${MAX_SIZE}`);
  const oneOf = <T extends string>(name: string, first: T, second: T): T => {
    const text = query.get(name) ?? first;
    if (text === first) return first;
    return text === second ? second : wrong(`${name} must be one of ${first}, ${second}`);
  };
  return {
    token: query.get('nextToken') ?? undefined,
    size: Number(size),
    sortField: oneOf('sortField', 'createdAt', 'updatedAt'),
    direction: oneOf('sortDirection', 'desc', 'asc'),
    dev: oneOf('dev', 'false', 'true') === 'true',
    tags: [...query].flatMap(([name, value]) =>
      name.startsWith(TAG) ? [[name.slice(TAG.length), value] as const] : [],
    ),
  };
}
