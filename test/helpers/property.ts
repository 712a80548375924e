import fc from 'fast-check';
import { test } from 'vitest';

type Given<Values> = { readonly [K in keyof Values]: fc.Arbitrary<Values[K]> };

/** Of a check: false means that it fails, as an error does. */
type Outcome = ReturnType<Parameters<typeof fc.property<[unknown]>>[1]>;

/** Throws unless a check holds for any values, in so many runs. */
export const forAll = <Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  ...given: [...Given<Values>, (...values: Values) => Outcome]
): void => fc.assert(fc.property<Values>(...(given as Parameters<typeof fc.property<Values>>)), { numRuns });

/** Rejects unless a check holds for any values, in so many runs. */
export const forAllAsync = <Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  ...given: [...Given<Values>, (...values: Values) => Promise<Outcome>]
): Promise<void> =>
  fc.assert(fc.asyncProperty<Values>(...(given as Parameters<typeof fc.asyncProperty<Values>>)), { numRuns });

/** Declares a test that a check holds for any given values. The suite prints the seed. */
export const property = <Values extends [unknown, ...unknown[]]>(
  name: string,
  given: Given<Values>,
  check: (...values: Values) => void,
): void =>
  test(name, () =>
    forAll(500, fc.tuple(...(given as unknown as [fc.Arbitrary<Values>])), values =>
      check(...(values as unknown as Values)),
    ),
  );
