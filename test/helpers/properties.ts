/** The seed of all properties. The suite prints it; set `PROPERTY_SEED` to repeat a run. */
export const seed = Number(process.env['PROPERTY_SEED'] ?? Date.now() % 2 ** 31);

const share = Number(process.env['PROPERTY_RUNS'] ?? 1);

/**
 * Returns the number of runs of a long property, from that of the full suite: `PROPERTY_RUNS=10` is ten times
 * that.
 */
export const numRuns = (full: number): number => Math.ceil(full * share);

/** True for every case in the full suite; in the quick suite for a share of them, chosen by the seed. */
export const isTried = (at: number): boolean => (at + seed) % Math.max(1, Math.round(1 / share)) === 0;
