import { isObject } from '../json/json.ts';
import { joinSafe, safe } from '../text/sanitise.ts';
import { agoWords, counted } from '../text/units.ts';
import { time } from './field.ts';
import type { ActionNote } from './resource.ts';

/** Contents of a bot that are deleted with it, with the word for one of each. */
const CONTENTS = [
  ['events', safe`event`],
  ['actions', safe`action`],
  ['states', safe`state`],
  ['recurringEvents', safe`recurring event`],
] as const;

/** Facts about a bot to know before it is deleted. */
export const botDeleteNotes: readonly ActionNote[] = [
  {
    one: (record, clock) => {
      const deployed = time.read(record['deployedAt']);
      return deployed === undefined
        ? undefined
        : { tone: 'warn', text: safe`deployed ${agoWords(deployed, clock.now)}` };
    },
    many: safe`deployed`,
  },
  {
    one: record =>
      time.read(record['deployedAt']) === undefined
        ? { tone: 'plain', text: safe`never deployed` }
        : undefined,
    many: safe`never deployed`,
  },
  {
    one: record =>
      record['alwaysAlive'] === true ? { tone: 'warn', text: safe`always alive is on` } : undefined,
    many: safe`always-alive`,
  },
  {
    one: ({ integrations }) => {
      const count = isObject(integrations) ? Object.keys(integrations).length : 0;
      return count === 0
        ? undefined
        : { tone: 'warn', text: safe`${counted(count, safe`integration`)} installed` };
    },
    many: safe`with integrations`,
  },
  {
    one: record => (record['dev'] === true ? { tone: 'plain', text: safe`dev bot` } : undefined),
    many: safe`dev`,
  },
  {
    one: (record, clock) => {
      const times = (['createdAt', 'updatedAt'] as const).flatMap(name => {
        const at = time.read(record[name]);
        const word = name === 'createdAt' ? safe`created` : safe`changed`;
        return at === undefined ? [] : [safe`${word} ${agoWords(at, clock.now)}`];
      });
      return times.length === 0 ? undefined : { tone: 'plain', text: joinSafe(times, ', ') };
    },
  },
  {
    one: record => {
      const parts = CONTENTS.flatMap(([name, one]) => {
        const value = record[name];
        const count = isObject(value) ? Object.keys(value).length : 0;
        return count === 0 ? [] : [counted(count, one)];
      });
      return parts.length === 0 ? undefined : { tone: 'plain', text: joinSafe(parts, ', ') };
    },
  },
];
