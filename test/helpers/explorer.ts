import { expect } from 'vitest';
import type { Fault } from '../../src/sandbox/faults.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { openTerminal, type Terminal, type TerminalOptions } from './terminal.ts';
import { tokenLeaks } from './token-leaks.ts';

type Options = Omit<TerminalOptions, 'args'> & {
  readonly sandbox?: Parameters<typeof startSandbox>[0];
  /** A fault from the start until `heal`. */
  readonly fault?: Fault;
  /** Flags of the explorer. */
  readonly flags?: readonly string[];
};

const MOST_ENTERS = 5;

/**
 * Presses Enter in a delete dialog, again if it was too soon after the last letter or Enter. Each press waits
 * until the screen is at rest, which may be too short a wait on a busy machine.
 */
export async function confirmIn(terminal: Terminal): Promise<void> {
  const asks = (screen: string): boolean => screen.includes('Enter DELETES');
  for (let count = 0; count < MOST_ENTERS; count++) {
    await terminal.settle();
    await terminal.press('Enter');
    if (!asks(terminal.text())) return;
    await terminal.waitFor(screen => !asks(screen) || screen.includes('Press Enter again'));
  }
}

/** Opens the built explorer in a terminal, on a separate sandbox; `close` ends both. */
export async function openExplorer({
  sandbox: records = {},
  fault,
  flags = [],
  env = {},
  ...options
}: Options = {}) {
  const sandbox = await startSandbox(records);
  const heal = fault === undefined ? () => undefined : sandbox.fault(fault);
  const terminal = await openTerminal({
    ...options,
    flags,
    env: {
      BP_API_URL: sandbox.baseUrl,
      BP_TOKEN: sandbox.token,
      BP_WORKSPACE_ID: sandbox.workspaceId,
      ...env,
    },
  });
  const type = async (text: string): Promise<void> => terminal.press(...text);
  const confirm = (): Promise<void> => confirmIn(terminal);
  const deletes = () => sandbox.log.filter(({ method }) => method === 'DELETE');
  return {
    sandbox,
    terminal,
    type,
    confirm,
    heal,
    deletes,
    close: async () => {
      // Every journey also checks that the token appears nowhere.
      const seen = tokenLeaks(terminal, sandbox.token);
      await terminal.close();
      await sandbox.close();
      expect(seen).toEqual([]);
    },
  };
}

export type ExplorerRun = Awaited<ReturnType<typeof openExplorer>>;
