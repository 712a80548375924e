import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ids } from '../api/operation.ts';
import { integration } from '../resources/integration.ts';
import {
  documentedOperations as described,
  resources as kinds,
  undocumentedOperations,
} from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { cut, deliver, pause } from './deliver.ts';
import { type EarlierVersion, type Examples, earlierVersions, examplesOf } from './examples.ts';
import { createFaults, EFFECT_WORDS, type Fault, type Faults, faultReply, readEffect } from './faults.ts';
import { createOrigin, createSources } from './fixtures/fixtures.ts';
import { genericSource } from './fixtures/generic.ts';
import { dice, letters } from './fixtures/random.ts';
import { type Access, carryOut, isReply, scopeOf } from './handlers.ts';
import { errorReply, type Reply, readPayload, refuseGarbage } from './http.ts';
import { findRoute, type OperationEntry, type RequestTarget, readTarget } from './router.ts';
import { type Change, createStore, recordKey, type Store } from './store.ts';

export type SandboxOptions = {
  /** Port to listen on. Default: 0, any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Bots of the main workspace, 0 to 100,000. Default: 163. */
  readonly bots?: number;
  /** Items on a page unless the request sets `pageSize`. Default: 20. */
  readonly pageSize?: number;
  readonly seed?: number;
  /** Delay of every response. */
  readonly latencyMs?: number;
  readonly token?: string;
  readonly workspaceId?: string;
  /** Time that the times of records are relative to, in epoch milliseconds. Default: now. */
  readonly now?: number;
  readonly operations?: readonly OperationEntry[];
  /** Serves the undocumented lists of issues and events, too. */
  readonly ext?: boolean;
  readonly faults?: readonly Fault[];
};

/** A received request; `status` is undefined until, and unless, it gets a response. */
export type LogEntry = {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly status: number | undefined;
};

export type Sandbox = {
  readonly baseUrl: string;
  readonly token: string;
  readonly workspaceId: string;
  readonly examples: Examples;
  /** Returns earlier versions of some records. */
  readonly seenBefore: () => readonly EarlierVersion[];
  /** Changes a record, as if somebody had edited it. */
  readonly change: (kind: string, ids: Ids, change: Change) => void;
  /** Returns ids of the first records of a kind below a parent, also if no operation lists them. */
  readonly idsOf: (kind: string, parents: Ids) => readonly string[];
  /** Latest requests, oldest first. */
  readonly log: readonly LogEntry[];
  /** Adds a fault. Returns a function that removes it. */
  readonly fault: (fault: Fault) => () => void;
  /** Closes all connections and frees the port. */
  readonly close: () => Promise<void>;
};

const MAX_LOG = 10_000;

type Service = {
  readonly entries: readonly OperationEntry[];
  readonly store: Store;
  readonly access: Access;
  readonly faults: Faults;
  readonly pageSize: number;
  readonly latencyMs: number;
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
  const { query } = target;
  return carryOut(service.store, route, { scope, query, pageSize: service.pageSize });
}

/** Returns the fault for a request: the one its header names, else the latest that matches. */
function faultFor(service: Service, request: IncomingMessage, path: string): Fault {
  const word = request.headers['x-sandbox-fault'];
  if (typeof word !== 'string') return service.faults.take(request.method ?? '', path) ?? {};
  return readEffect(word) ?? { status: 400, body: { message: `x-sandbox-fault: ${EFFECT_WORDS}` } };
}

async function handle(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = readTarget(request.url ?? '');
  const fault = target === undefined ? {} : faultFor(service, request, target.path);
  await pause(service.latencyMs + (fault.delayMs ?? 0));
  if (fault.hang === 'headers') return;
  if (fault.reset === 'before') return cut(response);
  const faultyReply = faultReply(fault);
  const isCarriedOut = faultyReply === undefined || fault.carriedOut === true;
  const realReply = async (): Promise<Reply> =>
    target === undefined ? errorReply(400, 'The target is not a path') : respond(service, request, target);
  const reply = isCarriedOut ? await realReply() : undefined;
  if (fault.reset === 'after') return cut(response);
  await deliver(response, faultyReply ?? reply ?? errorReply(500), fault);
}

async function fail(response: ServerResponse): Promise<void> {
  if (response.headersSent || response.destroyed) response.destroy();
  else await deliver(response, errorReply(500), {});
}

/** Returns the request listener. No request, however malformed, ends the process. */
function serveOne(
  service: Service,
  log: LogEntry[],
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const entry = { method, path, headers, at: Date.now(), status: undefined as number | undefined };
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

function kindsOf(entries: readonly OperationEntry[]): readonly Resource[] {
  const all = new Map(kinds.map(resource => [resource.kind, resource]));
  for (const { resource } of entries) all.set(resource.kind, resource);
  return [...all.values()];
}

function createService(options: SandboxOptions): { service: Service; examples: Examples } {
  const { seed = 1, now = Date.now(), bots = 163, workspaceId } = options;
  const entries = [
    ...(options.operations ?? described),
    ...(options.ext === true ? undocumentedOperations : []),
  ];
  const origin = createOrigin({ seed, now, bots, workspaceId });
  const gone = new Set<string>();
  const sources = createSources(origin, integrationId => gone.has(recordKey(integration, { integrationId })));
  const sourceOf = (resource: Resource) => sources[resource.kind] ?? genericSource(origin, resource);
  const token = options.token ?? `bp_pat_${letters(dice(seed, 'token'), 36)}`;
  const service: Service = {
    entries,
    store: createStore({ resources: kindsOf(entries), sourceOf, gone }),
    access: { token, workspaceIds: origin.workspaceIds },
    faults: createFaults(options.faults ?? []),
    pageSize: options.pageSize ?? 20,
    latencyMs: options.latencyMs ?? 0,
  };
  return { service, examples: examplesOf(origin, sources) };
}

function kindOf({ entries }: Service, kind: string): Resource {
  const found = kindsOf(entries).find(each => each.kind === kind);
  if (found === undefined) throw new Error(`no kind ${kind}`);
  return found;
}

function idsOf({ store, entries, access, pageSize }: Service, kind: string, parents: Ids): readonly string[] {
  const resource = kindsOf(entries).find(each => each.kind === kind);
  const scope = { workspaceId: access.workspaceIds[0] ?? '', ...parents };
  const query = {
    token: undefined,
    size: pageSize,
    sortField: 'createdAt',
    direction: 'desc',
    dev: false,
    tags: [],
  } as const;
  const page = resource === undefined ? undefined : store.page(resource, scope, query);
  return page === undefined || page === 'bad-token' ? [] : page.items.map(item => `${item['id']}`);
}

/**
 * Starts the service of the specification with generated records. Rejects with the system error if it cannot
 * listen (`code` EADDRINUSE, EACCES, …). Spec 4, 5, 7.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { service, examples } = createService(options);
  const log: LogEntry[] = [];
  const server = createServer(serveOne(service, log));
  server.on('clientError', refuseGarbage);
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    token: service.access.token,
    workspaceId: service.access.workspaceIds[0] ?? '',
    examples,
    seenBefore: () => earlierVersions(service.store, examples, options.now ?? Date.now()),
    change: (kind, ids, change) => service.store.change(kindOf(service, kind), ids, change),
    idsOf: (kind, parents) => idsOf(service, kind, parents),
    log,
    fault: service.faults.add,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
