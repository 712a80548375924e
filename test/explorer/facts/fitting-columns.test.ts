import { expect, test } from 'vitest';
import { GAP, leadingMark, MARGIN, placeColumns } from '../../../src/explorer/facts/fitting-columns.ts';
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
  for (const { columns } of every) {
    for (let width = 2; width < 100; width++) {
      expect(placeColumns(columns, width).length).toBeGreaterThanOrEqual(
        placeColumns(columns, width - 1).length,
      );
    }
  }
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

test('columns: a kind without columns has none', () => {
  expect(placeColumns([], 80)).toEqual([]);
});

test('columns: the first takes no more cells than nearly all its texts need, but at least its own width', () => {
  const columns = [column('a', 20, 1), column('b', 10, 2)];
  const widths = (most: number) => placeColumns(columns, 100, most).map(({ width }) => width);

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

test('columns: the mark of a column is before the first one only where the column itself has no room', () => {
  const mark = { ...column('b', 10, 2), isMark: true } as const;
  const columns = [column('a', 20, 1), mark];
  const lead = (width: number) => leadingMark(columns, placeColumns(columns, width));

  expect([lead(MARGIN + 31), lead(MARGIN + 27)]).toEqual([undefined, mark]);
});
