import type { TestProject } from 'vitest/node';

/** Prints the seed before the tests, because a failed property may depend on it. */
export function setup({ config }: TestProject): void {
  process.stdout.write(
    `Properties have the seed ${config.env['PROPERTY_SEED']}. PROPERTY_SEED repeats it.\n`,
  );
}
