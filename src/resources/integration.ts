import { isObject, type JsonObject, member } from '../json/json.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import {
  choice,
  flag,
  free,
  id,
  link,
  list,
  map,
  object,
  prose,
  secret,
  type Tone,
  text,
  time,
} from './field.ts';
import { installationState, versionId, versionName } from './installation.ts';
import {
  defineResource,
  deleteOperation,
  documentTab,
  type Ref,
  readOperation,
  remarkIf,
} from './resource.ts';

const configuration = {
  title: text,
  description: prose,
  identifier: object({ linkTemplateScript: text, required: flag }),
  schema: free,
};

/** By the id in the entry, or its key if it has none (not in the spec). */
function usedBy(bot: JsonObject, self: Ref): { readonly tone: Tone; readonly detail: SafeText } | undefined {
  const entries = member(bot, 'integrations');
  if (!isObject(entries)) return undefined;
  const wanted = self.ids['integrationId'];
  const found = Object.entries(entries).find(([key, entry]) => versionId(key, entry) === wanted);
  return found === undefined ? undefined : installationState(found[1]);
}

/** Spec 2.1: one version of an integration. `signingSecret` and what follows it are not in the spec. */
export const integration = defineResource({
  kind: 'integration',
  title: safe`Integration`,
  plural: safe`Integrations`,
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
    user: object({
      tags: map(),
      creation: object({ enabled: flag, requiredTags: list('array of string') }),
    }),
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
    { title: safe`NAME`, field: 'name', width: 24, rank: 1 },
    { title: safe`VERSION`, field: 'version', width: 10, rank: 2 },
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
