import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../../src/api/client.ts';
import type { Page } from '../../../../src/api/response.ts';
import {
  addPage,
  loadPages,
  newPagingGuard,
  noRows,
  withoutRows,
} from '../../../../src/explorer/actions/load/paging.ts';
import { rowIndex } from '../../../../src/explorer/state/load.ts';
import type { Failure, SentRequest } from '../../../../src/failure.ts';
import { safe } from '../../../../src/text/sanitise.ts';
import { bots, page } from '../../../helpers/fake-service.ts';

const SENT: SentRequest = {
  method: 'GET',
  path: '/v1/admin/bots',
  baseUrl: 'https://x',
  at: 5,
  ms: 7,
  tries: 1,
};
const start = { value: noRows, at: 0, ms: 0 };

/** Serves these pages by token, the first under `''`. */
function served(pages: Readonly<Record<string, Page | Failure>>) {
  const asked: string[] = [];
  const ask = async (token: string | undefined): Promise<Outcome<Page>> => {
    asked.push(token ?? '');
    const answer = pages[token ?? ''] ?? page([]);
    return 'kind' in answer ? { ok: false, failure: answer } : { ok: true, value: answer, sent: SENT };
  };
  return { ask, asked };
}

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

const upTo =
  (wanted: number) =>
  ({ pages }: { readonly pages: number }): boolean =>
    pages < wanted;

describe('loading page after page', () => {
  test('paging: requests each page with the token of the previous one', async () => {
    const { ask, asked } = served({
      '': page(bots(1), 'a'),
      a: page(bots(1, 1), 'b'),
      b: page(bots(1, 2), 'c'),
    });
    const shown: number[] = [];

    const { loaded, failure } = await loadPages(start, upTo(3), {
      request: ask,
      guard: newPagingGuard(),
      onPage: rows => shown.push(rows().value.ids.length),
    });

    expect(asked).toEqual(['', 'a', 'b']);
    expect(loaded).toMatchObject({ at: 5, ms: 7, value: { next: 'c', pages: 3 } });
    expect(shown).toEqual([1, 2]);
    expect(failure).toBeUndefined();
  });

  test('paging: stops at the last page', async () => {
    const { ask, asked } = served({ '': page(bots(1), 'a'), a: page(bots(1, 1)) });

    const { loaded } = await loadPages(start, upTo(9), {
      request: ask,
      guard: newPagingGuard(),
      onPage: () => {},
    });

    expect(asked).toEqual(['', 'a']);
    expect(loaded.value.ids).toHaveLength(2);
  });

  test('paging: a failed page keeps the pages before it', async () => {
    const { ask } = served({ '': page(bots(1), 'a'), a: { kind: 'server-error', status: 500 } });

    const { loaded, failure } = await loadPages(start, upTo(9), {
      request: ask,
      guard: newPagingGuard(),
      onPage: () => {},
    });

    expect(loaded.value.ids).toEqual(['b0']);
    expect(loaded.value.next).toBe('a');
    expect(failure?.kind).toBe('server-error');
  });

  test('paging: ends for every server, even one that never stops sending tokens', async () => {
    const token = fc.constantFrom('a', 'b', 'c', 'd', undefined);
    const item = fc.constantFrom(...bots(6), { name: 'no id' });
    const anyPage = fc
      .tuple(fc.array(item, { maxLength: 4 }), token)
      .map(([items, next]) => page(items, next));
    const pages = fc.record({ '': anyPage, a: anyPage, b: anyPage, c: anyPage, d: anyPage });

    await fc.assert(
      fc.asyncProperty(pages, async each => {
        const { ask, asked } = served(each);

        const { loaded } = await loadPages(start, upTo(1000), {
          request: ask,
          guard: newPagingGuard(),
          onPage: () => {},
        });

        expect(asked.length).toBeLessThanOrEqual(6);
        expect(new Set(loaded.value.ids).size).toBe(loaded.value.ids.length);
        expect(loaded.value.items).toHaveLength(loaded.value.ids.length);
      }),
    );
  });
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
