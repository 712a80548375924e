import { type Ids, operation, pathTemplate } from '../api/operation.ts';
import { defined, isList, isObject, type Json, type JsonObject, mergePatch } from '../json/json.ts';
import { bot } from '../resources/bot.ts';
import { conversation } from '../resources/conversation.ts';
import { integration } from '../resources/integration.ts';
import { issue } from '../resources/issue.ts';
import { documentedOperations, resources, undocumentedOperations } from '../resources/registry.ts';
import { type DataPath, refuseData } from './checks.ts';
import { readDataFile } from './data-file.ts';
import { checkedFault } from './fault-words.ts';
import { createFaults } from './faults.ts';
import { botRecord, botTemplate, OTHER_USERS_AT } from './fixtures/bots.ts';
import { blankSource, createOrigin, createSources, hubIntegration } from './fixtures/fixtures.ts';
import { dice, letters } from './fixtures/random.ts';
import { DAY, HOUR, type Origin, type Source, type Version } from './fixtures/source.ts';
import { type BotTemplate, file } from './fixtures/templates.ts';
import { type OperationEntry, readListQuery } from './http.ts';
import { createRateLimiter, parseRate } from './rate.ts';
import { type OwnRecords, ownSources, readOwnRecords } from './records.ts';
import { placeOf, putRecord, readPage, restoreChanges, type Store } from './store.ts';
import type { Examples, Fault, LogEntry, Sandbox, SandboxOptions, Snapshot } from './types.ts';

/** Without bots the ids are valid, but of no record. */
function examplesOf(origin: Origin, sources: Readonly<Record<string, Source>>): Examples {
  const [workspaceId = '', otherWorkspaceId = '', emptyWorkspaceId = ''] = origin.workspaceIds;
  const idAt = (kind: string, parent: Ids, index: number) =>
    `${sources[kind]?.record(parent, index)['id'] ?? ''}`;
  const versionId = (fits: (version: Version) => boolean) => origin.versions[0]?.find(fits)?.id ?? '';
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

function firstRecords({ byKind, workspaceIds }: OwnRecords): Partial<Examples> {
  const idsOf = (kind: string): readonly Ids[] => (byKind.get(kind) ?? []).map(({ ids }) => ids);
  const [firstIssue] = idsOf(issue.kind);
  const { botId } = firstIssue ?? idsOf(bot.kind)[0] ?? {};
  return defined({
    botId,
    issueId: firstIssue?.['issueId'],
    integrationId: idsOf(integration.kind)[0]?.['integrationId'],
    conversationId: idsOf(conversation.kind)[0]?.['conversationId'],
    otherWorkspaceId: workspaceIds[1],
  });
}

/** The first bot a day ago, to compare with in the demo. `at`: epoch milliseconds. */
const seenAt = (record: JsonObject, at: number) => ({
  ref: { kind: bot.kind, ids: { botId: `${record['id']}` } },
  at,
  record,
});

/** Generated bots as they were `ms` ago. `changes`: what differed, by name. */
function earlierBots(origin: Origin, changes: Readonly<Record<string, JsonObject>>, ms: number) {
  const { bots } = file.workspaces[0];
  return Object.entries(changes).flatMap(([name, change]) => {
    const place = { workspace: 0, index: bots.findIndex(each => each.name === name) };
    const template = mergePatch(botTemplate(origin, place) as JsonObject, change) as BotTemplate;
    return place.index < origin.bots ? [seenAt(botRecord(origin, place, template), origin.now - ms)] : [];
  });
}

export type ServiceOptions = SandboxOptions & {
  readonly operations?: readonly OperationEntry[];
  /** Serves the bots of the demo: an airline with an incident under way. */
  readonly isStory?: boolean;
  /** `ms`: until the response was written, or failed. */
  readonly onResponse?: (entry: LogEntry, ms: number) => void;
};

type CheckFault = (fault: unknown, at?: DataPath) => Fault;

async function readFaults({ faults = [] }: SandboxOptions, checked: CheckFault): Promise<readonly Fault[]> {
  if (typeof faults !== 'string') return faults.map((fault, at) => checked(fault, ['faults', at]));
  return readDataFile(faults, json => {
    if (!isList(json)) return refuseData([], 'The faults must be a list');
    return json.map((fault, at) => checked(fault, [at]));
  });
}

const HUB_READ: OperationEntry = {
  resource: hubIntegration,
  operation: operation({
    id: 'hub-integration.read',
    isUndocumented: true,
    path: '/hub/integrations/{integrationId}',
    response: { shape: 'record', key: 'integration' },
  }),
};

function createRecords(options: ServiceOptions, own: OwnRecords | undefined, clock: () => number) {
  const { seed = 1, now = Date.now(), isStory = false, odd: isOdd = false, workspaceId } = options;
  const { bots = isStory ? file.workspaces[0].bots.length : 163 } = options;
  const { operations = documentedOperations, ext } = options;
  const undocumented = (ext === true ? undocumentedOperations : []).filter(
    ({ resource }) => own?.unread.includes(resource.kind) !== true,
  );
  const entries = [...operations, HUB_READ, ...undocumented];
  const kinds = new Map(
    [...resources, ...entries.map(({ resource }) => resource)].map(each => [each.kind, each]),
  );
  const origin = createOrigin({ seed, now, bots, isOdd, workspaceId, clock: isStory ? clock : undefined });
  const generated = createSources(origin);
  const sources = own === undefined ? generated : ownSources(own);
  const store: Store = {
    resources: [...kinds.values()],
    sourceOf: resource => sources[resource.kind] ?? blankSource(origin, resource),
    workspaceIds: own?.workspaceIds ?? origin.workspaceIds,
    isOdd: isOdd || own?.isOdd === true,
    now: clock,
    changes: new Map(),
    moves: 0,
  };
  const ids: Examples = { ...examplesOf(origin, generated), ...(own && firstRecords(own)) };
  return {
    entries,
    store,
    ids,
    seenBefore: () => (own ? [] : earlierBots(origin, file.dayBefore, DAY)),
    /** Bots that differed an hour ago, for digests of the demo. */
    hourBefore: () =>
      own?.hourBefore.map(record => seenAt(record, origin.now - HOUR)) ??
      earlierBots(origin, file.before, HOUR),
  };
}

type State = Awaited<ReturnType<typeof createState>>;

async function createState(options: ServiceOptions) {
  const own = await readOwnRecords(options);
  /** In epoch milliseconds, advanced by `advance`. */
  const clock = { advancedMs: 0, at: (start = Date.now()) => start + clock.advancedMs };
  const { seed = 1, latency = 0, pageSize = 20, onResponse, control, cors } = options;
  const rate = parseRate(options.rate ?? '');
  /** Random for records of one's own or control from elsewhere, else the same in every run. */
  const token = (name: string) =>
    `bp_pat_${own || control === 'any' ? crypto.randomUUID().replaceAll('-', '') : letters(dice(seed, name), 36)}`;
  const records = createRecords(options, own, () => clock.at(options.now));
  // Those of `--ext`, too: a client may ask for them wherever they are served.
  const known = [...records.entries, ...undocumentedOperations];
  const templates = known.map(({ operation: each }) => pathTemplate(each));
  const checked: CheckFault = (fault, at) => checkedFault(fault, templates, at);
  const faults = createFaults(await readFaults(options, checked));
  return {
    ...records,
    ...{ checked, faults, clock, latency, pageSize, onResponse, control, cors },
    rateLimiter: rate && createRateLimiter(rate),
    token: options.token ?? token('token'),
    limitedToken: token('limited-token'),
    expiredToken: token('expired-token'),
    requests: [] as LogEntry[],
  };
}

const isSpan = (ms: unknown): ms is number => Number.isFinite(ms) && Number(ms) >= 0;

function controlsOf({ store, checked, faults, clock, pageSize, requests, rateLimiter }: State) {
  const scope = { workspaceId: store.workspaceIds[0] ?? '' };
  return {
    reset: () => {
      restoreChanges(store, {});
      clock.advancedMs = 0;
      faults.reset();
      rateLimiter?.reset();
      requests.length = 0;
    },
    snapshot: (): Snapshot => ({ changes: Object.fromEntries(store.changes), advancedMs: clock.advancedMs }),
    restore: (snapshot: Snapshot): void => {
      const { changes = {}, advancedMs } = Object(snapshot) as Partial<Snapshot>;
      const isChange = (change: object) => 'ids' in change && isObject(change.ids as Json);
      if (!isSpan(advancedMs) || !Object.values(changes).every(isChange))
        throw new TypeError('restore: it is no snapshot');
      restoreChanges(store, changes);
      clock.advancedMs = advancedMs;
    },
    faults: faults.list,
    fault: (fault: Fault | string) => {
      const rule = faults.add(checked(fault));
      const remove = () => void faults.remove(rule.id);
      return Object.defineProperty(remove, 'hits', { get: () => rule.hits }) as ReturnType<Sandbox['fault']>;
    },
    put: (kind: string, record: Parameters<Sandbox['put']>[1], parents: Ids = {}): void =>
      void putRecord(store, placeOf(store, kind, record.id, parents), record),
    advance: (ms: number) => {
      if (!isSpan(ms)) throw new TypeError('advance: the time must be a number of milliseconds, from 0');
      clock.advancedMs += ms;
    },
    idsOf: (kind: string, parents: Ids): readonly string[] => {
      const resource = store.resources.find(each => each.kind === kind);
      if (resource === undefined) return [];
      const query = readListQuery(new URLSearchParams(), pageSize);
      const page = readPage(store, resource, { ...scope, ...parents }, query);
      return page?.items.map(item => `${item['id']}`) ?? [];
    },
  };
}

export type Service = Awaited<ReturnType<typeof createService>>;

export async function createService(options: ServiceOptions) {
  const state = await createState(options);
  return { ...state, controls: controlsOf(state) };
}
