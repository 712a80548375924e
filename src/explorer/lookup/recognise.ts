import { type Ids, pathTemplate } from '../../api/operation.ts';
import {
  operationsOf,
  ownerOf,
  ownerRef,
  resourceNamed,
  resourceOf,
  resources,
  root,
} from '../../resources/registry.ts';
import { isShown, ownIdName, type Ref, type Resource } from '../../resources/resource.ts';
import { kindByForm, refBelow } from '../facts/value-lead.ts';
import { troubledRefs } from '../screens/home/attention.ts';
import { cursorRef } from '../selection/cursor.ts';
import { rowIndex } from '../state/load.ts';
import { idsInKey, idsInListKey, keyOf, placeRefs } from '../state/place.ts';
import { parsePlace } from '../state/place-text.ts';
import { storedRef } from '../state/recents.ts';
import { knownRecords } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { searchSeen } from './seen.ts';

/** Maximum length of a word; no link or id is longer. */
const MAX_PASTED = 2000;
/** Maximum characters and words of a text that are examined. */
const MAX_TEXT = 20_000;
const MAX_WORDS = 2000;
/** Maximum records offered of a text: there are nine digits to choose by. */
const MAX_FOUND = 9;
const MAX_SEGMENTS = 40;
/** Maximum owners offered for one id: its other readings follow them. */
const MAX_OWNERS = 5;

/** Matches a word that can be an id: with a digit or an underscore, which few words have. */
const LIKE_AN_ID = /^(?=.*[0-9_])[\w.~-]{6,512}$/;

/** Matches a word of a text that can be an id: longer and with more digits than names. */
const ID_OF_TEXT = /^(?=(?:\D*\d){2})[\w.~-]{10,512}$/;

const uniqueRefs = (refs: readonly Ref[]): readonly Ref[] => [
  ...new Map(refs.map(ref => [keyOf(ref.kind, ref.ids), ref])).values(),
];

/** Returns the ids of records with this own id that were seen: remembered, loaded, or rows of lists. */
function seenIds(
  { data: { records, lists } }: State,
  { kind, ids }: Resource,
  id: string,
  stored: readonly Ref[],
) {
  const own = ids.at(-1) ?? '';
  const read = Object.entries(records).map(([key, { last }]) => last && idsInKey(key, kind));
  const listed = Object.entries(lists).map(([key, { last }]) =>
    last === undefined || rowIndex(last.value.ids, id) < 0 ? undefined : idsInListKey(key, kind),
  );
  const remembered = stored.map(ref => (ref.kind === kind ? ref.ids : undefined));
  return [...[...remembered, ...read].filter(each => each?.[own] === id), ...listed];
}

/**
 * Returns the possible owners of a record of which only the id is known, the likeliest first: where it was
 * seen; then the record on the screen, the one given at the start, the one under the cursor, recents, those
 * with problems, and all others that were loaded.
 */
function likelyOwners(state: State, resource: Resource, id: string): readonly Ref[] {
  const owner = ownerOf(resource);
  if (owner === undefined) return [];
  const { navigation, session, data, user } = state;
  const { recents, bookmarks } = user.memory;
  const stored = [...recents, ...bookmarks].flatMap(row => (row.gone ? [] : (storedRef(row) ?? [])));
  const onWay = navigation.views.toReversed().flatMap(({ place }) => placeRefs(place));
  const ids: readonly (Ids | undefined)[] = [
    ...seenIds(state, resource, id, stored),
    ...onWay.map(ref => ref.ids),
    session.server?.defaultIds,
    cursorRef(state)?.ids,
    ...stored.map(ref => ref.ids),
    ...troubledRefs(state, owner).map(ref => ref.ids),
    ...knownRecords(owner.kind, data.records, data.lists).records.map(({ ref }) => ref.ids),
  ];
  const refs = ids.flatMap((each = {}): readonly Ref[] => {
    const own = owner.ids.map(name => [name, each[name] ?? ''] as const);
    return own.every(([, value]) => value !== '') ? [{ kind: owner.kind, ids: Object.fromEntries(own) }] : [];
  });
  return uniqueRefs(refs);
}

/** Returns a record of which only the own id is known below each likely owner, then other seen ones. */
export function refsOfOwners(state: State, { kind, ids }: Ref): readonly Ref[] {
  const resource = resourceOf(kind);
  const own = ownIdName(resource);
  const id = ids[own] ?? '';
  const owner = ownerOf(resource);
  const seen = owner === undefined ? [] : searchSeen(state, [], owner).map(({ ref }) => ref);
  return uniqueRefs([...likelyOwners(state, resource, id), ...seen])
    .slice(0, MAX_OWNERS)
    .map(each => ({ kind, ids: { ...each.ids, [own]: id } }));
}

/** Returns the ids to assume where a text gives none: under the cursor, of the start, of likely owners. */
const idsAtHand = (state: State): Ref['ids'] => ({
  ...Object.fromEntries(
    resources.flatMap(resource => Object.entries(likelyOwners(state, resource, '')[0]?.ids ?? {})),
  ),
  ...state.session.server?.defaultIds,
  ...cursorRef(state)?.ids,
});

/** Returns the records that an id can belong to: first the kind of its form, then the others. */
function refsOfId(state: State, id: string): readonly Ref[] {
  const form = kindByForm(id, 'sure') ?? kindByForm(id, 'likely');
  // Likely kinds come first; the root and those that can only be deleted last.
  const rank = (resource: Resource): number => {
    if (resource === form) return 0;
    if (!isShown(resource)) return 3;
    return resource === root ? 2 : 1;
  };
  const ids = idsAtHand(state);
  // Kinds without a read or an action are left out, unless the form of the id names them.
  return resources
    .filter(each => each === form || each.read !== undefined || each.actions.length > 0)
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap(resource => refBelow(resource, id, ids) ?? []);
}

/** Returns the one record that the path of an API request names, on any host and below any prefix. */
function refOfPath(segments: readonly string[], atHand: Ids): Ref | undefined {
  for (const resource of resources) {
    const own = ownIdName(resource);
    for (const operation of operationsOf(resource)) {
      const template = pathTemplate(operation)
        .split('/')
        .filter(part => part !== '');
      const tail = segments.slice(-template.length);
      const names = template.map(part => /^\{(\w+)\}$/.exec(part)?.[1]);
      const fits =
        tail.length === template.length &&
        template.every((part, at) => names[at] !== undefined || part === tail[at]);
      if (!fits || !operation.parameters.includes(own)) continue;
      const given = names.flatMap((name, at) => (name === undefined ? [] : [[name, tail[at] ?? '']]));
      const ids: Ids = { ...atHand, ...Object.fromEntries(given) };
      return refBelow(resource, ids[own] ?? '', ids);
    }
  }
  return undefined;
}

/**
 * Returns the records in a link, `/workspaces/<id>/bots/<id>`, or in the words of a text: by the word before
 * an id, or by its form. The last one comes first, as a link is about its last id.
 */
function refsOfLink(segments: readonly string[], first: Ids, isText: boolean): readonly Ref[] {
  const found: Ref[] = [];
  let ids = first;
  for (const [at, segment] of segments.entries()) {
    if (isText && !ID_OF_TEXT.test(segment)) continue;
    const named = LIKE_AN_ID.test(segment) ? resourceNamed(segments[at - 1]?.toLowerCase() ?? '') : undefined;
    const resource = kindByForm(segment, 'sure') ?? named ?? kindByForm(segment, 'likely');
    const ref = resource && refBelow(resource, segment, ids);
    if (ref === undefined) continue;
    ids = { ...ids, ...ref.ids };
    found.unshift(ref);
  }
  return found;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function segmentsOf(text: string): readonly string[] {
  const url = URL.parse(text);
  const isLink = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  const path = isLink
    ? `${url.pathname}/${url.hash.slice(1)}/${[...url.searchParams.values()].join('/')}`
    : text;
  return path
    .split(/[/?#&=]/)
    .map(decode)
    .filter(segment => segment !== '')
    .slice(0, MAX_SEGMENTS);
}

function refsOfWord(state: State, word: string): readonly Ref[] {
  if (LIKE_AN_ID.test(word)) return refsOfId(state, word);
  if (!word.includes('/')) return [];
  const parsed = parsePlace(word);
  if (parsed.kind === 'record') return [parsed.ref];
  const segments = segmentsOf(word);
  const ids = idsAtHand(state);
  const exact = refOfPath(segments, ids);
  return [...(exact === undefined ? [] : [exact]), ...refsOfLink(segments, ids, false)];
}

/** Returns the records that a text names by ids: children first, those that can only be deleted last. */
function refsOfText(state: State, text: string): readonly Ref[] {
  const words = text
    .slice(0, MAX_TEXT)
    .split(/[\s"'`<>()[\]{}|,;]+/, MAX_WORDS)
    .map(word => word.replace(/^[^\w/]+|(?<![^\w/])[^\w/]+$/g, ''))
    .filter(word => word !== '' && word.length <= MAX_PASTED)
    .flatMap(word => (word.includes('/') ? segmentsOf(word) : word.split('=')));
  // An issue may come before its bot.
  const ids = Object.fromEntries(refsOfLink(words, {}, true).flatMap(ref => Object.entries(ref.ids)));
  const order = ({ kind, ids: own }: Ref): number =>
    kind === root.kind ? 1 : resourceOf(kind).read === undefined ? 2 : -Object.keys(own).length;
  return refsOfLink(words, { ...idsAtHand(state), ...ids }, true).toSorted((a, b) => order(a) - order(b));
}

/**
 * Returns the records that a pasted text can stand for, the likeliest first: an id, the path or address of a
 * request, a place, a link with ids, or a text with any of these. Records that can only be deleted are left
 * out of read-only connections.
 */
export function recognisedRefs(state: State, text: string): readonly Ref[] {
  const pasted = text.trim();
  const isText = /\s/.test(pasted);
  if (!isText && pasted.length > MAX_PASTED) return [];
  const refs = isText ? refsOfText(state, pasted) : refsOfWord(state, pasted);
  return uniqueRefs(
    refs.filter(({ kind }) => isShown(resourceOf(kind)) || state.session.server?.readOnly !== true),
  ).slice(0, isText ? MAX_FOUND : undefined);
}

/** Returns true if a text has the ids of the record's owner, or the record has no owner. */
function namesOwner(text: string, ref: Ref): boolean {
  const owner = ownerRef(ref);
  const isSaid = (id: string): boolean => text.includes(id) || text.includes(encodeURIComponent(id));
  return owner === undefined || Object.values(owner.ids).every(isSaid);
}

/** Returns the records of a pasted text; one for each likely owner where the text names none. */
export const pastedRefs = (state: State, text: string): readonly Ref[] =>
  recognisedRefs(state, text).flatMap(ref =>
    resourceOf(ref.kind).read === undefined || namesOwner(text, ref) ? [ref] : refsOfOwners(state, ref),
  );
