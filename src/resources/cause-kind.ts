import type { JsonObject } from '../json/json.ts';
import { clean, safe } from '../text/sanitise.ts';
import { counted, dayTime, exact } from '../text/units.ts';
import { choice, count, defineField, id, text } from './field.ts';
import { defineResource, localOperation } from './resource.ts';

/** `7`, or `7+` where there may be more. */
const atLeast = defineField<number>({
  ...count,
  read: json => (typeof json === 'string' ? Number.parseInt(json, 10) : count.read(json)),
  format: (_value, _clock, json) => clean(String(json)),
});

/** An ISO time, or one behind `after`: the time of the last digest without it. */
const sinceTime = defineField<string>({
  ...text,
  order: json => text.read(json)?.replace('after ', ''),
  format: (value, clock) => {
    const words = (iso: string) => (clock.exact ? exact(iso) : dayTime(iso, clock.now));
    return value.startsWith('after ') ? safe`after ${words(value.slice(6))}` : words(value);
  },
});

/** `id`: the name of its filter; `met`: where it was met; `checked`: of how many bots, `37 of 40+ bots`. */
export const cause = defineResource({
  kind: 'cause',
  title: safe`Cause`,
  aliases: ['causes'],
  ids: ['causeId'],
  fields: {
    id,
    cause: text,
    title: text,
    bots: atLeast,
    since: sinceTime,
    level: choice({ problem: 'bad', warning: 'warn' }),
    met: text,
    checked: text,
  },
  columns: [
    { title: safe`CAUSE`, field: 'title', width: 40, least: 40, rank: 1, isProse: true },
    { field: 'bots', width: 5, rank: 1, align: 'right' },
    { field: 'since', width: 16, exact: 23, rank: 2 },
    { field: 'level', width: 9, rank: 3, isMark: true },
  ],
  sections: [{ title: safe`Cause`, fields: ['cause', 'bots', 'since', 'level', 'met', 'checked', 'id'] }],
  nameField: 'title',
  rowField: 'met',
  summary: (rows: readonly JsonObject[]) => [
    safe`${counted(rows.length, safe`cause`)} in ${clean(String(rows[0]?.['checked'] ?? ''))}`,
  ],
  copy: ({ cause: words }) => ({ text: clean(String(words)), description: safe`the words of the cause` }),
  list: localOperation('causes.list', { shape: 'page', key: 'causes' }),
  localRows: ({ causes }) => causes(),
});
