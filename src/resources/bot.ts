import { operation, undocumentedOperation } from '../api/operation.ts';
import { safe } from '../text/sanitise.ts';
import { botDeleteNotes } from './bot-delete-notes.ts';
import { botRules, diagnose } from './bot-diagnosis.ts';
import { installationEntries, installations } from './bot-installation.ts';
import { conversation } from './conversation.ts';
import {
  choice,
  count,
  flag,
  free,
  id,
  labels,
  link,
  list,
  map,
  object,
  prose,
  secret,
  secretValues,
  shortTime,
  size,
  text,
  time,
} from './field.ts';
import { health, healthOf } from './health.ts';
import { installation, installedNames } from './installation.ts';
import { integration } from './integration.ts';
import { issue } from './issue.ts';
import { defineResource, idColumn } from './resource.ts';

const recurringEvent = {
  schedule: object({ cron: text }),
  type: text,
  payload: free,
  failedAttempts: count,
  lastFailureReason: prose,
};

const tags = object({ tags: map() });

/** A column with a time, as its age or exactly. */
const timeColumn = { as: shortTime, exact: 17, align: 'right' } as const;

/** Both lists of bots: the server sends production bots, and with `dev=true` only development bots. */
const listed = {
  id: 'bot.list',
  area: 'admin',
  path: '/bots',
  response: { shape: 'page', key: 'bots' },
} as const;

/** Spec 2.2. List items have only id, name and the three times. `plugins` and `type` are not in the spec. */
export const bot = defineResource({
  kind: 'bot',
  title: safe`Bot`,
  plural: safe`Bots`,
  aliases: ['bots', 'b'],
  ids: ['botId'],
  idForm: { sure: /^bot_/, likely: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i },
  fields: {
    id,
    createdAt: time,
    updatedAt: time,
    signingSecret: secret,
    integrations: { ...map(installation), filterText: installedNames },
    user: tags,
    conversation: tags,
    message: tags,
    states: map(),
    configuration: object({ data: secretValues, schema: free }),
    events: map(),
    recurringEvents: map(recurringEvent),
    subscriptions: object({ events: map() }),
    actions: map(),
    tags: labels,
    name: text,
    deployedAt: time,
    dev: flag,
    createdBy: text,
    alwaysAlive: flag,
    status: choice({ active: 'good', deploying: 'warn', deleting: 'warn' }),
    medias: list('array of objects', { name: text, url: link }),
    secrets: { ...list('array of string'), isUndocumented: true },
    type: { ...choice({}), isUndocumented: true },
    plugins: { ...map({ configuration: secretValues }), isUndocumented: true },
  },
  columns: [
    { title: safe`NAME`, field: 'name', width: 24, rank: 1 },
    { title: safe`HEALTH`, field: 'health', width: 16, rank: 4, isMark: true },
    { title: safe`INT`, field: 'integrations', as: size, width: 3, rank: 6, align: 'right' },
    { title: safe`DEPLOYED`, field: 'deployedAt', width: 8, rank: 5, ...timeColumn },
    { title: safe`UPDATED`, field: 'updatedAt', width: 7, rank: 3, ...timeColumn },
    { title: safe`CREATED`, field: 'createdAt', width: 7, rank: 7, ...timeColumn },
    idColumn(2),
  ],
  labels: {
    subscriptions: safe`subscribed`,
    medias: safe`media`,
  },
  sections: [
    {
      title: safe`Bot`,
      fields: [
        'name',
        'id',
        'status',
        'deployedAt',
        'updatedAt',
        'createdAt',
        'alwaysAlive',
        'dev',
        'createdBy',
        'tags',
        'medias',
        'signingSecret',
      ],
    },
    {
      title: safe`Contents`,
      isCount: true,
      fields: [
        'events',
        'actions',
        'states',
        'recurringEvents',
        'subscriptions',
        'user',
        'conversation',
        'message',
      ],
    },
    { title: safe`Configuration`, fields: ['configuration'], tab: safe`Config` },
    {
      title: safe`Schema`,
      fields: [
        'configuration.schema',
        'states',
        'events',
        'recurringEvents',
        'subscriptions',
        'actions',
        'user',
        'conversation',
        'message',
      ],
      tab: safe`Schema`,
      document: { foldedFrom: 2 },
    },
    { title: safe`Raw`, fields: [], tab: safe`Raw`, document: { foldedFrom: Number.POSITIVE_INFINITY } },
  ],
  nameField: 'name',
  listed: ['id', 'name', 'createdAt', 'updatedAt', 'deployedAt'],
  list: operation({ row: 1, method: 'GET', ...listed }),
  variant: {
    name: 'dev',
    plural: safe`Development bots`,
    key: 'D',
    list: { ...undocumentedOperation(listed), isOptIn: true, query: { dev: 'true' } },
  },
  read: operation({
    row: 2,
    id: 'bot.read',
    method: 'GET',
    area: 'admin',
    path: '/bots/{botId}',
    response: { shape: 'record', key: 'bot' },
  }),
  actions: [
    {
      verb: 'delete',
      operation: operation({
        row: 3,
        id: 'bot.delete',
        method: 'DELETE',
        area: 'admin',
        path: '/bots/{botId}',
        response: { shape: 'nothing' },
      }),
      consequence: safe`the bot and its installed integrations. Cannot be undone.`,
      idEnd: 8,
      notes: botDeleteNotes,
    },
  ],
  diagnose,
  rules: botRules.map(({ id }) => id),
  derived: { health: { field: health, from: (record, clock) => healthOf(diagnose(record, clock)) } },
  troubled: '!health:ok',
  keepsSnapshot: true,
  children: [
    {
      to: integration.kind,
      title: safe`Integrations`,
      tab: safe`Integrations`,
      from: 'inside',
      field: 'integrations',
      rows: installations,
      entries: installationEntries,
    },
    {
      to: issue.kind,
      title: safe`Issues`,
      tab: safe`Issues`,
      from: 'typed',
      key: 'i',
      why: safe`(or paste an id, link or API path)`,
    },
    {
      to: conversation.kind,
      title: safe`Conversations`,
      tab: safe`Issues`,
      from: 'typed',
      why: safe`(the API can't list conversations)`,
    },
  ],
});
