import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from './sandbox.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** Opens a sandbox on which the built explorer can be started several times with the same state folder. */
export async function openRestartable() {
  const sandbox = await startSandbox({});
  const state = mkdtempSync(join(tmpdir(), 'botscope-state-'));
  const terminals: Terminal[] = [];
  const env = {
    BP_API_URL: sandbox.url,
    BP_TOKEN: sandbox.token,
    BP_WORKSPACE_ID: sandbox.workspaceId,
    XDG_STATE_HOME: state,
  };
  const folder = join(state, 'botscope');
  const start = async (...flags: readonly string[]): Promise<Terminal> => {
    const terminal = await openTerminal({ flags, columns: 110, env });
    terminals.push(terminal);
    return terminal;
  };
  /** Returns the files of bookmarks and recent records, or those of snapshots. */
  const files = (kind: 'places' | 'copies'): readonly string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .filter(path => path.slice(folder.length).startsWith(`/${kind}-`));
  const close = async (): Promise<void> => {
    for (const terminal of terminals) await terminal.close();
    await sandbox.close();
    rmSync(state, { recursive: true, force: true });
  };
  return { sandbox, folder, start, files, close };
}
