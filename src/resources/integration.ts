import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { memo } from '../text/memo.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import {
  type Clock,
  choice,
  flag,
  free,
  id,
  link,
  list,
  MASK,
  map,
  object,
  prose,
  secret,
  secretValues,
  type Tone,
  text,
  time,
} from './field.ts';
import {
  type ChildRow,
  defineResource,
  deleteOperation,
  documentTab,
  type EntryTable,
  type Ref,
  readOperation,
  remarkIf,
  timeColumn,
} from './resource.ts';

const registration = choice({
  registered: 'good',
  registration_pending: 'warn',
  unregistration_pending: 'warn',
  registration_failed: 'bad',
  unregistration_failed: 'bad',
  unregistered: 'dim',
});

/** Not in the spec. */
export const installation = {
  id,
  name: text,
  version: text,
  enabled: flag,
  status: registration,
  statusReason: prose,
  configurationType: text,
  configuration: secretValues,
  webhookUrl: secret,
  webhookId: secret,
  createdAt: time,
  updatedAt: time,
};

/** The entry's own id wins over its key, which may be an alias. */
export function versionId(key: string, entry: Json): string {
  const own = member(entry, 'id');
  return typeof own === 'string' && own !== '' ? own : key;
}

/** Without secrets: `slack@3.1.0`; the key of an entry without a name. */
export function versionName(key: string, entry: Json): SafeText {
  const name = installation.name.read(member(entry, 'name'));
  const version = installation.version.read(member(entry, 'version'));
  if (name === undefined) return clean(redactText(key));
  return clean(redactText(version === undefined ? name : `${name}@${version}`));
}

function installationState(entry: Json): Readonly<{ tone: Tone; detail: SafeText }> {
  const status = installation.status.read(member(entry, 'status'));
  const reason = installation.statusReason.read(member(entry, 'statusReason'));
  const isOff = member(entry, 'enabled') === false;
  const state = safe`${isOff && safe`disabled, `}${status === undefined ? safe`status not set` : clean(status)}`;
  const tone = registration.tone(member(entry, 'status'));
  return {
    tone: isOff && tone !== 'bad' ? 'warn' : tone,
    detail: reason === undefined ? state : safe`${state}: ${clean(redactText(reason))}`,
  };
}

const badness = (status: string | null) => ['warn', 'bad'].indexOf(registration.tone(status ?? undefined));

/** `status`: the worst on any bot. */
type UsedVersion = Readonly<{
  id: string;
  name: SafeText;
  bots: number;
  failing: number;
  checked: number;
  status: string | null;
}>;

/** Those that fail on most bots first, then the most used. */
export function usedVersions(bots: readonly JsonObject[]): readonly UsedVersion[] {
  const all = new Map<string, UsedVersion>();
  for (const bot of bots) {
    const entries = Object.entries(isObject(bot['integrations']) ? bot['integrations'] : {});
    const own = new Map(entries.map(([key, entry]) => [versionId(key, entry), [key, entry] as const]));
    for (const [id, [key, entry]] of own) {
      const { bots: count = 0, failing = 0, status: worst = null } = all.get(id) ?? {};
      const isFailing = installationState(entry).tone === 'bad';
      const status = installation.status.read(member(entry, 'status')) ?? null;
      all.set(id, {
        ...{ id, name: versionName(key, entry), bots: count + 1, failing: failing + Number(isFailing) },
        ...{ checked: bots.length, status: badness(status) > badness(worst) ? status : (worst ?? status) },
      });
    }
  }
  return [...all.values()].sort((a, b) => b.failing - a.failing || b.bots - a.bots);
}

export const failingVersions = (bot: JsonObject): readonly SafeText[] =>
  (installedIntegrations(bot) ?? []).flatMap(({ key, entry }) =>
    installationState(entry).tone === 'bad' ? versionName(key, entry) : [],
  );

export function installedNames(entries: Json | undefined): string {
  if (!isObject(entries)) return '';
  return Object.entries(entries)
    .map(([key, entry]) => versionName(key, entry).toLowerCase())
    .join('\n');
}

/** Undefined without a map. Cached: five rules read it, and there may be thousands of entries. */
export const installedIntegrations = memo((bot: JsonObject) => {
  const map = bot['integrations'];
  if (!isObject(map)) return undefined;
  return Object.entries(map).map(([key, entry]) => ({
    key,
    entry,
    name: clean(redactText(installation.name.read(member(entry, 'name')) ?? key), 80),
    ref: { kind: 'integration', ids: { integrationId: versionId(key, entry) } },
  }));
});

/** Cached, too: every tab counts them. */
export const installations = memo((bot: JsonObject): readonly ChildRow[] =>
  (installedIntegrations(bot) ?? []).map(({ key, entry, ref }) => {
    const { integrationId: id } = ref.ids;
    const named = versionName(key, entry);
    return {
      id: key,
      name: named,
      ...installationState(entry),
      ref,
      entry: { ...(isObject(entry) ? entry : {}), id, named, ...(id !== key && { alias: key }) },
    };
  }),
);

/** Only boolean values are shown: they cannot be credentials. */
const masked = {
  ...secretValues,
  show: (json: Json | undefined, clock: Clock) => {
    if (!isObject(json)) return secretValues.show(json, clock);
    const pairs = Object.entries(json).map(
      ([key, value]) =>
        safe`${clean(key, 60)} ${typeof value === 'boolean' ? flag.show(value, clock) : MASK}`,
    );
    return pairs.length === 0 ? undefined : joinSafe(pairs);
  },
};

/** `named` joins name and version; `alias` is the key if it is not the id. */
export const installationEntries: EntryTable = {
  fields: { ...installation, configuration: masked, named: text, alias: text },
  labels: { statusReason: safe`reason`, enabled: safe`on`, webhookUrl: safe`webhook` },
  columns: [
    { title: safe`NAME@VERSION`, field: 'named', width: 24, rank: 1 },
    { title: safe`ALIAS`, field: 'alias', width: 12, rank: 5 },
    { title: safe`STATUS`, field: 'status', width: 22, rank: 2 },
    { title: safe`ON`, field: 'enabled', width: 3, rank: 3 },
    timeColumn(safe`UPDATED`, 'updatedAt', { width: 8, rank: 4 }),
  ],
  details: [
    'status',
    'statusReason',
    'enabled',
    'alias',
    'id',
    'configurationType',
    'configuration',
    'webhookUrl',
    'createdAt',
    'updatedAt',
  ],
  reason: 'statusReason',
};

const configuration = {
  title: text,
  description: prose,
  identifier: object({ linkTemplateScript: text, required: flag }),
  schema: free,
};

/** By the id in the entry, or its key if it has none (not in the spec). */
function usedBy(bot: JsonObject, self: Ref): Readonly<{ tone: Tone; detail: SafeText }> | undefined {
  const entries = member(bot, 'integrations');
  if (!isObject(entries)) return undefined;
  const wanted = self.ids['integrationId'];
  const found = Object.entries(entries).find(([key, entry]) => versionId(key, entry) === wanted);
  return found && installationState(found[1]);
}

/** Spec 2.1: one version of an integration. `signingSecret` and what follows it are not in the spec. */
export const integration = defineResource({
  kind: 'integration',
  title: safe`Integration`,
  aliases: ['integrations', 'int'],
  ids: ['integrationId'],
  idForm: { sure: /^intver_/ },
  fields: {
    id,
    createdAt: time,
    updatedAt: time,
    identifier: object({ fallbackHandlerScript: text, extractScript: text }),
    sandbox: object({ identifierExtractScript: text, messageExtractScript: text }),
    url: link,
    name: text,
    version: text,
    interfaces: map(),
    configuration: object(configuration),
    configurations: map(configuration),
    channels: map(),
    states: map(),
    events: map(),
    actions: map(),
    user: object({ tags: map(), creation: object({ enabled: flag, requiredTags: list('array of string') }) }),
    entities: map(),
    dev: flag,
    title: text,
    description: prose,
    iconUrl: link,
    readmeUrl: link,
    public: flag,
    verificationStatus: choice({ approved: 'good', pending: 'warn', rejected: 'bad', unapproved: 'plain' }),
    secrets: list('array of string'),
    signingSecret: { ...secret, isUndocumented: true },
    visibility: { ...choice({}), isUndocumented: true },
    lifecycleStatus: { ...choice({ published: 'good', deprecated: 'warn' }), isUndocumented: true },
  },
  columns: [
    { field: 'name', width: 24, rank: 1 },
    { field: 'version', width: 10, rank: 2 },
    { title: safe`STATUS`, field: 'verificationStatus', width: 12, rank: 3 },
  ],
  sections: [
    {
      title: safe`Integration version`,
      fields: [
        'title',
        'name',
        'version',
        'description',
        'id',
        'verificationStatus',
        'public',
        'createdAt',
        'updatedAt',
        'dev',
      ],
    },
    {
      title: safe`Contract`,
      isCount: true,
      fields: ['channels', 'events', 'actions', 'states', 'entities', 'interfaces', 'user'],
    },
    { title: safe`Links`, fields: ['url', 'readmeUrl', 'iconUrl'] },
    documentTab(safe`Channels`, ['channels'], 1),
    documentTab(safe`Events`, ['events'], 1),
    documentTab(safe`Actions`, ['actions'], 1),
    {
      title: safe`Configuration`,
      fields: ['configuration', 'configurations', 'identifier', 'sandbox', 'secrets', 'signingSecret'],
      tab: safe`Config`,
    },
    documentTab(safe`Raw`, []),
  ],
  nameField: 'name',
  read: readOperation(4, 'integration', '/integrations/{integrationId}', 'integration'),
  actions: [
    {
      verb: 'delete',
      operation: deleteOperation(5, 'integration', '/integrations/{integrationId}'),
      consequence: safe`this version, for every bot using it. Cannot be undone.`,
      sharedWarning: (id, record = {}, user) =>
        safe`Delete integration version ${versionName(id, record)} for ALL bots: this does not uninstall it from ${user}`,
      idEnd: 8,
      notes: [
        {
          one: ({ version }) =>
            typeof version === 'string'
              ? { tone: 'plain', text: safe`version ${clean(version, 80)}` }
              : undefined,
        },
        {
          one: record =>
            remarkIf('warn', record['public'] === true, safe`public: other workspaces may be using it`),
          many: safe`public: other workspaces may be using them`,
        },
        { one: ({ dev }) => remarkIf('plain', dev === true, safe`dev version`), many: safe`dev versions` },
      ],
    },
  ],
  keepsSnapshot: true,
  children: [{ to: 'bot', title: safe`Used by`, from: 'known', uses: usedBy }],
  missingHint: safe`Integrations installed from the public hub are not in this workspace.`,
});
