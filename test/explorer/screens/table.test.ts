import { expect, test } from 'vitest';
import { GAP, MARGIN, placeColumns } from '../../../src/explorer/screens/list/table.ts';
import { bot } from '../../../src/resources/bot.ts';
import { request } from '../../../src/resources/local-kinds.ts';
import { resources } from '../../../src/resources/registry.ts';
import type { Column } from '../../../src/resources/resource.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { usualWidth } from '../../../src/text/width.ts';

const column = (field: string, width: number, rank: Column['rank']): Column => ({
  title: safe`T`,
  field,
  width,
  rank,
});

const fields = (columns: readonly Column[], width: number) =>
  placeColumns(columns, width).map(placed => placed.column.field);

const every = resources.filter(({ columns }) => columns.length > 0);

test.each(every.map(({ kind, columns }) => [kind, columns] as const))(
  'columns: those of a %s fit every width, and the first is always shown',
  (_kind, columns) => {
    for (let width = 1; width <= 300; width++) {
      const placed = placeColumns(columns, width);
      const used = placed.reduce((total, each) => total + each.width, 0) + GAP * (placed.length - 1) + MARGIN;

      expect(placed[0]?.column).toBe(columns[0]);
      for (const each of placed) expect(each.width).toBeGreaterThan(0);
      // Narrower screens have room for the margin only.
      if (width > MARGIN) expect(used).toBe(width);
    }
  },
);

test('columns: a wider screen never shows fewer', () => {
  for (const { columns } of every)
    for (let width = 2; width < 100; width++)
      expect(placeColumns(columns, width).length).toBeGreaterThanOrEqual(
        placeColumns(columns, width - 1).length,
      );
});

test('columns: the highest rank is dropped first', () => {
  const columns = [column('a', 20, 1), column('b', 10, 3), column('c', 10, 2)];

  expect(fields(columns, MARGIN + 40)).toEqual(['a', 'b', 'c']);
  expect(fields(columns, MARGIN + 39)).toEqual(['a', 'c']);
  expect(fields(columns, MARGIN + 27)).toEqual(['a']);
});

test('columns: a column uses its wide form if there is room', () => {
  const columns = [column('a', 20, 1), { ...column('b', 10, 2), wide: 30 }];

  expect(placeColumns(columns, 99)[1]?.width).toBe(10);
  expect(placeColumns(columns, 100)[1]?.width).toBe(30);
});

test.each([
  [32, 24, 0, ''],
  [40, 16, 17, ''],
  [50, 16, 27, ''],
  [61, 20, 34, ''],
  [80, 20, 34, 'deployedAt updatedAt'],
  [92, 24, 37, 'integrations deployedAt updatedAt'],
  [100, 20, 34, 'integrations deployedAt updatedAt id'],
] as const)(
  'columns: HEALTH of %i columns has its cells before INT, CREATED and ID',
  (width, name, health, others) => {
    const [first, ...more] = placeColumns(bot.columns, width, { most: 20 });
    const isHealth = ({ column: { field } }: (typeof more)[number]) => field === 'health';

    expect(first?.width).toBe(name);
    expect(more.find(isHealth)?.width ?? 0).toBe(health);
    expect(
      more
        .filter(each => !isHealth(each))
        .map(({ column: { field } }) => field)
        .join(' '),
    ).toBe(others);
  },
);

test.each([
  [80, 40, 'method outcome ms at'],
  [100, 44, 'method outcome ms bytes by at'],
  [120, 57, 'method outcome ms bytes tries by at'],
])('columns: at %i columns the path of a request has %i cells, before less important ones', (...row) => {
  const [width, path, others] = row;
  const [first, ...more] = placeColumns(request.columns, width);

  expect(first?.width).toBe(path);
  expect(more.map(({ column: { field } }) => field).join(' ')).toBe(others);
});

test('columns: the first takes no more cells than nearly all its texts need, but at least its own width', () => {
  const columns = [column('a', 20, 1), column('b', 10, 2)];
  const widths = (most: number) => placeColumns(columns, 100, { most }).map(({ width }) => width);

  expect(widths(30)).toEqual([30, 10]);
  expect(widths(5)).toEqual([20, 10]);
  expect(widths(500)).toEqual([83, 10]);
});

test('columns: a usual width leaves out a twentieth of the texts if they are much longer', () => {
  const many = Array.from({ length: 38 }, (_, at) => 11 + (at % 10));

  expect(usualWidth([...many, 90, 200])).toBe(20);
  expect(usualWidth([...many, 22, 24])).toBe(24);
  expect(usualWidth([...many, 90, 100, 150])).toBe(90);
  expect(usualWidth([5, 90])).toBe(90);
  expect(usualWidth([])).toBe(0);
});
