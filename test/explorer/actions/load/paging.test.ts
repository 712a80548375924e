import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newPagingGuard, noRows, withoutRows } from '../../../../src/explorer/actions/load/paging.ts';
import { rowIndex } from '../../../../src/explorer/state/load.ts';
import { safe } from '../../../../src/text/sanitise.ts';
import { addPage, bots, page } from '../../../helpers/fake-service.ts';

describe('adding a page', () => {
  test('paging: appends a page below the loaded rows', () => {
    const walk = newPagingGuard();
    const one = addPage(noRows, page(bots(2), 't1'), walk);

    const two = addPage(one, page(bots(2, 2)), walk);

    expect(two.ids).toEqual(['b0', 'b1', 'b2', 'b3']);
    expect(two).toMatchObject({ next: undefined, pages: 2, skipped: 0 });
    expect(two.stopped).toBeUndefined();
  });

  test('paging: overlapping pages add no row twice', () => {
    const walk = newPagingGuard();
    const one = addPage(noRows, page([...bots(2), ...bots(1)], 't1'), walk);

    const two = addPage(one, page([...bots(2, 1)], 't2'), walk);

    expect(two.ids).toEqual(['b0', 'b1', 'b2']);
    expect(two.items).toHaveLength(3);
    expect(two.next).toBe('t2');
  });

  test('paging: a repeated token stops loading with a notice', () => {
    const walk = newPagingGuard();
    const one = addPage(noRows, page(bots(1), 't1'), walk);
    const two = addPage(one, page(bots(1, 1), 't2'), walk);

    const three = addPage(two, page(bots(1, 2), 't1'), walk);

    expect(three.next).toBeUndefined();
    expect(three.ids).toHaveLength(3);
    expect(three.stopped).toContain('repeated a page token');
  });

  test('paging: a page without new rows stops loading with a notice', () => {
    const walk = newPagingGuard();
    const one = addPage(noRows, page(bots(2), 't1'), walk);

    const two = addPage(one, page(bots(2), 't2'), walk);

    expect(two.next).toBeUndefined();
    expect(two.stopped).toContain('repeated a page.');
  });

  test('paging: a page without a usable token stops loading with its notice', () => {
    const cut = safe`not a text`;

    expect(addPage(noRows, { ...page(bots(2)), cut }, newPagingGuard()).stopped).toBe(cut);
  });

  test('paging: the last page may be empty', () => {
    const walk = newPagingGuard();
    const one = addPage(noRows, page(bots(2), 't1'), walk);

    const two = addPage(one, page([]), walk);

    expect(two.stopped).toBeUndefined();
    expect(two.next).toBeUndefined();
  });

  test('paging: sums up the items that could not be parsed', () => {
    const walk = newPagingGuard();
    const one = addPage(noRows, { items: bots(1), next: 't1', skipped: 2 }, walk);

    expect(addPage(one, { items: bots(1, 1), next: undefined, skipped: 1 }, walk).skipped).toBe(3);
  });

  test('paging: keeps items without an id, each as its own row', () => {
    const walk = newPagingGuard();
    const one = addPage(noRows, page([{ name: 'a' }, { name: 'b' }, { id: '' }, { id: 7 }], 't1'), walk);

    const two = addPage(one, page([{ name: 'c' }]), walk);

    expect(two.items).toHaveLength(5);
    expect(new Set(two.ids).size).toBe(5);
  });

  test('paging: keeps items without an id after a row was removed', () => {
    const walk = newPagingGuard();
    const one = addPage(noRows, page([...bots(1), { name: 'a' }], 't1'), walk);

    const two = addPage(withoutRows(one, new Set(['b0'])), page([{ name: 'c' }]), walk);

    expect(two.items).toEqual([{ name: 'a' }, { name: 'c' }]);
  });
});

test('paging: removing a row keeps the others in order', () => {
  const rows = addPage(noRows, page(bots(3)), newPagingGuard());

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

  fc.assert(
    fc.property(pages, served => {
      const walk = newPagingGuard();
      let rows = addPage(noRows, served[''], walk);
      for (; rows.next !== undefined; rows = addPage(rows, served[rows.next as 'a'], walk))
        expect(rows.pages).toBeLessThan(6);

      expect(new Set(rows.ids).size).toBe(rows.ids.length);
      expect(rows.items).toHaveLength(rows.ids.length);
    }),
  );
});

const ids = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 3 }), { maxLength: 12 });

test('row index: finds ids in lists that grow, shrink and change', () => {
  fc.assert(
    fc.property(fc.array(ids, { minLength: 1, maxLength: 6 }), lists => {
      const all = lists.flatMap(list => [list, list.slice(0, 3), [...list, 'new']]);
      for (const list of [...all, ...all])
        for (const id of ['', 'a', 'abc', 'new', ...list]) expect(rowIndex(list, id)).toBe(list.indexOf(id));
    }),
  );
});
