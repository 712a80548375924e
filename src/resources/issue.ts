import { operation } from '../api/operation.ts';
import { isObject, isSame, type Json, type JsonObject, member } from '../json/json.ts';
import { clean, safe } from '../text/sanitise.ts';
import { DAY_MS } from '../text/units.ts';
import type { Finding } from './diagnosis.ts';
import { choice, count, groups, id, link, prose, text, time } from './field.ts';
import { redact } from './redact.ts';
import { defineResource, idColumn, type Ref, readOperation, timeColumn } from './resource.ts';

/** Longer pairs come after the others. */
const LONG = 30;

/** One line: `channel=webchat  duration=12 ms`; secrets are masked by their names. */
const values = {
  ...groups,
  show: (json: Json | undefined) => {
    const format = groups.entries;
    if (!isObject(json) || format === undefined) return groups.show(json, { now: 0, exact: true });
    const pairs = Object.entries(redact({}, json)).map(([key, value]) => `${key}=${format(value)}`);
    // A long text in front would leave no room for the values that distinguish events.
    const rank = (pair: string) => (pair.startsWith('conversationId=') ? -1 : Number(pair.length > LONG));
    const sorted = pairs.toSorted((a, b) => rank(a) - rank(b));
    return pairs.length === 0 ? undefined : clean(sorted.join('  '), 400);
  },
};

/** Such as the grouped data of their issue. */
function sharedData(events: readonly JsonObject[]) {
  const all = events.map(({ data = null }) => (isObject(data) ? data : {}));
  const [first = {}, ...more] = all;
  const isShared = (key: string) =>
    more.every(data => Object.hasOwn(data, key) && isSame(data[key], first[key]));
  const names = new Set(Object.keys(first).filter(isShared));
  const part = (data: JsonObject, isWanted: boolean): JsonObject =>
    Object.fromEntries(Object.entries(data).filter(([key]) => names.has(key) === isWanted));
  const words = values.show(part(first, true));
  if (more.length === 0 || words === undefined) return undefined;
  return { words, rows: all.map((data, at) => ({ ...events[at], data: part(data, false) })) };
}

const eventFields = { id, createdAt: time, data: groups };

/** Not in the spec. No operation reads a single one. */
export const event = defineResource({
  kind: 'event',
  title: safe`Event`,
  aliases: ['events'],
  ids: ['botId', 'issueId', 'eventId'],
  idForm: { sure: /^issevt_/ },
  fields: eventFields,
  columns: [
    { field: 'data', as: values, width: 30, rank: 1, isProse: 'pairs' },
    timeColumn(safe`CREATED`, 'createdAt', { width: 8, rank: 2 }),
    idColumn(4),
  ],
  sections: [
    { title: safe`Event`, fields: ['createdAt', 'id'] },
    { title: safe`Data`, fields: ['data'] },
  ],
  listed: Object.keys(eventFields),
  sharedPart: sharedData,
  usualOrder: {
    name: safe`created ↓`,
    rank: record => Number(time.order(member(record, 'createdAt')) ?? NaN),
  },
  list: operation({
    id: 'event.list',
    isUndocumented: true,
    path: '/bots/{botId}/issues/{issueId}/events',
    response: { shape: 'page', key: 'issueEvents', isWhole: true },
  }),
  onTab: { from: 'list', tab: safe`Events`, key: 'E' },
});

/** Each day since it was last seen halves its weight; a logarithm, so that the order is always the same. */
function urgency(record: JsonObject) {
  const seen = Math.max(1, count.read(member(record, 'eventsCount')) ?? 1);
  const last = time.order(member(record, 'lastSeenAt'));
  return typeof last === 'number' ? Math.log2(seen) + last / DAY_MS : NaN;
}

const MAX_DETAIL = 300;

/** Baselines store it, so it must never change. */
const RULE = 'issue';

function asFinding(record: JsonObject, ref: Ref): Finding {
  const textOf = (field: string): string | undefined => prose.read(member(record, field));
  const title = clean(textOf('title') ?? textOf('code') ?? '(no title)', 200);
  const why = textOf('description');
  return {
    tone: 'warn',
    rule: RULE,
    text: safe`open issue: ${title}`,
    brief: title,
    short: safe`open issue`,
    title,
    inner: ref.ids['issueId'] ?? '',
    ref,
    detail: why === undefined ? undefined : clean(why, MAX_DETAIL),
    since: textOf('createdAt'),
    count: count.read(member(record, 'eventsCount')),
  };
}

/** `resolutionLink` may be null and `groupedData` values are `{raw, pretty?}` (not in the spec). */
const issueFields = {
  id,
  code: text,
  createdAt: time,
  lastSeenAt: time,
  title: text,
  description: prose,
  groupedData: groups,
  eventsCount: count,
  category: choice({ user_code: 'warn', limits: 'warn', configuration: 'warn', other: 'plain' }),
  resolutionLink: link,
};

/** Spec 2.4. */
export const issue = defineResource({
  kind: 'issue',
  title: safe`Issue`,
  aliases: ['issues'],
  ids: ['botId', 'issueId'],
  idForm: { sure: /^iss(ue)?_/ },
  fields: issueFields,
  columns: [
    { field: 'title', width: 30, rank: 1, isProse: true },
    { field: 'category', width: 13, rank: 3 },
    { title: safe`SEEN`, field: 'eventsCount', width: 6, rank: 2, align: 'right' },
    timeColumn(safe`LAST`, 'lastSeenAt', { width: 6, rank: 2 }),
  ],
  sections: [
    {
      title: safe`Issue`,
      fields: ['title', 'code', 'category', 'eventsCount', 'lastSeenAt', 'createdAt', 'resolutionLink', 'id'],
    },
    { title: safe`Description`, fields: ['description'] },
    { title: safe`Grouped data`, fields: ['groupedData'] },
  ],
  nameField: 'title',
  labels: {
    eventsCount: safe`times seen`,
    lastSeenAt: safe`last seen`,
    createdAt: safe`first seen`,
    resolutionLink: safe`fix`,
  },
  listed: Object.keys(issueFields),
  usualOrder: { name: safe`times seen × recency`, rank: urgency },
  list: operation({
    id: 'issue.list',
    isUndocumented: true,
    path: '/bots/{botId}/issues',
    response: { shape: 'page', key: 'issues' },
  }),
  read: readOperation(7, 'issue', '/bots/{botId}/issues/{issueId}', 'issue'),
  asFinding,
  rules: [RULE],
  onTab: { from: 'typed', tab: safe`Issues`, key: 'i' },
});
