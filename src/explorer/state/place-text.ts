import { badId } from '../../api/url.ts';
import { variantInFilter } from '../../filter/parse.ts';
import { listingKind, ownerOf, resourceNamed, resourceOf, root } from '../../resources/registry.ts';
import { listIds, type Ref, type Resource, refOf } from '../../resources/resource.ts';
import { attempt, err, ok, type Result } from '../../text/result.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { type ListPlace, listPlace, type Place, type RecordPlace, type Sort } from './place.ts';

/**
 * The text of a place: the same on the command line, after `:`, in bookmarks and in copies. Forms: `ws`,
 * `ws/<id>`, `bots`, `bots?filter=…&sort=-updatedAt`, `bots?dev=true` (the second list of a kind),
 * `bot/<id>`, `bot/<id>?raw`, `bot/<id>?compare` (with its snapshot), `bot/<id>?compare=<id>`,
 * `bot/<id>?backup=<path>`, `bot/<id>/issues/<id>`, `trash`, `trash/<path>`, `journal`. Ids are
 * encoded as in a URL path. The words come from the resources: a kind for one record, its plural for a list
 * or below a parent.
 */
export type PlaceText = string;

const MAX_PLACE = 4000;

const RAW = 'raw';
const COMPARE = 'compare';
const BACKUP = 'backup';

type ListView = Readonly<{ filter?: string | undefined; sort?: Sort | undefined }>;

const recordWord = (resource: Resource) =>
  (resource === root ? resource.aliases.at(-1) : undefined) ?? resource.kind;

export const listWord = (resource: Resource) => resource.aliases[0] ?? resource.kind;

export function refText(ref: Ref): PlaceText {
  const resource = resourceOf(ref.kind);
  const owner = ownerOf(resource);
  const ids = resource.ids.map(name => encodeURIComponent((ref.ids[name] ?? '').toWellFormed()));
  if (owner === undefined) return [recordWord(resource), ...ids].join('/');
  const above = refText({ kind: owner.kind, ids: ref.ids });
  return [above, listWord(resource), ids.at(-1) ?? ''].join('/');
}

function listText({ kind, ids, variant }: ListPlace, { filter = '', sort }: ListView): PlaceText {
  const resource = resourceOf(kind);
  const owner = ownerOf(resource);
  const above =
    owner === undefined || Object.keys(ids).length === 0 ? '' : `${refText({ kind: owner.kind, ids })}/`;
  const parts = [
    ...(variant === undefined ? [] : [`${variant}=true`]),
    ...(filter === '' ? [] : [`filter=${encodeURIComponent(filter.toWellFormed())}`]),
    ...(sort === undefined ? [] : [`sort=${sort.isDescending ? '-' : ''}${encodeURIComponent(sort.field)}`]),
  ];
  return above + listWord(resource) + (parts.length === 0 ? '' : `?${parts.join('&')}`);
}

export function placeText(place: Place, view: ListView = {}): PlaceText | undefined {
  switch (place.screen) {
    case 'start':
      return undefined;
    case 'list':
      return listText(place, view);
    case 'record':
      return refText(place.ref);
    case 'raw':
      return `${refText(place.ref)}?${RAW}`;
    case 'compare': {
      const { against, backup } = place;
      if (backup !== undefined)
        return `${refText(place.ref)}?${BACKUP}=${encodeURIComponent(backup.toWellFormed())}`;
      const other = against === undefined ? '' : `=${encodeURIComponent(against.toWellFormed())}`;
      return `${refText(place.ref)}?${COMPARE}${other}`;
    }
  }
}

/** A list may have a filter and sort; a record may be raw or compared. */
export type ParsedPlace =
  | Readonly<{ kind: 'list'; place: ListPlace; view: ListView }>
  | Readonly<{ kind: 'record'; ref: Ref; place: RecordPlace }>
  | { readonly kind: 'root' }
  | Readonly<{ kind: 'unreadable'; problem: SafeText }>;

const unreadable = (problem: SafeText): ParsedPlace => ({ kind: 'unreadable', problem });

const decode = (segment: string) => attempt(() => decodeURIComponent(segment));

function refFrom(resource: Resource, ids: readonly string[]): Result<Ref> {
  const parents: [string, string][] = [];
  for (const [at, name] of resource.ids.slice(0, -1).entries()) {
    const problem = badId(ids[at]);
    if (problem !== undefined) return err(problem);
    parents.push([name, ids[at] ?? '']);
  }
  return refOf(resource, Object.fromEntries(parents), ids.at(-1) ?? '');
}

function parsePath(
  segments: readonly string[],
): Result<Readonly<{ resource: Resource; ids: readonly string[] }>> {
  const [word = '', ...rest] = segments;
  const named = resourceNamed(word.toLowerCase());
  if (named === undefined) return err(safe`unknown kind "${clean(word, 60)}"`);
  // `issue/<bot>/<issue>`: all ids after one word.
  if (named.ids.length > 1) return ok({ resource: named, ids: rest });
  let resource = named;
  const ids: string[] = rest.slice(0, 1);
  for (let at = 1; at < rest.length; at += 2) {
    const next = resourceNamed(rest[at]?.toLowerCase() ?? '');
    if (next === undefined || ownerOf(next) !== resource)
      return err(safe`a ${clean(resource.kind)} has no "${clean(rest[at] ?? '', 60)}"`);
    resource = next;
    ids.push(...rest.slice(at + 1, at + 2));
  }
  return ok({ resource, ids });
}

function parseQuery(resource: Resource, query: string): Readonly<{ variant?: string; view: ListView }> {
  const parts = new Map(
    query.split('&').map(part => [part.split('=')[0] ?? '', part.slice(part.indexOf('=') + 1)]),
  );
  const { name } = resource.variant ?? {};
  const typed = variantInFilter(resource, decode(parts.get('filter') ?? '') ?? '');
  const variant = name !== undefined && parts.get(name) === 'true' ? name : typed.variant;
  const { filter } = typed;
  const sorted = decode(parts.get('sort') ?? '') ?? '';
  const field = sorted.replace(/^-/, '');
  const isKnown = resource.columns.some(column => column.field === field);
  const view = {
    ...(filter !== '' && { filter }),
    ...(isKnown && { sort: { field, isDescending: sorted.startsWith('-') } }),
  };
  return { ...(variant !== undefined && { variant }), view };
}

function listFrom(kind: Resource, values: readonly string[], query: string): ParsedPlace | undefined {
  const resource = listingKind(kind);
  const { list } = resource;
  const owner = ownerOf(resource);
  if (list === undefined || values.length !== resource.ids.length - 1) return undefined;
  const parent = owner && refFrom(owner, values);
  if (parent?.ok === false) return unreadable(parent.why);
  const { view, ...variant } = parseQuery(resource, query);
  const ids = parent === undefined ? {} : listIds(list, parent.value.ids);
  return { kind: 'list', place: { ...listPlace(resource.kind, ids), ...variant }, view };
}

function recordPlace(ref: Ref, query: string): RecordPlace {
  if (query === RAW) return { screen: 'raw', ref };
  if (query === COMPARE) return { screen: 'compare', ref };
  const [word = '', ...rest] = query.split('=');
  const other = decode(rest.join('='));
  if (other === undefined || badId(other) !== undefined) return { screen: 'record', ref };
  if (word === COMPARE) return { screen: 'compare', ref, against: other };
  return word === BACKUP ? { screen: 'compare', ref, backup: other } : { screen: 'record', ref };
}

/** Never throws. */
export function parsePlace(text: string): ParsedPlace {
  if (text.length > MAX_PLACE) return unreadable(safe`it is ${text.length} characters long`);
  const [path = '', ...queries] = text.trim().split('?');
  const query = queries.join('?');
  const segments = path
    .replace(/^\/+|(?<!\/)\/+$/g, '')
    .split('/')
    .map(decode);
  const readable = segments.filter(segment => segment !== undefined);
  if (readable.length < segments.length) return unreadable(safe`it has a "%" that encodes no character`);
  const parsed = parsePath(readable);
  if (!parsed.ok) return unreadable(parsed.why);
  const { resource, ids } = parsed.value;
  const list = listFrom(resource, ids, query);
  if (list !== undefined) return list;
  if (resource === root && ids.length === 0) return { kind: 'root' };
  if (ids.length !== resource.ids.length)
    return unreadable(
      safe`a ${clean(resource.kind)} needs ${resource.ids.length === 1 ? safe`an id` : safe`${resource.ids.length} ids`}`,
    );
  const ref = refFrom(resource, ids);
  return ref.ok
    ? { kind: 'record', ref: ref.value, place: recordPlace(ref.value, query) }
    : unreadable(ref.why);
}
