import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FilterInput, filterResult, YES } from '../../src/filter/match.ts';
import { parseFilter } from '../../src/filter/parse.ts';
import { rowTexts } from '../../src/filter/row-values.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { forAll } from '../helpers/property.ts';

const bot = resourceOf('bot');
const NOW = Date.UTC(2026, 0, 31);

const name = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abAB-1 é'), maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constant(null),
);
const row = fc.record(
  {
    id: fc.string({ unit: fc.constantFrom(...'abAB1#'), minLength: 1, maxLength: 5 }),
    name,
    updatedAt: fc.constantFrom('2025-01-01T00:00:00Z', '2026-01-30T00:00:00Z', 'soon', null),
    dev: fc.constantFrom(true, false, 'yes'),
  },
  { requiredKeys: [] },
);
const rows = fc.array(row, { maxLength: 30 }).map(list => list as unknown as readonly JsonObject[]);
const letter = fc.constantFrom(...'abAB-1é!" #', 'dev:true', ' !name:a', ' updated>90d', 'ab');
/** A typed text, a number of deleted letters, a paste that replaces the text, or a row that arrives. */
const change = fc.oneof(
  { weight: 5, arbitrary: letter },
  fc.nat({ max: 3 }),
  fc.record({ paste: letter }),
  row.map(each => ({ row: each as JsonObject })),
);

const byId = (records: readonly JsonObject[]) =>
  new Map(records.map(record => [String(record['id']), record]));
const inputOf = (items: readonly JsonObject[], whole: FilterInput['whole']): FilterInput => ({
  resource: bot,
  items,
  whole,
  now: NOW,
});

test('filter: cached values give the same matches as fresh rows, while typing and loading', () =>
  forAll(300, rows, rows.map(byId), fc.array(change, { maxLength: 20 }), (first, whole, changes) => {
    let items = first;
    let text = '';
    for (const each of changes) {
      if (typeof each === 'string') text += each;
      else if (typeof each === 'number') text = text.slice(0, Math.max(0, text.length - each));
      else if ('paste' in each) text = each.paste;
      else items = [...items, each.row];
      const filter = parseFilter(bot, text);
      const copies = items.map(each => ({ ...each }));

      expect(filterResult(inputOf(items, whole), filter)).toEqual(
        filterResult(inputOf(copies, whole), filter),
      );
    }
  }));

test('filter: a word matches rows whose text contains it or whose id begins with it, and no others', () => {
  const word = fc.string({ unit: fc.constantFrom(...'ab-1é'), minLength: 1, maxLength: 3 });
  forAll(300, rows, word, (items, typed) => {
    const { matches, isLoose } = filterResult(inputOf(items, new Map()), parseFilter(bot, typed));
    fc.pre(!isLoose);
    const texts = rowTexts(bot, items);
    const holds = items.map(
      ({ id }, at) =>
        texts[at]?.includes(typed) === true || (typeof id === 'string' && id.toLowerCase().startsWith(typed)),
    );

    expect(Array.from(matches, match => match === YES)).toEqual(holds);
  });
});
