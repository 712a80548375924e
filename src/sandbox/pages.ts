import { Buffer } from 'node:buffer';
import type { JsonObject } from '../json/json.ts';
import { hash, mix, unmix } from './fixtures/random.ts';
import type { Traits } from './fixtures/source.ts';
import type { ListQuery } from './http.ts';

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

/** A page of a list; `next` is the token of the next one, undefined on the last. */
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

/** Returns a function that pages through lists; `bad-token` for a token of another list. */
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
