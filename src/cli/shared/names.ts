import type { Outcome } from '../../api/client.ts';
import type { Ids } from '../../api/operation.ts';
import { sendEach } from '../../api/send-each.ts';
import { parsePlace } from '../../explorer/state/place-text.ts';
import { badArgument, type Failure, hasTrait } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { ownIdName, refOf } from '../../resources/record-ids.ts';
import type { Ref, Resource } from '../../resources/resource.ts';
import { allOf } from '../../text/result.ts';
import { clean, safe } from '../../text/sanitise.ts';
import { type KindCall, readOptions } from './context.ts';
import { isJsonOutput } from './errors.ts';
import { isSearchable, noName, searchNames, unclearName } from './name-search.ts';

export type TypedRef = Ref & {
  readonly isByName?: true;
  /** The response that showed whether the word is an id; used in place of a second read. */
  readonly outcome?: Outcome<JsonObject>;
};

/** Returns the record of a kind that a place names, `bot/<id>`; undefined for any other word. */
export function placeRef({ kind }: Resource, word: string): Ref | undefined {
  const place = word.includes('/') ? parsePlace(word) : undefined;
  return place?.kind === 'record' && place.ref.kind === kind ? place.ref : undefined;
}

/** Returns the failure of the first word that is a place of another kind. */
export function otherPlace({ title }: Resource, words: readonly string[]): Failure | undefined {
  const other = words.find(word => word.includes('/') && parsePlace(word).kind !== 'unreadable');
  if (other === undefined) return undefined;
  return badArgument(safe`"${clean(other, 80)}" is not the place of one ${clean(title.toLowerCase())}.`);
}

const isAbsent = (outcome: Outcome<JsonObject>): boolean =>
  !outcome.ok &&
  (outcome.failure.kind === 'not-found' ||
    (outcome.failure.kind === 'rejected' && outcome.failure.status === 400));

/** Returns a record by a name that exactly one has; a word that is near to no name stays an id. */
async function refsByName(call: KindCall, refs: readonly TypedRef[]): Promise<readonly TypedRef[] | Failure> {
  const { resource, context, style, values } = call;
  const own = ownIdName(resource);
  const absent = refs.filter(({ outcome }) => outcome !== undefined && isAbsent(outcome));
  if (absent.length === 0) return refs;
  const searches = await searchNames(
    call,
    absent.map(({ ids }) => ids[own] ?? ''),
  );
  if ('kind' in searches) return searches;
  for (const [word, search] of searches) {
    const { hits, near } = search;
    if (hits.size > 1 || (hits.size === 0 && near.length > 0)) return unclearName(call, word, search);
    const isRemarked = values['ignoreMissing'] !== true && !isJsonOutput(style.output);
    if (hits.size === 0 && isRemarked) context.io.remark(`botscope: ${noName(call, word)}\n`);
  }
  return refs.map((ref): TypedRef => {
    const [id] = searches.get(ref.ids[own] ?? '')?.hits.keys() ?? [];
    return id === undefined ? ref : { kind: ref.kind, ids: { ...ref.ids, [own]: id }, isByName: true };
  });
}

/** True if a word has the form of an id, or nothing can tell that it is none. */
function isId(resource: Resource, word: string): boolean {
  const { sure, likely } = resource.idForm ?? {};
  if (resource.read === undefined || sure?.test(word) === true || likely?.test(word) === true) return true;
  return !isSearchable(resource);
}

/**
 * Returns the records of words: places, ids or names. Only a word without the form of an id is looked up: as
 * an id, and if there is no such record, as a name in all pages of the list.
 */
export async function refsOfWords(
  call: KindCall,
  parents: Ids,
  words: readonly string[],
): Promise<readonly TypedRef[] | Failure> {
  const { resource, service } = call;
  const { read } = resource;
  const other = otherPlace(resource, words);
  if (other !== undefined) return other;
  const built = allOf(words.map(word => refOf(resource, parents, word)));
  if (!built.ok) return { kind: 'bad-id', detail: built.why };
  const own = ownIdName(resource);
  const unsure = built.value.filter(({ ids }) => !isId(resource, ids[own] ?? ''));
  if (read === undefined || unsure.length === 0) return built.value;
  const outcomes = new Map<Ref, Outcome<JsonObject>>();
  const send = ({ ids }: Ref) => service.client.send(read, ids, readOptions(call));
  for await (const [ref, outcome] of sendEach(unsure, send, service.client.limit)) {
    outcomes.set(ref, outcome);
    if (!outcome.ok && hasTrait(outcome.failure, 'stops-reads')) break;
  }
  const known = built.value.map((ref): TypedRef => {
    const outcome = outcomes.get(ref);
    return outcome === undefined ? ref : { ...ref, outcome };
  });
  return refsByName(call, known);
}
