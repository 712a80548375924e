import type { Client } from '../api/client.ts';
import type { Ids, Operation } from '../api/operation.ts';
import type { ResponseValues } from '../api/response.ts';
import { refText } from '../explorer/state/place-text.ts';
import type { JsonObject } from '../json/json.ts';
import { operationsOf, resources } from '../resources/registry.ts';
import { deleteAction, ownId, ownIdName, ownName, type Ref, type Resource } from '../resources/resource.ts';
import { MAX_BOOKMARKS, type StoredPlace, saveSeenPlaces } from '../storage/memory.ts';
import { type SafeText, safe } from '../text/sanitise.ts';

/** Remembers the records that a command loads: their ids and names complete in the shell. */
export type SeenRecords = {
  /** Wraps the client of a server, whose responses are remembered. */
  readonly watch: (client: Client, server: readonly [baseUrl: string, workspaceId: string]) => Client;
  /** Stores what was seen. Never throws. */
  readonly save: () => void;
};

/** Records inside others take at most half of the room. */
const MAX_INNER = MAX_BOOKMARKS / 2;

/** Returns the kind of an operation; both lists of a kind have one id. */
const kindOf = ({ id }: Operation): Resource | undefined =>
  resources.find(resource => operationsOf(resource).some(operation => operation.id === id));

function recordsIn({ response: { shape } }: Operation, value: unknown): readonly JsonObject[] {
  if (shape === 'page') return (value as ResponseValues['page']).items;
  return shape === 'record' ? [value as ResponseValues['record']] : [];
}

/** Creates a memory that is stored in the state folder. `now` returns epoch milliseconds. */
export function createSeenRecords(folder: string, now: () => number): SeenRecords {
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

  function watch(client: Client, server: readonly [string, string]): Client {
    saveAll = () => saveSeenPlaces(folder, server, { seen: [...seen.values()], gone });
    const send: Client['send'] = async (operation, ids, options) => {
      const outcome = await client.send(operation, ids, options);
      if (outcome.ok) onResponse(operation, ids, outcome.value);
      return outcome;
    };
    return { ...client, send };
  }

  return { watch, save: () => saveAll() };
}
