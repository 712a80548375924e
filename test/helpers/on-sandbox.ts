import { createExplorer } from '../../src/explorer/actions/explorer.ts';
import { noWriteProtection, type WriteProtection } from '../../src/explorer/state/slices.ts';
import type { State } from '../../src/explorer/state/state.ts';
import { update } from '../../src/explorer/state/store.ts';
import type { Fault } from '../../src/sandbox/types.ts';
import { clientOf } from '../api/test-client.ts';
import { SERVER } from './fake-explorer.ts';
import { startSandbox } from './sandbox.ts';
import { writable } from './writable.ts';

type Options = Parameters<typeof startSandbox>[0] & {
  readonly size?: State['screen']['size'];
  readonly place?: string;
  /** Epoch milliseconds; default: the system clock. */
  readonly clock?: () => number;
  readonly writeProtection?: WriteProtection;
  readonly timeoutMs?: number;
  readonly strict?: boolean;
  readonly end?: () => void;
  /** Default: health is checked by `h` only, so that a test sees just the requests that it causes. */
  readonly health?: State['user']['health'];
  /** Default: nothing is refreshed by itself. */
  readonly refresh?: State['user']['refresh'];
};

/** Creates an explorer without a screen, with the real client on a separate sandbox. */
export async function startOnSandbox({
  size = { columns: 80, rows: 24 },
  place,
  clock = Date.now,
  health = 'manual',
  refresh = 'manual',
  writeProtection = noWriteProtection,
  timeoutMs = 30_000,
  strict = false,
  end = () => undefined,
  ...options
}: Options = {}) {
  const sandbox = await startSandbox(options);
  const client = clientOf(sandbox, { timeoutMs, strict });
  let open = 0;
  let most = 0;
  let isClosed = false;
  const counted: typeof client.send = async (operation, ids, how) => {
    const isWhole = operation.id === 'bot.read';
    if (isWhole) most = Math.max(most, ++open);
    try {
      const outcome = await client.send(operation, ids, how);
      // Otherwise the explorer would retry, as with an offline server, while the next test runs.
      return isClosed ? { ok: false, failure: { kind: 'cancelled' } } : outcome;
    } finally {
      if (isWhole) open--;
    }
  };
  const explorer = createExplorer({
    client: { ...client, send: counted },
    server: { ...SERVER, workspaceId: sandbox.workspaceId },
    size,
    knownIds: () => [],
    place,
    writeProtection,
    preferences: { health, refresh },
    now: clock,
    end,
  });
  const { store } = explorer;
  const until = (isWanted: (state: State) => boolean): Promise<State> =>
    new Promise(resolve => {
      const look = (state: State): boolean => {
        if (isWanted(state)) resolve(state);
        return isWanted(state);
      };
      if (look(store.getState())) return;
      // A listener before this one may have changed the state again.
      const leave = store.subscribe(() => {
        if (look(store.getState())) leave();
      });
    });
  return {
    sandbox,
    explorer,
    state: store.getState,
    until,
    fault: (fault: Fault) => sandbox.fault(fault),
    /** Starts counting; the returned function gives the highest number of concurrent loads of bots. */
    watch: () => {
      most = 0;
      return () => most;
    },
    reads: () => sandbox.requests.map(({ path }) => path).filter(path => /\/bots\/[^?]/.test(path)),
    close: () => {
      isClosed = true;
      update(writable(store), { user: { health: 'manual', refresh: 'manual' } });
      return sandbox.close();
    },
  };
}

export type SandboxExplorer = Awaited<ReturnType<typeof startOnSandbox>>;
