import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import type { DeleteHistory } from '../cli/context.ts';
import { DEFAULT_TIMEOUT_MS } from '../config/connection.ts';
import { type Journal, journalOn, type Keeping } from '../deletion/journal.ts';
import type { Server } from '../explorer/state/state.ts';
import { openLineFile } from '../storage/append-log.ts';
import { openTrash, type Trash } from '../storage/backups.ts';
import { stateFolder } from '../storage/paths.ts';
import { clean } from '../text/sanitise.ts';

const openJournal = (env: NodeJS.ProcessEnv): Journal =>
  journalOn(openLineFile(join(stateFolder(env), 'journal.ndjson')));

/** Opens the folder of the backups made before deletes. */
export const openBackups = (env: NodeJS.ProcessEnv): Trash => openTrash(join(stateFolder(env), 'trash'));

type JournalOptions = { readonly env: NodeJS.ProcessEnv; readonly timeoutMs: number | undefined };

/** Opens the journal and the backups of this machine for deletes on one server. */
export function keepingOf(
  { baseUrl, workspaceId }: Server,
  { env, timeoutMs = DEFAULT_TIMEOUT_MS }: JournalOptions,
): Keeping {
  const backups = openBackups(env);
  return {
    journal: openJournal(env),
    keepCopy: ({ name, text }, at) => backups.keep(name, at, text),
    folder: clean(backups.folder.replace(homedir(), '~'), 200),
    profile: `${baseUrl} ${workspaceId}`,
    sender: { pid: process.pid, host: hostname(), timeoutMs },
  };
}

/** Opens the journal and the backups of this machine for reading. They cover all servers. */
export function openDeleteHistory(env: NodeJS.ProcessEnv): DeleteHistory {
  const backups = openBackups(env);
  return {
    entries: () => openJournal(env).entries(),
    backups: backups.list,
    backup: backups.read,
  };
}
