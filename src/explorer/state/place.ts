import type { Ids } from '../../api/operation.ts';
import { ownIdName } from '../../resources/record-ids.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';

/** Where one can be. `list` holds the ids of what the list belongs to, and names the kind's second list. */
export type Place =
  | { readonly screen: 'start' }
  | { readonly screen: 'record'; readonly ref: Ref }
  | { readonly screen: 'raw'; readonly ref: Ref }
  | ComparePlace
  | {
      readonly screen: 'list';
      readonly kind: string;
      readonly ids: Ids;
      readonly variant?: string | undefined;
    };

/** A record beside an earlier one: the one of the same kind and parents with this id, or itself as it was last seen. */
export type ComparePlace = {
  readonly screen: 'compare';
  readonly ref: Ref;
  readonly against?: string | undefined;
};

/** A place with what the eye and the hand left there. The cursor is kept by id; `at` is only where it was last. */
export type View = {
  readonly place: Place;
  readonly cursor: string | undefined;
  readonly at: number;
  /** First row shown. */
  readonly top: number;
  /** What a list is filtered by, as typed. Undefined: nothing. */
  readonly filter?: string;
  /** What a list is sorted by. Undefined: as the server sends it. */
  readonly sort?: Sort;
  /** Which columns a list shows. Undefined: as many as fit. */
  readonly columns?: 'names';
  /** Which tab of a record. Undefined: the first. */
  readonly tab?: number;
  /** What of a document is folded. Undefined: what is at first. */
  readonly folds?: Folds;
  /** The view as it was when a line of it led to another tab. */
  readonly before?: View;
  /** Id of the row where marking a range began. */
  readonly range?: string;
};

/** What of a document is folded: all that is as deep as this or deeper, and for these nodes the other way. */
export type Folds = { readonly fromDepth: number; readonly except: ReadonlySet<string> };

/** The field that a list is sorted by. */
export type Sort = { readonly field: string; readonly isDescending: boolean };

// An id may hold any character, also the one between the parts of a key.
const escaped = (id: string): string => id.replace(/[%\n]/g, encodeURIComponent);
const unescaped = (id: string): string => id.replace(/%(25|0A)/g, decodeURIComponent);

/** One text for one address: keys of caches and requests. */
export function keyOf(kind: string, ids: Ids): string {
  const parts = Object.keys(ids)
    .sort()
    .map(name => `${name}=${escaped(ids[name] ?? '')}`);
  return [kind, ...parts].join('\n');
}

/** The ids in a key of the records, or undefined when it is of another kind. */
export function idsInKey(key: string, kind: string): Ids | undefined {
  const [own, ...pairs] = key.split('\n');
  if (own !== kind) return undefined;
  return Object.fromEntries(
    pairs.map(pair => [pair.slice(0, pair.indexOf('=')), unescaped(pair.slice(pair.indexOf('=') + 1))]),
  );
}

/** The key of a list: the records of a kind below the given ids, or its second list. */
export const listKey = (kind: string, ids: Ids, variant?: string): string =>
  `list${variant === undefined ? '' : `?${variant}`}\n${keyOf(kind, ids)}`;

/** The ids below which a list of this kind is, out of its key; undefined when it is of another kind. */
export function idsInListKey(key: string, kind: string): Ids | undefined {
  const [, records] = /^list(?:\?\w+)?\n(.*)$/s.exec(key) ?? [];
  return records === undefined ? undefined : idsInKey(records, kind);
}

/** True if the key is that of a list of this kind, below whatever ids. */
export const isListOf = (key: string, kind: string): boolean => idsInListKey(key, kind) !== undefined;

/** What a place shows, as a key of the records or of the lists. */
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
      return `compare\n${escaped(place.against ?? '')}\n${keyOf(place.ref.kind, place.ref.ids)}`;
  }
}

/** The other record of a comparison; undefined when there is none but the record itself as it was. */
export function againstRef({ ref, against }: ComparePlace): Ref | undefined {
  if (against === undefined) return undefined;
  return { kind: ref.kind, ids: { ...ref.ids, [ownIdName(resourceOf(ref.kind))]: against } };
}

/** The records that a place shows; none of a list. */
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

/** The way to a place: what Esc goes back over, the present view last. */
export type Way = readonly View[];

/**
 * The ways that were gone, oldest first, as a browser keeps its pages. The way at `at` is the present one; it lives
 * in `state.views` and is put down here when it is left. `last` is the one before the last move: `-` goes there.
 */
export type History = { readonly ways: readonly Way[]; readonly at: number; readonly last: number };

export const noHistory: History = { ways: [[]], at: 0, last: 0 };

export type ListPlace = Extract<Place, { readonly screen: 'list' }>;
