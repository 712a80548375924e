import { type Ids, undocumentedOperation } from '../api/operation.ts';
import { isList, type Json } from '../json/json.ts';
import { integration } from '../resources/integration.ts';
import {
  resources as allResources,
  documentedOperations,
  undocumentedOperations,
} from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { createRecordChanges, type RecordChanges, recordKey } from './changes.ts';
import { DataError, readDataFile } from './data-file.ts';
import { type EarlierVersion, earlierVersions, examplesOf, firstRecords } from './examples.ts';
import { faultOf } from './fault-words.ts';
import { createFaults, type Faults } from './faults.ts';
import { createOrigin, createSources, hubIntegration, workspaceIds } from './fixtures/fixtures.ts';
import { blankSource } from './fixtures/lists.ts';
import { dice, letters } from './fixtures/random.ts';
import type { Access } from './handlers.ts';
import type { OperationEntry } from './http/router.ts';
import { ownSources } from './own-source.ts';
import { createRateLimiter, parseRate, type RateLimiter } from './rate.ts';
import { type OwnRecords, ownRecords } from './records.ts';
import { createStore, type Store } from './store.ts';
import type { Examples, Fault, LogEntry, SandboxOptions } from './types.ts';

/** Options that the package does not offer. */
export type ServiceOptions = SandboxOptions & {
  readonly operations?: readonly OperationEntry[];
  /** Called with each request once its response is written, or will never be; `ms`: the time it took. */
  readonly onResponse?: (entry: LogEntry, ms: number) => void;
};

/** Returns the records of the options; undefined if they are to be generated. Throws a `TypeError`. */
export async function readOwnRecords(options: SandboxOptions): Promise<OwnRecords | undefined> {
  const { records = options.empty === true ? {} : undefined, seed = 1, now = Date.now() } = options;
  if (records === undefined) return undefined;
  const { workspaceId, odd: isOdd = false } = options;
  const [otherwise = ''] = workspaceIds(seed, workspaceId);
  const take = (json: Json): OwnRecords => ownRecords(json, { isOdd, workspaceId, otherwise, now });
  // As JSON: without undefined members, and a copy.
  return typeof records === 'string'
    ? readDataFile(records, take)
    : take(JSON.parse(JSON.stringify(records)));
}

/** All that one sandbox needs to respond to requests. */
export type Service = {
  readonly entries: readonly OperationEntry[];
  readonly resources: readonly Resource[];
  readonly store: Store;
  readonly changes: RecordChanges;
  readonly examples: Examples;
  readonly seenBefore: () => readonly EarlierVersion[];
  readonly access: Access;
  readonly faults: Faults;
  readonly rateLimiter: RateLimiter | undefined;
  readonly pageSize: number;
  readonly latencyMs: number;
  /** Latest requests, oldest first. */
  readonly log: LogEntry[];
  readonly clock: Clock;
  /** Time of new records in epoch milliseconds; with `now` it stands still until the sandbox is advanced. */
  readonly recordTime: () => number;
  /** Time of requests in epoch milliseconds, with what the sandbox was advanced by. */
  readonly realTime: () => number;
  /** Returns to the state after the start. */
  readonly reset: () => void;
  readonly onResponse: ServiceOptions['onResponse'];
};

function kindsOf(entries: readonly OperationEntry[]): readonly Resource[] {
  const all = new Map(allResources.map(resource => [resource.kind, resource]));
  for (const { resource } of entries) all.set(resource.kind, resource);
  return [...all.values()];
}

/** Time of a sandbox: the system clock, or one that stands still, and what it was advanced by. */
type Clock = { readonly at: (start: number | undefined) => number; advancedMs: number };

function createClock(): Clock {
  const clock: Clock = { advancedMs: 0, at: start => (start ?? Date.now()) + clock.advancedMs };
  return clock;
}

/** Returns a fault that may be a text. Throws a `DataError` if it is none. */
export function checkedFault(given: unknown, at?: number): Fault {
  const fault = faultOf(given);
  if (typeof fault !== 'string') return fault;
  throw at === undefined ? new TypeError(`fault: ${fault}`) : new DataError([at], fault);
}

/** Returns the faults of the options, also those of a file. Throws a `TypeError`. */
export async function readFaults({ faults = [] }: SandboxOptions): Promise<readonly Fault[]> {
  if (typeof faults !== 'string') return faults.map(fault => checkedFault(fault));
  return readDataFile(faults, json => {
    if (!isList(json)) throw new DataError([], 'The faults must be a list');
    return json.map(checkedFault);
  });
}

/** Returns the generated token of a name: random for records of one's own, else the same in every run. */
const tokenFor = (seed: number, name: string, isRandom: boolean): string =>
  isRandom ? `bp_pat_${crypto.randomUUID().replaceAll('-', '')}` : `bp_pat_${letters(dice(seed, name), 36)}`;

/** Records and faults of the options, read from their files. */
export type ServiceData = { readonly own: OwnRecords | undefined; readonly faults: readonly Fault[] };

const HUB_READ: OperationEntry = {
  resource: hubIntegration,
  operation: undocumentedOperation({
    id: 'hub-integration.read',
    area: 'admin',
    path: '/hub/integrations/{integrationId}',
    response: { shape: 'record', key: 'integration' },
  }),
};

/** Creates the state of one sandbox, which `requestListener` serves. */
export function createService(options: ServiceOptions, { own, faults: firstFaults }: ServiceData): Service {
  const { seed = 1, now = Date.now(), bots = 163, odd: isOdd = false, workspaceId } = options;
  const entries = [
    ...(options.operations ?? documentedOperations),
    HUB_READ,
    ...(options.ext === true ? undocumentedOperations : []).filter(
      ({ resource }) => own?.unread.includes(resource.kind) !== true,
    ),
  ];
  const rate = parseRate(options.rate ?? '');
  const rateLimiter = rate === undefined ? undefined : createRateLimiter(rate);
  const generated = createOrigin({ seed, now, bots, isOdd, workspaceId });
  const origin = own === undefined ? generated : { ...generated, workspaceIds: own.workspaceIds };
  const changes = createRecordChanges();
  const clock = createClock();
  const isGone = (integrationId: string): boolean =>
    changes.get(recordKey(integration, { integrationId }))?.isDeleted === true;
  const sources = own === undefined ? createSources(origin, isGone) : ownSources(own, isGone);
  const isOwn = own !== undefined;
  const resources = kindsOf(entries);
  const recordTime = (): number => clock.at(options.now);
  const store = createStore({
    resources,
    sourceOf: resource => sources[resource.kind] ?? blankSource(origin, resource),
    changes,
    workspaceIds: origin.workspaceIds,
    isOdd: isOdd || own?.isOdd === true,
    now: recordTime,
  });
  const faults = createFaults(firstFaults);
  const examples: Examples = {
    ...examplesOf(generated, createSources(generated, isGone)),
    ...(own && firstRecords(own)),
  };
  const log: LogEntry[] = [];
  return {
    entries,
    resources,
    store,
    changes,
    examples,
    seenBefore: () => (isOwn ? [] : earlierVersions(generated, examples)),
    access: {
      token: options.token ?? tokenFor(seed, 'token', isOwn),
      limitedToken: tokenFor(seed, 'limited-token', isOwn),
      expiredToken: tokenFor(seed, 'expired-token', isOwn),
      workspaceIds: origin.workspaceIds,
    },
    faults,
    rateLimiter,
    pageSize: options.pageSize ?? 20,
    latencyMs: options.latency ?? 0,
    log,
    onResponse: options.onResponse,
    clock,
    recordTime,
    realTime: () => clock.at(undefined),
    reset: () => {
      changes.restore({});
      clock.advancedMs = 0;
      faults.reset();
      rateLimiter?.reset();
      log.length = 0;
    },
  };
}

/** Returns ids of the first records of a kind below a parent; none for an unknown kind or parent. */
export function firstIds(service: Service, kind: string, parents: Ids): readonly string[] {
  const scope = { workspaceId: service.access.workspaceIds[0] ?? '', ...parents };
  const query = {
    token: undefined,
    size: service.pageSize,
    sortField: 'createdAt',
    direction: 'desc',
    dev: false,
    tags: [],
  } as const;
  const resource = service.resources.find(each => each.kind === kind);
  const page = resource === undefined ? undefined : service.store.page(resource, scope, query);
  return page === undefined || page === 'bad-token' ? [] : page.items.map(item => `${item['id']}`);
}
