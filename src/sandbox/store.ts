import type { Ids } from '../api/operation.ts';
import { type JsonObject, parseJson } from '../json/json.ts';
import { ownIdName, type Resource } from '../resources/resource.ts';
import { hash, mix, unmix } from './fixtures/random.ts';
import {
  blankRecord,
  listItem,
  type Refusal,
  type Source,
  type Traits,
  traitsOf,
} from './fixtures/source.ts';
import type { ListQuery } from './http.ts';
import { checkMembers } from './records-schema.ts';

/** A list to page through: generated records have an index from 0 on, added ones a negative index. */
export type List = {
  readonly name: string;
  readonly count: number;
  readonly added: readonly number[];
  /** Number of changes so far that may have moved a record. */
  readonly version: number;
  readonly traits: (index: number) => Traits;
  /** Returns undefined for a deleted record. */
  readonly item: (index: number) => JsonObject | undefined;
};

export type StorePage = { readonly items: readonly JsonObject[]; readonly next: string | undefined };

function fits(traits: Traits, { dev, tags }: ListQuery): boolean {
  if (traits.dev !== undefined && traits.dev !== dev) return false;
  return tags.every(([key, value]) => traits.tags !== undefined && traits.tags[key] === value);
}

function sortedIndices({ count, added, traits }: List, { sortField, direction }: ListQuery): Int32Array {
  const indices = Int32Array.from([...added, ...Array(count).keys()]);
  // Generated records are numbered from the newest: no sorting needed.
  if (sortField === 'updatedAt' || added.length > 0) {
    const times = new Map(Array.from(indices, index => [index, traits(index)[sortField]]));
    const time = (index: number): number => times.get(index) ?? 0;
    indices.sort((a, b) => time(b) - time(a) || a - b);
  }
  return direction === 'asc' ? indices.reverse() : indices;
}

/** `bad-token`: the token is of another list. */
export function createPages(): (list: List, query: ListQuery) => StorePage | 'bad-token' {
  let known: { readonly key: string; readonly indices: Int32Array } | undefined;

  return (list, query) => {
    const { token, size: _, ...rest } = query;
    const name = JSON.stringify([list.name, rest]);
    const key = JSON.stringify([name, list.version]);
    if (known?.key !== key) known = { key, indices: sortedIndices(list, query) };
    const { indices } = known;
    const last = token === undefined ? -1 : indices.indexOf(indexIn(name, token) ?? Number.NaN);
    if (token !== undefined && last < 0) return 'bad-token';
    return collect(list, name, query, indices.subarray(last + 1));
  };
}

function collect(list: List, name: string, query: ListQuery, indices: Int32Array): StorePage {
  const items: JsonObject[] = [];
  let end = 0;
  for (const index of indices) {
    const item = fits(list.traits(index), query) ? list.item(index) : undefined;
    if (item === undefined) continue;
    if (items.length === query.size) return { items, next: pageToken(name, end) };
    items.push(item);
    end = index;
  }
  return { items, next: undefined };
}

/** Longest valid token, in characters. */
const MAX_TOKEN = 64;

/**
 * Means "after this index" of `list`, with its order and filters: invalid elsewhere. Plain Base64 with `+`,
 * `/` and `=` (service definition).
 */
function pageToken(list: string, index: number): string {
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

/** The last change of one record, as JSON: it was deleted, or put. */
type Change = {
  readonly kind: string;
  /** Ids on the way to the record, those of its scope included. */
  readonly ids: Ids;
  /** The whole record, once it was put. */
  readonly record?: JsonObject;
  readonly isDeleted?: true;
  /** Index of a record that was not generated: -1 for the first one, then -2. */
  readonly index?: number;
};

export function recordKey(resource: Resource, ids: Ids): string {
  return JSON.stringify([resource.kind, ...resource.ids.map(name => ids[name] ?? '')]);
}

export const isWithin = (ids: Ids, wanted: Ids): boolean =>
  Object.entries(wanted).every(([name, id]) => (ids[name] ?? id) === id);

/** Changes over the generated records, by key. A record without one is as generated. */
function createChanges() {
  let changes = new Map<string, Change>();
  let added: readonly string[] = [];
  let puts = 0;
  return {
    get: (key: string) => changes.get(key),
    set: (key: string, change: Change) => {
      if (change.index !== undefined && !changes.has(key)) added = [...added, key];
      if (change.record !== undefined) puts++;
      changes.set(key, change);
    },
    nextIndex: () => -1 - added.length,
    /** Returns the added records of a list, newest first, also deleted ones: page tokens may name them. */
    added: ({ kind }: Resource, parent: Ids) =>
      added
        .flatMap(key => changes.get(key) ?? [])
        .filter(change => change.kind === kind && isWithin(change.ids, parent))
        .toReversed(),
    isEmpty: () => changes.size === 0,
    puts: () => puts,
    snapshot: (): Readonly<Record<string, object>> => Object.fromEntries(changes),
    restore: (earlier: Readonly<Record<string, object>>) => {
      changes = new Map(Object.entries(earlier as Readonly<Record<string, Change>>));
      added = [...changes].flatMap(([key, { index }]) => (index === undefined ? [] : [key]));
      puts++;
    },
  };
}

/**
 * The records of all kinds, found by their ids and those of their scope. They are generated on demand: only
 * changes are stored. A record exists as long as its parents do.
 */
export type Store = {
  readonly resources: readonly Resource[];
  readonly sourceOf: (resource: Resource) => Source;
  /** Ids of the workspaces: no request reaches a record of another one. */
  readonly workspaceIds: readonly string[];
  /** Members of any type may be put. */
  readonly isOdd: boolean;
  /** Time of new records, in epoch milliseconds. */
  readonly now: () => number;
  readonly changes: ReturnType<typeof createChanges>;
  readonly pageOf: ReturnType<typeof createPages>;
};

export const createStore = (options: Omit<Store, 'changes' | 'pageOf'>): Store => ({
  ...options,
  changes: createChanges(),
  pageOf: createPages(),
});

const hasParents = (store: Store, { ids: names }: Resource, ids: Ids): boolean =>
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
  const source = store.sourceOf(resource);
  const record = store.changes.get(recordKey(resource, ids))?.record ?? source.record(ids, index);
  return source.present?.(record) ?? record;
}

/** Undefined if the parent does not exist, `bad-token` for a token of another list. */
export function readPage(store: Store, resource: Resource, parent: Ids, query: ListQuery) {
  if (!hasParents(store, resource, parent)) return undefined;
  const { changes } = store;
  const source = store.sourceOf(resource);
  const added = changes.added(resource, parent);
  const itemAt = (index: number): JsonObject =>
    source.item?.(parent, index) ?? listItem(source.record(parent, index), source.listed);
  const changeOf = (index: number): Change | undefined => {
    if (index < 0) return added.find(change => change.index === index);
    if (changes.isEmpty()) return undefined;
    const id = `${itemAt(index)['id']}`;
    return changes.get(recordKey(resource, { ...parent, [ownIdName(resource)]: id }));
  };
  const list = {
    name: JSON.stringify([resource.kind, parent]),
    count: source.count(parent),
    added: added.map(({ index = 0 }) => index),
    version: changes.puts(),
    traits: (index: number) => {
      const record = changeOf(index)?.record;
      const traits = record === undefined ? source.traits?.(parent, index) : undefined;
      return traits ?? traitsOf(resource, record ?? source.record(parent, index));
    },
    item: (index: number) => {
      const { isDeleted, record } = changeOf(index) ?? {};
      if (isDeleted === true) return undefined;
      return record === undefined ? itemAt(index) : listItem(record, source.listed);
    },
  };
  return store.pageOf(list, query);
}

export function removalRefusal(store: Store, resource: Resource, ids: Ids): Refusal | undefined {
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

/**
 * Changes members of a record, or creates it with defaults; an undefined one is removed. Returns undefined
 * without a parent. Throws a `DataError` for a member of the wrong type.
 */
export function putRecord(
  store: Store,
  resource: Resource,
  ids: Ids,
  members: { readonly [name: string]: unknown },
): JsonObject | undefined {
  const { changes, workspaceIds, isOdd } = store;
  if (!workspaceIds.includes(ids['workspaceId'] ?? '') || !hasParents(store, resource, ids)) return undefined;
  const id = ids[ownIdName(resource)] ?? '';
  const before = findRecord(store, resource, ids) ?? blankRecord(resource, id, store.now());
  // As JSON: without undefined members, and a copy.
  const record = parseJson(JSON.stringify({ ...before, ...members, id })) as JsonObject;
  if (!isOdd) checkMembers(resource.fields, record, [resource.kind]);
  const key = recordKey(resource, ids);
  const isGenerated = store.sourceOf(resource).indexOf(ids) !== undefined;
  const index = isGenerated ? {} : { index: changes.get(key)?.index ?? changes.nextIndex() };
  changes.set(key, { kind: resource.kind, ids, record, ...index });
  return record;
}
