/** Factor for all waits of tests: `TEST_PACE=3` on a slow machine. */
export const pace = Number(process.env['TEST_PACE'] ?? 1);
