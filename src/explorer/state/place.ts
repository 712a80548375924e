import type { Ids } from '../../api/operation.ts';
import { backup, request } from '../../resources/local-kinds.ts';
import { resourceOf } from '../../resources/registry.ts';
import { ownIdName, type Ref, type Resource } from '../../resources/resource.ts';

export type Place = { readonly screen: 'start' } | RecordPlace | ListPlace;

export type RecordPlace =
  | { readonly screen: 'record'; readonly ref: Ref }
  | { readonly screen: 'raw'; readonly ref: Ref }
  | ComparePlace;

/** A list: the ids of its parent, and the name of the kind's second list. */
export type ListPlace = {
  readonly screen: 'list';
  readonly kind: string;
  readonly ids: Ids;
  readonly variant?: string | undefined;
};

/** Returns the places of the lists of a kind below some ids: the second list comes last. */
export function listPlaces(kind: string, ids: Ids): readonly ListPlace[] {
  const { variant } = resourceOf(kind);
  const own: ListPlace = { screen: 'list', kind, ids };
  return variant === undefined ? [own] : [own, { ...own, variant: variant.name }];
}

export function listOf({ kind, variant }: ListPlace): Pick<Resource, 'list' | 'plural'> {
  const resource = resourceOf(kind);
  return (variant === undefined ? undefined : resource.variant) ?? resource;
}

export const requestsPlace: ListPlace = { screen: 'list', kind: request.kind, ids: {} };

/**
 * A record beside another one of the same kind and parents (`against`), beside a backup by its path, or
 * beside its snapshot.
 */
export type ComparePlace = {
  readonly screen: 'compare';
  readonly ref: Ref;
  readonly against?: string | undefined;
  readonly backup?: string | undefined;
};

/**
 * A place with its cursor, filter and scroll position. The cursor is stored by id; `at` is its last position.
 */
export type View = {
  readonly place: Place;
  readonly cursor: string | undefined;
  readonly at: number;
  readonly top: number;
  readonly filter?: string | undefined;
  /** The last filter of a list that was cleared or is being replaced, to bring it back. */
  readonly lastFilter?: string | undefined;
  readonly find?: string | undefined;
  /** Sort of a list; undefined: as sent by the server. */
  readonly sort?: Sort | undefined;
  /** Columns of a list; undefined: as many as fit. */
  readonly columns?: 'names' | undefined;
  readonly tab?: string | undefined;
  readonly folds?: Folds | undefined;
  /** The view before one of its lines led to another tab; `back` returns to it. */
  readonly before?: View | undefined;
  readonly range?: string | undefined;
};

/**
 * Folds of a document: all nodes from `fromDepth` on, without those in `except`; of the nodes above, those in
 * `except`.
 */
export type Folds = { readonly fromDepth: number; readonly except: ReadonlySet<string> };

export type Sort = { readonly field: string; readonly isDescending: boolean };

// Ids may contain any character, also the separator of a key.
const escapeId = (id: string): string => id.replace(/[%\n]/g, encodeURIComponent);
const unescapeId = (id: string): string => id.replace(/%(25|0A)/g, decodeURIComponent);

export function keyOf(kind: string, ids: Ids): string {
  const parts = Object.keys(ids)
    .sort()
    .map(name => `${name}=${escapeId(ids[name] ?? '')}`);
  return [kind, ...parts].join('\n');
}

/** Returns the ids in the key of a record; undefined when it is of another kind. */
export function idsInKey(key: string, kind: string): Ids | undefined {
  const [own, ...pairs] = key.split('\n');
  if (own !== kind) return undefined;
  return Object.fromEntries(
    pairs.map(pair => [pair.slice(0, pair.indexOf('=')), unescapeId(pair.slice(pair.indexOf('=') + 1))]),
  );
}

/** Returns the key of a list: the records of a kind below the given ids, or its second list. */
export const listKey = (kind: string, ids: Ids, variant?: string): string =>
  `list${variant === undefined ? '' : `?${variant}`}\n${keyOf(kind, ids)}`;

/** Returns the parent's ids in the key of a list; undefined when it is of another kind. */
export function idsInListKey(key: string, kind: string): Ids | undefined {
  const [, records] = /^list(?:\?\w+)?\n(.*)$/s.exec(key) ?? [];
  return records === undefined ? undefined : idsInKey(records, kind);
}

export const isListOf = (key: string, kind: string): boolean => idsInListKey(key, kind) !== undefined;

export function placeKey(place: Place): string {
  switch (place.screen) {
    case 'start':
      return 'start';
    case 'list':
      return listKey(place.kind, place.ids, place.variant);
    case 'record':
    case 'raw':
      return keyOf(place.ref.kind, place.ref.ids);
    case 'compare':
      return `compare\n${escapeId(place.against ?? place.backup ?? '')}\n${keyOf(place.ref.kind, place.ref.ids)}`;
  }
}

export const rowRef = ({ kind, ids }: ListPlace, id: string): Ref => ({
  kind,
  ids: { ...ids, [ownIdName(resourceOf(kind))]: id },
});

/** Returns the other record of a comparison; undefined when a record is compared with its snapshot. */
export function againstRef({ ref, against, backup: path }: ComparePlace): Ref | undefined {
  if (path !== undefined) return { kind: backup.kind, ids: { [ownIdName(backup)]: path } };
  if (against === undefined) return undefined;
  return { kind: ref.kind, ids: { ...ref.ids, [ownIdName(resourceOf(ref.kind))]: against } };
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

/** Open views from the first to the present one; Esc closes the last. */
export type ViewStack = readonly View[];

/**
 * View stacks of this run, oldest first, like the pages of a browser. The present one is at `at`; its current
 * state is in `state.navigation.views` and comes here when another stack is shown. `last` is the stack before
 * the last move: `-` goes there.
 */
export type History = { readonly stacks: readonly ViewStack[]; readonly at: number; readonly last: number };

export const noHistory: History = { stacks: [[]], at: 0, last: 0 };
