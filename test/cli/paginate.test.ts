import { expect, test } from 'vitest';
import { memoryLimit, pagesFrom } from '../../src/cli/shared/paginate.ts';
import { page } from '../helpers/fake-service.ts';

const scope = { header: 'x-workspace-id', value: 'w' };
const SENT = { method: 'GET', path: '/', baseUrl: '', scope, at: 0, ms: 0, tries: 1, bytes: 0 } as const;

test.each([
  ['begins with an item of the one before', ['a', 'b'], ['b', 'c', 'a'], ['c']],
  ['begins with a new item, so that it is new as a whole', ['a', 'b'], ['c', 'a'], ['c', 'a']],
  ['has an item twice', ['a'], ['b', 'b'], ['b']],
])('pages: a page that %s', async (_what, first, second, fresh) => {
  const pages = [first, second].map(names => names.map(id => ({ id })));
  let at = 0;
  const load = async () => {
    const items = pages[at++] ?? [];
    return { ok: true, value: page(items, at < pages.length ? 'next' : undefined), sent: SENT } as const;
  };

  const shown: (readonly unknown[])[] = [];
  for await (const step of pagesFrom(load)) if (step.kind === 'page') shown.push(step.items);

  expect(shown).toEqual([pages[0], fresh.map(id => ({ id }))]);
});

const all = { output: 'ndjson', isSorted: false, limit: undefined, records: 200_000 } as const;
const sorted = { ...all, isSorted: true };

test.each([
  [all, /^undefined$/],
  [{ ...sorted, records: 199_999 }, /^undefined$/],
  [sorted, /^Stopped at 200000 records, because --sort-by needs/],
  [{ ...sorted, limit: 300_000 }, /^undefined$/],
  [{ ...all, output: 'json' } as const, /^Stopped at 200000 records, because json needs/],
])('memory: the limit of %j is %s', (size, words) => {
  expect(String(memoryLimit({ ...size, received: size.records, bytes: 0 }))).toMatch(words);
});
