import type { Ids } from '../api/operation.ts';
import { badId } from '../api/url.ts';
import { isObject, isTooDeep, type Json, type JsonObject, parseJson } from '../json/json.ts';
import { bot } from '../resources/bot.ts';
import { integration } from '../resources/integration.ts';
import { ownIdName, type Resource } from '../resources/resource.ts';
import { refuseData } from './checks.ts';
import { hash, mix, unmix } from './fixtures/random.ts';
import { blankRecord, listItem, type Source, traitsOf, withEntries } from './fixtures/source.ts';
import { type ListQuery, refuse } from './http.ts';
import { checkMembers } from './records-schema.ts';

const MAX_TOKEN = 64;

/** Means "after this index" of `list`; invalid elsewhere. Plain Base64 with `+`, `/`, `=` (service facts). */
function pageToken(list: string, index: number) {
  const bytes = Buffer.alloc(16 + Math.abs(index % 3));
  bytes.writeUInt32BE((mix(index) ^ hash([list])) >>> 0, 0);
  for (let at = 4; at < bytes.length; at++) bytes[at] = hash([list, index, at]) & 0xff;
  return bytes.toString('base64');
}

function indexIn(list: string, token: string): number | undefined {
  if (token.length > MAX_TOKEN) return undefined;
  const bytes = Buffer.from(token, 'base64');
  if (bytes.length < 16) return undefined;
  const index = unmix(bytes.readUInt32BE(0) ^ hash([list])) | 0;
  return pageToken(list, index) === token ? index : undefined;
}

/** As JSON: deleted, or put if it has a `record`. */
type Change = Readonly<{
  kind: string;
  ids: Ids;
  record?: JsonObject;
  isDeleted?: true;
  /** Of a record that was not generated: -1 for the first one, then -2. */
  index?: number;
}>;

export const recordKey = (resource: Resource, ids: Ids): string =>
  JSON.stringify([resource.kind, ...resource.ids.map(name => ids[name] ?? '')]);

const isWithin = (ids: Ids, wanted: Ids) =>
  Object.entries(wanted).every(([name, id]) => (ids[name] ?? id) === id);

/** Records are generated on demand; only changes are stored. One exists as long as its parents do. */
export type Store = {
  readonly resources: readonly Resource[];
  readonly sourceOf: (resource: Resource) => Source;
  /** No request reaches a record of another workspace. */
  readonly workspaceIds: readonly string[];
  readonly isOdd: boolean;
  readonly now: () => number;
  /** By key; only records that are not as generated. */
  changes: Map<string, Change>;
  /** Counts changes that may have moved a record in a list. */
  moves: number;
  order?: Readonly<{ key: string; indices: Int32Array }>;
};

export function restoreChanges(store: Store, changes: Readonly<Record<string, object>>): void {
  store.changes = new Map(Object.entries(changes as Readonly<Record<string, Change>>));
  store.moves++;
}

/** Oldest first, also deleted ones: page tokens may name them. */
const addedRecords = ({ changes }: Store) =>
  [...changes.values()].filter((change): change is Change & { index: number } => change.index !== undefined);

const hasParents = (store: Store, { ids: names }: Resource, ids: Ids) =>
  store.resources
    .filter(other => names.slice(0, -1).includes(ownIdName(other)))
    .every(parent => indexOf(store, parent, ids) !== undefined);

function indexOf(store: Store, resource: Resource, ids: Ids): number | undefined {
  if (!hasParents(store, resource, ids)) return undefined;
  const change = store.changes.get(recordKey(resource, ids));
  if (change?.isDeleted === true) return undefined;
  if (change?.index === undefined) return store.sourceOf(resource).indexOf(ids);
  return isWithin(ids, change.ids) ? change.index : undefined;
}

export function findRecord(store: Store, resource: Resource, ids: Ids): JsonObject | undefined {
  const index = indexOf(store, resource, ids);
  if (index === undefined) return undefined;
  const { record } = store.changes.get(recordKey(resource, ids)) ?? {};
  return withoutDeleted(store, record ?? store.sourceOf(resource).record(ids, index));
}

/** A bot lists no version of an integration that was deleted. */
function withoutDeleted({ changes }: Store, record: JsonObject): JsonObject {
  const { integrations } = record;
  if (changes.size === 0 || !isObject(integrations)) return record;
  const isDeleted = (integrationId: string) =>
    changes.get(recordKey(integration, { integrationId }))?.isDeleted === true;
  const left = Object.entries(integrations).filter(([id]) => !isDeleted(id));
  return { ...record, integrations: Object.fromEntries(left) };
}

/** Members of the items of a list (service definition). Default: all. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  [bot.kind]: ['id', 'createdAt', 'updatedAt', 'name', 'deployedAt', 'tags', 'type'],
};

/** Undefined if the parent does not exist. Throws a 400 for a token of another list. */
export function readPage(store: Store, resource: Resource, parent: Ids, query: ListQuery) {
  if (!hasParents(store, resource, parent)) return undefined;
  const source = store.sourceOf(resource);
  const added = addedRecords(store)
    .filter(change => change.kind === resource.kind && isWithin(change.ids, parent))
    .toReversed();
  const summaryAt = (index: number): JsonObject =>
    source.summary?.(parent, index) ?? source.record(parent, index);
  const changeOf = (index: number): Change | undefined => {
    if (index < 0) return added.find(change => change.index === index);
    if (store.changes.size === 0) return undefined;
    const id = `${summaryAt(index)['id']}`;
    return store.changes.get(recordKey(resource, { ...parent, [ownIdName(resource)]: id }));
  };

  function sortedIndices(): Int32Array {
    const { sortField, direction } = query;
    const timeAt = (index: number) =>
      traitsOf(resource, changeOf(index)?.record ?? summaryAt(index))[sortField];
    const indices = Int32Array.from([
      ...added.map(({ index }) => index),
      ...Array(source.count(parent)).keys(),
    ]);
    // Generated records are numbered from the newest: no sorting needed.
    if (sortField === 'updatedAt' || added.length > 0) {
      const times = new Map(Array.from(indices, index => [index, timeAt(index)]));
      const time = (index: number) => times.get(index) ?? 0;
      indices.sort((a, b) => time(b) - time(a) || a - b);
    }
    return direction === 'asc' ? indices.reverse() : indices;
  }

  const { token, size, ...rest } = query;
  const name = JSON.stringify([JSON.stringify([resource.kind, parent]), rest]);
  const key = JSON.stringify([name, store.moves]);
  if (store.order?.key !== key) store.order = { key, indices: sortedIndices() };
  const { indices } = store.order;
  const last = token === undefined ? -1 : indices.indexOf(indexIn(name, token) ?? NaN);
  if (token !== undefined && last < 0) refuse(400, 'nextToken is not one of this list', 'InvalidQuery');
  const items: JsonObject[] = [];
  let end = 0;
  for (const index of indices.subarray(last + 1)) {
    const { isDeleted, record = summaryAt(index) } = changeOf(index) ?? {};
    const { dev, tags } = traitsOf(resource, record);
    const fits = (dev ?? query.dev) === query.dev && query.tags.every(([key, value]) => tags[key] === value);
    if (isDeleted === true || !fits) continue;
    if (items.length === size) return { items, next: pageToken(name, end) };
    items.push(listItem(record, LISTED[resource.kind]));
    end = index;
  }
  return { items, next: undefined };
}

export function removalRefusal(store: Store, resource: Resource, ids: Ids) {
  const index = indexOf(store, resource, ids);
  return index === undefined || index < 0 ? undefined : store.sourceOf(resource).refusal?.(ids, index);
}

export function removeRecord(store: Store, resource: Resource, ids: Ids): JsonObject | undefined {
  const record = findRecord(store, resource, ids);
  const key = recordKey(resource, ids);
  const { kind } = resource;
  if (record !== undefined) store.changes.set(key, { ids, ...store.changes.get(key), kind, isDeleted: true });
  return record;
}

/** Throws a `DataError` if no record can stand there. */
export function placeOf({ resources, workspaceIds }: Store, kind: string, id: string, parents: Ids) {
  const kinds = resources.map(each => each.kind);
  const resource = resources[kinds.indexOf(kind)];
  if (resource === undefined) return refuseData([], `no kind ${kind}: ${kinds.join(', ')}`, 404);
  const why = badId(id);
  if (why !== undefined) refuseData([], `${kind}: ${why}`);
  const missing = resource.ids.slice(0, -1).find(name => !parents[name]);
  if (missing !== undefined) refuseData([], `${kind} ${id} needs ${missing}, the id of a parent`);
  const ids: Ids = { workspaceId: workspaceIds[0] ?? '', ...parents, [ownIdName(resource)]: id };
  return { resource, ids };
}

/** Removes undefined members. Throws a `DataError` without a parent or for a wrong type. */
export function putRecord(
  store: Store,
  { resource, ids }: ReturnType<typeof placeOf>,
  members: { readonly [name: string]: unknown },
): JsonObject {
  const { kind } = resource;
  if (!store.workspaceIds.includes(ids['workspaceId'] ?? '') || !hasParents(store, resource, ids))
    return refuseData([], `no parent of this ${kind}`, 404);
  if (isTooDeep(members as Json)) refuseData([kind], 'nests too deeply');
  const id = ids[ownIdName(resource)] ?? '';
  const before = findRecord(store, resource, ids) ?? blankRecord(resource, id, store.now());
  // As JSON: without undefined members, and a copy.
  const given = parseJson(JSON.stringify({ ...before, ...members, id })) as JsonObject;
  if (!store.isOdd) checkMembers(resource.fields, given, [kind]);
  const record = store.isOdd || kind !== bot.kind ? given : withEntries(given);
  const key = recordKey(resource, ids);
  const isGenerated = store.sourceOf(resource).indexOf(ids) !== undefined;
  const index = store.changes.get(key)?.index ?? -1 - addedRecords(store).length;
  store.changes.set(key, { kind, ids, record, ...(!isGenerated && { index }) });
  store.moves++;
  return record;
}
