/** How much longer tests wait than on a quiet machine, for answers and for silence: `TEST_PACE=3` on a slow one. */
export const pace = Number(process.env['TEST_PACE'] ?? 1);
