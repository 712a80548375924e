import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import type { DeleteHistory } from '../cli/shared/context.ts';
import { DEFAULT_TIMEOUT_MS } from '../config/connection.ts';
import { createJournal, type DeleteStorage, type Journal, profileName } from '../deletion/journal.ts';
import type { Server } from '../explorer/state/state.ts';
import { openAppendLog } from '../storage/append-log.ts';
import { stateFolder } from '../storage/paths.ts';
import { type BackupFolder, openBackupFolder } from '../storage/record-folders.ts';
import { clean } from '../text/sanitise.ts';

const openJournal = (env: NodeJS.ProcessEnv): Journal =>
  createJournal(openAppendLog(join(stateFolder(env), 'journal.ndjson')));

/** Opens the folder of the backups made before deletes. */
export const openBackups = (env: NodeJS.ProcessEnv): BackupFolder =>
  openBackupFolder(join(stateFolder(env), 'trash'));

type JournalOptions = { readonly env: NodeJS.ProcessEnv; readonly timeoutMs: number | undefined };

/** Opens the journal and the backups of this machine for deletes on one server. */
export function openDeleteStorage(
  { baseUrl, workspaceId }: Server,
  { env, timeoutMs = DEFAULT_TIMEOUT_MS }: JournalOptions,
): DeleteStorage {
  const backups = openBackups(env);
  return {
    journal: openJournal(env),
    backups: { ...backups, save: ({ name, text }, at) => backups.save(name, at, text) },
    folder: clean(backups.folder.replace(homedir(), '~'), 200),
    profile: profileName(baseUrl, workspaceId),
    sender: { pid: process.pid, host: hostname(), timeoutMs },
  };
}

/** Opens the journal and the backups of this machine for reading. They cover all servers. */
export function openDeleteHistory(env: NodeJS.ProcessEnv): DeleteHistory {
  const backups = openBackups(env);
  return {
    entries: () => openJournal(env).entries(),
    lines: () => openJournal(env).lines(),
    backups: backups.list,
    backup: backups.read,
  };
}
