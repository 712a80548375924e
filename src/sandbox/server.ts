import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Ids, Operation } from '../api/operation.ts';
import type { JsonObject } from '../json/json.ts';
import { controlReply, isControl } from './control.ts';
import { allowPages } from './cors.ts';
import { chooserIn, parseEffects } from './fault-words.ts';
import { faultReply } from './faults.ts';
import {
  bodyJson,
  errorReply,
  findRoute,
  jsonReply,
  methodOf,
  type Reply,
  type RequestTarget,
  type Route,
  readBody,
  readListQuery,
  readTarget,
  refuse,
  refuseGarbage,
  replyTo,
  tokenOf,
} from './http.ts';
import { checkOptions } from './options.ts';
import { createService, type Service, type ServiceOptions } from './service.ts';
import { findRecord, readPage, removalRefusal, removeRecord, type Store } from './store.ts';
import type { Fault, Sandbox } from './types.ts';

const MAX_LOG = 10_000;

/** Spec 5. */
function scopeOf(service: Service, operation: Operation, headers: IncomingHttpHeaders): Ids {
  const token = tokenOf(headers);
  if (token === service.expiredToken) refuse(401, 'The token has expired');
  if (token !== service.token && token !== service.limitedToken)
    refuse(401, 'The token is missing or invalid');
  const name = operation.area === 'admin' ? 'x-workspace-id' : 'x-bot-id';
  const id = `${headers[name] ?? ''}`;
  if (id === '') refuse(401, `The header ${name} is missing`);
  if (operation.area === 'chat') return { botId: id };
  if (!service.store.workspaceIds.includes(id)) refuse(401, 'The header x-workspace-id is invalid');
  return { workspaceId: id };
}

/** 404 without a record. Spec 4. */
function envelope({ resource, operation: { response } }: Route, record: JsonObject | undefined): Reply {
  if (record === undefined) return refuse(404, `No ${resource.kind} has this id`);
  if (response.shape === 'nothing') return jsonReply(200, {});
  const key = 'key' in response ? response.key : undefined;
  return jsonReply(200, key === undefined ? record : { [key]: record });
}

function carryOut(store: Store, route: Route, query: URLSearchParams, pageSize: number): Reply {
  const { resource, operation, ids } = route;
  const { method, response } = operation;
  if (method === 'DELETE') {
    const refusal = removalRefusal(store, resource, ids);
    if (refusal !== undefined) refuse(...refusal);
    return envelope(route, removeRecord(store, resource, ids));
  }
  if (response.shape !== 'page') return envelope(route, findRecord(store, resource, ids));
  const { key, isWhole } = response;
  const read = readListQuery(query, pageSize);
  const wanted = isWhole ? { ...read, token: undefined, size: Infinity } : read;
  const page = readPage(store, resource, ids, wanted);
  if (page === undefined) return envelope(route, undefined);
  const meta = page.next === undefined ? {} : { nextToken: page.next };
  return jsonReply(200, isWhole ? { [key]: page.items } : { [key]: page.items, meta });
}

async function respond(service: Service, request: IncomingMessage, target: RequestTarget): Promise<Reply> {
  const method = methodOf(request);
  const route = findRoute(service.entries, method, target.path);
  const body = await readBody(request, route.operation.area);
  const scope = scopeOf(service, route.operation, request.headers);
  // No operation needs a body, but official clients send `{}`.
  if (body.length > 0 && bodyJson(body) === undefined) refuse(400, 'The request body is not JSON');
  if (method !== 'GET' && tokenOf(request.headers) === service.limitedToken) refuse(403);
  const ids = { ...scope, ...route.ids };
  return carryOut(service.store, { ...route, ids }, target.query, service.pageSize);
}

async function respondInRate(service: Service, request: IncomingMessage, target: RequestTarget | undefined) {
  if (target === undefined) return errorReply(400, 'The target is not a path');
  const rate = service.rateLimiter?.take(service.clock.at());
  const reply = rate?.isOver ? errorReply(429) : await respond(service, request, target).catch(replyTo);
  return { ...reply, headers: { ...reply.headers, ...rate?.headers } };
}

/** The fault in the header, else the latest that matches. */
function faultFor(service: Service, request: IncomingMessage, path: string): Fault {
  const words = request.headers['x-sandbox-fault'];
  if (typeof words !== 'string') return service.faults.take(methodOf(request), path) ?? {};
  const fault = parseEffects(words);
  if (typeof fault === 'string') return refuse(400, `x-sandbox-fault: ${fault}`);
  const name = chooserIn(fault);
  if (name !== undefined) refuse(400, `x-sandbox-fault: ${name} has no effect on a single request`);
  return fault;
}

const DRIP_MS = 10;

async function pause(ms: number): Promise<void> {
  if (ms > 0) await setTimeout(ms, undefined, { ref: false });
}

const cut = (response: ServerResponse) => void response.socket?.resetAndDestroy();

async function drip(response: ServerResponse, body: Buffer): Promise<void> {
  for (let at = 0; at < body.length && !response.destroyed; at++) {
    response.write(body.subarray(at, at + 1));
    await pause(DRIP_MS);
  }
  response.end();
}

async function deliver(response: ServerResponse, reply: Reply, fault: Fault): Promise<void> {
  const whole = Buffer.from(reply.body);
  const half = whole.subarray(0, Math.floor(whole.length / 2));
  const body = fault.truncate ? half : whole;
  const hasNone = reply.status === 204 || reply.status === 304;
  response.writeHead(reply.status, {
    ...(!hasNone && { 'content-length': body.length }),
    ...reply.headers,
  });
  if (fault.hang === 'body') response.write(half);
  else if (fault.reset === 'during') response.write(half, () => cut(response));
  else if (fault.drip) await drip(response, body);
  else response.end(hasNone ? undefined : body);
}

async function handle(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = readTarget(request.url ?? '');
  if (target !== undefined && isControl(target))
    return deliver(response, await controlReply(service, request, target), {});
  const fault = target === undefined ? {} : faultFor(service, request, target.path);
  await pause(service.latency + (fault.delayMs ?? 0));
  if (fault.hang === 'headers') return;
  if (fault.reset === 'before') return cut(response);
  const faultyReply = faultReply(fault);
  const isCarriedOut = faultyReply === undefined || fault.carriedOut === true;
  const reply = isCarriedOut ? await respondInRate(service, request, target) : undefined;
  if (fault.reset === 'after') return cut(response);
  await deliver(response, faultyReply ?? reply ?? errorReply(500), fault);
}

async function fail(response: ServerResponse, error: unknown): Promise<void> {
  if (response.headersSent || response.destroyed) response.destroy();
  else await deliver(response, replyTo(error), {});
}

/** Requests to the control address are not logged. */
function logged({ requests, clock }: Service, request: IncomingMessage, isOfControl: boolean) {
  const { method = '', url: path = '', headers } = request;
  const entry = { method, path, headers, at: clock.at(), status: undefined as number | undefined };
  if (isOfControl) return entry;
  requests.push(entry);
  if (requests.length > MAX_LOG) requests.shift();
  return entry;
}

/** No request, however malformed, ends the process. */
export function requestListener(service: Service) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const target = readTarget(request.url ?? '');
    const isOfControl = target !== undefined && isControl(target);
    // Pages of other origins may use the service, but not control it.
    if (service.cors && !isOfControl && allowPages(service.cors, request, response)) {
      request.resume();
      return;
    }
    const entry = logged(service, request, isOfControl);
    const start = performance.now();
    response.setHeader('date', new Date(service.store.now()).toUTCString());
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    handle(service, request, response)
      .catch((error: unknown) => fail(response, error))
      .finally(() => {
        if (response.headersSent) entry.status = response.statusCode;
        service.onResponse?.(entry, performance.now() - start);
        // Discards the rest of the body, which would block the connection.
        request.resume();
      });
  };
}

export { recordsSchema } from './records-schema.ts';

/** The 5 s of Node are less than the pauses between tests: a client would get ECONNRESET at that moment. */
const KEEP_ALIVE_MS = 60_000;

/** An address for clients of this machine, by the address that listens on all networks. */
const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Rejects with a system error (EADDRINUSE, EACCES, …), or a `TypeError` for a bad option. Spec 4, 5, 7. */
export async function startSandbox(
  options: ServiceOptions = {},
): Promise<Sandbox & Pick<Service, 'seenBefore' | 'hourBefore'>> {
  checkOptions(options);
  const service = await createService(options);
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, requestListener(service));
  server.on('clientError', refuseGarbage);
  const host = options.host ?? '127.0.0.1';
  await once(server.listen(options.port ?? 0, host), 'listening');
  const { address, port } = server.address() as AddressInfo;
  const reached = ANY_ADDRESS[address] ?? host;
  /** A test that goes on with a sandbox after its end has a mistake. */
  const whileOpen =
    <A extends readonly unknown[], R>(act: (...given: A) => R) =>
    (...given: A): R => {
      if (!server.listening) throw new TypeError('the sandbox is closed');
      return act(...given);
    };
  const close = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { token, limitedToken, expiredToken, ids, requests, seenBefore, hourBefore, store } = service;
  return {
    url: `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`,
    workspaceId: store.workspaceIds[0] ?? '',
    ...{ token, limitedToken, expiredToken, ids, requests, seenBefore, hourBefore },
    ...service.controls,
    reset: whileOpen(service.controls.reset),
    put: whileOpen(service.controls.put),
    fault: whileOpen(service.controls.fault),
    close,
    [Symbol.asyncDispose]: close,
  };
}
