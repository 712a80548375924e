import { afterEach, beforeEach } from 'vitest';
import { startSandbox as startValidSandbox } from '../../src/sandbox/server.ts';

/** Starts a sandbox with odd records among the valid ones, like the demo. */
export const startSandbox = (
  options: Parameters<typeof startValidSandbox>[0] = {},
): ReturnType<typeof startValidSandbox> => startValidSandbox({ odd: true, ...options });

type PresentSandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Returns the sandbox of the present test: each test of a file has one of its own. */
export function sandboxPerTest(options?: Parameters<typeof startSandbox>[0]): PresentSandbox {
  let present: PresentSandbox;
  beforeEach(async () => {
    present = await startSandbox(options);
  });
  afterEach(() => present.close());
  return new Proxy({} as PresentSandbox, {
    get: (_target, name) => Reflect.get(present, name),
    // `{ ...sandbox, token: '' }` copies the members of the present one.
    ownKeys: () => Reflect.ownKeys(present),
    getOwnPropertyDescriptor: (_target, name) => ({
      value: Reflect.get(present, name),
      enumerable: true,
      configurable: true,
    }),
  });
}
