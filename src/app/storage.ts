import { homedir, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Exchange } from '../api/client.ts';
import { requestRecord } from '../api/request-log.ts';
import type { DeleteHistory, Service } from '../cli/shared/context.ts';
import { DEFAULT_TIMEOUT_MS } from '../config/connection.ts';
import { createJournal, type DeleteStorage, type Journal, profileName } from '../deletion/journal.ts';
import { refText } from '../explorer/state/place-text.ts';
import type { Server } from '../explorer/state/state.ts';
import { isObject, parseJson } from '../json/json.ts';
import { openAppendLog } from '../storage/append-log.ts';
import { openMemory } from '../storage/memory.ts';
import { stateFolder } from '../storage/paths.ts';
import { openBackupFolder, openSnapshots, snapshotFolderName } from '../storage/record-folders.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';

type Env = NodeJS.ProcessEnv;
type OnProblem = (problem: SafeText) => void;

const openJournal = (env: Env): Journal =>
  createJournal(openAppendLog(join(stateFolder(env), 'journal.ndjson')));

const openBackups = (env: Env) => openBackupFolder(join(stateFolder(env), 'trash'));

/** Opens the journal and the backups of this machine for deletes on one server. */
export function openDeleteStorage(
  { baseUrl, workspaceId }: Server,
  env: Env,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): DeleteStorage {
  const backups = openBackups(env);
  return {
    journal: openJournal(env),
    backups,
    folder: clean(backups.folder.replace(homedir(), '~'), 200),
    profile: profileName(baseUrl, workspaceId),
    sender: { pid: process.pid, host: hostname(), timeoutMs },
  };
}

/** Opens the journal and the backups of this machine for reading. They cover all servers. */
export function openDeleteHistory(env: Env): DeleteHistory {
  const { list: backups, read: backup } = openBackups(env);
  return {
    entries: () => openJournal(env).entries(),
    lines: () => openJournal(env).lines(),
    backups,
    backup,
  };
}

const snapshotsOf = ({ baseUrl, workspaceId }: Server, env: Env, onProblem: OnProblem) =>
  openSnapshots(join(stateFolder(env), snapshotFolderName(baseUrl, workspaceId)), onProblem);

/** Opens what the explorer stores of a workspace: bookmarks and recents, snapshots, journal and backups. */
export function openWorkspace(
  server: Server,
  env: Env,
  {
    remembers,
    timeoutMs,
    onProblem,
  }: { readonly remembers: boolean; readonly timeoutMs: number | undefined; readonly onProblem: OnProblem },
) {
  const names = [server.baseUrl, server.workspaceId] as const;
  const memoryFile = openMemory(stateFolder(env), names, { remembers, onProblem });
  const snapshots = remembers ? snapshotsOf(server, env, onProblem) : undefined;
  return {
    memoryFile,
    snapshots,
    deleteStorage: openDeleteStorage(server, env, timeoutMs),
    problems: memoryFile.problem === undefined ? [] : [memoryFile.problem],
    /** Writes all pending changes to disk. */
    flush: (): void => {
      memoryFile.flush();
      snapshots?.flush();
    },
  };
}

/** Returns the function that finds the version of a record that a person saw last in the explorer. */
export function lastSeenIn(server: Server, env: Env): Service['lastSeen'] {
  const snapshots = snapshotsOf(server, env, () => {});
  return ref => {
    const snapshot = snapshots.read(refText(ref));
    if (snapshot === undefined) return undefined;
    try {
      const record = parseJson(snapshot.text);
      return isObject(record) ? { record, at: snapshot.at } : undefined;
    } catch {
      return undefined;
    }
  };
}

/** Returns a request as a line of a trace file: no bodies, no token. */
export const traceLine = (exchange: Exchange): string => JSON.stringify(requestRecord(exchange));

/** Only the owner can read it. Ends at the first error: a full disk must not disturb every request. */
export function traceTo(file: string, onProblem: OnProblem): (exchange: Exchange) => void {
  const lines = openAppendLog(resolve(file), { isPrivate: false, isFlushed: false });
  let hasFailed = false;
  return exchange => {
    if (hasFailed) return;
    const problem = lines.append(traceLine(exchange));
    if (problem === undefined) return;
    hasFailed = true;
    onProblem(safe`Tracing stopped: ${problem}.`);
  };
}
