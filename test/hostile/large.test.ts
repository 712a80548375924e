import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numRuns, seed } from '../helpers/properties.ts';
import { anyLarge, type LargeField, timeOf } from './large.ts';

const RUNS = numRuns(30);

const SMALL = 20_000;
const BIG = 200_000;
const MOST_RATIO = 20;
/** Shorter times of the small record are noise: they count as this many milliseconds. */
const LEAST_MS = 20;

/**
 * Returns how much longer a ten times larger record takes. A time that looks too long is measured again, and
 * the small record only if it can matter.
 */
async function ratioOf(large: LargeField): Promise<number> {
  let [small, big] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ratio = (): number => big / Math.max(Number.isFinite(small) ? small : 0, LEAST_MS);
  for (let tries = 0; tries < 3 && ratio() > MOST_RATIO; tries++) {
    big = Math.min(big, await timeOf(large, BIG));
    if (ratio() > MOST_RATIO) small = Math.min(small, await timeOf(large, SMALL));
  }
  return ratio();
}

test(
  `large records: with a field of 200 kB, any record is shown, printed, compared and saved in linear time (seed ${seed})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(anyLarge, async large => {
        expect(await ratioOf(large)).toBeLessThanOrEqual(MOST_RATIO);
      }),
      { numRuns: RUNS, seed, endOnFailure: true },
    );
  },
  60_000 + 30_000 * RUNS,
);
