import { localOperation } from '../api/operation.ts';
import type { JsonObject } from '../json/json.ts';
import { safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { count, id, text } from './field.ts';
import { defineResource } from './resource.ts';

/**
 * An integration version that loaded bots use: no operation lists versions. `id`: that of the version;
 * `bots`: the bots that use it; `failing`: those on which it fails; `checked`: all loaded bots.
 */
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
    checked: count,
  },
  columns: [
    { title: safe`NAME@VERSION`, field: 'name', width: 24, rank: 1 },
    { title: safe`BOTS`, field: 'bots', width: 6, rank: 1, align: 'right' },
    { title: safe`FAILING`, field: 'failing', width: 7, rank: 2, align: 'right' },
  ],
  labels: { name: safe`name@version`, checked: safe`bots checked` },
  sections: [{ title: safe`Integration in use`, fields: ['name', 'id', 'bots', 'failing', 'checked'] }],
  nameField: 'name',
  summary: ([row, ...more]: readonly JsonObject[]) =>
    safe`${more.length + 1} in ${counted(Number(row?.['checked']), safe`bot`)} checked`,
  list: localOperation('in-use.list', { shape: 'page', key: 'integrations' }),
});
