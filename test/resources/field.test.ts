import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, parseJson } from '../../src/json/json.ts';
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
import { property } from '../helpers/property.ts';
import { hostileText, INVISIBLE } from '../text/hostile.ts';

const NOW = Date.parse('2025-11-21T06:12:30Z');
const relative = { now: NOW, exact: false };
const exact = { now: NOW, exact: true };

const kinds: Readonly<Record<string, { readonly field: Field; readonly takes: readonly string[] }>> = {
  text: { field: text, takes: ['string'] },
  prose: { field: prose, takes: ['string'] },
  time: { field: time, takes: ['string'] },
  looseTime: { field: looseTime, takes: ['string'] },
  shortTime: { field: shortTime, takes: ['string'] },
  flag: { field: flag, takes: ['boolean'] },
  count: { field: count, takes: ['number'] },
  choice: { field: choice({ active: 'good' }), takes: ['string'] },
  id: { field: id, takes: ['string'] },
  link: { field: link, takes: ['string'] },
  secret: { field: secret, takes: ['string', 'boolean', 'number', 'object', 'list'] },
  map: { field: map(), takes: ['object'] },
  'map of described entries': { field: map({ name: text }), takes: ['object'] },
  object: { field: object({ name: text }), takes: ['object'] },
  free: { field: free, takes: ['object'] },
  secretValues: { field: secretValues, takes: ['object'] },
  groups: { field: groups, takes: ['object'] },
  'list of anything': { field: list('array'), takes: ['list'] },
  'list of texts': { field: list('array of string'), takes: ['list'] },
  'list of objects': { field: list('array of objects', { url: link }), takes: ['list'] },
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

describe.each(Object.entries(kinds))('the kind %s', (_name, { field, takes }) => {
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

describe('a text', () => {
  test('text field: an empty text is unset', () => {
    expect(text.show('', relative)).toBeUndefined();
  });

  test('text field: texts are sorted without regard to case, ids with it', () => {
    expect(text.order('Bot')).toBe('bot');
    expect(id.order('Bot')).toBe('Bot');
  });
});

describe('a time', () => {
  test('time field: shows the exact time and the age', () => {
    expect(time.show('2025-11-21T03:12:00Z', relative)).toBe('2025-11-21 03:12Z (3h ago)');
    expect(time.show('2025-11-21T06:12:30Z', relative)).toBe('2025-11-21 06:12Z (now)');
    expect(time.show('2025-11-21T09:12:30Z', relative)).toBe('2025-11-21 09:12Z (in 3h)');
    expect(time.show('2025-11-21T03:12:00Z', exact)).toBe('2025-11-21 03:12Z');
  });

  test('time field: a column shows only the age', () => {
    expect(shortTime.show('2025-11-21T03:12:00Z', relative)).toBe('3h');
    expect(shortTime.show('2025-11-21T03:12:00Z', exact)).toBe('2025-11-21 03:12Z');
  });

  test('time field: an invalid time is shown as sent', () => {
    expect(time.show('soon', relative)).toBe('soon');
    expect(time.order('soon')).toBeUndefined();
  });

  test('time field: times are sorted by the moment, not by their text', () => {
    expect(time.order('2025-11-21T07:12:30+01:00')).toBe(NOW);
  });
});

describe('a number', () => {
  test('number field: has separators', () => {
    expect(count.show(1234567, relative)).toBe('1,234,567');
  });

  test('number field: numbers beyond 53 bits keep their digits', () => {
    const json = parseJson('12345678901234567890');

    expect(count.show(json, relative)).toBe('12345678901234567890');
  });
});

describe('an enumeration', () => {
  const status = choice({ active: 'good', deleting: 'bad' });

  test('enumeration field: a known value has its tone', () => {
    expect(status.tone('active')).toBe('good');
    expect(status.tone('deleting')).toBe('bad');
  });

  test('enumeration field: an unknown value is shown unchanged', () => {
    expect(status.show('hibernating', relative)).toBe('hibernating');
    expect(status.tone('hibernating')).toBe('plain');
    expect(status.tone('toString')).toBe('plain');
  });
});

describe('a secret', () => {
  test.each(['canary', 0, false, ['canary'], { a: 'canary' }])(
    'secret field: any value is masked: %j',
    json => {
      expect(secret.show(json, relative)).toBe(MASK);
      expect(secret.order(json)).toBeUndefined();
    },
  );

  test('secret field: an empty text is unset', () => {
    expect(secret.show('', relative)).toBeUndefined();
  });

  test('secret field: a map shows the names and masks the values', () => {
    expect(secretValues.show({ apiKey: 'canary' }, relative)).toBe('1  apiKey');
  });
});

describe('maps and lists', () => {
  test('collection field: the count and the names are shown', () => {
    expect(map().show({ a: {}, b: {} }, relative)).toBe('2  a, b');
    expect(list('array of string').show(['a', 'b'], relative)).toBe('2  a, b');
    expect(list('array of objects').show([{}, {}], relative)).toBe('2');
  });

  test('collection field: an empty collection is shown as "none"', () => {
    expect(map().show({}, relative)).toBe('none');
    expect(list('array').show([], relative)).toBe('none');
  });

  test('collection field: six names are shown and the others counted', () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`k${at}`, at]));

    expect(map().show(many, relative)).toBe('9  k0, k1, k2, k3, k4, k5 and 3 more');
  });

  test('collection field: collections are sorted by size', () => {
    expect(map().order({ a: 1, b: 2 })).toBe(2);
    expect(list('array').order([1])).toBe(1);
  });
});

describe('grouped data of an issue', () => {
  test.each([
    [{ raw: 'a', pretty: 'A' }, 'A'],
    [{ raw: 'a' }, 'a'],
    [{ other: 1 }, '{"other":1}'],
    ['plain', 'plain'],
    [null, 'null'],
  ])('grouped data: %j is shown as %s', (value, words) => {
    expect(groups.entries?.(value)).toBe(words);
  });
});
