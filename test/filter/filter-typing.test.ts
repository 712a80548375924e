import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJudging, type Filtered, judged, YES } from '../../src/filter/match.ts';
import { parseFilter } from '../../src/filter/parse.ts';
import { rowTexts } from '../../src/filter/row-text.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { resourceOf } from '../../src/resources/registry.ts';

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
/** A letter or a word that is typed on, how many are taken away, another text, or another row that comes in. */
const change = fc.oneof(
  { weight: 5, arbitrary: letter },
  fc.nat({ max: 3 }),
  fc.record({ paste: letter }),
  row.map(each => ({ row: each as JsonObject })),
);

const byId = (records: readonly JsonObject[]) =>
  new Map(records.map(record => [String(record['id']), record]));
const about = (items: readonly JsonObject[], whole: Filtered['whole']): Filtered => ({
  resource: bot,
  items,
  whole,
  now: NOW,
});

test('while one types, deletes and rows come in, the rows are those of the whole filter asked at once', () => {
  fc.assert(
    fc.property(rows, rows.map(byId), fc.array(change, { maxLength: 20 }), (first, whole, changes) => {
      const judging = createJudging();
      let items = first;
      let text = '';
      for (const each of changes) {
        if (typeof each === 'string') text += each;
        else if (typeof each === 'number') text = text.slice(0, Math.max(0, text.length - each));
        else if ('paste' in each) text = each.paste;
        else items = [...items, each.row];
        const filter = parseFilter(bot, text);

        expect(judging(about(items, whole), filter)).toEqual(judged(about([...items], whole), filter));
      }
    }),
    { numRuns: 300 },
  );
});

test('a word leaves the rows whose text holds it or whose id begins with it, and no others', () => {
  const word = fc.string({ unit: fc.constantFrom(...'ab-1é'), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(rows, word, (items, typed) => {
      const { of, isLoose } = judged(about(items, new Map()), parseFilter(bot, typed));
      fc.pre(!isLoose);
      const texts = rowTexts(bot, items);
      const holds = items.map(
        ({ id }, at) =>
          texts[at]?.includes(typed) || (typeof id === 'string' && id.toLowerCase().startsWith(typed)),
      );

      expect(Array.from(of, verdict => verdict === YES)).toEqual(holds);
    }),
    { numRuns: 300 },
  );
});
