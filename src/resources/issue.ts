import { operation, undocumentedOperation } from '../api/operation.ts';
import { type JsonObject, member } from '../json/json.ts';
import { clean, safe } from '../text/sanitise.ts';
import { type Finding, textOf } from './diagnosis-rule.ts';
import { event } from './event.ts';
import { choice, count, groups, id, link, prose, shortTime, text, time } from './field.ts';
import { defineResource, type Ref } from './resource.ts';

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

/** Id of its rule, which baselines store. */
const RULE = 'issue';

/** Returns an open issue as a warning about its bot. Issues of several bots share their title. */
function asFinding(record: JsonObject, ref: Ref): Finding {
  const title = clean(textOf(record, 'title') ?? textOf(record, 'code') ?? '(no title)', 200);
  const [why, since] = [textOf(record, 'description'), textOf(record, 'createdAt')];
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

/** Spec 2.4. `resolutionLink` may be null and `groupedData` values are `{raw, pretty?}` (not in the spec). */
export const issue = defineResource({
  kind: 'issue',
  title: safe`Issue`,
  plural: safe`Issues`,
  aliases: ['issues'],
  ids: ['botId', 'issueId'],
  idForm: { sure: /^iss(ue)?_/ },
  fields: {
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
  },
  columns: [
    { title: safe`TITLE`, field: 'title', width: 30, rank: 1, isProse: true },
    { title: safe`CATEGORY`, field: 'category', width: 13, rank: 3 },
    { title: safe`SEEN`, field: 'eventsCount', width: 6, rank: 2, align: 'right' },
    {
      title: safe`LAST`,
      field: 'lastSeenAt',
      as: shortTime,
      width: 6,
      exact: 17,
      rank: 2,
      align: 'right',
    },
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
  listed: [
    'id',
    'code',
    'createdAt',
    'lastSeenAt',
    'title',
    'description',
    'groupedData',
    'eventsCount',
    'category',
    'resolutionLink',
  ],
  usualOrder: { name: safe`times seen × recency`, rank: urgency },
  list: undocumentedOperation({
    id: 'issue.list',
    area: 'admin',
    path: '/bots/{botId}/issues',
    response: { shape: 'page', key: 'issues' },
  }),
  read: operation({
    row: 7,
    id: 'issue.read',
    method: 'GET',
    area: 'admin',
    path: '/bots/{botId}/issues/{issueId}',
    response: { shape: 'record', key: 'issue' },
  }),
  asFinding,
  rules: [RULE],
  children: [{ to: event.kind, title: safe`Events`, tab: safe`Events`, from: 'list', key: 'E' }],
});
