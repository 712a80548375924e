import { undocumentedOperation } from '../api/operation.ts';
import { isObject, type Json, type JsonObject, mapValues, member } from '../json/json.ts';
import { clean, safe } from '../text/sanitise.ts';
import { groups, id, shortTime, time } from './field.ts';
import { redact } from './redact.ts';
import { defineResource, idColumn, type SharedPart } from './resource.ts';

/** Pairs with more characters are placed after the others. */
const LONG = 30;

/** The data of an event in one line: `channel=webchat  duration=12 ms`; secrets are masked by their names. */
const values = {
  ...groups,
  show: (json: Json | undefined) => {
    const format = groups.entries;
    if (!isObject(json) || format === undefined) return groups.show(json, { now: 0, exact: true });
    const pairs = Object.entries(redact({}, json)).map(([key, value]) => `${key}=${format(value)}`);
    // A long text in front would leave no room for the values that distinguish events.
    const isLong = (pair: string): number => Number(pair.length > LONG);
    const shortFirst = pairs.toSorted((a, b) => isLong(a) - isLong(b));
    return pairs.length === 0 ? undefined : clean(shortFirst.join('  '), 400);
  },
};

/** Splits the data that all events of a list share, such as the grouped data of their issue. */
function sharedData(events: readonly JsonObject[]): SharedPart | undefined {
  const all = events.map(each => member(each, 'data'));
  const [first] = all;
  if (events.length < 2 || !isObject(first)) return undefined;
  const texts = all.map(data => (isObject(data) ? mapValues(data, value => JSON.stringify(value)) : {}));
  const isShared = (key: string, value: Json): boolean => {
    const text = JSON.stringify(value);
    return texts.every(each => Object.hasOwn(each, key) && each[key] === text);
  };
  const shared = Object.entries(first).filter(([key, value]) => isShared(key, value));
  const words = values.show(Object.fromEntries(shared));
  const names = new Set(shared.map(([key]) => key));
  const differing = (data: Json | undefined): Json =>
    isObject(data) ? Object.fromEntries(Object.entries(data).filter(([key]) => !names.has(key))) : {};
  if (words === undefined) return undefined;
  return { words, rows: events.map((each, at) => ({ ...each, data: differing(all[at]) })) };
}

/** One occurrence of an issue (not in the spec). No operation reads a single one. */
export const event = defineResource({
  kind: 'event',
  title: safe`Event`,
  plural: safe`Events`,
  aliases: ['events'],
  ids: ['botId', 'issueId', 'eventId'],
  idForm: { sure: /^issevt_/ },
  fields: { id, createdAt: time, data: groups },
  columns: [
    { title: safe`DATA`, field: 'data', as: values, width: 30, rank: 1, isProse: true },
    { title: safe`CREATED`, field: 'createdAt', as: shortTime, width: 8, exact: 17, rank: 2, align: 'right' },
    idColumn(4),
  ],
  sections: [
    { title: safe`Event`, fields: ['createdAt', 'id'] },
    { title: safe`Data`, fields: ['data'] },
  ],
  listed: ['id', 'createdAt', 'data'],
  sharedPart: sharedData,
  usualOrder: {
    name: safe`created ↓`,
    rank: record => Number(time.order(member(record, 'createdAt')) ?? Number.NaN),
  },
  list: undocumentedOperation({
    id: 'event.list',
    area: 'admin',
    path: '/bots/{botId}/issues/{issueId}/events',
    response: { shape: 'page', key: 'issueEvents', isWhole: true },
  }),
});
