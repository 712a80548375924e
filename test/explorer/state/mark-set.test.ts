import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countMarked,
  type Marks,
  marksWithin,
  NO_MARKS,
  withMarked,
  withoutMark,
} from '../../../src/explorer/state/mark-set.ts';
import { rowIndex } from '../../../src/explorer/state/row-index.ts';

const ids = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 3 }), { maxLength: 12 });
const step = fc.record({
  list: ids,
  places: fc.array(fc.nat({ max: 11 })),
  change: fc.constantFrom('mark', 'unmark', 'remove', 'keep'),
});

test('row index: finds ids in lists that grow, shrink and change', () => {
  fc.assert(
    fc.property(fc.array(ids, { minLength: 1, maxLength: 6 }), lists => {
      const all = lists.flatMap(list => [list, list.slice(0, 3), [...list, 'new']]);
      for (const list of [...all, ...all])
        for (const id of ['', 'a', 'abc', 'new', ...list]) expect(rowIndex(list, id)).toBe(list.indexOf(id));
    }),
  );
});

type Both = { readonly marks: Marks; readonly set: ReadonlySet<string> };
type Change = (both: Both, list: readonly string[], rows: readonly number[]) => Both;

const CHANGES: { readonly [name: string]: Change } = {
  mark: ({ marks, set }, list, rows) => ({
    marks: withMarked(marks, list, { positions: rows, isMarked: true }),
    set: set.union(new Set(rows.map(at => list[at] ?? ''))),
  }),
  unmark: ({ marks, set }, list, rows) => ({
    marks: withMarked(marks, list, { positions: rows, isMarked: false }),
    set: set.difference(new Set(rows.map(at => list[at] ?? ''))),
  }),
  remove: ({ marks, set }, list) => ({
    marks: withoutMark(marks, list[0] ?? ''),
    set: set.difference(new Set([list[0] ?? ''])),
  }),
  keep: ({ marks, set }, list) => ({
    marks: marksWithin(marks, list),
    set: set.intersection(new Set(list)),
  }),
};

test('mark set: behaves like a set of ids, whichever list the ids were marked in', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), steps => {
      let both: Both = { marks: NO_MARKS, set: new Set() };
      for (const { list, places, change } of steps) {
        const rows = places.filter(at => at < list.length);
        both = CHANGES[change]?.(both, list, rows) ?? both;
        const { marks, set } = both;

        expect([...marks].sort()).toEqual([...set].sort());
        expect(marks.size).toBe(set.size);
        expect(list.filter(id => marks.has(id))).toEqual(list.filter(id => set.has(id)));
        expect(countMarked(marks, list, list.keys())).toBe(list.filter(id => set.has(id)).length);
      }
    }),
    { numRuns: 300 },
  );
});
