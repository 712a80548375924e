import fc from 'fast-check';
import { test } from 'vitest';

/** Declares a test that a check holds for any given values. The suite prints the seed. */
export const property = <Values extends [unknown, ...unknown[]]>(
  name: string,
  given: { readonly [K in keyof Values]: fc.Arbitrary<Values[K]> },
  check: (...values: Values) => void,
): void =>
  test(name, () => {
    const arbitraries = given as unknown as [fc.Arbitrary<Values>];
    fc.assert(
      fc.property(fc.tuple(...arbitraries), values => check(...(values as unknown as Values))),
      { numRuns: 500 },
    );
  });
