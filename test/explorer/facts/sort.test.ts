import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutSort, withSort } from '../../../src/explorer/actions/filter-and-sort.ts';
import { noRows } from '../../../src/explorer/actions/load/page-rows.ts';
import { nextSort, sortedOrder } from '../../../src/explorer/facts/visible-rows.ts';
import { contentOf } from '../../../src/explorer/screens/content.ts';
import { cursorIndex } from '../../../src/explorer/selection/cursor.ts';
import { currentView, type State } from '../../../src/explorer/state/state.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { resourceOf, resources } from '../../../src/resources/registry.ts';
import { startOnBots, writable } from '../../helpers/fake-explorer.ts';
import { forAll } from '../../helpers/property.ts';

const bot = resourceOf('bot');
const time = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString();

const ITEMS: readonly JsonObject[] = [
  { id: 'a', name: 'beta', updatedAt: time(2) },
  { id: 'b', name: 'Alpha', updatedAt: time(3) },
  { id: 'c', updatedAt: 'no time' },
  { id: 'd', name: 'gamma', updatedAt: time(1) },
  { id: 'e', name: 'alpha' },
];
const order = (field: string, isDescending: boolean, items = ITEMS) => [
  ...sortedOrder(bot, items, { field, isDescending }),
];

test('sort: names ignore case, equal ones keep their order, missing ones come last', () => {
  expect(order('name', false)).toEqual([1, 4, 0, 3, 2]);
  expect(order('name', true)).toEqual([3, 0, 1, 4, 2]);
});

test('sort: times are in order, and invalid ones come last in both directions', () => {
  expect(order('updatedAt', false)).toEqual([3, 0, 1, 2, 4]);
  expect(order('updatedAt', true)).toEqual([1, 0, 3, 2, 4]);
});

test('sort: the first press sorts times newest first and names from A; the next press reverses', () => {
  const time = nextSort(bot, noRows, 'updatedAt', undefined);

  expect(time).toEqual({ field: 'updatedAt', isDescending: true });
  expect(nextSort(bot, noRows, 'updatedAt', time)).toEqual({ field: 'updatedAt', isDescending: false });
  expect(nextSort(bot, noRows, 'name', time)).toEqual({ field: 'name', isDescending: false });
});

const value = fc.constantFrom('a', 'B', 'b', '', 'c', null, 3, time(1), time(2));
const item = fc.record(
  { id: fc.string(), name: value, updatedAt: value, dev: fc.boolean() },
  { requiredKeys: [] },
);
const items = fc.array(item, { maxLength: 40 }).map(list => list as unknown as readonly JsonObject[]);
const field = fc.constantFrom(...resources.flatMap(({ fields }) => Object.keys(fields)));

test('sort: any list keeps its rows, and one loaded page by page is sorted like one loaded at once', () =>
  forAll(100, items, items, field, fc.boolean(), (first, second, name, isDescending) => {
    order(name, isDescending, first);
    const grown = order(name, isDescending, [...first, ...second]);

    expect(grown).toEqual(order(name, isDescending, structuredClone([...first, ...second])));
    expect(grown.toSorted((a, b) => a - b)).toEqual([...first, ...second].map((_item, at) => at));
  }));

const cursorId = (state: State) => {
  const content = contentOf(state);
  return content.ids[cursorIndex(content, currentView(state))];
};

test('sort: the cursor goes to the first row of a chosen order, also reversed and unsorted', async () => {
  const { state, explorer } = await startOnBots(ITEMS);
  for (const change of [
    (present: State) => withSort(present, 'name'),
    (present: State) => withSort(present, 'name'),
    (present: State) => withSort(present, 'updatedAt'),
    withoutSort,
  ]) {
    writable(explorer.store).setState(change);

    expect(cursorId(state())).toBe(contentOf(state()).ids[0]);
    expect(state().navigation.views.at(-1)?.cursor).toBe(contentOf(state()).ids[0]);
  }
  expect(contentOf(state()).ids).toEqual(['a', 'b', 'c', 'd', 'e']);
});
