import type { IncomingMessage, ServerResponse } from 'node:http';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const SENT = 'authorization, content-type, x-bot-id, x-workspace-id, x-sandbox-fault';
const SEEN = 'date, location, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset';

/** Lets pages of an origin, or of any, read the response. True for a preflight, which is then complete. */
export function allowPages(cors: string | true, request: IncomingMessage, response: ServerResponse): boolean {
  const { origin = '', 'access-control-request-method': asked, ...others } = request.headers;
  // The official client asks with credentials in a browser: then `*` stands for no origin and no header.
  const any = /^[\x21-\x7e]+$/.test(origin) ? origin : '*';
  response.setHeader('access-control-allow-origin', cors === true ? any : cors);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-expose-headers', SEEN);
  response.setHeader('vary', 'origin');
  if (request.method !== 'OPTIONS' || asked === undefined) return false;
  response.writeHead(204, {
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': others['access-control-request-headers'] ?? SENT,
    'access-control-max-age': '600',
  });
  response.end();
  return true;
}
