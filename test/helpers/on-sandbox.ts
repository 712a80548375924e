import { onTestFinished } from 'vitest';
import { type DeleteStorage, memoryStorage } from '../../src/deletion/journal.ts';
import { createExplorer } from '../../src/explorer/actions/explorer.ts';
import { standardKeys } from '../../src/explorer/commands/registry.ts';
import { viewTitle } from '../../src/explorer/frame/titles.ts';
import { contentOf } from '../../src/explorer/screens/content.ts';
import { noWriteProtection, type State, type WriteProtection } from '../../src/explorer/state/state.ts';
import { update } from '../../src/explorer/state/store.ts';
import { createDigests } from '../../src/resources/digests.ts';
import type { Fault } from '../../src/sandbox/types.ts';
import { clientOf } from '../api/test-client.ts';
import { SERVER, type Unasked, writable } from './fake-explorer.ts';
import { startSandbox } from './sandbox.ts';
import { pressKeys } from './scenes.ts';

type Options = Parameters<typeof startSandbox>[0] &
  Unasked & {
    readonly size?: State['screen']['size'];
    readonly place?: string;
    /** Epoch milliseconds; default: the system clock. */
    readonly clock?: () => number;
    readonly writeProtection?: WriteProtection;
    readonly timeoutMs?: number;
    readonly strict?: boolean;
    readonly end?: () => void;
    readonly deleteStorage?: DeleteStorage;
  };

/** Creates an explorer without a screen, with the real client, on a sandbox. Both end with the test. */
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
  deleteStorage = memoryStorage(),
  ...options
}: Options = {}) {
  const sandbox = await startSandbox(options);
  const client = clientOf(sandbox, { timeoutMs, strict });
  // As in the demo: own records begin an hour after a check.
  const digests = createDigests();
  if (options.records !== undefined)
    for (const { record, at } of sandbox.hourBefore()) digests.take(record, at);
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
    digests,
    deleteStorage,
    server: { ...SERVER, workspaceId: sandbox.workspaceId },
    size,
    knownIds: () => [],
    place,
    writeProtection,
    preferences: { health, refresh, keymap: standardKeys },
    now: clock,
    end,
  });
  const { store } = explorer;
  onTestFinished(() => {
    isClosed = true;
    update(writable(store), { user: { health: 'manual', refresh: 'manual' } });
    return sandbox.close();
  });
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
    watch: () => {
      most = 0;
      return () => most;
    },
    reads: () => sandbox.requests.map(({ path }) => path).filter(path => /\/bots\/[^?]/.test(path)),
  };
}

export type SandboxExplorer = Awaited<ReturnType<typeof startOnSandbox>>;

/** Starts explorers and waits until one is ready; what else it returns is about the last one. */
export function sandboxSession(defaults: Options = {}, isReady: (state: State) => boolean = () => true) {
  let started: SandboxExplorer | undefined;
  const current = (): SandboxExplorer => {
    if (started === undefined) throw new Error('no explorer was started');
    return started;
  };
  const until: SandboxExplorer['until'] = isWanted => current().until(isWanted);
  return {
    start: async (options: Options = {}): Promise<SandboxExplorer> => {
      started = await startOnSandbox({ ...defaults, ...options });
      await until(isReady);
      return started;
    },
    current,
    state: (): State => current().state(),
    until,
    keys: (line: string): void => pressKeys(current(), line),
    notice: (): string => current().state().notice?.text ?? '',
    title: (): string => viewTitle(current().state()).right ?? '',
    ids: (): readonly string[] => contentOf(current().state()).ids,
    pages: (): readonly string[] =>
      current()
        .sandbox.requests.map(({ path }) => path)
        .filter(path => /\/bots(\?|$)/.test(path)),
    checked: (least: number) => until(({ data: { check } }) => (check?.done ?? 0) >= least),
    checkEnds: async (): Promise<State> => {
      await until(({ data: { check } }) => check !== undefined);
      return until(({ data: { check } }) => check === undefined);
    },
  };
}

export const isListed = ({ data: { lists } }: State): boolean => lists['list\nbot']?.phase === 'ready';
export const isIdle = (state: State): boolean => state.data.check === undefined && isListed(state);
