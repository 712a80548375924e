import { pathTemplate } from '../../api/operation.ts';
import { refOf } from '../../resources/record-ids.ts';
import { operationsOf, resourceNamed, resourceOf, resources, root } from '../../resources/registry.ts';
import { isShown, type Ref, type Resource } from '../../resources/resource.ts';
import { readPlace, refText } from '../state/place-text.ts';
import type { State } from '../state/state.ts';
import { cursorRef } from '../view/content/under-cursor.ts';
import { likelyOwners } from './likely-owners.ts';

/** Longest word that is looked at; nothing that leads somewhere is longer. */
const MAX_PASTED = 2000;
/** So much of a whole text is looked at, and so many of its words. */
const MAX_TEXT = 20_000;
const MAX_WORDS = 2000;
/** No more records of a text are offered than there are digits to choose by. */
const MAX_FOUND = 9;
const MAX_SEGMENTS = 40;

/** A word that can be an id: no spaces, and a digit or an underscore in it, which few words have. */
const LIKE_AN_ID = /^(?=.*[0-9_])[\w.~-]{6,512}$/;

/** The kind whose ids have this form. A form that is only likely says less than the word before it in a link. */
/** A word of a text that can be an id: longer and with more digits than names have. */
const ID_OF_TEXT = /^(?=(?:\D*\d){2})[\w.~-]{10,512}$/;

const kindByForm = (id: string, how: 'sure' | 'likely'): string | undefined =>
  resources.find(({ idForm }) => idForm?.[how]?.test(id))?.kind;

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The ids that can be meant without being said: those of what is at hand, or likely. */
const idsAtHand = (state: State): Ref['ids'] => ({
  ...Object.fromEntries(
    resources.flatMap(({ kind }) => Object.entries(likelyOwners(state, kind, '')[0]?.ids ?? {})),
  ),
  ...state.session.server?.defaultIds,
  ...cursorRef(state)?.ids,
});

/** The record of a kind with this own id, its parents' ids out of those given; undefined when one is missing. */
function refWith(resource: Resource, id: string, ids: Ref['ids']): Ref | undefined {
  const parents = resource.ids.slice(0, -1);
  if (!parents.every(name => Object.hasOwn(ids, name))) return undefined;
  const ref = refOf(resource, Object.fromEntries(parents.map(name => [name, ids[name] ?? ''])), id);
  return ref.ok ? ref.value : undefined;
}

/** The records a single id can be of: the kind its form tells alone or first, then the others. */
function refsOfId(state: State, id: string): readonly Ref[] {
  const told = kindByForm(id, 'sure') ?? kindByForm(id, 'likely');
  // What only a list tells of is not looked for by an id that could be of any kind.
  const order = resources
    .filter(({ kind, read, actions }) => kind === told || read !== undefined || actions.length > 0)
    .sort((a, b) => rank(a, told) - rank(b, told));
  return order.flatMap(resource => refWith(resource, id, idsAtHand(state)) ?? []);
}

/** Likely kinds first; the one everything starts from and those that are only deleted last. */
function rank(resource: Resource, told: string | undefined): number {
  if (resource.kind === told) return 0;
  if (!isShown(resource)) return 3;
  return resource === root ? 2 : 1;
}

/** The path of an API request, on whatever host and below whatever prefix: exactly one record. */
function refOfPath(segments: readonly string[], state: State): Ref | undefined {
  for (const resource of resources) {
    for (const operation of operationsOf(resource)) {
      const template = pathTemplate(operation)
        .split('/')
        .filter(part => part !== '');
      const tail = segments.slice(-template.length);
      const ids: Record<string, string> = { ...idsAtHand(state) };
      const fits =
        tail.length === template.length &&
        template.every((part, at) => {
          const name = /^\{(\w+)\}$/.exec(part)?.[1];
          if (name === undefined) return part === tail[at];
          ids[name] = tail[at] ?? '';
          return true;
        });
      const own = resource.ids.at(-1) ?? '';
      if (!fits || !operation.parameters.includes(own)) continue;
      return refWith(resource, ids[own] ?? '', ids);
    }
  }
  return undefined;
}

/** The records that a link names: `/workspaces/<id>/bots/<id>/…`, by the words before the ids, else by their form. */
function refsOfLink(
  segments: readonly string[],
  { ids: first, isText = false }: { readonly ids: Ref['ids']; readonly isText?: boolean },
): readonly Ref[] {
  const found: Ref[] = [];
  let ids = first;
  for (const [at, segment] of segments.entries()) {
    const named = resourceNamed(segments[at - 1]?.toLowerCase() ?? '');
    if (isText && !ID_OF_TEXT.test(segment)) continue;
    const said = LIKE_AN_ID.test(segment) ? named?.kind : undefined;
    const kind = kindByForm(segment, 'sure') ?? said ?? kindByForm(segment, 'likely');
    if (kind === undefined) continue;
    const resource = resourceOf(kind);
    const ref = refWith(resource, segment, ids);
    if (ref === undefined) continue;
    ids = { ...ids, ...ref.ids };
    found.push(ref);
  }
  // The last id of a link is what it is about.
  return found.toReversed();
}

function segmentsOf(text: string): readonly string[] {
  const url = URL.parse(text);
  const isLink = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  const path = isLink
    ? `${url.pathname}/${url.hash.slice(1)}/${[...url.searchParams.values()].join('/')}`
    : text;
  return path
    .split(/[/?#&=]/)
    .map(decoded)
    .filter(segment => segment !== '')
    .slice(0, MAX_SEGMENTS);
}

function refsOf(text: string, state: State): readonly Ref[] {
  if (LIKE_AN_ID.test(text)) return refsOfId(state, text);
  if (!text.includes('/')) return [];
  const said = readPlace(text);
  if (said.kind === 'record') return [said.ref];
  const segments = segmentsOf(text);
  const exact = refOfPath(segments, state);
  return [...(exact === undefined ? [] : [exact]), ...refsOfLink(segments, { ids: idsAtHand(state) })];
}

/** The words of a text without what stands around them; links and paths in their parts. */
function wordsOf(text: string): readonly string[] {
  const words = text.slice(0, MAX_TEXT).split(/[\s"'`<>()[\]{}|,;]+/, MAX_WORDS);
  return words
    .map(word => word.replace(/^[^\w/]+|(?<![^\w/])[^\w/]+$/g, ''))
    .filter(word => word !== '' && word.length <= MAX_PASTED)
    .flatMap(word => (word.includes('/') ? segmentsOf(word) : word.split('=')));
}

/** The records that a text of many words names by ids, those inside others first, those only to be deleted last. */
function refsOfText(text: string, state: State): readonly Ref[] {
  const words = wordsOf(text);
  const found = (ids: Ref['ids']): readonly Ref[] => refsOfLink(words, { ids, isText: true });
  // An issue may be told before its bot.
  const ids = Object.fromEntries(found({}).flatMap(ref => Object.entries(ref.ids)));
  const order = ({ kind, ids: own }: Ref): number =>
    kind === root.kind ? 1 : resourceOf(kind).read === undefined ? 2 : -Object.keys(own).length;
  return [...found({ ...idsAtHand(state), ...ids })].sort((a, b) => order(a) - order(b));
}

/**
 * The records that a pasted text can mean, the likeliest first: an id, the path or address of a request, a place, a
 * link that holds ids, or a whole text with any of these in it. Empty when it is none of these. What only deletes is
 * left out where nothing may be deleted.
 */
export function recognisedRefs(state: State, text: string): readonly Ref[] {
  const pasted = text.trim();
  const isText = /\s/.test(pasted);
  if (!isText && pasted.length > MAX_PASTED) return [];
  const refs = (isText ? refsOfText(pasted, state) : refsOf(pasted, state)).filter(
    ({ kind }) => isShown(resourceOf(kind)) || state.session.server?.readOnly !== true,
  );
  const seen = new Set<string>();
  const once = refs.filter(ref => {
    const key = refText(ref);
    return !seen.has(key) && seen.add(key);
  });
  return isText ? once.slice(0, MAX_FOUND) : once;
}
