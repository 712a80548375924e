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
 * The records of all kinds, as operations see them: by ids, the scope's among them. Nothing is kept but what
 * was deleted and how some were changed. A record is there only while its parents are.
 */
export type Store = {
  readonly find: (resource: Resource, ids: Ids) => JsonObject | undefined;
  /** One page; undefined when the parent is not there, `bad-token` for a token that is not one of this list. */
  readonly page: (resource: Resource, ids: Ids, query: ListQuery) => StorePage | 'bad-token' | undefined;
  /** Deletes for good. The record as it was, why not, or undefined when it is not there. */
  readonly remove: (resource: Resource, ids: Ids) => JsonObject | Refusal | undefined;
  /** Changes a record for good: reading it whole answers with what `change` makes of it. */
  readonly change: (resource: Resource, ids: Ids, change: Change) => void;
};

export type Change = (record: JsonObject) => JsonObject;

type Kinds = {
  readonly resources: readonly Resource[];
  readonly sourceOf: (resource: Resource) => Source;
  /** Keys of deleted records; shared, so that records can leave out what is gone. */
  readonly gone: Set<string>;
};

/** The key under which a deleted record is remembered: its kind and every id that leads to it. */
export function goneKey(resource: Resource, ids: Ids): string {
  return JSON.stringify([resource.kind, ...resource.ids.map(name => ids[name] ?? '')]);
}

function fits(traits: Traits, { dev, tags }: ListQuery): boolean {
  if (traits.dev !== undefined && traits.dev !== dev) return false;
  return tags.every(([key, value]) => traits.tags !== undefined && traits.tags[key] === value);
}

/** Indices of a source by the time of their last change, the latest first. */
function byChange(source: Source, parent: Ids): Uint32Array {
  const count = source.count(parent);
  const times = Float64Array.from({ length: count }, (_, index) => source.traits(parent, index).updatedAt);
  const time = (index: number): number => times[index] ?? 0;
  return Uint32Array.from({ length: count }, (_, index) => index).sort((a, b) => time(b) - time(a) || a - b);
}

type Order = (position: number) => number;

/** Makes orders: position in a list → index of its source. Only the last sorted one is remembered. */
function createOrders(): (list: { source: Source; parent: Ids; key: string }, query: ListQuery) => Order {
  let known: { readonly key: string; readonly sorted: Uint32Array } | undefined;
  return ({ source, parent, key }, { sortField, direction }) => {
    const count = source.count(parent);
    const turn: Order = position => (direction === 'desc' ? position : count - 1 - position);
    // Sources count from the newest: this order needs no sorting, whatever their size.
    if (sortField === 'createdAt') return turn;
    if (known?.key !== key) known = { key, sorted: byChange(source, parent) };
    const { sorted } = known;
    return position => sorted[turn(position)] ?? 0;
  };
}

/** A list from a position on; `name` stands for it in tokens, `last` is the position already seen. */
type List = {
  readonly resource: Resource;
  readonly parent: Ids;
  readonly query: ListQuery;
  readonly source: Source;
  readonly indexAt: Order;
  readonly name: string;
  readonly last: number;
};

/** Makes the store of some kinds. */
export function createStore({ resources, sourceOf, gone }: Kinds): Store {
  const orderOf = createOrders();
  const changes = new Map<string, readonly Change[]>();
  const parentsOf = ({ ids }: Resource): readonly Resource[] =>
    resources.filter(other => ids.slice(0, -1).includes(ownIdName(other)));

  function indexOf(resource: Resource, ids: Ids): number | undefined {
    if (parentsOf(resource).some(parent => indexOf(parent, ids) === undefined)) return undefined;
    const index = sourceOf(resource).indexOf(ids);
    return index === undefined || gone.has(goneKey(resource, ids)) ? undefined : index;
  }

  function find(resource: Resource, ids: Ids): JsonObject | undefined {
    const index = indexOf(resource, ids);
    if (index === undefined) return undefined;
    const made = changes.get(goneKey(resource, ids)) ?? [];
    return made.reduce((record, change) => change(record), sourceOf(resource).record(ids, index));
  }

  function change(resource: Resource, ids: Ids, next: Change): void {
    const key = goneKey(resource, ids);
    changes.set(key, [...(changes.get(key) ?? []), next]);
  }

  function isGone(resource: Resource, parent: Ids, item: JsonObject): boolean {
    return (
      gone.size > 0 && gone.has(goneKey(resource, { ...parent, [ownIdName(resource)]: `${item['id']}` }))
    );
  }

  function collect(list: List, size: number): StorePage {
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
    gone.add(goneKey(resource, ids));
    return record;
  }

  return { find, page, remove, change };
}

/** Longest token looked at, in characters. */
const MAX_TOKEN = 64;

/**
 * An opaque token for "after this position" of one list. `list` stands for the list, its order and filters:
 * a token of another list is none. Base64 of its usual alphabet, with `+`, `/` and `=` (service definition).
 */
function pageToken(list: string, position: number): string {
  const bytes = Buffer.alloc(16 + (position % 3));
  bytes.writeUInt32BE((mix(position) ^ hash([list])) >>> 0, 0);
  for (let at = 4; at < bytes.length; at++) bytes[at] = hash([list, position, at]) & 0xff;
  return bytes.toString('base64');
}

/** The position a token stands for, or undefined when it was not made for this list. */
function positionOf(list: string, token: string): number | undefined {
  if (token.length > MAX_TOKEN) return undefined;
  const bytes = Buffer.from(token, 'base64');
  if (bytes.length < 16) return undefined;
  const position = unmix(bytes.readUInt32BE(0) ^ hash([list]));
  return pageToken(list, position) === token ? position : undefined;
}
