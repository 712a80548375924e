import type { Json, JsonObject } from '../json/json.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { agoWords, counted, dayTime, epoch, exact } from '../text/units.ts';
import { shellWord } from '../text/words.ts';
import { choice, count, defineField, flag, free, fullTime, id, shortOf, type Tone, text } from './field.ts';
import { installation } from './integration.ts';
import { defineResource, documentTab, localOperation, timeColumn } from './resource.ts';

const ofAllServers = (kind: string, plural: SafeText) => ({
  name: 'all',
  plural: safe`${plural} of all servers`,
  list: localOperation(`${kind}.all`, { shape: 'page', key: kind }),
});

const DELETE_LABELS = {
  record: safe`record id`,
  profile: safe`server, workspace`,
  delete: safe`id of the delete`,
};

const atColumn = (title: SafeText) =>
  ({ ...timeColumn(title, 'at', { width: 6, rank: 1 }), as: shortOf(fullTime), exact: 20 }) as const;

/** Its stage is `not-deleted`, which older versions know. */
const unsentWords = ({ sent }: JsonObject) => (sent === false ? safe`not sent` : undefined);

const deleteColumns = <const F extends string>(outcome: F, at: SafeText) =>
  [
    { field: 'name', width: 24, rank: 1 },
    { field: outcome, instead: unsentWords, width: 11, rank: 1 },
    { field: 'kind', width: 12, rank: 2 },
    { field: 'status', width: 6, rank: 3, align: 'right' },
    { title: safe`ID`, field: 'record', width: 13, wide: 36, rank: 4 },
    { title: safe`SERVER`, field: 'profile', width: 30, rank: 5 },
    atColumn(at),
  ] as const;

const OUTCOMES = { deleted: 'good', gone: 'good', 'not-deleted': 'warn', unknown: 'bad' } as const;

/** `id`: path below the folder of backups; `contents`: secrets masked, not in lists. */
export const backup = defineResource({
  kind: 'trash',
  aliases: ['trash', 'undo', 'restore'],
  title: safe`Backup`,
  ids: ['backupId'],
  fields: {
    id,
    kind: text,
    record: id,
    name: text,
    outcome: choice(OUTCOMES),
    status: count,
    at: fullTime,
    profile: text,
    delete: id,
    contents: free,
    problem: { ...text, tone: () => 'bad' },
  },
  columns: deleteColumns('outcome', safe`SAVED`),
  labels: { ...DELETE_LABELS, at: safe`saved`, id: safe`file` },
  sections: [
    {
      title: safe`Backup`,
      fields: [
        ...['problem', 'kind', 'name', 'record', 'outcome', 'status', 'at', 'profile', 'delete', 'id'],
        'contents',
      ] as const,
    },
    documentTab(safe`Record`, ['contents']),
  ],
  nameField: 'name',
  rowField: 'profile',
  list: localOperation('trash.list', { shape: 'page', key: 'trash' }),
  variant: ofAllServers('trash', safe`Backups`),
  read: localOperation('trash.read', { shape: 'record' }),
});

/** Of the help. `id`: its name; `text`: Markdown, not in the list. */
export const topic = defineResource({
  kind: 'topic',
  title: safe`Help`,
  plural: safe`Help topics`,
  ids: ['topicId'],
  fields: { id, about: text, text: { ...text, prose: 'markdown' } },
  columns: [
    { title: safe`TOPIC`, field: 'id', width: 14, rank: 1 },
    { field: 'about', width: 64, rank: 1, isProse: true },
  ],
  sections: [{ title: safe`Help`, fields: ['text'] }],
  nameField: 'id',
  list: localOperation('topics.list', { shape: 'page', key: 'topics' }),
  localRows: ({ topics }) => topics(),
  read: localOperation('topics.read', { shape: 'record' }),
});

/** Cells of a moment. Two times are written with `between` if it is not wider. */
const MOMENT = { width: 24, exact: 47 } as const;

/** ISO 8601: a time, or two with a slash between which something happened. */
const moment = defineField<string>({
  ...fullTime,
  format: (value, clock) => {
    const [from = '', to = ''] = value.split('/');
    const words = (iso: string) => (clock.exact ? exact(iso) : dayTime(iso, clock.now));
    if (to !== '') {
      const between = safe`between ${words(from)} and ${words(to)}`;
      if (between.length <= MOMENT[clock.exact ? 'exact' : 'width']) return between;
      return safe`${words(from)} to ${words(to)}`;
    }
    return clock.exact ? exact(from) : agoWords(from, clock.now);
  },
  order: json => epoch(String(json).split('/')[0] ?? ''),
});

/** In memory. `when`: by the server, one or two times; `cause`: ids of causes before which it happened. */
export const change = defineResource({
  kind: 'changes',
  title: safe`Change`,
  ids: ['changeId'],
  fields: { id, what: text, bot: id, name: text, when: moment, source: text, cause: text },
  columns: [
    { field: 'what', width: 30, least: 30, rank: 1, isProse: true },
    { title: safe`BOT`, field: 'name', width: 14, wide: 24, rank: 1 },
    { field: 'when', ...MOMENT, rank: 2 },
    { field: 'source', width: 8, rank: 4 },
  ],
  labels: { bot: safe`bot id` },
  sections: [{ title: safe`Change`, fields: ['what', 'name', 'bot', 'when', 'source'] }],
  nameField: 'what',
  rowField: 'when',
  rowRef: ({ bot: botId }) =>
    typeof botId === 'string' && botId !== '' ? { kind: 'bot', ids: { botId } } : undefined,
  list: localOperation('changes.list', { shape: 'page', key: 'changes' }),
  localRows: ({ changes }) => changes(),
});

/** A delete, with the last of its `stages`. `id`: number of the line; `name`: from its backup. */
export const journalEntry = defineResource({
  kind: 'journal',
  title: safe`Journal entry`,
  plural: safe`Journal entries`,
  ids: ['entryId'],
  fields: {
    at: fullTime,
    stage: choice({ ...OUTCOMES, sending: 'plain', unreadable: 'bad' }),
    kind: text,
    record: id,
    status: count,
    ms: count,
    method: text,
    path: text,
    profile: text,
    delete: id,
    id,
    date: fullTime,
    name: text,
    stages: text,
  },
  columns: deleteColumns('stage', safe`AT`),
  labels: { ...DELETE_LABELS, date: safe`time of the server`, id: safe`line` },
  sections: [
    {
      title: safe`Journal entry`,
      fields: [
        'stage',
        'stages',
        'kind',
        'name',
        'record',
        'at',
        'status',
        'ms',
        'method',
        'path',
        'profile',
        'date',
        'delete',
        'id',
      ],
    },
  ],
  nameField: 'name',
  rowField: 'profile',
  list: localOperation('journal.list', { shape: 'page', key: 'journal' }),
  variant: ofAllServers('journal', safe`Journal entries`),
});

/** A simulated request was not sent and did not fail. */
function summary(requests: readonly JsonObject[]): readonly SafeText[] {
  const sent = requests.filter(({ failure }) => failure !== 'dry-run');
  const failed = sent.filter(({ failure }) => failure !== undefined).length;
  const times = sent.map(({ ms }) => Number(ms)).toSorted((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  const simulated = requests.length - sent.length;
  const others = safe`${failed > 0 && safe`, ${failed} failed`}${simulated > 0 && safe`, ${simulated} simulated`}`;
  const words = safe`${sent.length} sent${others}`;
  return median === undefined ? [words] : [words, safe`median ${median} ms`];
}

const outcomeTone = (outcome: Json | undefined): Tone =>
  outcome === 'dry-run' ? 'warn' : /^[23]/.test(String(outcome)) ? 'good' : 'bad';

/** Reads the token from the environment. */
function curl({ method, baseUrl, path, header, scope }: JsonObject) {
  const parts = [
    'curl -sS',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H "authorization: Bearer $BP_TOKEN"',
    ...(header === undefined ? [] : [`-H ${shellWord(`${header}: ${scope}`)}`]),
    shellWord(`${baseUrl}${path}`),
  ];
  return { text: parts.join(' '), description: safe`curl, without the token` };
}

/** In memory. `id`: number since the start; `by`: `auto` or nothing; `outcome`: status or kind of failure. */
export const request = defineResource({
  kind: 'requests',
  title: safe`Request`,
  ids: ['requestId'],
  fields: {
    id,
    at: fullTime,
    method: { ...text, tone: method => (method === 'GET' ? 'plain' : 'warn') },
    path: text,
    status: count,
    ms: count,
    bytes: count,
    tries: count,
    by: text,
    operation: text,
    isAutomatic: flag,
    outcome: { ...text, tone: outcomeTone },
    failure: text,
    problem: text,
    detail: text,
    errorId: text,
    baseUrl: text,
    header: text,
    scope: text,
    response: free,
  },
  columns: [
    { field: 'path', width: 48, least: 40, rank: 1 },
    { field: 'method', width: 6, rank: 1 },
    { title: safe`STATUS`, field: 'outcome', width: 9, rank: 1 },
    { field: 'ms', width: 6, rank: 2, align: 'right' },
    { field: 'bytes', width: 8, rank: 4, align: 'right' },
    { field: 'tries', width: 5, rank: 6, align: 'right' },
    { field: 'by', width: 4, rank: 5 },
    atColumn(safe`AT`),
  ],
  labels: { id: safe`number`, baseUrl: safe`address`, by: safe`sent by`, header: safe`scope header` },
  sections: [
    {
      title: safe`Request`,
      fields: [
        ...['method', 'path', 'status', 'failure', 'problem', 'detail', 'errorId', 'at', 'ms', 'bytes'],
        ...['tries', 'by', 'operation', 'baseUrl', 'header', 'scope', 'id', 'response'],
      ] as const,
    },
    documentTab(safe`Response`, ['response']),
  ],
  nameField: 'path',
  summary,
  copy: curl,
  troubled: 'failure:set !failure:dry-run',
  list: localOperation('requests.list', { shape: 'page', key: 'requests' }),
  localRows: ({ requests }) => requests(),
  read: localOperation('requests.read', { shape: 'record' }),
});

/** By the loaded bots, `checked`, as no operation lists versions. `failing`: bots on which it fails. */
export const usedIntegration = defineResource({
  kind: 'in-use',
  title: safe`Integration in use`,
  plural: safe`Integrations in use`,
  aliases: ['integrations'],
  listsKind: 'integration',
  ids: ['integrationId'],
  fields: {
    id,
    name: text,
    bots: count,
    failing: { ...count, tone: failing => (failing ? 'bad' : 'dim') },
    status: installation.status,
    checked: count,
  },
  columns: [
    { title: safe`NAME@VERSION`, field: 'name', width: 24, rank: 1 },
    { field: 'bots', width: 6, rank: 1, align: 'right' },
    { field: 'failing', width: 7, rank: 2, align: 'right' },
    { field: 'status', width: 21, rank: 3 },
  ],
  labels: { name: safe`name@version`, checked: safe`bots checked` },
  sections: [
    { title: safe`Integration in use`, fields: ['name', 'id', 'bots', 'failing', 'status', 'checked'] },
  ],
  nameField: 'name',
  summary: ([row, ...more]: readonly JsonObject[]) => [
    safe`${more.length + 1} in ${counted(Number(row?.['checked']), safe`bot`)} checked`,
  ],
  list: localOperation('in-use.list', { shape: 'page', key: 'integrations' }),
  localRows: ({ usedIntegrations }) => usedIntegrations(),
});
