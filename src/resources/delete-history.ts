import { localOperation } from '../api/operation.ts';
import { safe } from '../text/sanitise.ts';
import { choice, count, free, id, shortTime, text, time } from './field.ts';
import { defineResource } from './resource.ts';

/** Outcomes of a delete, as the journal names them. */
const OUTCOMES = { deleted: 'good', gone: 'good', 'not-deleted': 'warn', unknown: 'bad' } as const;

/**
 * A backup that was made before a delete, a file of this machine. `id`: its path below the folder of backups;
 * `record`: the id of the record; `outcome`, `status`: what became of the delete; `contents`: the record as
 * it was, secrets masked, which lists leave out; `problem`: why the file cannot be read.
 */
export const backup = defineResource({
  kind: 'trash',
  title: safe`Backup`,
  plural: safe`Backups`,
  ids: ['backupId'],
  fields: {
    id,
    kind: text,
    record: id,
    name: text,
    outcome: choice(OUTCOMES),
    status: count,
    at: time,
    profile: text,
    delete: id,
    contents: free,
    problem: { ...text, tone: () => 'bad' },
  },
  columns: [
    { title: safe`NAME`, field: 'name', width: 24, rank: 1 },
    { title: safe`OUTCOME`, field: 'outcome', width: 11, rank: 1 },
    { title: safe`KIND`, field: 'kind', width: 12, rank: 2 },
    { title: safe`STATUS`, field: 'status', width: 6, rank: 3, align: 'right' },
    { title: safe`ID`, field: 'record', width: 13, wide: 36, rank: 4 },
    { title: safe`SERVER`, field: 'profile', width: 30, rank: 5 },
    {
      title: safe`SAVED`,
      field: 'at',
      as: shortTime,
      width: 6,
      exact: 17,
      rank: 1,
      align: 'right',
    },
  ],
  labels: {
    record: safe`record id`,
    at: safe`saved`,
    profile: safe`server, workspace`,
    delete: safe`id of the delete`,
    id: safe`file`,
  },
  sections: [
    {
      title: safe`Backup`,
      fields: ['kind', 'name', 'record', 'outcome', 'status', 'at', 'profile', 'delete', 'id', 'contents'],
    },
    {
      title: safe`Record`,
      fields: ['contents'],
      tab: safe`Record`,
      document: { foldedFrom: Number.POSITIVE_INFINITY },
    },
  ],
  nameField: 'name',
  rowField: 'profile',
  list: localOperation('trash.list', { shape: 'page', key: 'trash' }),
  read: localOperation('trash.read', { shape: 'record' }),
});

/**
 * A line of the journal of deletes, a file of this machine. `id`: the number of the line; `record`: the id of
 * the deleted record; `delete`: shared by all stages of one delete; `unreadable`: a line that is no entry.
 */
export const journalEntry = defineResource({
  kind: 'journal',
  title: safe`Journal entry`,
  plural: safe`Journal entries`,
  ids: ['entryId'],
  fields: {
    at: time,
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
  },
  columns: [
    { title: safe`ID`, field: 'record', width: 24, rank: 1 },
    { title: safe`STAGE`, field: 'stage', width: 11, rank: 1 },
    { title: safe`KIND`, field: 'kind', width: 12, rank: 2 },
    { title: safe`STATUS`, field: 'status', width: 6, rank: 3, align: 'right' },
    { title: safe`SERVER`, field: 'profile', width: 30, rank: 5 },
    { title: safe`AT`, field: 'at', as: shortTime, width: 6, exact: 17, rank: 1, align: 'right' },
  ],
  labels: {
    record: safe`record id`,
    profile: safe`server, workspace`,
    delete: safe`id of the delete`,
    id: safe`line`,
  },
  sections: [
    {
      title: safe`Journal entry`,
      fields: ['stage', 'kind', 'record', 'at', 'status', 'ms', 'method', 'path', 'profile', 'delete', 'id'],
    },
  ],
  rowField: 'profile',
  list: localOperation('journal.list', { shape: 'page', key: 'journal' }),
});
