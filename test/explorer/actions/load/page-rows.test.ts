import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Page } from '../../../../src/api/response.ts';
import { newPagingGuard, noRows, withoutRows } from '../../../../src/explorer/actions/load/page-rows.ts';
import { type Rows, rowIndex } from '../../../../src/explorer/state/load.ts';
import { safe } from '../../../../src/text/sanitise.ts';
import { addPage, bots, page } from '../../../helpers/fake-service.ts';
import { forAll } from '../../../helpers/property.ts';

function rowsOf(...pages: readonly Page[]) {
  const guard = newPagingGuard();
  return pages.reduce((rows, each) => addPage(rows, each, guard), noRows);
}

const cut = safe`not a text`;
const NAMELESS = [{ name: 'a' }, { name: 'b' }, { id: '' }, { id: 7 }];
test.each<readonly [string, readonly Page[], Partial<Rows>]>([
  [
    'overlapping pages add no row twice',
    [page([...bots(2), ...bots(1)], 't1'), page(bots(2, 1), 't2')],
    { ids: ['b0', 'b1', 'b2'], items: bots(3), next: 't2', pages: 2 },
  ],
  [
    'a page without new rows stops loading with a notice',
    [page(bots(2), 't1'), page(bots(2), 't2')],
    { next: undefined, stopped: expect.stringContaining('a page without new rows.') },
  ],
  [
    'a page without a usable token stops loading with its notice',
    [{ ...page(bots(2)), cut }],
    { stopped: cut },
  ],
  ['the last page may be empty', [page(bots(2), 't1'), page([])], { next: undefined, stopped: undefined }],
  [
    'sums up the items that could not be parsed',
    [
      { ...page(bots(1), 't1'), skipped: 2 },
      { ...page(bots(1, 1)), skipped: 1 },
    ],
    { skipped: 3 },
  ],
  [
    'keeps items without an id, each as its own row',
    [page(NAMELESS, 't1'), page([{ name: 'c' }])],
    { items: [...NAMELESS, { name: 'c' }] },
  ],
])('paging: %s', (_what, pages, wanted) => {
  const rows = rowsOf(...pages);

  expect(rows).toMatchObject(wanted);
  expect(new Set(rows.ids).size).toBe(rows.items.length);
});

test('paging: keeps items without an id after a row was removed', () => {
  const walk = newPagingGuard();
  const one = addPage(noRows, page([...bots(1), { name: 'a' }], 't1'), walk);

  const two = addPage(withoutRows(one, new Set(['b0'])), page([{ name: 'c' }]), walk);

  expect(two.items).toEqual([{ name: 'a' }, { name: 'c' }]);
});

test('paging: removing a row keeps the others in order', () => {
  const rows = rowsOf(page(bots(3)));

  const left = withoutRows(rows, new Set(['b1']));

  expect(left.ids).toEqual(['b0', 'b2']);
  expect(left.items).toEqual([...bots(1), ...bots(1, 2)]);
  expect(withoutRows(rows, new Set(['none']))).toBe(rows);
});

test('paging: ends for every server, even one that never stops sending tokens', () => {
  const token = fc.constantFrom('a', 'b', 'c', 'd', undefined);
  const item = fc.constantFrom(...bots(6), { name: 'no id' });
  const anyPage = fc.tuple(fc.array(item, { maxLength: 4 }), token).map(([items, next]) => page(items, next));
  const pages = fc.record({ '': anyPage, a: anyPage, b: anyPage, c: anyPage, d: anyPage });

  forAll(100, pages, served => {
    const walk = newPagingGuard();
    let rows = addPage(noRows, served[''], walk);
    for (; rows.next !== undefined; rows = addPage(rows, served[rows.next as 'a'], walk))
      expect(rows.pages).toBeLessThan(6);

    expect(new Set(rows.ids).size).toBe(rows.ids.length);
    expect(rows.items).toHaveLength(rows.ids.length);
  });
});

const ids = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 3 }), { maxLength: 12 });

test('row index: finds ids in lists that grow, shrink and change', () =>
  forAll(100, fc.array(ids, { minLength: 1, maxLength: 6 }), lists => {
    const all = lists.flatMap(list => [list, list.slice(0, 3), [...list, 'new']]);
    for (const list of [...all, ...all])
      for (const id of ['', 'a', 'abc', 'new', ...list]) expect(rowIndex(list, id)).toBe(list.indexOf(id));
  }));
