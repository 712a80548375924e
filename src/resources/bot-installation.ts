import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { clean, joinSafe, safe } from '../text/sanitise.ts';
import { flag, MASK, secretValues, shortTime, text } from './field.ts';
import { installation, installationState, versionId, versionName } from './installation.ts';
import { integration } from './integration.ts';
import type { ChildRow, EntryTable, Ref } from './resource.ts';

/** A configuration as its keys; only boolean values are shown, because they cannot be credentials. */
const masked = {
  ...secretValues,
  show: (json: Json | undefined) => {
    const pairs = Object.entries(secretValues.read(json) ?? {}).map(([key, value]) => {
      const shown = typeof value === 'boolean' ? flag.show(value, { now: 0, exact: true }) : MASK;
      return safe`${clean(key, 60)} ${shown ?? MASK}`;
    });
    if (!isObject(json)) return secretValues.show(json, { now: 0, exact: true });
    return pairs.length === 0 ? undefined : joinSafe(pairs, ', ');
  },
};

/**
 * Table of installed integrations. `named` joins name and version; `alias` is the key if it is not the id.
 */
export const installationEntries: EntryTable = {
  fields: { ...installation, configuration: masked, named: text, alias: text },
  labels: { statusReason: safe`reason`, enabled: safe`on`, webhookUrl: safe`webhook` },
  columns: [
    { title: safe`NAME@VERSION`, field: 'named', width: 24, rank: 1 },
    { title: safe`ALIAS`, field: 'alias', width: 12, rank: 5 },
    { title: safe`STATUS`, field: 'status', width: 22, rank: 2 },
    { title: safe`ON`, field: 'enabled', width: 3, rank: 3 },
    {
      title: safe`UPDATED`,
      field: 'updatedAt',
      as: shortTime,
      width: 8,
      exact: 17,
      rank: 4,
      align: 'right',
    },
  ],
  details: [
    'status',
    'statusReason',
    'enabled',
    'alias',
    'id',
    'configurationType',
    'configuration',
    'webhookUrl',
    'createdAt',
    'updatedAt',
  ],
  reason: 'statusReason',
};

/**
 * Returns the integrations of a bot. The key is an id or an alias: the entry's own id wins (not in the spec).
 */
export function installations(record: JsonObject, _self: Ref): readonly ChildRow[] {
  const entries = member(record, 'integrations');
  if (!isObject(entries)) return [];
  return Object.entries(entries).map(([key, entry]) => {
    const id = versionId(key, entry);
    const named = versionName(key, entry);
    return {
      id: key,
      name: named,
      ...installationState(entry),
      ref: { kind: integration.kind, ids: { integrationId: id } },
      entry: { ...(isObject(entry) ? entry : {}), id, named, ...(id === key ? {} : { alias: key }) },
    };
  });
}
