import { Buffer } from 'node:buffer';
import type { Ids } from '../api/operation.ts';
import type { JsonObject } from '../json/json.ts';
import type { Resource } from '../resources/resource.ts';
import { type Change, idsBelow, type RecordChanges, recordKey } from './changes.ts';
import { listItem, traitsOf } from './fixtures/blank.ts';
import { hash, mix, unmix } from './fixtures/random.ts';
import type { Source, Traits } from './fixtures/source.ts';
import type { ListQuery } from './http/router.ts';

/** A page of a list; `next` is the token of the next one, undefined on the last. */
export type StorePage = { readonly items: readonly JsonObject[]; readonly next: string | undefined };

function fits(traits: Traits, { dev, tags }: ListQuery): boolean {
  if (traits.dev !== undefined && traits.dev !== dev) return false;
  return tags.every(([key, value]) => traits.tags !== undefined && traits.tags[key] === value);
}

/** Records of one kind below one parent: generated ones by their index, added ones by a negative index. */
export type List = {
  readonly resource: Resource;
  readonly parent: Ids;
  readonly source: Source;
  readonly added: readonly Change[];
};

/** Returns the indices of a list, newest or last changed first. */
function sortedIndices(
  { source, parent, added }: List,
  traitsAt: (index: number) => Traits,
  field: ListQuery['sortField'],
): Int32Array {
  const count = source.count(parent);
  const indices = [...added.map(({ index = 0 }) => index), ...Array.from({ length: count }, (_, at) => at)];
  const times = new Map(indices.map(index => [index, traitsAt(index)[field]]));
  const time = (index: number): number => times.get(index) ?? 0;
  return Int32Array.from(indices).sort((a, b) => time(b) - time(a) || a - b);
}

/** Maps a position in a list to an index, and back; -1 for an index that it lacks. */
type Order = {
  readonly length: number;
  readonly indexAt: (position: number) => number;
  readonly positionOf: (index: number) => number;
};

/** Returns a function that creates orders. Caches the last one that had to be sorted. */
function createOrders(traitsIn: (list: List, index: number) => Traits) {
  let known: { readonly key: string; readonly sorted: Int32Array } | undefined;
  const sortedOrder = (list: List, key: string, field: ListQuery['sortField']): Order => {
    if (known?.key !== key)
      known = { key, sorted: sortedIndices(list, index => traitsIn(list, index), field) };
    const { sorted } = known;
    return {
      length: sorted.length,
      indexAt: position => sorted[position] ?? 0,
      positionOf: index => sorted.indexOf(index),
    };
  };
  return (list: List, { sortField, direction }: ListQuery, puts: number): Order => {
    const { resource, parent, source, added } = list;
    const length = source.count(parent);
    // Generated records are numbered from the newest: no sorting needed.
    const isInOrder = sortField === 'createdAt' && added.length === 0;
    const order: Order = isInOrder
      ? { length, indexAt: at => at, positionOf: index => (index < length ? index : -1) }
      : sortedOrder(list, JSON.stringify([resource.kind, parent, sortField, puts]), sortField);
    if (direction === 'desc') return order;
    const turn = (position: number): number => (position < 0 ? -1 : order.length - 1 - position);
    return {
      ...order,
      indexAt: at => order.indexAt(turn(at)),
      positionOf: index => turn(order.positionOf(index)),
    };
  };
}

/** Returns the function that pages through lists; `bad-token` for a token of another list. */
export function createPages(
  changes: RecordChanges,
): (list: List, query: ListQuery) => StorePage | 'bad-token' {
  const changeOf = ({ resource, parent, source, added }: List, index: number): Change | undefined =>
    index < 0
      ? added.find(change => change.index === index)
      : changes.get(recordKey(resource, idsBelow(resource, parent, `${source.item(parent, index)['id']}`)));

  function traitsIn(list: List, index: number): Traits {
    const record = changes.puts() === 0 ? undefined : changeOf(list, index)?.record;
    return record === undefined ? list.source.traits(list.parent, index) : traitsOf(list.resource, record);
  }

  const orderOf = createOrders(traitsIn);

  function itemAt(list: List, index: number, query: ListQuery): JsonObject | undefined {
    const { source, parent } = list;
    if (!fits(traitsIn(list, index), query)) return undefined;
    const change = changes.isEmpty() ? undefined : changeOf(list, index);
    if (change?.isDeleted === true) return undefined;
    return change?.record === undefined ? source.item(parent, index) : listItem(change.record, source.listed);
  }

  function collect(list: List, order: Order, { name, last, query }: PageStart): StorePage {
    const items: JsonObject[] = [];
    let end = 0;
    for (let position = last + 1; position < order.length; position++) {
      const index = order.indexAt(position);
      const item = itemAt(list, index, query);
      if (item === undefined) continue;
      if (items.length === query.size) return { items, next: pageToken(name, end) };
      items.push(item);
      end = index;
    }
    return { items, next: undefined };
  }

  return (list, query) => {
    const { token, size: _, ...rest } = query;
    const name = JSON.stringify([list.resource.kind, list.parent, rest]);
    const order = orderOf(list, query, changes.puts());
    if (token === undefined) return collect(list, order, { name, last: -1, query });
    const index = indexIn(name, token);
    const last = index === undefined ? -1 : order.positionOf(index);
    return last < 0 ? 'bad-token' : collect(list, order, { name, last, query });
  };
}

/** Start of a page: after position `last` of the list that page tokens call `name`. */
type PageStart = { readonly name: string; readonly last: number; readonly query: ListQuery };

/** Longest valid token, in characters. */
const MAX_TOKEN = 64;

/**
 * Returns an opaque token for "after this index". `list` identifies the list with its order and filters:
 * tokens of other lists are invalid. Plain Base64 with `+`, `/` and `=` (service definition).
 */
function pageToken(list: string, index: number): string {
  const bytes = Buffer.alloc(16 + Math.abs(index % 3));
  bytes.writeUInt32BE((mix(index) ^ hash([list])) >>> 0, 0);
  for (let at = 4; at < bytes.length; at++) bytes[at] = hash([list, index, at]) & 0xff;
  return bytes.toString('base64');
}

/** Returns the index in a token; undefined if it belongs to another list. */
function indexIn(list: string, token: string): number | undefined {
  if (token.length > MAX_TOKEN) return undefined;
  const bytes = Buffer.from(token, 'base64');
  if (bytes.length < 16) return undefined;
  const index = unmix(bytes.readUInt32BE(0) ^ hash([list])) | 0;
  return pageToken(list, index) === token ? index : undefined;
}
