import { readFileSync } from 'node:fs';
import { afterAll, expect, onTestFailed } from 'vitest';
import type { AutoMode } from '../../src/config/settings.ts';
import { AFTER_REFUSAL_MS } from '../../src/explorer/actions/delete/confirmation.ts';
import type { Fault, Sandbox } from '../../src/sandbox/types.ts';
import { filesBelow } from './folder.ts';
import { settingsEnv } from './home.ts';
import { startSandbox } from './sandbox.ts';
import { openTerminal, type Terminal, type TerminalOptions } from './terminal.ts';

type Options = Omit<TerminalOptions, 'args'> & {
  readonly sandbox?: Parameters<typeof startSandbox>[0];
  readonly prepare?: (sandbox: Sandbox) => void;
  readonly fault?: Fault;
  readonly flags?: readonly string[];
  /** Default: health is checked by `h` only, so that a test sees just the requests that it causes. */
  readonly health?: AutoMode;
  /** Default: nothing is refreshed by itself. */
  readonly refresh?: AutoMode;
  /** Adds a profile for the sandbox to the settings. */
  readonly hasProfile?: boolean;
};

const MOST_ENTERS = 5;
/** Most dialogs, fields and views above the first screen at the end of a test. */
const MOST_ESCAPES = 10;

/**
 * Presses Enter in a delete dialog, again if it was too soon after the last letter. The first press waits
 * until the screen is at rest, which may be too short on a busy machine; the others wait as the dialog asks.
 */
export async function confirmIn(terminal: Terminal): Promise<void> {
  const asks = (screen: string): boolean => screen.includes('Enter DELETES');
  for (let count = 0; count < MOST_ENTERS; count++) {
    await terminal.settle(count === 0 ? undefined : AFTER_REFUSAL_MS);
    await terminal.press('Enter');
    if (!asks(terminal.text())) return;
    await terminal.waitFor(screen => !asks(screen) || screen.includes('press Enter again'));
  }
}

/** Returns the environment of a profile for the sandbox: it leads to the same records as BP_TOKEN. */
const profileEnv = ({ url: baseUrl, workspaceId }: Sandbox) =>
  settingsEnv(`profiles:\n  same: { url: "${baseUrl}", workspace: ${workspaceId}, token_env: BP_TOKEN }\n`);

const part = (token: string): string => token.slice(0, 16);

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Returns where the token has appeared during a journey: terminal, title, copies, arguments, files. */
function tokenLeaks(terminal: Terminal, token: string): readonly string[] {
  const places: readonly (readonly [string, string])[] = [
    ['the terminal', terminal.bytes()],
    ['the title', terminal.title()],
    ['what was copied', terminal.copies().join('\n')],
    ['the arguments', textOf(`/proc/${terminal.pid()}/cmdline`)],
    ...filesBelow(terminal.home).map(path => [path, textOf(path)] as const),
  ];
  return places.flatMap(([place, text]) => (text.includes(part(token)) ? [place] : []));
}

/** Opens the built explorer in a terminal, on a separate sandbox; `close` ends both. */
export async function openExplorer({
  sandbox: records = {},
  prepare,
  fault,
  flags = [],
  hasProfile = false,
  health = 'manual',
  refresh = 'manual',
  env = {},
  ...options
}: Options = {}) {
  const sandbox = await startSandbox(records);
  prepare?.(sandbox);
  const heal = fault === undefined ? () => undefined : sandbox.fault(fault);
  const terminal = await openTerminal({
    ...options,
    flags,
    env: {
      BP_API_URL: sandbox.url,
      BP_TOKEN: sandbox.token,
      BP_WORKSPACE_ID: sandbox.workspaceId,
      BOTSCOPE_HEALTH: health,
      BOTSCOPE_REFRESH: refresh,
      ...(hasProfile ? profileEnv(sandbox) : {}),
      ...env,
    },
  });
  const deletes = () => sandbox.requests.filter(({ method }) => method === 'DELETE');
  return {
    sandbox,
    terminal,
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

/**
 * Connects an explorer anew, from any screen: the same process begins again with the first load of the bots.
 * Returns the run without the earlier requests and output, like that of a new program.
 */
async function startOver(run: ExplorerRun, { columns = 80, rows = 24 }: Options): Promise<ExplorerRun> {
  const { sandbox, terminal } = run;
  const isOffered = () => terminal.text().includes('─ Switch profile ─');
  terminal.resize(columns, rows);
  for (let count = 0; count < MOST_ESCAPES && !isOffered(); count++) await terminal.press('Escape', 'ctrl+p');
  const requests = sandbox.requests.length;
  const output = terminal.bytes().length;
  await terminal.press('Enter');
  await terminal.waitFor('Now on ');
  await terminal.press('g');
  await terminal.waitFor(screen => !screen.includes('Now on '));
  const log = () => sandbox.requests.slice(requests);
  return {
    ...run,
    sandbox: {
      ...sandbox,
      get requests() {
        return log();
      },
    },
    terminal: { ...terminal, bytes: () => terminal.bytes().slice(output) },
    deletes: () => log().filter(({ method }) => method === 'DELETE'),
  };
}

/**
 * Returns a function that opens one explorer for all tests of a file, and connects it anew for each test.
 * Its `close` only checks the run; the program ends after the file or a failed test. For tests that leave no
 * fault behind and do not depend on the state folder, which remains.
 */
export function sharedExplorer(options: Omit<Options, 'hasProfile'> = {}): () => Promise<ExplorerRun> {
  let shared: ExplorerRun | undefined;
  const end = async (): Promise<void> => {
    const ended = shared;
    shared = undefined;
    await ended?.close();
  };
  afterAll(end);
  return async () => {
    onTestFailed(end);
    const run =
      shared === undefined
        ? await openExplorer({ ...options, hasProfile: true })
        : await startOver(shared, options);
    shared ??= run;
    const close = async (): Promise<void> => {
      await run.terminal.checkCells();
      expect(tokenLeaks(run.terminal, run.sandbox.token)).toEqual([]);
    };
    return { ...run, close };
  };
}

/** Checks that a program below a shell has left the terminal as it was. */
export function expectRestored(terminal: Terminal): void {
  const { before, after } = terminal.settings();
  expect(after).toBe(before);
  expect(terminal.altScreen()).toBe(false);
  expect(terminal.cursorVisible()).toBe(true);
  expect(terminal.modes()).toMatchObject({
    bracketedPasteMode: false,
    wraparoundMode: true,
    synchronizedOutputMode: false,
    mouseTrackingMode: 'none',
    sendFocusMode: false,
  });
}
