import type { IncomingMessage, ServerResponse } from 'node:http';
import { cut, deliver, pause } from './deliver.ts';
import { parseEffects } from './fault-text.ts';
import { type Faults, faultReply } from './faults.ts';
import { type Access, carryOut, isReader, isReply, scopeOf } from './handlers.ts';
import { errorReply, type Reply, readPayload } from './http.ts';
import type { RateLimiter } from './rate.ts';
import { findRoute, type OperationEntry, type RequestTarget, readTarget } from './router.ts';
import type { Store } from './store.ts';
import type { Fault, LogEntry } from './types.ts';

const MAX_LOG = 10_000;

/** All that one sandbox needs to respond to requests. */
export type Service = {
  readonly entries: readonly OperationEntry[];
  readonly store: Store;
  readonly access: Access;
  readonly faults: Faults;
  readonly rateLimiter: RateLimiter | undefined;
  readonly pageSize: number;
  readonly latencyMs: number;
  /** Latest requests, oldest first. */
  readonly log: LogEntry[];
  /** Time in epoch milliseconds, with what the sandbox was advanced by. */
  readonly realTime: () => number;
};

/** Returns the response to a request, without any fault. */
async function respond(service: Service, request: IncomingMessage, target: RequestTarget): Promise<Reply> {
  const route = findRoute(service.entries, request.method ?? '', target.path);
  if (route === 'garbled') return errorReply(400, 'The path cannot be decoded', 'InvalidIdentifier');
  if (route === undefined)
    return errorReply(404, `There is no ${request.method} ${target.path.slice(0, 200)}`);
  const payload = await readPayload(request, route.operation.area);
  if (payload === 'too-large') return errorReply(413);
  const scope = scopeOf(service.access, route.operation, request.headers);
  if (isReply(scope)) return scope;
  if (payload === 'broken') return errorReply(400, 'The request body is not JSON');
  if (request.method !== 'GET' && isReader(service.access, request.headers)) return errorReply(403);
  const { query } = target;
  return carryOut(service.store, route, { scope, query, pageSize: service.pageSize });
}

/** Returns the response to a request within the rate limit, without any fault. */
async function respondInRate(
  service: Service,
  request: IncomingMessage,
  target: RequestTarget | undefined,
): Promise<Reply> {
  if (target === undefined) return errorReply(400, 'The target is not a path');
  const rate = service.rateLimiter?.take(service.realTime());
  const reply = rate?.isOver === true ? errorReply(429) : await respond(service, request, target);
  return { ...reply, headers: { ...reply.headers, ...rate?.headers } };
}

/** Returns the fault for a request: the one its header names, else the latest that matches. */
function faultFor(service: Service, request: IncomingMessage, path: string): Fault {
  const word = request.headers['x-sandbox-fault'];
  if (typeof word !== 'string') return service.faults.take(request.method ?? '', path) ?? {};
  const fault = parseEffects(word);
  return typeof fault === 'string' ? { status: 400, body: { message: `x-sandbox-fault: ${fault}` } } : fault;
}

async function handle(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = readTarget(request.url ?? '');
  const fault = target === undefined ? {} : faultFor(service, request, target.path);
  await pause(service.latencyMs + (fault.delayMs ?? 0));
  if (fault.hang === 'headers') return;
  if (fault.reset === 'before') return cut(response);
  const faultyReply = faultReply(fault);
  const isCarriedOut = faultyReply === undefined || fault.carriedOut === true;
  const reply = isCarriedOut ? await respondInRate(service, request, target) : undefined;
  if (fault.reset === 'after') return cut(response);
  await deliver(response, faultyReply ?? reply ?? errorReply(500), fault);
}

async function fail(response: ServerResponse): Promise<void> {
  if (response.headersSent || response.destroyed) response.destroy();
  else await deliver(response, errorReply(500), {});
}

/** Returns the request listener. No request, however malformed, ends the process. */
export function requestListener(
  service: Service,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { log } = service;
  return (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const entry = { method, path, headers, at: service.realTime(), status: undefined as number | undefined };
    log.push(entry);
    if (log.length > MAX_LOG) log.shift();
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    handle(service, request, response)
      .catch(() => fail(response))
      .finally(() => {
        if (response.headersSent) entry.status = response.statusCode;
        // Discards the rest of the body, which would block the connection.
        request.resume();
      });
  };
}
