import { expect, test } from 'vitest';
import { steadyClock } from '../../src/api/clock.ts';

const START = 1_800_000_000_000;

test('steady clock: continues if the system clock is set back, and follows it forwards', () => {
  let [wall, elapsed] = [START, 5];
  const now = steadyClock(
    () => wall,
    () => elapsed,
  );
  const after = (wallMs: number, ms: number): number => {
    wall += wallMs;
    elapsed += ms;
    return now() - START;
  };

  expect(after(0, 0)).toBe(0);
  expect(after(100, 100)).toBe(100);
  expect(after(-3_600_000, 50)).toBe(150);
  expect(after(50, 50)).toBe(200);
  expect(after(7_200_000, 50)).toBe(3_600_150);
});
