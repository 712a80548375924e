import { homedir, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Client, Exchange } from '../api/client.ts';
import type { Ids, Operation } from '../api/operation.ts';
import type { ResponseValues } from '../api/response.ts';
import type { Service } from '../cli/shared/context.ts';
import { DEFAULT_TIMEOUT_MS } from '../config/connection.ts';
import { createJournal, type DeleteStorage, profileName } from '../deletion/journal.ts';
import { refText } from '../explorer/state/place-text.ts';
import { requestRecord } from '../explorer/state/request-log.ts';
import type { Server } from '../explorer/state/state.ts';
import { isObject, type JsonObject, parseJson } from '../json/json.ts';
import { createDigests, type Digests } from '../resources/digests.ts';
import { operationsOf, resources } from '../resources/registry.ts';
import { deleteAction, ownId, ownIdName, ownName, type Ref, type Resource } from '../resources/resource.ts';
import { openAppendLog } from '../storage/append-log.ts';
import { MAX_BOOKMARKS, openMemory, type StoredPlace, saveSeenPlaces } from '../storage/memory.ts';
import { serverName, stateFolder } from '../storage/paths.ts';
import { openBackupFolder, openSnapshots, snapshotFolderName } from '../storage/record-folders.ts';
import { attempt } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';

type Env = NodeJS.ProcessEnv;
type OnProblem = (problem: SafeText) => void;

export const openDeleteHistory = (env: Env) => ({
  journal: createJournal(openAppendLog(join(stateFolder(env), 'journal.ndjson'))),
  backups: openBackupFolder(join(stateFolder(env), 'trash')),
});

export function openDeleteStorage(server: Server, env: Env, timeoutMs = DEFAULT_TIMEOUT_MS): DeleteStorage {
  const history = openDeleteHistory(env);
  return {
    ...history,
    folder: clean(history.backups.folder.replace(homedir(), '~'), 200),
    profile: profileName(server.baseUrl, server.workspaceId),
    sender: { pid: process.pid, host: hostname(), timeoutMs },
  };
}

const snapshotsOf = ({ baseUrl, workspaceId }: Server, env: Env, onProblem: OnProblem) =>
  openSnapshots(join(stateFolder(env), snapshotFolderName(baseUrl, workspaceId)), onProblem);

export function openDigests({ baseUrl, workspaceId }: Server, env: Env): Digests {
  const name = `digests-${serverName(baseUrl, workspaceId)}.ndjson`;
  return createDigests(openAppendLog(join(stateFolder(env), name), { isFlushed: false }));
}

type StorageOptions = Readonly<{ remembers: boolean; timeoutMs: number | undefined; onProblem: OnProblem }>;

export function openWorkspace(server: Server, env: Env, { remembers, timeoutMs, onProblem }: StorageOptions) {
  const names = [server.baseUrl, server.workspaceId] as const;
  const memoryFile = openMemory(stateFolder(env), names, { remembers, onProblem });
  const snapshots = remembers ? snapshotsOf(server, env, onProblem) : undefined;
  return {
    memoryFile,
    snapshots,
    digests: remembers ? openDigests(server, env) : undefined,
    deleteStorage: openDeleteStorage(server, env, timeoutMs),
    problems: memoryFile.problem === undefined ? [] : [memoryFile.problem],
    flush: (): void => {
      memoryFile.flush();
      snapshots?.flush();
    },
  };
}

export function lastSeenIn(server: Server, env: Env): Service['lastSeen'] {
  const snapshots = snapshotsOf(server, env, () => {});
  return ref => {
    const snapshot = snapshots.read(refText(ref));
    const record = snapshot && attempt(() => parseJson(snapshot.text));
    return snapshot && isObject(record) ? { record, at: snapshot.at } : undefined;
  };
}

/** No bodies, no token. */
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

export type SeenRecords = ReturnType<typeof createSeenRecords>;

const MAX_INNER = MAX_BOOKMARKS / 2;

/** Both lists of a kind have one id. */
const kindOf = ({ id }: Operation): Resource | undefined =>
  resources.find(resource => operationsOf(resource).some(operation => operation.id === id));

function recordsIn({ response: { shape } }: Operation, value: unknown): readonly JsonObject[] {
  if (shape === 'page') return (value as ResponseValues['page']).items;
  return shape === 'record' ? [value as ResponseValues['record']] : [];
}

/**
 * Stores ids and names of loaded records in the state folder, so that they complete in the shell. `now`:
 * epoch milliseconds. Never throws.
 */
export function createSeenRecords(folder: string, now: () => number) {
  const seen = new Map<string, StoredPlace>();
  const gone = new Set<string>();
  let saveAll = (): void => undefined;

  function add(ref: Ref, name: SafeText, most: number): void {
    const place = refText(ref);
    if (seen.size < most) seen.set(place, { place, name, at: now() });
  }

  function addRecord(resource: Resource, ids: Ids, record: JsonObject): void {
    const own = ownIdName(resource);
    const id = ownId(record) ?? ids[own];
    if (id === undefined) return;
    const ref = { kind: resource.kind, ids: { ...ids, [own]: id } };
    add(ref, ownName(resource, record) ?? safe``, MAX_BOOKMARKS);
    for (const child of resource.children)
      for (const row of child.from === 'inside' ? child.rows(record, ref) : [])
        add(row.ref, row.name, MAX_INNER);
  }

  function onResponse(operation: Operation, ids: Ids, value: object | undefined): void {
    const resource = seen.size < MAX_BOOKMARKS || value === undefined ? kindOf(operation) : undefined;
    if (resource === undefined) return;
    if (deleteAction(resource)?.operation.id === operation.id)
      gone.add(refText({ kind: resource.kind, ids }));
    else for (const record of recordsIn(operation, value)) addRecord(resource, ids, record);
  }

  function watch(client: Client, server: readonly [baseUrl: string, workspaceId: string]): Client {
    saveAll = () => saveSeenPlaces(folder, server, { seen: [...seen.values()], gone });
    const send: Client['send'] = async (operation, ids, options) => {
      const outcome = await client.send(operation, ids, options);
      if (outcome.ok) onResponse(operation, ids, outcome.value);
      return outcome;
    };
    return { ...client, send };
  }

  return { watch, save: (): void => saveAll() };
}
