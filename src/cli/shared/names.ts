import type { Outcome } from '../../api/client.ts';
import { sendEach } from '../../api/limiter.ts';
import type { Ids } from '../../api/operation.ts';
import { parsePlace, refText } from '../../explorer/state/place-text.ts';
import { badArgument, type Failure, hasTrait } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { resources } from '../../resources/registry.ts';
import {
  countedRecords,
  nameOf,
  ownId,
  ownIdName,
  type Ref,
  type Resource,
  rawName,
  refOf,
} from '../../resources/resource.ts';
import { allOf, err, ok, type Result } from '../../text/result.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { editDistance } from '../../text/words.ts';
import { type KindCall, nounOf, readOptions } from './context.ts';
import { isJsonOutput } from './errors.ts';
import { pagesOf } from './paginate.ts';

export type TypedRef = Ref & {
  readonly isByName?: true;
  /** The response that showed whether the word is an id; used in place of a second read. */
  readonly outcome?: Outcome<JsonObject>;
};

type NamedRecord = { readonly id: string; readonly raw: string; readonly name: SafeText };

/** Limit of the records that a search looks at: a list may be endless. */
const MAX_SEARCHED = 100_000;
const MAX_CHOICES = 10;

const hasList = ({ list }: Resource): boolean =>
  list !== undefined && list.isUndocumented !== true && list.parameters.length === 0;

/** A kind whose records name those of another kind: bots name the integrations inside them. */
type NamingKind = {
  readonly owner: Resource;
  readonly rows: (record: JsonObject, self: Ref) => readonly { readonly name: SafeText; readonly ref: Ref }[];
};

function namingKindOf({ kind }: Resource): NamingKind | undefined {
  for (const owner of resources.filter(each => hasList(each) && each.read !== undefined))
    for (const child of owner.children)
      if (child.from === 'inside' && child.to === kind) return { owner, rows: child.rows };
  return undefined;
}

export const isSearchable = (resource: Resource): boolean =>
  hasList(resource) || namingKindOf(resource) !== undefined;

/** Yields the records that those of a page name inside, or the failure that ended the reads. */
async function* innerNames(
  { resource, ...call }: KindCall,
  { owner, rows }: NamingKind,
  items: readonly JsonObject[],
): AsyncGenerator<readonly NamedRecord[] | Failure> {
  const { client } = call.service;
  const { read } = owner;
  const refs = items.flatMap((item): readonly Ref[] => {
    const id = ownId(item);
    return id === undefined ? [] : [{ kind: owner.kind, ids: { [ownIdName(owner)]: id } }];
  });
  if (read === undefined) return;
  const send = ({ ids }: Ref) => client.send(read, ids, readOptions(call));
  for await (const [self, outcome] of sendEach(refs, send, client.limit))
    if (outcome.ok)
      yield rows(outcome.value, self).map(({ name, ref }) => ({
        id: ref.ids[ownIdName(resource)] ?? '',
        raw: name,
        name,
      }));
    // A record that is gone by now, or has an invalid id, holds no name. Any other one may.
    else if (!['not-found', 'bad-id'].includes(outcome.failure.kind)) return yield outcome.failure;
}

/** Yields the names of all records of a kind; a failure ends it, because another record may have the name. */
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

/** Records found for one word: those of this name, and the nearest other names, best first. */
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

function addName(search: NameSearch, word: string, named: NamedRecord): void {
  if (named.raw === word || named.name === word) search.hits.set(named.id, named);
  const edits = editsTo(word, named);
  if (edits === undefined || search.near.some(({ id }) => id === named.id)) return;
  search.near = [...search.near, { ...named, edits }]
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, MAX_CHOICES + 1);
}

/** Looks up words in the names of all records. A page that was not read may hold another record of a name. */
async function searchNames(
  call: KindCall,
  words: readonly string[],
): Promise<ReadonlyMap<string, NameSearch> | Failure> {
  const searches = new Map(words.map((word): [string, NameSearch] => [word, { hits: new Map(), near: [] }]));
  for await (const names of recordNames(call)) {
    if ('kind' in names) return names;
    for (const named of names) for (const [word, search] of searches) addName(search, word, named);
  }
  call.context.io.progress(undefined);
  return searches;
}

/** Returns which records a search leaves out: the second list of a kind is loaded only if a flag names it. */
function unsearched(resource: Resource): readonly SafeText[] {
  const listed = namingKindOf(resource)?.owner ?? resource;
  const { variant } = listed;
  if (variant === undefined) return [];
  const command = clean(`botscope ${nounOf(listed)} ls --${variant.name}`);
  return [safe`${variant.plural} are not searched: ${command} lists them.`];
}

function unclearName(resource: Resource, word: string, { hits, near }: NameSearch): Failure {
  const found = hits.size > 0 ? [...hits.values()] : near;
  const choices = found.slice(0, MAX_CHOICES).map(({ id, name }) => {
    const ref = { kind: resource.kind, ids: { [ownIdName(resource)]: id } };
    return safe`${clean(refText(ref))}  ${name}`;
  });
  const noun = clean(nounOf(resource));
  const more = found.length > choices.length ? [safe`and more: botscope ${noun} ls`] : [];
  const shown = clean(word, 80);
  const why =
    hits.size > 0
      ? safe`${hits.size} ${noun} have the name "${shown}". Give the id of one:`
      : safe`No ${clean(resource.title.toLowerCase())} has the id or name "${shown}". Near to it:`;
  return {
    ...badArgument(why),
    choices: [...choices, ...more, ...(hits.size > 0 ? [] : unsearched(resource))],
  };
}

export function refOfPlace(word: string, example: SafeText): Result<Ref> {
  const place = parsePlace(word);
  return place.kind === 'record'
    ? ok(place.ref)
    : err(safe`"${clean(word, 80)}" is not the place of one record. ${example}`);
}

/** Returns the record of a kind that a place names, `bot/<id>`; undefined for any other word. */
export function placeRef({ kind }: Resource, word: string): Ref | undefined {
  const place = word.includes('/') ? parsePlace(word) : undefined;
  return place?.kind === 'record' && place.ref.kind === kind ? place.ref : undefined;
}

/** Returns the records of ids below parents. Fails at a place, or an id that no record can have. */
export function refsOfIds(
  resource: Resource,
  parents: Ids,
  words: readonly string[],
): readonly TypedRef[] | Failure {
  const place = words.find(word => word.includes('/') && parsePlace(word).kind !== 'unreadable');
  if (place !== undefined)
    return badArgument(
      safe`"${clean(place, 80)}" is not the place of one ${clean(resource.title.toLowerCase())}.`,
    );
  const refs = allOf(words.map(word => refOf(resource, parents, word)));
  return refs.ok ? refs.value : { kind: 'bad-id', detail: refs.why };
}

const isAbsent = (outcome: Outcome<JsonObject>): boolean =>
  !outcome.ok &&
  (outcome.failure.kind === 'not-found' ||
    (outcome.failure.kind === 'rejected' && outcome.failure.status === 400));

/** Returns a record by a name that exactly one has; a word that is near to no name stays an id. */
async function refsByName(call: KindCall, refs: readonly TypedRef[]): Promise<readonly TypedRef[] | Failure> {
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
    const none = safe`No ${clean(resource.title.toLowerCase())} has the name "${clean(word, 80)}".`;
    context.io.remark(`botscope: ${joinSafe([none, ...unsearched(resource)], ' ')}\n`);
  }
  return refs.map((ref): TypedRef => {
    const [id] = searches.get(ref.ids[own] ?? '')?.hits.keys() ?? [];
    return id === undefined ? ref : { kind: ref.kind, ids: { ...ref.ids, [own]: id }, isByName: true };
  });
}

/** True if a word has the form of an id, or nothing can tell that it is none. */
function isId(resource: Resource, word: string): boolean {
  const { sure, likely } = resource.idForm ?? {};
  return sure?.test(word) === true || likely?.test(word) === true || !isSearchable(resource);
}

/**
 * Returns the records of ids or names. Only a word without the form of an id is looked up: as an id, and if
 * there is no such record, as a name in all pages of the list.
 */
export async function refsOfWords(
  call: KindCall,
  parents: Ids,
  words: readonly string[],
): Promise<readonly TypedRef[] | Failure> {
  const { resource, service } = call;
  const { read } = resource;
  const refs = refsOfIds(resource, parents, words);
  if ('kind' in refs || read === undefined) return refs;
  const unsure = refs.filter(({ ids }) => !isId(resource, ids[ownIdName(resource)] ?? ''));
  const outcomes = new Map<Ref, Outcome<JsonObject>>();
  const send = ({ ids }: Ref) => service.client.send(read, ids, readOptions(call));
  for await (const [ref, outcome] of sendEach(unsure, send, service.client.limit)) {
    outcomes.set(ref, outcome);
    if (!outcome.ok && hasTrait(outcome.failure, 'stops-reads')) break;
  }
  const known = refs.map((ref): TypedRef => {
    const outcome = outcomes.get(ref);
    return outcome === undefined ? ref : { ...ref, outcome };
  });
  return refsByName(call, known);
}
