import { type Ids, undocumentedOperation } from '../api/operation.ts';
import { badId } from '../api/url.ts';
import { isList, type JsonObject } from '../json/json.ts';
import { bot } from '../resources/bot.ts';
import { conversation } from '../resources/conversation.ts';
import { integration } from '../resources/integration.ts';
import { issue } from '../resources/issue.ts';
import {
  resources as allResources,
  documentedOperations,
  undocumentedOperations,
} from '../resources/registry.ts';
import { ownIdName, type Resource } from '../resources/resource.ts';
import { DataError, readDataFile } from './data-file.ts';
import { faultOf } from './fault-words.ts';
import { createFaults } from './faults.ts';
import { botRecord, botTemplate, OTHER_USERS_AT } from './fixtures/bots.ts';
import { blankSource, createOrigin, createSources, hubIntegration } from './fixtures/fixtures.ts';
import { dice, letters } from './fixtures/random.ts';
import { DAY, type Origin, type Source, type Version } from './fixtures/source.ts';
import { file } from './fixtures/templates.ts';
import { type OperationEntry, readListQuery } from './http.ts';
import { createRateLimiter, parseRate } from './rate.ts';
import { type OwnRecords, ownSources, readOwnRecords } from './records.ts';
import { createStore, putRecord, readPage, recordKey, type Store } from './store.ts';
import type { Examples, Fault, LogEntry, Sandbox, SandboxOptions, Snapshot } from './types.ts';

/** Without bots the ids have the form of ids but no record. */
export function examplesOf(origin: Origin, sources: Readonly<Record<string, Source>>): Examples {
  const [workspaceId = '', otherWorkspaceId = '', emptyWorkspaceId = ''] = origin.workspaceIds;
  const idAt = (kind: string, parent: Ids, index: number): string =>
    `${sources[kind]?.record(parent, index)['id'] ?? ''}`;
  const versionId = (fits: (version: Version) => boolean): string => origin.versions[0]?.find(fits)?.id ?? '';
  const botId = idAt(bot.kind, { workspaceId }, 0);
  return {
    botId,
    issueId: idAt(issue.kind, { botId }, 0),
    integrationId: versionId(({ key }) => key === 'whatsapp@4.5.6'),
    conversationId: idAt(conversation.kind, { botId }, 0),
    otherWorkspaceId,
    emptyWorkspaceId,
    othersBotId: idAt(bot.kind, { workspaceId }, OTHER_USERS_AT),
    hubIntegrationId: versionId(({ role }) => role === 'hub'),
    lockedIntegrationId: versionId(({ role }) => role === 'locked'),
  };
}

export function firstRecords({ byKind, workspaceIds }: OwnRecords): Partial<Examples> {
  const idsOf = (kind: string): readonly Ids[] => (byKind.get(kind) ?? []).map(({ ids }) => ids);
  const [firstIssue] = idsOf(issue.kind);
  const { botId } = firstIssue ?? idsOf(bot.kind)[0] ?? {};
  const found = {
    botId,
    issueId: firstIssue?.['issueId'],
    integrationId: idsOf(integration.kind)[0]?.['integrationId'],
    conversationId: idsOf(conversation.kind)[0]?.['conversationId'],
    otherWorkspaceId: workspaceIds[1],
  };
  return Object.fromEntries(Object.entries(found).filter(([, id]) => id !== undefined));
}

/** A record as it was at a time (epoch milliseconds). */
export type EarlierVersion = {
  readonly ref: { readonly kind: string; readonly ids: Ids };
  readonly at: number;
  readonly record: JsonObject;
};

/** The first bot of the list a day ago, for comparison in the demo. */
export function earlierVersions(origin: Origin, { botId }: Examples): readonly EarlierVersion[] {
  const place = { workspace: 0, index: 0 };
  const template = { ...botTemplate(origin, place), ...file.dayBefore };
  const ref = { kind: bot.kind, ids: { botId } };
  return origin.bots === 0 ? [] : [{ ref, at: origin.now - DAY, record: botRecord(origin, place, template) }];
}

export type ServiceOptions = SandboxOptions & {
  readonly operations?: readonly OperationEntry[];
  /** `ms`: the time until the response was written, or failed. */
  readonly onResponse?: (entry: LogEntry, ms: number) => void;
};

/** Throws a `DataError`. */
function checkedFault(given: unknown, at?: number): Fault {
  const fault = faultOf(given);
  if (typeof fault !== 'string') return fault;
  throw at === undefined ? new TypeError(`fault: ${fault}`) : new DataError([at], fault);
}

/** Those of the options and of their files. Throws a `TypeError`. */
async function readFaults({ faults = [] }: SandboxOptions): Promise<readonly Fault[]> {
  if (typeof faults !== 'string') return faults.map(fault => checkedFault(fault));
  return readDataFile(faults, json => {
    if (!isList(json)) throw new DataError([], 'The faults must be a list');
    return json.map(checkedFault);
  });
}

const HUB_READ: OperationEntry = {
  resource: hubIntegration,
  operation: undocumentedOperation({
    id: 'hub-integration.read',
    area: 'admin',
    path: '/hub/integrations/{integrationId}',
    response: { shape: 'record', key: 'integration' },
  }),
};

const entriesOf = (
  { operations = documentedOperations, ext }: ServiceOptions,
  own: OwnRecords | undefined,
) => [
  ...operations,
  HUB_READ,
  ...(ext === true ? undocumentedOperations : []).filter(
    ({ resource }) => own?.unread.includes(resource.kind) !== true,
  ),
];

/** Time of a sandbox in epoch milliseconds: the system clock, and what the sandbox was advanced by. */
type Clock = { readonly at: (start?: number) => number; advancedMs: number };

/** The records, their example ids, and what the demo compares with. */
function createRecords(options: ServiceOptions, own: OwnRecords | undefined, clock: Clock) {
  const { seed = 1, now = Date.now(), bots = 163, odd: isOdd = false, workspaceId } = options;
  const entries = entriesOf(options, own);
  const kinds = new Map(
    [...allResources, ...entries.map(({ resource }) => resource)].map(each => [each.kind, each]),
  );
  const origin = createOrigin({ seed, now, bots, isOdd, workspaceId });
  const isGone = (integrationId: string): boolean =>
    store.changes.get(recordKey(integration, { integrationId }))?.isDeleted === true;
  const generated = createSources(origin, isGone);
  const sources = own === undefined ? generated : ownSources(own, isGone);
  const store: Store = createStore({
    resources: [...kinds.values()],
    sourceOf: resource => sources[resource.kind] ?? blankSource(origin, resource),
    workspaceIds: own?.workspaceIds ?? origin.workspaceIds,
    isOdd: isOdd || own?.isOdd === true,
    now: () => clock.at(options.now),
  });
  const ids: Examples = { ...examplesOf(origin, generated), ...(own && firstRecords(own)) };
  return { entries, store, ids, seenBefore: () => (own ? [] : earlierVersions(origin, ids)) };
}

/** Random for records of one's own, else the same in every run. */
const tokenFor = (seed: number, name: string, isRandom: boolean): string =>
  isRandom ? `bp_pat_${crypto.randomUUID().replaceAll('-', '')}` : `bp_pat_${letters(dice(seed, name), 36)}`;

type State = Awaited<ReturnType<typeof createState>>;

async function createState(options: ServiceOptions) {
  const own = await readOwnRecords(options);
  const faults = createFaults(await readFaults(options));
  const clock: Clock = { advancedMs: 0, at: (start = Date.now()) => start + clock.advancedMs };
  const records = createRecords(options, own, clock);
  const rate = parseRate(options.rate ?? '');
  const { seed = 1, latency = 0, pageSize = 20 } = options;
  const token = (name: string): string => tokenFor(seed, name, own !== undefined);
  return {
    ...records,
    faults,
    clock,
    latency,
    pageSize,
    rateLimiter: rate && createRateLimiter(rate),
    token: options.token ?? token('token'),
    /** May not delete. */
    limitedToken: token('limited-token'),
    expiredToken: token('expired-token'),
    requests: [] as LogEntry[],
    onResponse: options.onResponse,
  };
}

function controlsOf({ store, faults, clock, pageSize, requests, rateLimiter }: State) {
  const scope = { workspaceId: store.workspaceIds[0] ?? '' };
  const { changes, resources } = store;
  const resourceOf = (kind: string): Resource | undefined => resources.find(each => each.kind === kind);
  return {
    reset: () => {
      changes.restore({});
      clock.advancedMs = 0;
      faults.reset();
      rateLimiter?.reset();
      requests.length = 0;
    },
    snapshot: (): Snapshot => ({ changes: changes.snapshot(), advancedMs: clock.advancedMs }),
    restore: (snapshot: Snapshot): void => {
      changes.restore(snapshot.changes);
      clock.advancedMs = snapshot.advancedMs;
    },
    fault: (fault: Fault | string) => {
      const id = faults.add(checkedFault(fault));
      return (): void => void faults.remove(id);
    },
    put: (kind: string, record: Parameters<Sandbox['put']>[1], parents: Ids = {}) => {
      const resource = resourceOf(kind);
      if (resource === undefined)
        throw new TypeError(`no kind ${kind}: ${resources.map(each => each.kind).join(', ')}`);
      const why = badId(record.id);
      if (why !== undefined) throw new TypeError(`${kind}: ${why}`);
      const ids = { ...scope, ...parents, [ownIdName(resource)]: record.id };
      if (putRecord(store, resource, ids, record) === undefined)
        throw new TypeError(`no parent of this ${kind}`);
    },
    advance: (ms: number) => {
      if (!Number.isFinite(ms)) throw new TypeError('advance: the time must be a number of milliseconds');
      clock.advancedMs += ms;
    },
    idsOf: (kind: string, parents: Ids): readonly string[] => {
      const resource = resourceOf(kind);
      const query = readListQuery(new URLSearchParams(), pageSize);
      if (resource === undefined || 'problem' in query) return [];
      const page = readPage(store, resource, { ...scope, ...parents }, query);
      return page === undefined || page === 'bad-token' ? [] : page.items.map(item => `${item['id']}`);
    },
  };
}

export type Service = Awaited<ReturnType<typeof createService>>;

/** Throws a `TypeError` for invalid records or faults. */
export async function createService(options: ServiceOptions) {
  const state = await createState(options);
  return { ...state, controls: controlsOf(state) };
}
