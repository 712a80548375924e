import type { Ids } from '../../api/operation.ts';
import { cause } from '../../resources/cause-kind.ts';
import { backup, change, request, usedIntegration } from '../../resources/local-kinds.ts';
import { resourceOf } from '../../resources/registry.ts';
import { type Ref, type Resource, refTo } from '../../resources/resource.ts';

export type Place = { readonly screen: 'start' } | RecordPlace | ListPlace;

export type RecordPlace =
  | Readonly<{ screen: 'record'; ref: Ref }>
  | Readonly<{ screen: 'raw'; ref: Ref }>
  | ComparePlace;

/** A list: the ids of its parent, and the name of the kind's second list. */
export type ListPlace = Readonly<{ screen: 'list'; kind: string; ids: Ids; variant?: string | undefined }>;

export const listPlace = (kind: string, ids: Ids = {}): ListPlace => ({ screen: 'list', kind, ids });

export function listPlaces(kind: string, ids: Ids): readonly ListPlace[] {
  const { variant } = resourceOf(kind);
  const own = listPlace(kind, ids);
  return variant === undefined ? [own] : [own, { ...own, variant: variant.name }];
}

export function listOf({ kind, variant }: ListPlace): Pick<Resource, 'list' | 'plural'> {
  const resource = resourceOf(kind);
  return (variant === undefined ? undefined : resource.variant) ?? resource;
}

export const requestsPlace = listPlace(request.kind);
export const usedPlace = listPlace(usedIntegration.kind);

export const causesPlace = listPlace(cause.kind);
export const changesPlace = listPlace(change.kind);
export const isCauses = (place: Place) => place.screen === 'list' && place.kind === cause.kind;

export const hasCauses = (place: Place): place is ListPlace =>
  place.screen === 'list' && resourceOf(place.kind).diagnose !== undefined;

/** A record beside another one of its parent, beside a backup by its path, or beside its snapshot. */
export type ComparePlace = Readonly<{
  screen: 'compare';
  ref: Ref;
  against?: string | undefined;
  backup?: string | undefined;
}>;

/** A place with its cursor and scroll position. The cursor is an id, last seen at the position `at`. */
export type View = Readonly<{
  place: Place;
  cursor: string | undefined;
  at: number;
  top: number;
  filter?: string | undefined;
  /** The last filter of a list that was cleared or is being replaced, to bring it back. */
  lastFilter?: string | undefined;
  find?: string | undefined;
  /** Sort of a list; undefined: as sent by the server. */
  sort?: Sort | undefined;
  /** Columns of a list; undefined: as many as fit. */
  columns?: 'names' | undefined;
  tab?: string | undefined;
  folds?: Folds | undefined;
  /** The view before one of its lines led to another tab; `back` returns to it. */
  before?: View | undefined;
  range?: string | undefined;
  /** The views from which a line led to this filter; `back` returns to them. */
  origin?: Readonly<{ filter: string; views: ViewStack }> | undefined;
}>;

/** False once another filter was typed. */
export const hasOrigin = ({ origin, filter }: View): boolean =>
  origin !== undefined && origin.filter === filter;

/** Nodes from the depth `fromDepth` on are folded, those above it are not; in `except` it is reversed. */
export type Folds = Readonly<{ fromDepth: number; except: ReadonlySet<string> }>;

export type Sort = Readonly<{ field: string; isDescending: boolean }>;

// Ids may contain any character, also the separator of a key.
const escapeId = (id: string) => id.replace(/[%\n]/g, encodeURIComponent);
const unescapeId = (id: string) => id.replace(/%(25|0A)/g, decodeURIComponent);

export function keyOf({ kind, ids }: Ref): string {
  const parts = Object.keys(ids)
    .sort()
    .map(name => `${name}=${escapeId(ids[name] ?? '')}`);
  return [kind, ...parts].join('\n');
}

export function idsInKey(key: string, kind: string): Ids | undefined {
  const [own, ...pairs] = key.split('\n');
  if (own !== kind) return undefined;
  return Object.fromEntries(
    pairs.map(pair => [pair.slice(0, pair.indexOf('=')), unescapeId(pair.slice(pair.indexOf('=') + 1))]),
  );
}

export const listKey = (kind: string, ids: Ids, variant?: string) =>
  `list${variant === undefined ? '' : `?${variant}`}\n${keyOf({ kind, ids })}`;

export function idsInListKey(key: string, kind: string): Ids | undefined {
  const [, records] = /^list(?:\?\w+)?\n(.*)$/s.exec(key) ?? [];
  return records === undefined ? undefined : idsInKey(records, kind);
}

export const isListOf = (key: string, kind: string) => idsInListKey(key, kind) !== undefined;

export function placeKey(place: Place): string {
  switch (place.screen) {
    case 'start':
      return 'start';
    case 'list':
      return listKey(place.kind, place.ids, place.variant);
    case 'record':
    case 'raw':
      return keyOf(place.ref);
    case 'compare':
      return `compare\n${escapeId(place.against ?? place.backup ?? '')}\n${keyOf(place.ref)}`;
  }
}

export const rowRef = ({ kind, ids }: ListPlace, id: string) => refTo(resourceOf(kind), id, ids);

export function againstRef({ ref, against, backup: path }: ComparePlace): Ref | undefined {
  if (path !== undefined) return refTo(backup, path);
  if (against === undefined) return undefined;
  return refTo(resourceOf(ref.kind), against, ref.ids);
}

export function placeRefs(place: Place): readonly Ref[] {
  switch (place.screen) {
    case 'start':
    case 'list':
      return [];
    case 'record':
    case 'raw':
      return [place.ref];
    case 'compare':
      return [againstRef(place), place.ref].filter(ref => ref !== undefined);
  }
}

export type ViewStack = readonly View[];

/**
 * Oldest first, like the pages of a browser. The state of the present one, at `at`, is in
 * `state.navigation.views`. `last`: the stack before the last move: `-` goes there.
 */
export type History = Readonly<{ stacks: readonly ViewStack[]; at: number; last: number }>;

export const noHistory: History = { stacks: [[]], at: 0, last: 0 };
