import { expect, test, vi } from 'vitest';
import { memo } from '../../src/text/memo.ts';

test('memo: the same arguments give the same object', () => {
  const make = vi.fn((a: number, b: string) => ({ a, b }));
  const remembered = memo(make);

  const first = remembered(1, 'x');
  const second = remembered(1, 'x');

  expect(second).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
});

test('memo: another argument gives another object', () => {
  const remembered = memo((a: number, b: string) => ({ a, b }));
  const first = remembered(1, 'x');

  const other = remembered(1, 'y');

  expect(other).toEqual({ a: 1, b: 'y' });
  expect(other).not.toBe(first);
});

test('memo: a result of undefined is remembered', () => {
  const make = vi.fn((_a: number) => undefined);
  const remembered = memo(make);

  remembered(Number.NaN);
  remembered(Number.NaN);

  expect(make).toHaveBeenCalledTimes(1);
});

test('memo: fewer arguments are other arguments', () => {
  const remembered = memo((...all: number[]) => all.length);

  expect(remembered(1, 2)).toBe(2);
  expect(remembered(1)).toBe(1);
});

test('memo: the given number of results is remembered', () => {
  const make = vi.fn((a: number) => ({ a }));
  const remembered = memo(make, 2);

  for (const a of [1, 2, 1, 2, 3, 2, 3]) remembered(a);

  expect(make.mock.calls).toEqual([[1], [2], [3]]);
});
