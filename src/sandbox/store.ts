import { Buffer } from 'node:buffer';
import type { Ids } from '../api/operation.ts';
import type { JsonObject } from '../json/json.ts';
import { ownIdName } from '../resources/record-ids.ts';
import type { Resource } from '../resources/resource.ts';
import { hash, mix, unmix } from './fixtures/random.ts';
import type { Refusal, Source, Traits } from './fixtures/source.ts';
import type { ListQuery } from './router.ts';

type StorePage = { readonly items: readonly JsonObject[]; readonly next: string | undefined };

/**
 * The records of all kinds, found by their ids and those of their scope. Records are generated on demand:
 * only deletes and changes are stored. A record exists as long as its parents do.
 */
export type Store = {
  readonly find: (resource: Resource, ids: Ids) => JsonObject | undefined;
  /** Returns a page; undefined if the parent does not exist, `bad-token` for a token of another list. */
  readonly page: (resource: Resource, ids: Ids, query: ListQuery) => StorePage | 'bad-token' | undefined;
  /** Deletes a record and returns it, or why it may not be deleted; undefined if it does not exist. */
  readonly remove: (resource: Resource, ids: Ids) => JsonObject | Refusal | undefined;
  /** Changes a record: `find` applies `change` to it from now on. */
  readonly change: (resource: Resource, ids: Ids, change: Change) => void;
};

export type Change = (record: JsonObject) => JsonObject;

type StoreOptions = {
  readonly resources: readonly Resource[];
  readonly sourceOf: (resource: Resource) => Source;
  /** Keys of deleted records. Shared, so that other records can leave them out. */
  readonly gone: Set<string>;
};

/** Returns the key of a record: its kind and all ids on the way to it. */
export function recordKey(resource: Resource, ids: Ids): string {
  return JSON.stringify([resource.kind, ...resource.ids.map(name => ids[name] ?? '')]);
}

function fits(traits: Traits, { dev, tags }: ListQuery): boolean {
  if (traits.dev !== undefined && traits.dev !== dev) return false;
  return tags.every(([key, value]) => traits.tags !== undefined && traits.tags[key] === value);
}

/** Returns the indices of a source by the time of the last change, latest first. */
function byChange(source: Source, parent: Ids): Uint32Array {
  const count = source.count(parent);
  const times = Float64Array.from({ length: count }, (_, index) => source.traits(parent, index).updatedAt);
  const time = (index: number): number => times[index] ?? 0;
  return Uint32Array.from({ length: count }, (_, index) => index).sort((a, b) => time(b) - time(a) || a - b);
}

/** Maps a position in a list to an index of its source. */
type SourceOrder = (position: number) => number;

/** Returns a function that creates orders. Caches the last one that had to be sorted. */
function createOrders(): (
  list: { source: Source; parent: Ids; key: string },
  query: ListQuery,
) => SourceOrder {
  let known: { readonly key: string; readonly sorted: Uint32Array } | undefined;
  return ({ source, parent, key }, { sortField, direction }) => {
    const count = source.count(parent);
    const turn: SourceOrder = position => (direction === 'desc' ? position : count - 1 - position);
    // Sources count from the newest: no sorting needed.
    if (sortField === 'createdAt') return turn;
    if (known?.key !== key) known = { key, sorted: byChange(source, parent) };
    const { sorted } = known;
    return position => sorted[turn(position)] ?? 0;
  };
}

/** A list after position `last`; `name` identifies it in page tokens. */
type ListView = {
  readonly resource: Resource;
  readonly parent: Ids;
  readonly query: ListQuery;
  readonly source: Source;
  readonly indexAt: SourceOrder;
  readonly name: string;
  readonly last: number;
};

export function createStore({ resources, sourceOf, gone }: StoreOptions): Store {
  const orderOf = createOrders();
  const changes = new Map<string, readonly Change[]>();
  const parentsOf = ({ ids }: Resource): readonly Resource[] =>
    resources.filter(other => ids.slice(0, -1).includes(ownIdName(other)));

  function indexOf(resource: Resource, ids: Ids): number | undefined {
    if (parentsOf(resource).some(parent => indexOf(parent, ids) === undefined)) return undefined;
    const index = sourceOf(resource).indexOf(ids);
    return index === undefined || gone.has(recordKey(resource, ids)) ? undefined : index;
  }

  function find(resource: Resource, ids: Ids): JsonObject | undefined {
    const index = indexOf(resource, ids);
    if (index === undefined) return undefined;
    const made = changes.get(recordKey(resource, ids)) ?? [];
    return made.reduce((record, change) => change(record), sourceOf(resource).record(ids, index));
  }

  function change(resource: Resource, ids: Ids, next: Change): void {
    const key = recordKey(resource, ids);
    changes.set(key, [...(changes.get(key) ?? []), next]);
  }

  function isGone(resource: Resource, parent: Ids, item: JsonObject): boolean {
    return (
      gone.size > 0 && gone.has(recordKey(resource, { ...parent, [ownIdName(resource)]: `${item['id']}` }))
    );
  }

  function collect(list: ListView, size: number): StorePage {
    const { resource, parent, query, source, indexAt } = list;
    const items: JsonObject[] = [];
    let end = list.last;
    for (let position = list.last + 1; position < source.count(parent); position++) {
      const index = indexAt(position);
      const item = fits(source.traits(parent, index), query) ? source.item(parent, index) : undefined;
      if (item === undefined || isGone(resource, parent, item)) continue;
      if (items.length === size) return { items, next: pageToken(list.name, end) };
      items.push(item);
      end = position;
    }
    return { items, next: undefined };
  }

  function page(resource: Resource, parent: Ids, query: ListQuery): StorePage | 'bad-token' | undefined {
    if (parentsOf(resource).some(other => indexOf(other, parent) === undefined)) return undefined;
    const { token, size, ...order } = query;
    const name = JSON.stringify([resource.kind, parent, order]);
    const last = token === undefined ? -1 : positionOf(name, token);
    if (last === undefined) return 'bad-token';
    const source = sourceOf(resource);
    const key = JSON.stringify([resource.kind, parent]);
    const indexAt = orderOf({ source, parent, key }, query);
    return collect({ resource, parent, query, source, indexAt, name, last }, size);
  }

  function remove(resource: Resource, ids: Ids): JsonObject | Refusal | undefined {
    const index = indexOf(resource, ids);
    if (index === undefined) return undefined;
    const source = sourceOf(resource);
    const refusal = source.refusal?.(ids, index);
    if (refusal !== undefined) return refusal;
    const record = source.record(ids, index);
    gone.add(recordKey(resource, ids));
    return record;
  }

  return { find, page, remove, change };
}

/** Longest valid token, in characters. */
const MAX_TOKEN = 64;

/**
 * Returns an opaque token for "after this position". `list` identifies the list with its order and filters:
 * tokens of other lists are invalid. Plain Base64 with `+`, `/` and `=` (service definition).
 */
function pageToken(list: string, position: number): string {
  const bytes = Buffer.alloc(16 + (position % 3));
  bytes.writeUInt32BE((mix(position) ^ hash([list])) >>> 0, 0);
  for (let at = 4; at < bytes.length; at++) bytes[at] = hash([list, position, at]) & 0xff;
  return bytes.toString('base64');
}

/** Returns the position in a token; undefined if it belongs to another list. */
function positionOf(list: string, token: string): number | undefined {
  if (token.length > MAX_TOKEN) return undefined;
  const bytes = Buffer.from(token, 'base64');
  if (bytes.length < 16) return undefined;
  const position = unmix(bytes.readUInt32BE(0) ^ hash([list]));
  return pageToken(list, position) === token ? position : undefined;
}
