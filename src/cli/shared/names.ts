import type { Outcome } from '../../api/client.ts';
import type { Ids } from '../../api/operation.ts';
import { parsePlace, refText } from '../../explorer/state/place-text.ts';
import { badArgument, type Failure } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { refId, resourceOf, resources } from '../../resources/registry.ts';
import {
  countedRecords,
  nameOf,
  ownId,
  ownIdName,
  type Ref,
  type Resource,
  rawName,
  refOf,
  refTo,
} from '../../resources/resource.ts';
import { allOf, err, ok } from '../../text/result.ts';
import { clean, joinSafe, lower, type SafeText, safe } from '../../text/sanitise.ts';
import { editDistance } from '../../text/words.ts';
import { type KindCall, nounOf, readOptions } from './context.ts';
import { isJsonOutput } from './errors.ts';
import { pagesOf } from './paginate.ts';
import { readRecords, stopsReads, type TypedRef } from './reads.ts';

type NamedRecord = Readonly<{ id: string; raw: string; name: SafeText }>;

/** A list may be endless. */
const MAX_SEARCHED = 100_000;
const MAX_CHOICES = 10;

const hasList = ({ list }: Resource) =>
  list !== undefined && list.isUndocumented !== true && list.parameters.length === 0;

/** Bots name the integrations inside them. */
type NamingKind = NonNullable<ReturnType<typeof namingKindOf>>;

function namingKindOf({ kind }: Resource) {
  for (const owner of resources.filter(each => hasList(each) && each.read !== undefined))
    for (const child of owner.children)
      if (child.from === 'inside' && child.to === kind) return { owner, rows: child.rows };
  return undefined;
}

export const isSearchable = (resource: Resource) => hasList(resource) || namingKindOf(resource) !== undefined;

async function* innerNames(
  { resource, ...call }: KindCall,
  { owner, rows }: NamingKind,
  items: readonly JsonObject[],
): AsyncGenerator<readonly NamedRecord[] | Failure> {
  const refs = items.flatMap((item): readonly Ref[] => {
    const id = ownId(item);
    return id === undefined ? [] : [refTo(owner, id)];
  });
  for await (const { ref: self, outcome } of readRecords({ ...call, resource: owner }, refs, () => false))
    if (outcome.ok)
      yield rows(outcome.value, self).map(({ name, ref }) => ({ id: refId(ref), raw: name, name }));
    // A record that is gone by now, or has an invalid id, holds no name. Any other one may.
    else if (!['not-found', 'bad-id'].includes(outcome.failure.kind)) return yield outcome.failure;
}

/** Ends at a failure: another record may have the name. */
async function* recordNames(call: KindCall): AsyncGenerator<readonly NamedRecord[] | Failure> {
  const { resource, service, context } = call;
  const naming = namingKindOf(resource);
  const listed = naming?.owner ?? resource;
  if (listed.list === undefined) return;
  const request = { client: service.client, ids: {}, options: readOptions(call) };
  let count = 0;
  for await (const step of pagesOf(listed.list, request)) {
    if (step.kind === 'failed') return yield step.failure;
    if (step.kind === 'endless') return yield { kind: 'unreadable', detail: step.why };
    if (count >= MAX_SEARCHED)
      return yield badArgument(
        safe`The search for a name stopped after ${MAX_SEARCHED} ${clean(nounOf(listed))}. Give an id.`,
      );
    count += step.items.length;
    context.io.progress(safe`${countedRecords(listed, count)} searched`);
    if (naming === undefined)
      yield step.items.map(item => ({
        id: ownId(item) ?? '',
        raw: rawName(resource, item) ?? '',
        name: nameOf(resource, item),
      }));
    else yield* innerNames(call, naming, step.items);
  }
}

type NameSearch = {
  readonly hits: Map<string, NamedRecord>;
  near: readonly (NamedRecord & { readonly edits: number })[];
};

function editsTo(word: string, { raw }: NamedRecord): number | undefined {
  const [typed, name] = [word.slice(0, 60).toLowerCase(), raw.slice(0, 200).toLowerCase()];
  if (name !== '' && name.includes(typed)) return 0;
  const edits = editDistance(typed, name);
  return edits <= Math.max(2, Math.floor(typed.length / 3)) ? edits : undefined;
}

function addName(search: NameSearch, word: string, named: NamedRecord) {
  if (named.raw === word || named.name === word) search.hits.set(named.id, named);
  const edits = editsTo(word, named);
  if (edits === undefined || search.near.some(({ id }) => id === named.id)) return;
  search.near = [...search.near, { ...named, edits }]
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, MAX_CHOICES + 1);
}

/** Fails if a page cannot be read: it may hold another record of a name. */
async function searchNames(call: KindCall, words: readonly string[]) {
  const searches = new Map(words.map((word): [string, NameSearch] => [word, { hits: new Map(), near: [] }]));
  for await (const names of recordNames(call)) {
    if ('kind' in names) return names;
    for (const named of names) for (const [word, search] of searches) addName(search, word, named);
  }
  call.context.io.progress(undefined);
  return searches;
}

/** The second list of a kind is loaded only if a flag names it. */
function unsearched(resource: Resource): readonly SafeText[] {
  const listed = namingKindOf(resource)?.owner ?? resource;
  const { variant } = listed;
  if (variant === undefined) return [];
  const command = clean(`botscope ${nounOf(listed)} ls --${variant.name}`);
  return [safe`${variant.plural} are not searched: ${command} lists them.`];
}

function unclearName(resource: Resource, word: string, { hits, near }: NameSearch): Failure {
  const found = hits.size > 0 ? [...hits.values()] : near;
  const choices = found
    .slice(0, MAX_CHOICES)
    .map(({ id, name }) => safe`${clean(refText(refTo(resource, id)))}  ${name}`);
  const noun = clean(nounOf(resource));
  const more = found.length > choices.length ? [safe`and more: botscope ${noun} ls`] : [];
  const shown = clean(word, 80);
  const why =
    hits.size > 0
      ? safe`${hits.size} ${noun} have the name "${shown}". Give the id of one:`
      : safe`No ${lower(resource.title)} has the id or name "${shown}". Similar:`;
  return {
    ...badArgument(why),
    choices: [...choices, ...more, ...(hits.size > 0 ? [] : unsearched(resource))],
  };
}

export function placeRef({ kind }: Resource, word: string): Ref | undefined {
  const place = word.includes('/') ? parsePlace(word) : undefined;
  return place?.kind === 'record' && place.ref.kind === kind ? place.ref : undefined;
}

type FoundRefs = readonly TypedRef[] | Failure;

/** Fails at a place, or an id that no record can have. */
export function refsOfIds(resource: Resource, parents: Ids, words: readonly string[]): FoundRefs {
  const place = words.find(word => word.includes('/') && parsePlace(word).kind !== 'unreadable');
  if (place !== undefined)
    return badArgument(safe`"${clean(place, 80)}" is not the place of one ${lower(resource.title)}.`);
  const refs = allOf(words.map(word => refOf(resource, parents, word)));
  return refs.ok ? refs.value : { kind: 'bad-id', detail: refs.why };
}

const isAbsent = (outcome: Outcome<JsonObject>) =>
  !outcome.ok &&
  (outcome.failure.kind === 'not-found' ||
    (outcome.failure.kind === 'rejected' && outcome.failure.status === 400));

/** Exactly one record must have the name; a word that is near to no name stays an id. */
async function refsByName(call: KindCall, refs: readonly TypedRef[]): Promise<FoundRefs> {
  const { resource, context, style, values } = call;
  const own = ownIdName(resource);
  const words = refs.flatMap(({ outcome, ids }) =>
    outcome !== undefined && isAbsent(outcome) ? [ids[own] ?? ''] : [],
  );
  if (words.length === 0) return refs;
  const searches = await searchNames(call, words);
  if ('kind' in searches) return searches;
  for (const [word, search] of searches) {
    const { hits, near } = search;
    if (hits.size > 1 || (hits.size === 0 && near.length > 0)) return unclearName(resource, word, search);
    if (hits.size > 0 || values['ignoreMissing'] === true || isJsonOutput(style.output)) continue;
    const none = safe`No ${lower(resource.title)} has the name "${clean(word, 80)}".`;
    context.io.remark(`botscope: ${joinSafe([none, ...unsearched(resource)], ' ')}\n`);
  }
  return refs.map((ref): TypedRef => {
    const [id] = searches.get(ref.ids[own] ?? '')?.hits.keys() ?? [];
    return id === undefined ? ref : { ...refTo(resource, id, ref.ids), isByName: true };
  });
}

/** True also where nothing tells an id from a name. */
function isId(resource: Resource, word: string) {
  const { sure, likely } = resource.idForm ?? {};
  return sure?.test(word) === true || likely?.test(word) === true || !isSearchable(resource);
}

/** A word without the form of an id is looked up as an id, then as a name in all pages of the list. */
export async function refsOfWords(call: KindCall, parents: Ids, words: readonly string[]) {
  const { resource } = call;
  const refs = refsOfIds(resource, parents, words);
  if ('kind' in refs || resource.read === undefined) return refs;
  const unsure = refs.filter(({ ids }) => !isId(resource, ids[ownIdName(resource)] ?? ''));
  const outcomes = new Map<Ref, Outcome<JsonObject>>();
  for await (const { ref, outcome } of readRecords(call, unsure, stopsReads)) outcomes.set(ref, outcome);
  const known = refs.map((ref): TypedRef => {
    const outcome = outcomes.get(ref);
    return outcome === undefined ? ref : { ...ref, outcome };
  });
  return refsByName(call, known);
}

/** Of places of any one kind, and of ids or names of the kind of the call; `load` sends what these need. */
export function namedRecords(call: KindCall, words: readonly string[], example: SafeText) {
  const places = words.map(parsePlace);
  const wrong = places.findIndex(({ kind }) => kind !== 'record' && kind !== 'unreadable');
  if (wrong >= 0)
    return err(safe`"${clean(words[wrong] ?? '', 80)}" is not the place of one record. ${example}`);
  const refs = places.map(place => (place.kind === 'record' ? place.ref : undefined));
  const kinds = new Set(refs.map(ref => ref?.kind ?? call.resource.kind));
  if (kinds.size > 1) return err(safe`Only records of one kind can be compared.`);
  const [kind = call.resource.kind] = kinds;
  const load = async (): Promise<FoundRefs> => {
    const named = words.filter((_word, at) => refs[at] === undefined);
    const found = await refsOfWords(call, {}, named);
    if ('kind' in found) return found;
    const left = [...found];
    return refs.flatMap(ref => ref ?? left.shift() ?? []);
  };
  return ok({ resource: resourceOf(kind), load });
}
