import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, parseJson } from '../../src/json/json.ts';
import { bot } from '../../src/resources/bot.ts';
import {
  choice,
  count,
  type Field,
  flag,
  free,
  groups,
  id,
  link,
  list,
  looseTime,
  MASK,
  map,
  object,
  prose,
  secret,
  secretValues,
  shortTime,
  text,
  time,
} from '../../src/resources/field.ts';
import { cellOf } from '../../src/resources/fields.ts';
import { type SafeText, safe } from '../../src/text/sanitise.ts';
import { cells } from '../../src/text/width.ts';
import { property } from '../helpers/property.ts';
import { hostileText, INVISIBLE } from '../text/hostile.ts';

const NOW = Date.parse('2025-11-21T06:12:30Z');
const relative = { now: NOW, exact: false };

const kinds: Readonly<Record<string, readonly [field: Field, ...takes: readonly string[]]>> = {
  text: [text, 'string'],
  prose: [prose, 'string'],
  time: [time, 'string'],
  looseTime: [looseTime, 'string'],
  shortTime: [shortTime, 'string'],
  flag: [flag, 'boolean'],
  count: [count, 'number'],
  choice: [choice({ active: 'good' }), 'string'],
  id: [id, 'string'],
  link: [link, 'string'],
  secret: [secret, 'string', 'boolean', 'number', 'object', 'list'],
  map: [map(), 'object'],
  'map of described entries': [map({ name: text }), 'object'],
  object: [object({ name: text }), 'object'],
  free: [free, 'object'],
  secretValues: [secretValues, 'object'],
  groups: [groups, 'object'],
  'list of anything': [list('array'), 'list'],
  'list of texts': [list('array of string'), 'list'],
  'list of objects': [list('array of objects', { url: link }), 'list'],
};

const ofType: Readonly<Record<string, Json>> = {
  string: 'active',
  boolean: true,
  number: 3,
  object: { a: 1 },
  list: ['a'],
  null: null,
};

const SENT: Readonly<Record<string, string>> = {
  string: '"active" (text)',
  boolean: 'true (boolean)',
  number: '3 (number)',
  object: '1 entry (object)',
  list: '1 item (list)',
};
const HIDDEN = {
  string: `${MASK} (text)`,
  boolean: `${MASK} (boolean)`,
  number: `${MASK} (number)`,
  list: `${MASK} (list)`,
};

const anyJson = fc
  .letrec<{ json: Json }>(tie => ({
    json: fc.oneof(
      { maxDepth: 3 },
      hostileText,
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('2025-11-21T06:12:30Z', '2025-11-21', ''),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(hostileText, tie('json'), { maxKeys: 9 }),
    ),
  }))
  .json.map(json => json);

describe.each(Object.entries(kinds))('the kind %s', (_name, [field, ...takes]) => {
  test.each(Object.entries(ofType))(
    'field: shows a value of another type as sent, marked: %s',
    (type, json) => {
      const isOwn = takes.includes(type);
      const shown = field.secret ? { ...SENT, ...HIDDEN } : SENT;

      expect(field.read(json) !== undefined).toBe(isOwn);
      if (isOwn) expect(field.show(json, relative)).toBeDefined();
      else expect(field.show(json, relative)).toBe(shown[type]);
    },
  );

  test('field: a missing value is unset', () => {
    expect(field.read(undefined)).toBeUndefined();
    expect(field.show(undefined, relative)).toBeUndefined();
    expect(field.order(undefined)).toBeUndefined();
    expect(field.tone(undefined)).toBe('plain');
  });

  property(
    'field: any value is shown as one clean line, without an exception',
    [anyJson, fc.boolean()],
    (json, isExact) => {
      const shown = field.show(json, { now: NOW, exact: isExact });
      field.order(json);
      field.tone(json);

      expect(shown ?? '').not.toMatch(INVISIBLE);
    },
  );
});

const status = choice({ active: 'good', deleting: 'bad' });
const nine = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`k${at}`, at]));

test.each<[what: string, field: Field, json: Json | undefined, shown: string | undefined]>([
  ['an empty text is unset', text, '', undefined],
  ['a time has its age', time, '2025-11-21T03:12:00Z', '2025-11-21 03:12Z (3h ago)'],
  ['the present is "now"', time, '2025-11-21T06:12:30Z', '2025-11-21 06:12Z (now)'],
  ['a time can be to come', time, '2025-11-21T09:12:30Z', '2025-11-21 09:12Z (in 3h)'],
  ['in a column a time is only an age', shortTime, '2025-11-21T03:12:00Z', '3h'],
  ['an invalid time is as sent', time, 'soon', 'soon'],
  ['a number has separators', count, 1234567, '1,234,567'],
  [
    'a number beyond 53 bits keeps its digits',
    count,
    parseJson('12345678901234567890'),
    '12345678901234567890',
  ],
  ['an unknown value of an enumeration is unchanged', status, 'hibernating', 'hibernating'],
  ['an empty secret is unset', secret, '', undefined],
  ['a map of secrets has the names only', secretValues, { apiKey: 'canary' }, '1  apiKey'],
  ['a map has its size and names', map(), { a: {}, b: {} }, '2  a, b'],
  ['a list has its size and texts', list('array of string'), ['a', 'b'], '2  a, b'],
  ['a list of objects has its size', list('array of objects'), [{}, {}], '2'],
  ['an empty map is "none"', map(), {}, 'none'],
  ['an empty list is "none"', list('array'), [], 'none'],
  ['six names are shown and the others counted', map(), nine, '9  k0, k1, k2, k3, k4, k5 and 3 more'],
])('field shown: %s', (_what, field, json, shown) => {
  expect(field.show(json, relative)).toBe(shown);
});

test.each([time, shortTime])('field shown: an exact time has no age', field => {
  expect(field.show('2025-11-21T03:12:00Z', { now: NOW, exact: true })).toBe('2025-11-21 03:12Z');
});

test.each<[what: string, field: Field, json: Json, order: unknown]>([
  ['texts without regard to case', text, 'Bot', 'bot'],
  ['ids with regard to case', id, 'Bot', 'Bot'],
  ['times by the moment, not by their text', time, '2025-11-21T07:12:30+01:00', NOW],
  ['an invalid time not at all', time, 'soon', undefined],
  ['maps by size', map(), { a: 1, b: 2 }, 2],
  ['lists by size', list('array'), [1], 1],
])('field order: sorts %s', (_what, field, json, order) => {
  expect(field.order(json)).toBe(order);
});

test.for<Json>(['canary', 0, false, ['canary'], { a: 'canary' }])(
  'secret field: any value is masked, and has no order: %j',
  json => {
    expect([secret.show(json, relative), secret.order(json)]).toEqual([MASK, undefined]);
  },
);

test.each([
  ['active', 'good'],
  ['deleting', 'bad'],
  ['hibernating', 'plain'],
  ['toString', 'plain'],
])('enumeration field: %s is %s', (value, tone) => {
  expect(status.tone(value)).toBe(tone);
});

test.each([
  [{ raw: 'a', pretty: 'A' }, 'A'],
  [{ raw: 'a' }, 'a'],
  [{ other: 1 }, '{"other":1}'],
  ['plain', 'plain'],
  [null, 'null'],
])('grouped data: %j is shown as %s', (value, words) => {
  expect(groups.entries?.(value)).toBe(words);
});

const clock = { now: Date.parse('2025-11-21T06:12:30Z'), exact: false };

function cell(record: JsonObject, field: string) {
  const column = bot.columns.find(each => each.field === field) ?? {
    title: safe``,
    field,
    width: 9,
    rank: 1,
  };
  return cellOf(bot, record, { column, clock });
}

test.each<[field: string, record: JsonObject, text: string, tone?: string]>([
  ['status', { status: 'active' }, 'active', 'good'],
  ['deployedAt', { deployedAt: '2025-11-21T03:12:30Z' }, '3h'],
  ['deployedAt', {}, '-', 'dim'],
  ['deployedAt', { deployedAt: null }, '-', 'dim'],
  ['deployedAt', { deployedAt: '' }, '-', 'dim'],
  ['deployedAt', { deployedAt: [] }, '0 items (list)'],
  ['name', {}, '(no name)', 'dim'],
  ['name', { name: 'support' }, 'support'],
  ['name', { name: 7 }, '7 (number)'],
  ['dev', { dev: 'true' }, '"true" (text)'],
  ['states', { states: '12' }, '"12" (text)'],
  ['medias', { medias: [{ url: 'https://h/a', name: 'logo' }] }, '1  logo https://h/a'],
  ['secrets', { secrets: ['API_KEY'] }, '1  API_KEY'],
])('cell: %s of %j is "%s"', (field, record, text, tone = 'plain') => {
  expect(cell(record, field)).toEqual({ text, tone });
});

test('cell: the health of a record with missing data fits its column', () => {
  const record = { health: { bad: 0, warn: 0, isPartial: true } };
  const { width } = bot.columns.find(({ field }) => field === 'health') ?? { width: 0 };

  const { text } = cell(record, 'health');

  expect(text).toBe('partly checked');
  expect(cells(`· ${text}` as SafeText)).toBeLessThanOrEqual(width);
});
