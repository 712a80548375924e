import type { Ids } from '../api/operation.ts';
import { integration } from '../resources/integration.ts';
import {
  documentedOperations as described,
  resources as kinds,
  undocumentedOperations,
} from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { createRecordChanges, type RecordChanges, recordKey } from './changes.ts';
import { examplesOf } from './examples.ts';
import { faultOfJson } from './fault-text.ts';
import { createFaults, type Faults } from './faults.ts';
import { createOrigin, createSources } from './fixtures/fixtures.ts';
import { genericSource } from './fixtures/generic.ts';
import { dice, letters } from './fixtures/random.ts';
import type { Access } from './handlers.ts';
import { createRateLimiter, parseRate, type RateLimiter } from './rate.ts';
import type { OperationEntry } from './router.ts';
import { createStore, type Store } from './store.ts';
import type { Examples, Fault, LogEntry, SandboxOptions } from './types.ts';

/** Options that the package does not offer. */
export type ServiceOptions = SandboxOptions & { readonly operations?: readonly OperationEntry[] };

/** All that one sandbox needs to respond to requests. */
export type Service = {
  readonly entries: readonly OperationEntry[];
  /** All kinds of records. */
  readonly resources: readonly Resource[];
  readonly store: Store;
  readonly changes: RecordChanges;
  readonly examples: Examples;
  readonly access: Access;
  readonly faults: Faults;
  readonly rateLimiter: RateLimiter | undefined;
  readonly pageSize: number;
  readonly latencyMs: number;
  /** Latest requests, oldest first. */
  readonly log: LogEntry[];
  readonly clock: Clock;
  /** Time in epoch milliseconds, with what the sandbox was advanced by. */
  readonly realTime: () => number;
  /** Returns to the state after the start. */
  readonly reset: () => void;
};

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

/** Returns the limiter of a rate such as `5/s`. Throws if it is none. */
function limiterOf(text: string | undefined): RateLimiter | undefined {
  if (text === undefined) return undefined;
  const rate = parseRate(text);
  if (rate === undefined) throw new TypeError(`rate: "${text}" is not like 5/s, 100/m or 1000/h`);
  return createRateLimiter(rate);
}

/** Returns a fault that may be a text. Throws if it is none. */
export function faultOf(fault: Fault | string): Fault {
  const parsed = typeof fault === 'string' ? faultOfJson(fault) : fault;
  if (typeof parsed === 'string') throw new TypeError(`fault: ${parsed}`);
  return parsed;
}

const generatedToken = (seed: number, name: string): string => `bp_pat_${letters(dice(seed, name), 36)}`;

export function createService(options: ServiceOptions): Service {
  const { seed = 1, now = Date.now(), bots = 163, odd: isOdd = false, workspaceId } = options;
  const entries = [
    ...(options.operations ?? described),
    ...(options.ext === true ? undocumentedOperations : []),
  ];
  const rateLimiter = limiterOf(options.rate);
  const origin = createOrigin({ seed, now, bots, isOdd, workspaceId });
  const changes = createRecordChanges();
  const clock = createClock();
  const isGone = (integrationId: string): boolean =>
    changes.get(recordKey(integration, { integrationId }))?.isDeleted === true;
  const sources = createSources(origin, isGone);
  const resources = kindsOf(entries);
  const store = createStore({
    resources,
    sourceOf: resource => sources[resource.kind] ?? genericSource(origin, resource),
    changes,
    now: () => clock.at(options.now),
  });
  const faults = createFaults((options.faults ?? []).map(faultOf));
  const log: LogEntry[] = [];
  return {
    entries,
    resources,
    store,
    changes,
    examples: examplesOf(origin, sources),
    access: {
      token: options.token ?? generatedToken(seed, 'token'),
      limitedToken: generatedToken(seed, 'limited-token'),
      expiredToken: generatedToken(seed, 'expired-token'),
      workspaceIds: origin.workspaceIds,
    },
    faults,
    rateLimiter,
    pageSize: options.pageSize ?? 20,
    latencyMs: options.latency ?? 0,
    log,
    clock,
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
