import { safe } from '../text/sanitise.ts';
import { choice, count, id, text, time } from './field.ts';
import { defineResource } from './resource.ts';

/** What came of a delete: a row of a report. It is ours, and no kind of the service. */
export const deletion = defineResource({
  kind: 'deletion',
  title: safe`Deletion`,
  plural: safe`Deletions`,
  aliases: [],
  ids: ['deletionId'],
  fields: {
    id,
    kind: text,
    name: text,
    outcome: choice({
      deleted: 'good',
      gone: 'good',
      'not-deleted': 'bad',
      unsent: 'bad',
      unknown: 'warn',
      played: 'plain',
    }),
    status: count,
    why: text,
    request: text,
    scope: text,
    at: time,
  },
  columns: [
    { title: safe`NAME`, field: 'name', width: 24, rank: 1 },
    { title: safe`ID`, field: 'id', width: 36, rank: 1 },
    { title: safe`OUTCOME`, field: 'outcome', width: 12, rank: 1 },
    { title: safe`STATUS`, field: 'status', width: 6, rank: 2 },
    { title: safe`WHY`, field: 'why', width: 24, rank: 2 },
  ],
  sections: [
    {
      title: safe`Deletion`,
      fields: ['id', 'kind', 'name', 'outcome', 'status', 'why', 'request', 'scope', 'at'],
    },
  ],
  nameField: 'name',
  children: [],
});
