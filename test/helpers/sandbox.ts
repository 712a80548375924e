import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startSandbox as startValidSandbox } from '../../src/sandbox/server.ts';

/** Starts a sandbox with odd records among the valid ones, like `--demo --odd`. */
export const startSandbox = (
  options: Parameters<typeof startValidSandbox>[0] = {},
): ReturnType<typeof startValidSandbox> => startValidSandbox({ odd: true, ...options });

type PresentSandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Returns a sandbox that is started and closed by these hooks. */
function sandboxBetween(
  options: Parameters<typeof startSandbox>[0],
  before: typeof beforeEach | typeof beforeAll,
  after: typeof afterEach | typeof afterAll,
): PresentSandbox {
  let present: PresentSandbox;
  before(async () => {
    present = await startSandbox(options);
  });
  after(() => present.close());
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

/** Returns the sandbox of the present test: each test of a file has one of its own. */
export const sandboxPerTest = (options?: Parameters<typeof startSandbox>[0]): PresentSandbox =>
  sandboxBetween(options, beforeEach, afterEach);

/** Returns the one sandbox of all tests of a file. */
export const sandboxPerFile = (options?: Parameters<typeof startSandbox>[0]): PresentSandbox =>
  sandboxBetween(options, beforeAll, afterAll);
