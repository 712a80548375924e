import { operation } from '../api/operation.ts';
import { safe } from '../text/sanitise.ts';
import { choice, count, groups, id, link, prose, text, time } from './field.ts';
import { defineResource } from './resource.ts';

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
    { title: safe`TITLE`, field: 'title', width: 30, rank: 1, sortKey: 'N' },
    { title: safe`CATEGORY`, field: 'category', width: 13, rank: 3 },
    { title: safe`SEEN`, field: 'eventsCount', width: 6, rank: 2, align: 'right' },
    { title: safe`LAST`, field: 'lastSeenAt', width: 6, rank: 2, align: 'right' },
  ],
  sections: [
    {
      title: safe`Issue`,
      fields: ['title', 'code', 'category', 'eventsCount', 'createdAt', 'lastSeenAt', 'resolutionLink', 'id'],
    },
    { title: safe`Description`, fields: ['description'] },
    { title: safe`Grouped data`, fields: ['groupedData'] },
  ],
  nameField: 'title',
  read: operation({
    row: 7,
    id: 'issue.read',
    method: 'GET',
    area: 'admin',
    path: '/bots/{botId}/issues/{issueId}',
    answer: { shape: 'record', key: 'issue' },
  }),
  children: [],
});
