import { operation } from '../api/operation.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { joinSafe, safe } from '../text/sanitise.ts';
import { agoWords, counted, DAY_MS } from '../text/units.ts';
import { botRules, diagnose, recurringEvents } from './bot-diagnosis.ts';
import { causeTexts } from './cause.ts';
import { changedAt } from './changes.ts';
import { type Diagnosis, health, healthOf } from './diagnosis.ts';
import {
  type Clock,
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
  size,
  text,
  texts,
  time,
} from './field.ts';
import {
  failingVersions,
  installation,
  installationEntries,
  installations,
  installedNames,
  integration,
} from './integration.ts';
import {
  type ActionNote,
  defineResource,
  deleteOperation,
  documentTab,
  idColumn,
  readOperation,
  remarkIf,
  timeColumn,
} from './resource.ts';

const recurringEvent = {
  schedule: object({ cron: text }),
  type: text,
  payload: free,
  failedAttempts: count,
  lastFailureReason: prose,
};

const tags = object({ tags: map() });

const sizeOf = (map: Json | undefined) => (isObject(map) ? Object.keys(map).length : 0);

const deleteNotes: readonly ActionNote[] = [
  {
    one: ({ deployedAt }, { now }) => {
      const at = time.read(deployedAt);
      return remarkIf('warn', at !== undefined, safe`deployed ${agoWords(at ?? '', now)}`);
    },
    many: safe`deployed`,
  },
  {
    one: ({ deployedAt }) => remarkIf('plain', time.read(deployedAt) === undefined, safe`never deployed`),
    many: safe`never deployed`,
  },
  {
    one: ({ alwaysAlive }) => remarkIf('warn', alwaysAlive === true, safe`always alive is on`),
    many: safe`always-alive`,
  },
  {
    one: ({ integrations }) => {
      const count = sizeOf(integrations);
      return remarkIf('warn', count > 0, safe`${counted(count, safe`integration`)} installed`);
    },
    many: safe`with integrations`,
  },
  { one: ({ dev }) => remarkIf('plain', dev === true, safe`dev bot`), many: safe`dev` },
  {
    one: ({ createdAt, updatedAt }, { now }) => {
      const [created, changed] = [time.read(createdAt), time.read(updatedAt)];
      const times = [
        ...(created === undefined ? [] : [safe`created ${agoWords(created, now)}`]),
        ...(changed === undefined ? [] : [safe`changed ${agoWords(changed, now)}`]),
      ];
      return remarkIf('plain', times.length > 0, joinSafe(times));
    },
  },
  {
    one: ({ events, actions, states, recurringEvents }) => {
      const contents = [
        [events, safe`event`],
        [actions, safe`action`],
        [states, safe`state`],
        [recurringEvents, safe`recurring event`],
      ] as const;
      const parts = contents.flatMap(([map, one]) => (sizeOf(map) === 0 ? [] : [counted(sizeOf(map), one)]));
      return remarkIf('plain', parts.length > 0, joinSafe(parts));
    },
  },
];

const CONTENTS = [
  'events',
  'actions',
  'states',
  'recurringEvents',
  'subscriptions',
  'user',
  'conversation',
  'message',
] as const;

/** With `dev=true` only development bots. */
const listed = { id: 'bot.list', path: '/bots', response: { shape: 'page', key: 'bots' } } as const;

const diagnoses = new WeakMap<JsonObject, Readonly<{ now: number; diagnosis: Diagnosis }>>();

function diagnosisOf(record: JsonObject, clock: Clock): Diagnosis {
  const known = diagnoses.get(record);
  if (known !== undefined && known.now === clock.now) return known.diagnosis;
  const diagnosis = diagnose(record, clock);
  diagnoses.set(record, { now: clock.now, diagnosis });
  return diagnosis;
}

/** Spec 2.2. List items have only id, name and the three times. `plugins` and `type` are not in the spec. */
export const bot = defineResource({
  kind: 'bot',
  title: safe`Bot`,
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
    type: { ...choice({}), isUndocumented: true },
    plugins: { ...map({ configuration: secretValues }), isUndocumented: true },
    secrets: { ...list('array of string'), isUndocumented: true },
  },
  columns: [
    { field: 'name', width: 24, rank: 1 },
    { field: 'health', width: 34, least: 17, wide: 46, rank: 2, isMark: true },
    { title: safe`INT`, field: 'integrations', as: size, width: 3, rank: 5, align: 'right' },
    timeColumn(safe`DEPLOYED`, 'deployedAt', { width: 8, rank: 4 }),
    timeColumn(safe`UPDATED`, 'updatedAt', { width: 7, rank: 3 }),
    timeColumn(safe`CREATED`, 'createdAt', { width: 7, rank: 7 }),
    idColumn(6),
  ],
  labels: { subscriptions: safe`subscribed`, medias: safe`media` },
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
    { title: safe`Contents`, isCount: true, fields: CONTENTS },
    { title: safe`Configuration`, fields: ['configuration'], tab: safe`Config` },
    documentTab(safe`Schema`, ['configuration.schema', ...CONTENTS], 2),
    documentTab(safe`Raw`, []),
  ],
  parts: { title: safe`Recurring events`, rows: recurringEvents },
  nameField: 'name',
  listed: ['id', 'name', 'createdAt', 'updatedAt', 'deployedAt'],
  list: operation({ row: 1, ...listed }),
  variant: {
    name: 'dev',
    plural: safe`Development bots`,
    key: 'D',
    list: operation({ ...listed, isUndocumented: true, isOptIn: true, query: { dev: 'true' } }),
  },
  read: readOperation(2, 'bot', '/bots/{botId}', 'bot'),
  actions: [
    {
      verb: 'delete',
      operation: deleteOperation(3, 'bot', '/bots/{botId}'),
      consequence: safe`the bot and its installed integrations. Cannot be undone.`,
      idEnd: 8,
      notes: deleteNotes,
    },
  ],
  diagnose: diagnosisOf,
  rules: botRules.map(({ id }) => id),
  derived: {
    health: { field: health, from: (record, clock) => healthOf(diagnosisOf(record, clock)) },
    cause: { field: texts, from: (record, clock) => causeTexts(diagnosisOf(record, clock)) },
    failing: { field: texts, from: failingVersions },
    changed: { field: { ...time, recentMs: DAY_MS }, from: changedAt },
  },
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
  ],
});
