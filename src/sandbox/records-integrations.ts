import type { JsonObject } from '../json/json.ts';
import { type Dice, dice, iso, present } from './dice.ts';
import type { Version } from './records-catalogue.ts';
import { mapOf, schema, some, tagDefinitions, titled } from './records-schemas.ts';
import { DAY, type Origin, type Source, type Traits } from './source.ts';

const CHANNELS = ['channel', 'dm', 'thread'] as const;
const EVENTS = ['messageReacted', 'memberJoined', 'ticketClosed', 'paymentFailed'] as const;
const ACTIONS = ['addReaction', 'findTarget', 'createTicket', 'sendTemplate', 'lookUp'] as const;
const STATES = ['oauth', 'cursor'] as const;
const ENTITIES = ['ticket', 'contact'] as const;
const INTERFACES = ['hitl', 'typingIndicator', 'proactiveConversation'] as const;
const NOT_APPROVED = ['unapproved', 'pending', 'rejected'] as const;

/** The version's fields that bots repeat in their entry of it. */
export function versionFacts(seed: number, { name, version, title, about, role }: Version): JsonObject {
  const from = dice(seed, 'facts', name, version);
  const isOwn = name.includes('/');
  return {
    name,
    version,
    title,
    description: about,
    iconUrl: `https://files.borealis.example/icons/${name.replace('/', '-')}.svg`,
    public: !isOwn,
    visibility: isOwn ? from.pick(['private', 'unlisted']) : 'public',
    verificationStatus: isOwn || from.chance(0.2) ? from.pick(NOT_APPROVED) : 'approved',
    lifecycleStatus:
      version.startsWith('0.') && from.chance(0.3) && role !== 'everywhere' ? 'deprecated' : 'published',
  };
}

function contract(from: Dice): JsonObject {
  const input = (name: string): JsonObject => ({
    title: titled(name),
    input: { schema: schema('target') },
    output: { schema: schema('id') },
  });
  return {
    interfaces: mapOf(some(from, INTERFACES, from.below(3)), name => ({
      id: `iface_${name}`,
      name,
      version: '1.0.0',
      entities: {},
      actions: { startHitl: { name: 'startHitl' } },
      events: {},
      channels: {},
    })),
    channels: mapOf(some(from, CHANNELS, 1 + from.below(3)), name => ({
      title: titled(name),
      messages: { text: { schema: schema('text') }, image: { schema: schema('imageUrl') } },
      conversation: { tags: tagDefinitions(['id']), creation: { enabled: true, requiredTags: ['id'] } },
      message: { tags: tagDefinitions(['id', 'sender']) },
    })),
    states: mapOf(some(from, STATES, from.below(3)), () => ({
      type: 'integration',
      schema: schema('token'),
    })),
    events: mapOf(some(from, EVENTS, from.below(4)), name => ({ title: titled(name), schema: schema('id') })),
    actions: mapOf(some(from, ACTIONS, from.below(5)), input),
    entities: mapOf(some(from, ENTITIES, from.below(2)), name => ({
      title: titled(name),
      schema: schema('id', 'name'),
    })),
  };
}

function settings(from: Dice): JsonObject {
  const isTitled = from.chance(0.7);
  return present({
    title: isTitled ? 'Connection' : undefined,
    description: isTitled ? 'How this workspace reaches the service' : undefined,
    identifier: present({
      linkTemplateScript: from.chance(0.5) ? 'root = "{{ webhookUrl }}/oauth"' : undefined,
      required: from.chance(0.4),
    }),
    schema: schema('apiKey', 'account'),
  });
}

function scripts(from: Dice): JsonObject {
  return present({
    identifier: from.chance(0.6)
      ? { fallbackHandlerScript: 'root = this', extractScript: 'root = this.body.team_id' }
      : {},
    sandbox: from.chance(0.5)
      ? { identifierExtractScript: 'root = this.body.id', messageExtractScript: 'root = this.body.text' }
      : undefined,
    configuration: settings(from),
    configurations: from.chance(0.4) ? { manual: settings(from), oauth: settings(from) } : {},
    user: { tags: tagDefinitions(['id', 'email']), creation: { enabled: true, requiredTags: ['id'] } },
  });
}

function versionTraits(origin: Origin, version: Version, index: number): Traits {
  const from = dice(origin.seed, 'version-times', version.id);
  const age = (index * 18 + 3 + from.fraction() * 17) * DAY;
  const createdAt = Math.floor(origin.now - age);
  return { createdAt, updatedAt: Math.floor(createdAt + age * from.fraction()) };
}

function versionRecord(origin: Origin, version: Version, index: number): JsonObject {
  const from = dice(origin.seed, 'version', version.id);
  const { createdAt, updatedAt } = versionTraits(origin, version, index);
  const isOwn = version.name.includes('/');
  return {
    id: version.id,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    ...versionFacts(origin.seed, version),
    ...scripts(from),
    ...contract(from),
    url: `https://integrations.borealis.example/${version.name}/${version.version}`,
    dev: isOwn && from.chance(0.3),
    readmeUrl: `https://files.borealis.example/readme/${version.name.replace('/', '-')}.md`,
    secrets: from.chance(0.5) ? ['CLIENT_ID', 'CLIENT_SECRET'] : [],
    signingSecret: '',
    ...(from.chance(0.3) ? { maxExecutionTime: 60 } : {}),
  };
}

/** Integration versions of a workspace: its catalogue without those that are only in the hub. Spec 2.1. */
export function integrationSource(origin: Origin): Source {
  const lists = origin.catalogues.map(versions => versions.filter(({ role }) => role !== 'hub'));
  const listOf = (workspaceId: string | undefined): readonly Version[] =>
    lists[origin.workspaceIds.indexOf(workspaceId ?? '')] ?? [];
  const at = (workspaceId: string | undefined, index: number): Version => {
    const version = listOf(workspaceId)[index];
    if (version === undefined) throw new Error(`no integration version ${index}`);
    return version;
  };
  const record = (parent: { readonly [name: string]: string }, index: number): JsonObject =>
    versionRecord(origin, at(parent['workspaceId'], index), index);
  return {
    count: parent => listOf(parent['workspaceId']).length,
    indexOf: ids => {
      const index = listOf(ids['workspaceId']).findIndex(({ id }) => id === ids['integrationId']);
      return index < 0 ? undefined : index;
    },
    traits: (parent, index) => versionTraits(origin, at(parent['workspaceId'], index), index),
    item: record,
    record,
    refusal: (parent, index) => (at(parent['workspaceId'], index).role === 'locked' ? 'in-use' : undefined),
  };
}
