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
import { type Examples, examplesOf, type SeenBefore, seenBefore } from './examples.ts';
import { createFaults, EFFECT_WORDS, type Fault, type Faults, faultReply, readEffect } from './faults.ts';
import { createOrigin, createSources } from './fixtures/fixtures.ts';
import { inventedSource } from './fixtures/generic.ts';
import { dice, letters } from './fixtures/random.ts';
import { type Access, carryOut, isReply, scopeOf } from './handlers.ts';
import { errorReply, type Reply, readPayload, refuseGarbage } from './http.ts';
import { findRoute, type OperationEntry, readTarget, type Target } from './router.ts';
import { type Change, createStore, goneKey, type Store } from './store.ts';

export type SandboxOptions = {
  /** 0, the standard, takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Bots of the main workspace, 0 to 100 000. */
  readonly bots?: number;
  /** Items of a page when the request asks for no number. */
  readonly pageSize?: number;
  readonly seed?: number;
  /** Pause before every answer, in milliseconds. */
  readonly latencyMs?: number;
  readonly token?: string;
  readonly workspaceId?: string;
  /** Epoch milliseconds that the records' times are relative to. */
  readonly now?: number;
  readonly operations?: readonly OperationEntry[];
  /** Also what the specification does not have (lists of issues and of their events). */
  readonly ext?: boolean;
  readonly faults?: readonly Fault[];
};

/** One request as it came in; `status` is undefined while, or because, it got no answer. */
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
  /** Some records as somebody may have seen them a while ago. */
  readonly seenBefore: () => readonly SeenBefore[];
  /** Changes a record from now on, as if somebody had worked on it. */
  readonly change: (kind: string, ids: Ids, change: Change) => void;
  /** Ids of the first records of a kind below a parent, also where no operation lists them. */
  readonly idsOf: (kind: string, parents: Ids) => readonly string[];
  /** The last requests, the oldest first. */
  readonly log: readonly LogEntry[];
  /** Makes requests go wrong; returns what ends that. */
  readonly fault: (fault: Fault) => () => void;
  /** Cuts every connection and frees the port. */
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

/** The answer of the service proper, no fault in sight. */
async function answer(service: Service, request: IncomingMessage, target: Target): Promise<Reply> {
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

/** The fault for a request: the one that its own header asks for, or the last added that fits. */
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
  const instead = faultReply(fault);
  const isCarriedOut = instead === undefined || fault.carriedOut === true;
  const usual = async (): Promise<Reply> =>
    target === undefined ? errorReply(400, 'The target is no path') : answer(service, request, target);
  const done = isCarriedOut ? await usual() : undefined;
  if (fault.reset === 'after') return cut(response);
  await deliver(response, instead ?? done ?? errorReply(500), fault);
}

async function fail(response: ServerResponse): Promise<void> {
  if (response.headersSent || response.destroyed) response.destroy();
  else await deliver(response, errorReply(500), {});
}

/** Answers one request, whatever it is; nothing that a client does ends the process. */
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
        // What was not read of a body is let go, or the connection would stand still.
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
  const sources = createSources(origin, integrationId => gone.has(goneKey(integration, { integrationId })));
  const sourceOf = (resource: Resource) => sources[resource.kind] ?? inventedSource(origin, resource);
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
 * Starts the service of the specification over made-up records. Rejects with the system's error when the
 * address cannot be taken (`code` EADDRINUSE, EACCES, …). Spec 4, 5, 7.
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
    seenBefore: () => seenBefore(service.store, examples, options.now ?? Date.now()),
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
