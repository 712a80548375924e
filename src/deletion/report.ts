import { choice, count, id, text, time } from '../resources/field.ts';
import { defineResource } from '../resources/resource.ts';
import { safe } from '../text/sanitise.ts';

const RESULTS = choice({
  deleted: 'good',
  gone: 'good',
  missing: 'bad',
  'not-deleted': 'bad',
  unsent: 'bad',
  unknown: 'warn',
  played: 'plain',
});

/**
 * The result of one delete: a row of a report, in the explorer and in commands. It is ours, and no kind of the service.
 * `result` decides; `outcome` repeats it for scripts that read it there.
 */
export const deletion = defineResource({
  kind: 'results',
  title: safe`Deletion`,
  plural: safe`Deletions`,
  aliases: [],
  ids: ['deletionId'],
  fields: {
    result: RESULTS,
    kind: text,
    id,
    name: text,
    status: count,
    message: text,
    outcome: RESULTS,
    why: text,
    request: text,
    scope: text,
    at: time,
  },
  columns: [
    { title: safe`NAME`, field: 'name', width: 24, rank: 1 },
    { title: safe`ID`, field: 'id', width: 36, rank: 1 },
    { title: safe`RESULT`, field: 'result', width: 12, rank: 1 },
    { title: safe`STATUS`, field: 'status', width: 6, rank: 2 },
    { title: safe`WHY`, field: 'why', width: 24, rank: 2 },
  ],
  sections: [
    {
      title: safe`Deletion`,
      fields: ['id', 'kind', 'name', 'result', 'status', 'message', 'why', 'request', 'scope', 'at'],
    },
  ],
  nameField: 'name',
  children: [],
});
