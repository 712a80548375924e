import type { IncomingMessage, ServerResponse } from 'node:http';
import { controlReply, isControl } from './control.ts';
import { cut, deliver, pause } from './deliver.ts';
import { chooserIn, parseEffects } from './fault-words.ts';
import { faultReply } from './faults.ts';
import { carryOut, isReader, isReply, scopeOf } from './handlers.ts';
import { errorReply, isValidBody, type Reply, readBody, unserved } from './http/http.ts';
import { findRoute, type RequestTarget, readTarget } from './http/router.ts';
import type { Service } from './service.ts';
import type { Fault } from './types.ts';

const MAX_LOG = 10_000;

/** Returns the method of a request. HEAD is a GET, of whose response Node sends no body. */
const methodOf = ({ method = '' }: IncomingMessage): string => (method === 'HEAD' ? 'GET' : method);

/** Returns the response to a request, without any fault. */
async function respond(service: Service, request: IncomingMessage, target: RequestTarget): Promise<Reply> {
  const method = methodOf(request);
  const route = findRoute(service.entries, method, target.path);
  if (route === 'garbled') return errorReply(400, 'The path cannot be decoded', 'InvalidIdentifier');
  if (route === undefined) return unserved(method, target.path);
  const body = await readBody(request, route.operation.area);
  if (body === 'too-large') return errorReply(413);
  const scope = scopeOf(service.access, route.operation, request.headers);
  if (isReply(scope)) return scope;
  if (!isValidBody(body)) return errorReply(400, 'The request body is not JSON');
  if (method !== 'GET' && isReader(service.access, request.headers)) return errorReply(403);
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

/**
 * Returns the fault for a request: the one its header names, else the latest that matches. Returns why the
 * header is invalid.
 */
function faultFor(service: Service, request: IncomingMessage, path: string): Fault | string {
  const words = request.headers['x-sandbox-fault'];
  if (typeof words !== 'string') return service.faults.take(methodOf(request), path) ?? {};
  const fault = parseEffects(words);
  if (typeof fault === 'string') return fault;
  const name = chooserIn(fault);
  return name === undefined ? fault : `${name} has no effect on a single request`;
}

async function handle(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = readTarget(request.url ?? '');
  if (target !== undefined && isControl(target))
    return deliver(response, await controlReply(service, request, target), {});
  const fault = target === undefined ? {} : faultFor(service, request, target.path);
  if (typeof fault === 'string') return deliver(response, errorReply(400, `x-sandbox-fault: ${fault}`), {});
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

/** Adds a request to the log, but not one to the control address. Returns its entry. */
function logged({ log, realTime }: Service, { method = '', url: path = '', headers }: IncomingMessage) {
  const entry = { method, path, headers, at: realTime(), status: undefined as number | undefined };
  const target = readTarget(path);
  if (target !== undefined && isControl(target)) return entry;
  log.push(entry);
  if (log.length > MAX_LOG) log.shift();
  return entry;
}

/** Returns the request listener. No request, however malformed, ends the process. */
export function requestListener(
  service: Service,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const entry = logged(service, request);
    const start = performance.now();
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    handle(service, request, response)
      .catch(() => fail(response))
      .finally(() => {
        if (response.headersSent) entry.status = response.statusCode;
        service.onResponse?.(entry, performance.now() - start);
        // Discards the rest of the body, which would block the connection.
        request.resume();
      });
  };
}
