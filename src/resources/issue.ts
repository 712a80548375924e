import { undocumentedOperation } from '../api/operation.ts';
import { isObject, type Json, type JsonObject, mapValues, member } from '../json/json.ts';
import { clean, safe } from '../text/sanitise.ts';
import type { Finding } from './diagnosis.ts';
import { choice, count, groups, id, link, prose, text, time } from './field.ts';
import { redact } from './redact.ts';
import {
  defineResource,
  idColumn,
  type Ref,
  readOperation,
  type SharedPart,
  timeColumn,
} from './resource.ts';

/** Pairs with more characters are placed after the others. */
const LONG = 30;

/** One line: `channel=webchat  duration=12 ms`; secrets are masked by their names. */
const values = {
  ...groups,
  show: (json: Json | undefined) => {
    const format = groups.entries;
    if (!isObject(json) || format === undefined) return groups.show(json, { now: 0, exact: true });
    const pairs = Object.entries(redact({}, json)).map(([key, value]) => `${key}=${format(value)}`);
    // A long text in front would leave no room for the values that distinguish events.
    const isLong = (pair: string): number => Number(pair.length > LONG);
    const shortFirst = pairs.toSorted((a, b) => isLong(a) - isLong(b));
    return pairs.length === 0 ? undefined : clean(shortFirst.join('  '), 400);
  },
};

/** Data that all events share, such as the grouped data of their issue. */
function sharedData(events: readonly JsonObject[]): SharedPart | undefined {
  const all = events.map(each => member(each, 'data'));
  const [first] = all;
  if (events.length < 2 || !isObject(first)) return undefined;
  const texts = all.map(data => (isObject(data) ? mapValues(data, value => JSON.stringify(value)) : {}));
  const isShared = (key: string, value: Json): boolean => {
    const text = JSON.stringify(value);
    return texts.every(each => Object.hasOwn(each, key) && each[key] === text);
  };
  const shared = Object.entries(first).filter(([key, value]) => isShared(key, value));
  const words = values.show(Object.fromEntries(shared));
  const names = new Set(shared.map(([key]) => key));
  const differing = (data: Json | undefined): Json =>
    isObject(data) ? Object.fromEntries(Object.entries(data).filter(([key]) => !names.has(key))) : {};
  if (words === undefined) return undefined;
  return { words, rows: events.map((each, at) => ({ ...each, data: differing(all[at]) })) };
}

const eventFields = { id, createdAt: time, data: groups };

/** One occurrence of an issue (not in the spec). No operation reads a single one. */
export const event = defineResource({
  kind: 'event',
  title: safe`Event`,
  plural: safe`Events`,
  aliases: ['events'],
  ids: ['botId', 'issueId', 'eventId'],
  idForm: { sure: /^issevt_/ },
  fields: eventFields,
  columns: [
    { title: safe`DATA`, field: 'data', as: values, width: 30, rank: 1, isProse: true },
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
    rank: record => Number(time.order(member(record, 'createdAt')) ?? Number.NaN),
  },
  list: undocumentedOperation({
    id: 'event.list',
    area: 'admin',
    path: '/bots/{botId}/issues/{issueId}/events',
    response: { shape: 'page', key: 'issueEvents', isWhole: true },
  }),
});

const DAY_MS = 24 * 3_600_000;

/**
 * Rank of an issue by times seen and recency: each day since it was last seen halves its weight. As a
 * logarithm, so that the order of two issues does not change with the time of day.
 */
function urgency(record: JsonObject): number {
  const seen = Math.max(1, count.read(member(record, 'eventsCount')) ?? 1);
  const last = time.order(member(record, 'lastSeenAt'));
  return typeof last === 'number' ? Math.log2(seen) + last / DAY_MS : Number.NaN;
}

const MAX_DETAIL = 300;

/** Baselines store it, so it must never change. */
const RULE = 'issue';

/** A warning about the bot. Issues of several bots share their title. */
function asFinding(record: JsonObject, ref: Ref): Finding {
  const textOf = (field: string): string | undefined => prose.read(member(record, field));
  const title = clean(textOf('title') ?? textOf('code') ?? '(no title)', 200);
  const [why, since] = [textOf('description'), textOf('createdAt')];
  const seen = count.read(member(record, 'eventsCount'));
  return {
    tone: 'warn',
    rule: RULE,
    text: safe`open issue: ${title}`,
    brief: title,
    short: safe`open issue`,
    title,
    inner: ref.ids['issueId'] ?? '',
    ref,
    ...(why === undefined ? {} : { detail: clean(why, MAX_DETAIL) }),
    ...(since === undefined ? {} : { since }),
    ...(seen === undefined ? {} : { count: seen }),
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
  plural: safe`Issues`,
  aliases: ['issues'],
  ids: ['botId', 'issueId'],
  idForm: { sure: /^iss(ue)?_/ },
  fields: issueFields,
  columns: [
    { title: safe`TITLE`, field: 'title', width: 30, rank: 1, isProse: true },
    { title: safe`CATEGORY`, field: 'category', width: 13, rank: 3 },
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
  list: undocumentedOperation({
    id: 'issue.list',
    area: 'admin',
    path: '/bots/{botId}/issues',
    response: { shape: 'page', key: 'issues' },
  }),
  read: readOperation(7, 'issue', '/bots/{botId}/issues/{issueId}', 'issue'),
  asFinding,
  rules: [RULE],
  children: [{ to: event.kind, title: safe`Events`, tab: safe`Events`, from: 'list', key: 'E' }],
});
