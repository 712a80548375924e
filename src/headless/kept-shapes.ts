import { deletion } from '../deletion/report.ts';
import { count, id, text, time } from '../resources/field.ts';
import { defineResource, type Resource } from '../resources/resource.ts';
import { safe } from '../text/sanitise.ts';

const shared = { aliases: [], ids: ['id'], sections: [], children: [] };

/** One line of the journal. */
export const entryShape: Resource = defineResource({
  ...shared,
  kind: 'journal',
  title: safe`Journal entry`,
  plural: safe`Journal`,
  fields: {
    at: time,
    stage: text,
    kind: text,
    id,
    status: count,
    ms: count,
    method: text,
    path: text,
    profile: text,
    delete: text,
  },
  columns: [
    { title: safe`AT`, field: 'at', width: 17, rank: 1 },
    { title: safe`STAGE`, field: 'stage', width: 11, rank: 1 },
    { title: safe`KIND`, field: 'kind', width: 12, rank: 2 },
    { title: safe`ID`, field: 'id', width: 36, rank: 1 },
    { title: safe`STATUS`, field: 'status', width: 6, rank: 3, align: 'right' },
    { title: safe`SERVER AND WORKSPACE`, field: 'profile', width: 40, rank: 4 },
  ],
  nameField: undefined,
});

/** A copy of a record that was to be deleted: its id is the file. */
export const copyShape: Resource = defineResource({
  ...shared,
  kind: 'trash',
  title: safe`Copy`,
  plural: safe`Trash`,
  fields: { id, kind: text, record: text, at: time },
  columns: [
    { title: safe`FILE`, field: 'id', width: 60, rank: 1 },
    { title: safe`KIND`, field: 'kind', width: 12, rank: 3 },
    { title: safe`COPIED`, field: 'at', width: 17, rank: 2 },
  ],
  nameField: undefined,
});

/** A request that a delete would send, and its result: that it was only played. */
export const requestShape: Resource = defineResource({
  ...shared,
  kind: 'requests',
  title: safe`Request`,
  plural: safe`Requests`,
  fields: { method: text, url: text, header: text, ...deletion.fields },
  columns: [],
  nameField: undefined,
});
