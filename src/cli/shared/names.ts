import type { Outcome } from '../../api/client.ts';
import { sendEach } from '../../api/concurrency.ts';
import type { Ids } from '../../api/operation.ts';
import { parsePlace, refText } from '../../explorer/state/place-text.ts';
import { badArgument, type Failure, hasTrait } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { ownId, ownIdName, refOf } from '../../resources/record-ids.ts';
import { resources } from '../../resources/registry.ts';
import { nameOf, type Ref, type Resource, rawName } from '../../resources/resource.ts';
import { allOf } from '../../text/result.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { editDistance } from '../../text/suggest.ts';
import { type KindCall, readOptions } from './context.ts';
import { pagesOf } from './paginate.ts';
import { countedRecords, nounOf } from './verbs.ts';

/** A record that a word of the command line stands for. */
export type TypedRef = Ref & {
  /** The word was its name. */
  readonly isByName?: true;
  /** The response that showed whether the word is an id; used in place of a second read. */
  readonly answer?: Outcome<JsonObject>;
};

/** Returns the record of a kind that a place names, `bot/<id>`; undefined for any other word. */
export function placeRef({ kind }: Resource, word: string): Ref | undefined {
  const place = word.includes('/') ? parsePlace(word) : undefined;
  return place?.kind === 'record' && place.ref.kind === kind ? place.ref : undefined;
}

/** Returns the failure of a word that is a place of another kind. */
function otherPlace({ title }: Resource, word: string): Failure | undefined {
  const place = word.includes('/') ? parsePlace(word) : undefined;
  if (place === undefined || place.kind === 'unreadable') return undefined;
  return badArgument(safe`"${clean(word, 80)}" is not the place of one ${clean(title.toLowerCase())}.`);
}

/** A record with its name, as it is and cleaned. */
type NamedRecord = { readonly id: string; readonly raw: string; readonly name: SafeText };

/** Limit of the records that a search looks at: a list may be endless. */
const MAX_SEARCHED = 100_000;

type VisitPage = (items: readonly JsonObject[]) => Promise<Failure | undefined>;

/** Passes on all pages of a list. Returns the failure that ended it: another record may have the name. */
async function visitPages(
  call: KindCall,
  { list }: Resource,
  visit: VisitPage,
): Promise<Failure | undefined> {
  if (list === undefined) return undefined;
  const request = { client: call.service.client, list, ids: {}, options: readOptions(call) };
  const plural = clean(nounOf(call.resource));
  let count = 0;
  for await (const step of pagesOf(request)) {
    if (step.kind === 'failed') return step.failure;
    if (step.kind === 'endless') return { kind: 'unreadable', detail: step.why };
    if (count >= MAX_SEARCHED)
      return badArgument(safe`The search for a name stopped after ${MAX_SEARCHED} ${plural}. Give an id.`);
    count += step.items.length;
    call.context.io.progress(safe`${countedRecords(call.resource, count)} searched`);
    const failure = await visit(step.items);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

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

/** Reads the records of a page and passes on the names inside them. */
async function readInnerNames(
  call: KindCall,
  { owner, rows }: NamingKind,
  { items, onName }: { readonly items: readonly JsonObject[]; readonly onName: (named: NamedRecord) => void },
): Promise<Failure | undefined> {
  const { client, concurrency } = call.service;
  const own = ownIdName(call.resource);
  const { read } = owner;
  if (read === undefined) return undefined;
  const refs = items.map(
    (item): Ref => ({ kind: owner.kind, ids: { [ownIdName(owner)]: ownId(item) ?? '' } }),
  );
  for await (const [self, answer] of sendEach(
    refs,
    ({ ids }) => client.send(read, ids, readOptions(call)),
    concurrency,
  )) {
    if (!answer.ok && hasTrait(answer.failure, 'stops-reads')) return answer.failure;
    for (const { name, ref } of answer.ok ? rows(answer.value, self) : [])
      onName({ id: ref.ids[own] ?? '', raw: name, name });
  }
  return undefined;
}

/** Passes on the names of all records of a kind. Returns the failure that ended it. */
async function visitNames(
  call: KindCall,
  onName: (named: NamedRecord) => void,
): Promise<Failure | undefined> {
  const { resource } = call;
  const naming = namingKindOf(resource);
  if (naming !== undefined)
    return visitPages(call, naming.owner, items => readInnerNames(call, naming, { items, onName }));
  return visitPages(call, resource, async items => {
    for (const item of items)
      onName({ id: ownId(item) ?? '', raw: rawName(resource, item) ?? '', name: nameOf(resource, item) });
    return undefined;
  });
}

/** Limit of the records that a failure names. */
const MAX_CHOICES = 10;

/** Records found for one word: those of this name, and the nearest other names, best first. */
type Search = { readonly hits: Map<string, NamedRecord>; near: readonly (NamedRecord & { edits: number })[] };

/** Returns the number of edits from a word to a name; undefined if it is not near. */
function editsTo(word: string, { raw }: NamedRecord): number | undefined {
  const [typed, name] = [word.slice(0, 60).toLowerCase(), raw.slice(0, 200).toLowerCase()];
  if (name !== '' && name.includes(typed)) return 0;
  const edits = editDistance(typed, name);
  return edits <= Math.max(2, Math.floor(typed.length / 3)) ? edits : undefined;
}

function addName(search: Search, word: string, named: NamedRecord): void {
  if (named.raw === word || named.name === word) search.hits.set(named.id, named);
  const edits = editsTo(word, named);
  if (edits === undefined || search.near.some(({ id }) => id === named.id)) return;
  search.near = [...search.near, { ...named, edits }]
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, MAX_CHOICES + 1);
}

/** Returns the failure of a word that is the name of several records, or only near to some names. */
function unclearName({ resource }: KindCall, word: string, { hits, near }: Search): Failure {
  const found = hits.size > 0 ? [...hits.values()] : near;
  const shown = clean(word, 80);
  const choices = found.slice(0, MAX_CHOICES).map(({ id, name }) => {
    const ref = { kind: resource.kind, ids: { [ownIdName(resource)]: id } };
    return safe`${clean(refText(ref))}  ${name}`;
  });
  const plural = clean(nounOf(resource));
  return {
    ...badArgument(
      hits.size > 0
        ? safe`${hits.size} ${plural} have the name "${shown}". Give the id of one:`
        : safe`No ${clean(resource.title.toLowerCase())} has the id or name "${shown}". Near to it:`,
    ),
    choices: found.length > choices.length ? [...choices, safe`and more: botscope ${plural} ls`] : choices,
  };
}

const isAbsent = (answer: Outcome<JsonObject>): boolean =>
  !answer.ok &&
  (answer.failure.kind === 'not-found' ||
    (answer.failure.kind === 'rejected' && answer.failure.status === 400));

/** Returns a record by a name that exactly one has; a word that is near to no name stays an id. */
async function refsByName(call: KindCall, refs: readonly TypedRef[]): Promise<readonly TypedRef[] | Failure> {
  const own = ownIdName(call.resource);
  const searches = new Map(
    refs
      .filter(({ answer }) => answer !== undefined && isAbsent(answer))
      .map(({ ids }): [string, Search] => [ids[own] ?? '', { hits: new Map(), near: [] }]),
  );
  if (searches.size === 0) return refs;
  const failure = await visitNames(call, named => {
    for (const [word, search] of searches) addName(search, word, named);
  });
  call.context.io.progress(undefined);
  // A page that was not read may hold another record of the name.
  if (failure !== undefined) return failure;
  const unclear = [...searches].find(
    ([, { hits, near }]) => hits.size > 1 || (hits.size === 0 && near.length > 0),
  );
  if (unclear !== undefined) return unclearName(call, ...unclear);
  return refs.map((ref): TypedRef => {
    const [id] = searches.get(ref.ids[own] ?? '')?.hits.keys() ?? [];
    return id === undefined ? ref : { kind: ref.kind, ids: { ...ref.ids, [own]: id }, isByName: true };
  });
}

/** True if a word has the form of an id, or nothing can tell that it is none. */
function isId(resource: Resource, word: string): boolean {
  const { sure, likely } = resource.idForm ?? {};
  if (resource.read === undefined || sure?.test(word) === true || likely?.test(word) === true) return true;
  return !hasList(resource) && namingKindOf(resource) === undefined;
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
  const other = words.map(word => otherPlace(resource, word)).find(failure => failure !== undefined);
  if (other !== undefined) return other;
  const built = allOf(words.map(word => refOf(resource, parents, word)));
  if (!built.ok) return { kind: 'bad-id', detail: built.why };
  const own = ownIdName(resource);
  const unsure = built.value.filter(({ ids }) => !isId(resource, ids[own] ?? ''));
  if (read === undefined || unsure.length === 0) return built.value;
  const answers = new Map<Ref, Outcome<JsonObject>>();
  const ask = ({ ids }: Ref) => service.client.send(read, ids, readOptions(call));
  for await (const [ref, answer] of sendEach(unsure, ask, service.concurrency)) {
    answers.set(ref, answer);
    if (!answer.ok && hasTrait(answer.failure, 'stops-reads')) break;
  }
  const asked = built.value.map((ref): TypedRef => {
    const answer = answers.get(ref);
    return answer === undefined ? ref : { ...ref, answer };
  });
  return refsByName(call, asked);
}
