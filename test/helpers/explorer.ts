import type { Fault } from '../../src/sandbox/fault.ts';
import { startSandbox } from '../../src/sandbox/service.ts';
import { openTerminal, type TerminalOptions } from './terminal.ts';

type Options = Omit<TerminalOptions, 'args'> & {
  readonly sandbox?: Parameters<typeof startSandbox>[0];
  /** What goes wrong from the start on, until `heal`. */
  readonly fault?: Fault;
  /** Flags of the explorer. */
  readonly flags?: readonly string[];
};

/** The built explorer in a terminal, on a sandbox of the test's own; both end with `close`. */
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
    args: ['dist/botscope.cjs', ...flags],
    env: {
      BP_API_URL: sandbox.baseUrl,
      BP_TOKEN: sandbox.token,
      BP_WORKSPACE_ID: sandbox.workspaceId,
      ...env,
    },
  });
  const type = async (text: string): Promise<void> => terminal.press(...text);
  /** Enter in a delete dialog, pressed again as long as it says that it came too soon after the last letter. */
  const confirm = async (): Promise<void> => {
    await terminal.press('Enter');
    while (terminal.text().includes('Press Enter once more')) {
      // Every Enter that came too soon starts the wait anew: this one comes after the screen has rested.
      await terminal.settle();
      await terminal.press('Enter');
    }
  };
  const deletes = () => sandbox.log.filter(({ method }) => method === 'DELETE');
  return {
    sandbox,
    terminal,
    type,
    confirm,
    heal,
    deletes,
    close: async () => {
      await terminal.close();
      await sandbox.close();
    },
  };
}

export type Opened = Awaited<ReturnType<typeof openExplorer>>;
