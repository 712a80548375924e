import { pathTemplate } from '../api/operation.ts';
import { operationsOf, resourceNamed, resourceOf, resources, root } from '../resources/index.ts';
import { type Ref, type Resource, refOf } from '../resources/resource.ts';
import { cursorRef } from './going.ts';
import { readPlace, refText } from './place-text.ts';
import type { State } from './state.ts';

/** Longest text that is looked at; nothing that leads somewhere is longer. */
const MAX_PASTED = 2000;
const MAX_SEGMENTS = 40;

/** A word that can be an id: no spaces, and a digit or an underscore in it, which few words have. */
const LIKE_AN_ID = /^(?=.*[0-9_])[\w.~-]{6,512}$/;

/** The kind whose ids have this form. A form that is only likely says less than the word before it in a link. */
const kindByForm = (id: string, how: 'sure' | 'likely'): string | undefined =>
  resources.find(({ idForm }) => idForm?.[how]?.test(id))?.kind;

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The ids that can be meant without being said: those of what is at hand. */
const idsAtHand = (state: State): Ref['ids'] => ({ ...state.server?.defaultIds, ...cursorRef(state)?.ids });

/** The record of a kind with this own id, its parents' ids out of those given; undefined when one is missing. */
function refWith(resource: Resource, id: string, ids: Ref['ids']): Ref | undefined {
  const parents = resource.ids.slice(0, -1);
  if (!parents.every(name => Object.hasOwn(ids, name))) return undefined;
  const ref = refOf(resource, Object.fromEntries(parents.map(name => [name, ids[name] ?? ''])), id);
  return typeof ref === 'string' ? undefined : ref;
}

/** The records a single id can be of: the kind its form tells alone or first, then the others. */
function refsOfId(state: State, id: string): readonly Ref[] {
  const told = kindByForm(id, 'sure') ?? kindByForm(id, 'likely');
  const order = [...resources].sort((a, b) => rank(a, told) - rank(b, told));
  return order.flatMap(resource => refWith(resource, id, idsAtHand(state)) ?? []);
}

/** Likely kinds first; the one everything starts from and those that are only deleted last. */
function rank(resource: Resource, told: string | undefined): number {
  if (resource.kind === told) return 0;
  if (resource.read === undefined) return 3;
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
function refsOfLink(segments: readonly string[], state: State): readonly Ref[] {
  const found: Ref[] = [];
  let ids: Ref['ids'] = idsAtHand(state);
  for (const [at, segment] of segments.entries()) {
    const named = resourceNamed(segments[at - 1]?.toLowerCase() ?? '');
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
  if (said.is === 'record') return [said.ref];
  const segments = segmentsOf(text);
  const exact = refOfPath(segments, state);
  return [...(exact === undefined ? [] : [exact]), ...refsOfLink(segments, state)];
}

/**
 * The records that a pasted text can mean, the likeliest first: an id, the path or address of a request, a place, or
 * a link that holds ids. Empty when it is none of these. What only deletes is left out where nothing may be deleted.
 */
export function guesses(state: State, text: string): readonly Ref[] {
  const pasted = text.trim();
  if (pasted.length > MAX_PASTED || /\s/.test(pasted)) return [];
  const refs = refsOf(pasted, state).filter(
    ({ kind }) => resourceOf(kind).read !== undefined || state.server?.readOnly !== true,
  );
  const seen = new Set<string>();
  return refs.filter(ref => {
    const key = refText(ref);
    return !seen.has(key) && seen.add(key);
  });
}
