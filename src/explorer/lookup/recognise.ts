import { pathTemplate } from '../../api/operation.ts';
import { operationsOf, resourceNamed, resourceOf, resources, root } from '../../resources/registry.ts';
import { isShown, type Ref, type Resource } from '../../resources/resource.ts';
import { kindByForm, refBelow } from '../facts/value-lead.ts';
import { cursorRef } from '../selection/cursor.ts';
import { parsePlace } from '../state/place-text.ts';
import type { State } from '../state/state.ts';
import { likelyOwners, uniqueRefs } from './likely-owners.ts';

/** Maximum length of a word; no link or id is longer. */
const MAX_PASTED = 2000;
/** Maximum characters and words of a text that are examined. */
const MAX_TEXT = 20_000;
const MAX_WORDS = 2000;
/** Maximum records offered of a text: there are nine digits to choose by. */
const MAX_FOUND = 9;
const MAX_SEGMENTS = 40;

/** Matches a word that can be an id: with a digit or an underscore, which few words have. */
const LIKE_AN_ID = /^(?=.*[0-9_])[\w.~-]{6,512}$/;

/** Matches a word of a text that can be an id: longer and with more digits than names. */
const ID_OF_TEXT = /^(?=(?:\D*\d){2})[\w.~-]{10,512}$/;

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Returns the ids to assume where a text gives none: of the record under the cursor, the start, or likely
 * owners.
 */
const idsAtHand = (state: State): Ref['ids'] => ({
  ...Object.fromEntries(
    resources.flatMap(({ kind }) => Object.entries(likelyOwners(state, kind, '')[0]?.ids ?? {})),
  ),
  ...state.session.server?.defaultIds,
  ...cursorRef(state)?.ids,
});

/** Returns the records that an id can belong to: first the kind of its form, then the others. */
function refsOfId(state: State, id: string): readonly Ref[] {
  const form = kindByForm(id, 'sure') ?? kindByForm(id, 'likely');
  // Kinds without a read or an action are left out, unless the form of the id names them.
  const order = resources
    .filter(each => each === form || each.read !== undefined || each.actions.length > 0)
    .sort((a, b) => rank(a, form) - rank(b, form));
  const ids = idsAtHand(state);
  return order.flatMap(resource => refBelow(resource, id, ids) ?? []);
}

/** Returns the order of a kind: likely ones first; the root and those that can only be deleted last. */
function rank(resource: Resource, form: Resource | undefined): number {
  if (resource === form) return 0;
  if (!isShown(resource)) return 3;
  return resource === root ? 2 : 1;
}

/** Returns the one record that the path of an API request names, on any host and below any prefix. */
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
      return refBelow(resource, ids[own] ?? '', ids);
    }
  }
  return undefined;
}

/** Returns the records in a link, `/workspaces/<id>/bots/<id>`: by the word before an id, or by its form. */
function refsOfLink(
  segments: readonly string[],
  { ids: first, isText = false }: { readonly ids: Ref['ids']; readonly isText?: boolean },
): readonly Ref[] {
  const found: Ref[] = [];
  let ids = first;
  for (const [at, segment] of segments.entries()) {
    const named = resourceNamed(segments[at - 1]?.toLowerCase() ?? '');
    if (isText && !ID_OF_TEXT.test(segment)) continue;
    const parsed = LIKE_AN_ID.test(segment) ? named : undefined;
    const resource = kindByForm(segment, 'sure') ?? parsed ?? kindByForm(segment, 'likely');
    const ref = resource && refBelow(resource, segment, ids);
    if (ref === undefined) continue;
    ids = { ...ids, ...ref.ids };
    found.push(ref);
  }
  // A link is about its last id.
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
    .map(decode)
    .filter(segment => segment !== '')
    .slice(0, MAX_SEGMENTS);
}

function refsOf(text: string, state: State): readonly Ref[] {
  if (LIKE_AN_ID.test(text)) return refsOfId(state, text);
  if (!text.includes('/')) return [];
  const parsed = parsePlace(text);
  if (parsed.kind === 'record') return [parsed.ref];
  const segments = segmentsOf(text);
  const exact = refOfPath(segments, state);
  return [...(exact === undefined ? [] : [exact]), ...refsOfLink(segments, { ids: idsAtHand(state) })];
}

/** Returns the words of a text without punctuation; links and paths in their segments. */
function wordsOf(text: string): readonly string[] {
  const words = text.slice(0, MAX_TEXT).split(/[\s"'`<>()[\]{}|,;]+/, MAX_WORDS);
  return words
    .map(word => word.replace(/^[^\w/]+|(?<![^\w/])[^\w/]+$/g, ''))
    .filter(word => word !== '' && word.length <= MAX_PASTED)
    .flatMap(word => (word.includes('/') ? segmentsOf(word) : word.split('=')));
}

/** Returns the records that a text names by ids: children first, those that can only be deleted last. */
function refsOfText(text: string, state: State): readonly Ref[] {
  const words = wordsOf(text);
  const found = (ids: Ref['ids']): readonly Ref[] => refsOfLink(words, { ids, isText: true });
  // An issue may come before its bot.
  const ids = Object.fromEntries(found({}).flatMap(ref => Object.entries(ref.ids)));
  const order = ({ kind, ids: own }: Ref): number =>
    kind === root.kind ? 1 : resourceOf(kind).read === undefined ? 2 : -Object.keys(own).length;
  return [...found({ ...idsAtHand(state), ...ids })].sort((a, b) => order(a) - order(b));
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
  const refs = (isText ? refsOfText(pasted, state) : refsOf(pasted, state)).filter(
    ({ kind }) => isShown(resourceOf(kind)) || state.session.server?.readOnly !== true,
  );
  return isText ? uniqueRefs(refs).slice(0, MAX_FOUND) : uniqueRefs(refs);
}
