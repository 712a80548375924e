import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_TIMEOUT_MS } from '../config/connection.ts';
import type { Keeping } from '../deletion/journal.ts';
import { journalOn } from '../deletion/journal.ts';
import type { Server } from '../explorer/state/state.ts';
import { openLineFile } from '../storage/append-log.ts';
import { openTrash } from '../storage/backups.ts';
import { stateFolder } from '../storage/paths.ts';
import { clean } from '../text/sanitise.ts';

type About = { readonly env: NodeJS.ProcessEnv; readonly timeoutMs: number | undefined };

/** What stays of deletes on this machine: one journal for all servers, and a folder of copies. */
export function keepingOf(
  { baseUrl, workspaceId }: Server,
  { env, timeoutMs = DEFAULT_TIMEOUT_MS }: About,
): Keeping {
  const state = stateFolder(env);
  const trash = openTrash(join(state, 'trash'));
  return {
    journal: journalOn(openLineFile(join(state, 'journal.ndjson'))),
    keepCopy: ({ name, text }, at) => trash.keep(name, at, text),
    folder: clean(trash.folder.replace(homedir(), '~'), 200),
    profile: `${baseUrl} ${workspaceId}`,
    sender: { pid: process.pid, host: hostname(), timeoutMs },
  };
}
