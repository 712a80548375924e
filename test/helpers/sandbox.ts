import { startSandbox as startValidSandbox } from '../../src/sandbox/server.ts';

/** Starts a sandbox with odd records among the valid ones, like the demo. */
export const startSandbox = (
  options: Parameters<typeof startValidSandbox>[0] = {},
): ReturnType<typeof startValidSandbox> => startValidSandbox({ odd: true, ...options });
