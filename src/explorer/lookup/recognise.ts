import { type Ids, pathTemplate } from '../../api/operation.ts';
import { type CauseGroup, causeId } from '../../resources/cause.ts';
import { causeFrom } from '../../resources/cause-key.ts';
import {
  operationsOf,
  ownerOf,
  resourceNamed,
  resourceOf,
  resources,
  root,
} from '../../resources/registry.ts';
import { isShown, ownIdName, type Ref, type Resource } from '../../resources/resource.ts';
import { attempt } from '../../text/result.ts';
import { safe } from '../../text/sanitise.ts';
import { causesOf } from '../facts/causes.ts';
import { kindByForm, refBelow } from '../facts/value-lead.ts';
import { cursorRef } from '../selection/cursor.ts';
import { rowIndex } from '../state/load.ts';
import { idsInKey, idsInListKey, keyOf, placeRefs } from '../state/place.ts';
import { parsePlace } from '../state/place-text.ts';
import { storedRef } from '../state/recents.ts';
import { knownRecords } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { searchSeen } from './seen.ts';

/** In characters: no link or id is longer. */
const MAX_PASTED = 2000;
const MAX_TEXT = 20_000;
const MAX_WORDS = 2000;
const MAX_FOUND = 9;
const MAX_SEGMENTS = 40;
const MAX_OWNERS = 5;

/** Matches a word that can be an id: with a digit or an underscore, which few words have. */
const LIKE_AN_ID = /^(?=.*[0-9_])[\w.~-]{6,512}$/;

/** Matches a word of a text that can be an id: longer and with more digits than names. */
const ID_OF_TEXT = /^(?=(?:\D*\d){2})[\w.~-]{10,512}$/;

const uniqueRefs = (refs: readonly Ref[]): readonly Ref[] => [
  ...new Map(refs.map(ref => [keyOf(ref), ref])).values(),
];

const storedRefs = ({ user: { memory } }: State): readonly Ref[] =>
  [...memory.recents, ...memory.bookmarks].flatMap(row => (row.gone ? [] : (storedRef(row) ?? [])));

function seenIds(state: State, { kind, ids }: Resource, id: string) {
  const { data } = state;
  const own = ids.at(-1) ?? '';
  const read = Object.entries(data.records).map(([key, { last }]) => last && idsInKey(key, kind));
  const listed = Object.entries(data.lists).map(([key, { last }]) =>
    last === undefined || rowIndex(last.value.ids, id) < 0 ? undefined : idsInListKey(key, kind),
  );
  const remembered = storedRefs(state).map(ref => (ref.kind === kind ? ref.ids : undefined));
  return [...[...remembered, ...read].filter(each => each?.[own] === id), ...listed];
}

function isSeen(state: State, { kind, ids }: Ref): boolean {
  const resource = resourceOf(kind);
  const seen = seenIds(state, resource, ids[ownIdName(resource)] ?? '');
  return seen.some(each => each !== undefined && resource.ids.slice(0, -1).every(id => each[id] === ids[id]));
}

function likelyOwners(state: State, resource: Resource, id: string): readonly Ref[] {
  const owner = ownerOf(resource);
  if (owner === undefined) return [];
  const { navigation, session, data } = state;
  const onWay = navigation.views.toReversed().flatMap(({ place }) => placeRefs(place));
  const ids: readonly (Ids | undefined)[] = [
    ...seenIds(state, resource, id),
    ...onWay.map(ref => ref.ids),
    session.server?.defaultIds,
    cursorRef(state)?.ids,
    ...storedRefs(state).map(ref => ref.ids),
    ...causesOf(state).groups.flatMap(({ bots }) => bots.map(({ ref }) => ref.ids)),
    ...knownRecords(owner.kind, data.records, data.lists).records.map(({ ref }) => ref.ids),
  ];
  const refs = ids.flatMap((each = {}): readonly Ref[] => {
    const own = owner.ids.map(name => [name, each[name] ?? ''] as const);
    return own.every(([, value]) => value !== '') ? [{ kind: owner.kind, ids: Object.fromEntries(own) }] : [];
  });
  return uniqueRefs(refs);
}

/** A record of which only the own id is known below each likely owner, then other seen ones. */
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

const idsAtHand = (state: State): Ref['ids'] => ({
  ...Object.fromEntries(
    resources.flatMap(resource => Object.entries(likelyOwners(state, resource, '')[0]?.ids ?? {})),
  ),
  ...state.session.server?.defaultIds,
  ...cursorRef(state)?.ids,
});

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

function refOfPath(segments: readonly string[], atHand: Ids): Ref | undefined {
  const path = segments.map(each => `/${encodeURIComponent(each.toWellFormed())}`).join('');
  for (const resource of resources)
    for (const operation of operationsOf(resource)) {
      const form = pathTemplate(operation).replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
      const given = Object.entries(new RegExp(`${form}$`).exec(path)?.groups ?? {});
      const own = ownIdName(resource);
      if (!given.some(([name]) => name === own)) continue;
      const ids: Ids = { ...atHand, ...Object.fromEntries(given.map(([name, id]) => [name, decode(id)])) };
      return refBelow(resource, ids[own] ?? '', ids);
    }
  return undefined;
}

/**
 * The records in a link, `/workspaces/<id>/bots/<id>`, or in the words of a text: by the word before
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

const decode = (segment: string) => attempt(() => decodeURIComponent(segment)) ?? segment;

function linkOf(text: string): URL | undefined {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}

function segmentsOf(text: string): readonly string[] {
  const url = linkOf(text);
  const path =
    url === undefined
      ? text
      : `${url.pathname}/${url.hash.slice(1)}/${[...url.searchParams.values()].join('/')}`;
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

/** Children first, those that can only be deleted last. */
function refsOfText(state: State, text: string): readonly Ref[] {
  const words = text
    .slice(0, MAX_TEXT)
    .split(/[\s"'`<>()[\]{}|,;]+/, MAX_WORDS)
    .map(word => word.replace(/^[^\w/]+|(?<![^\w/])[^\w/]+$/g, ''))
    .filter(word => word !== '' && word.length <= MAX_PASTED)
    .flatMap(word => (word.includes('/') ? segmentsOf(word) : word.split('=')));
  // An issue may come before its bot.
  const ids = Object.fromEntries(refsOfLink(words, {}, true).flatMap(ref => Object.entries(ref.ids)));
  const order = ({ kind, ids: own }: Ref) =>
    kind === root.kind ? 1 : resourceOf(kind).read === undefined ? 2 : -Object.keys(own).length;
  return refsOfLink(words, { ...idsAtHand(state), ...ids }, true).toSorted((a, b) => order(a) - order(b));
}

/** The likeliest first. Records that can only be deleted are left out of read-only connections. */
export function recognisedRefs(state: State, text: string): readonly Ref[] {
  const pasted = text.trim();
  const isText = /\s/.test(pasted);
  if (!isText && pasted.length > MAX_PASTED) return [];
  const refs = isText ? refsOfText(state, pasted) : refsOfWord(state, pasted);
  return uniqueRefs(
    refs.filter(({ kind }) => isShown(resourceOf(kind)) || state.session.server?.readOnly !== true),
  ).slice(0, isText ? MAX_FOUND : undefined);
}

function namesOwner(text: string, ref: Ref): boolean {
  const { ids = [] } = ownerOf(resourceOf(ref.kind)) ?? {};
  const isSaid = (id = '') => text.includes(id) || text.includes(encodeURIComponent(id));
  return ids.every(name => isSaid(ref.ids[name]));
}

export const pastedRefs = (state: State, text: string): readonly Ref[] =>
  recognisedRefs(state, text).flatMap(ref =>
    resourceOf(ref.kind).read === undefined || namesOwner(text, ref) ? [ref] : refsOfOwners(state, ref),
  );

/**
 * The one record that an id names by its form, below the bot at which it was seen, or a link by its last id.
 * Undefined for kinds that can only be deleted.
 */
export function sureRef(state: State, text: string): Ref | undefined {
  const refs = pastedRefs(state, text);
  const [first] = refs;
  const isWhole = linkOf(text) !== undefined && first !== undefined && namesOwner(text, first);
  const kind = linkOf(text) === undefined ? kindByForm(text, 'sure')?.kind : first?.kind;
  const sure = isWhole ? [first] : refs.filter(ref => ref.kind === kind);
  const [only] = sure.length === 1 ? sure : sure.filter(ref => isSeen(state, ref));
  return only !== undefined && isShown(resourceOf(only.kind)) ? only : undefined;
}

const MAX_LINES = 200;
const MAX_LINE = 2000;
/** Shorter words are a cause only if they are the whole line. */
const MIN_WORDS = 8;

const idOf = (reason: string) => causeId(causeFrom({ reason, by: '', rule: '', title: safe``, own: [] }));

export function pastedCauses(state: State, text: string): readonly CauseGroup<unknown>[] {
  const { groups } = causesOf(state, true);
  const lines = text
    .split(/[\r\n]+/, MAX_LINES)
    .flatMap(line => (line.trim() === '' ? [] : [line.trim().slice(0, MAX_LINE)]));
  const ids = new Set(lines.map(idOf));
  const folded = lines.map(line => line.toLowerCase());
  return groups.filter(({ words }) => {
    const sought = words.toLowerCase();
    const isIn = (line: string) => line === sought || (sought.length >= MIN_WORDS && line.includes(sought));
    return ids.has(idOf(words)) || folded.some(isIn);
  });
}
