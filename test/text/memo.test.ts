import { expect, test, vi } from 'vitest';
import { memo } from '../../src/text/memo.ts';

test.each<[name: string, size: number, calls: readonly number[][], made: readonly number[][]]>([
  [
    'the same arguments give the same object',
    1,
    [
      [1, 2],
      [1, 2],
    ],
    [[1, 2]],
  ],
  [
    'another argument gives another object',
    1,
    [
      [1, 2],
      [1, 3],
    ],
    [
      [1, 2],
      [1, 3],
    ],
  ],
  ['not a number is the same as itself', 1, [[Number.NaN], [Number.NaN]], [[Number.NaN]]],
  ['fewer arguments are other arguments', 1, [[1, 2], [1]], [[1, 2], [1]]],
  ['the given number of results is remembered', 2, [[1], [2], [1], [2], [3], [2], [3]], [[1], [2], [3]]],
])('memo: %s', (_name, size, calls, made) => {
  const make = vi.fn((...all: number[]) => ({ all }));
  const remembered = memo(make, size);

  expect(calls.map(call => remembered(...call))).toEqual(calls.map(all => ({ all })));
  expect(make.mock.calls).toEqual(made);
  expect(remembered(...(calls.at(-1) ?? []))).toBe(remembered(...(calls.at(-1) ?? [])));
});

test('memo: a result of undefined is remembered', () => {
  const make = vi.fn((_a: number) => undefined);
  const remembered = memo(make);
  remembered(1);
  remembered(1);

  expect(make).toHaveBeenCalledTimes(1);
});
