import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ids } from '../api/operation.ts';
import { integration } from '../resources/integration.ts';
import { ownIdName } from '../resources/record-ids.ts';
import {
  documentedOperations as described,
  resources as kinds,
  undocumentedOperations,
} from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { type ChangesByKey, createRecordChanges, type RecordChanges, recordKey } from './changes.ts';
import { type EarlierVersion, earlierVersions, examplesOf } from './examples.ts';
import { parseFault } from './fault-text.ts';
import { createFaults } from './faults.ts';
import { createOrigin, createSources } from './fixtures/fixtures.ts';
import { genericSource } from './fixtures/generic.ts';
import { dice, letters } from './fixtures/random.ts';
import { refuseGarbage } from './http.ts';
import { createRateLimiter, parseRate } from './rate.ts';
import type { OperationEntry } from './router.ts';
import { requestListener, type Service } from './service.ts';
import { createStore } from './store.ts';
import type { Examples, Fault, Sandbox, SandboxOptions, Snapshot } from './types.ts';

/** Options that the package does not offer. */
type ServiceOptions = SandboxOptions & { readonly operations?: readonly OperationEntry[] };

/** Earlier versions of some records, for the demo. */
type DemoRecords = { readonly seenBefore: () => readonly EarlierVersion[] };

function kindsOf(entries: readonly OperationEntry[]): readonly Resource[] {
  const all = new Map(kinds.map(resource => [resource.kind, resource]));
  for (const { resource } of entries) all.set(resource.kind, resource);
  return [...all.values()];
}

/** Time of a sandbox: the system clock, or one that stands still, and what it was advanced by. */
type Clock = { readonly at: (start: number | undefined) => number; advancedMs: number };

function createClock(): Clock {
  const clock: Clock = { advancedMs: 0, at: start => (start ?? Date.now()) + clock.advancedMs };
  return clock;
}

type SandboxModel = {
  readonly service: Service;
  readonly examples: Examples;
  readonly changes: RecordChanges;
  readonly clock: Clock;
};

const tokenOf = (seed: number, name: string): string => `bp_pat_${letters(dice(seed, name), 36)}`;

function createModel(options: ServiceOptions): SandboxModel {
  const { seed = 1, now = Date.now(), bots = 163, odd: isOdd = false, workspaceId } = options;
  const entries = [
    ...(options.operations ?? described),
    ...(options.ext === true ? undocumentedOperations : []),
  ];
  const rate = options.rate === undefined ? undefined : parseRate(options.rate);
  if (options.rate !== undefined && rate === undefined)
    throw new TypeError(`rate: "${options.rate}" is not like 5/s, 100/m or 1000/h`);
  const origin = createOrigin({ seed, now, bots, isOdd, workspaceId });
  const changes = createRecordChanges();
  const clock = createClock();
  const isGone = (integrationId: string): boolean =>
    changes.get(recordKey(integration, { integrationId }))?.isDeleted === true;
  const sources = createSources(origin, isGone);
  const store = createStore({
    resources: kindsOf(entries),
    sourceOf: resource => sources[resource.kind] ?? genericSource(origin, resource),
    changes,
    now: () => clock.at(options.now),
  });
  const service: Service = {
    entries,
    store,
    access: {
      token: options.token ?? tokenOf(seed, 'token'),
      limitedToken: tokenOf(seed, 'limited-token'),
      expiredToken: tokenOf(seed, 'expired-token'),
      workspaceIds: origin.workspaceIds,
    },
    faults: createFaults((options.faults ?? []).map(faultOf)),
    rateLimiter: rate === undefined ? undefined : createRateLimiter(rate),
    pageSize: options.pageSize ?? 20,
    latencyMs: options.latency ?? 0,
    log: [],
    realTime: () => clock.at(undefined),
  };
  return { service, examples: examplesOf(origin, sources), changes, clock };
}

function kindOf({ entries }: Service, kind: string): Resource {
  const found = kindsOf(entries).find(each => each.kind === kind);
  if (found === undefined) throw new Error(`no kind ${kind}`);
  return found;
}

function idsOf(service: Service, kind: string, parents: Ids): readonly string[] {
  const scope = { workspaceId: service.access.workspaceIds[0] ?? '', ...parents };
  const query = {
    token: undefined,
    size: service.pageSize,
    sortField: 'createdAt',
    direction: 'desc',
    dev: false,
    tags: [],
  } as const;
  const resource = kindsOf(service.entries).find(each => each.kind === kind);
  const page = resource === undefined ? undefined : service.store.page(resource, scope, query);
  return page === undefined || page === 'bad-token' ? [] : page.items.map(item => `${item['id']}`);
}

/** Parses a fault that is a text. Throws if it is none. */
function faultOf(fault: Fault | string): Fault {
  const parsed = typeof fault === 'string' ? parseFault(fault) : fault;
  if (typeof parsed === 'string') throw new TypeError(`fault: ${parsed}`);
  return parsed;
}

/** Returns the functions that change a running sandbox. */
function controlsOf({ service, changes, clock }: SandboxModel) {
  const { store, faults, rateLimiter, log } = service;
  const scope: Ids = { workspaceId: service.access.workspaceIds[0] ?? '' };
  const restore = (snapshot: Snapshot): void => {
    changes.restore(snapshot.changes as ChangesByKey);
    clock.advancedMs = snapshot.advancedMs;
  };
  return {
    reset: () => {
      restore({ changes: {}, advancedMs: 0 });
      faults.reset();
      rateLimiter?.reset();
      log.length = 0;
    },
    snapshot: (): Snapshot => ({ changes: changes.snapshot(), advancedMs: clock.advancedMs }),
    restore,
    fault: (fault: Fault | string) => faults.add(faultOf(fault)),
    put: (kind: string, record: Parameters<Sandbox['put']>[1], parents: Ids = {}) => {
      const resource = kindOf(service, kind);
      const ids = { ...scope, ...parents, [ownIdName(resource)]: record.id };
      if (store.put(resource, ids, record) === undefined) throw new Error(`no parent of this ${kind}`);
    },
    advance: (ms: number) => {
      clock.advancedMs += ms;
    },
  };
}

/**
 * Starts the service of the specification with generated records. Rejects with the system error if it cannot
 * listen (`code` EADDRINUSE, EACCES, …). Spec 4, 5, 7.
 */
export async function startSandbox(options: ServiceOptions = {}): Promise<Sandbox & DemoRecords> {
  const model = createModel(options);
  const { service, examples } = model;
  const server = createServer(requestListener(service));
  server.on('clientError', refuseGarbage);
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    token: service.access.token,
    limitedToken: service.access.limitedToken,
    expiredToken: service.access.expiredToken,
    workspaceId: service.access.workspaceIds[0] ?? '',
    ids: examples,
    requests: service.log,
    ...controlsOf(model),
    seenBefore: () => earlierVersions(service.store, examples, options.now ?? Date.now()),
    idsOf: (kind, parents) => idsOf(service, kind, parents),
    close,
    [Symbol.asyncDispose]: close,
  };
}
