import { sendEach } from '../../api/send-each.ts';
import { refText } from '../../explorer/state/place-text.ts';
import { badArgument, type Failure } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { ownId, ownIdName } from '../../resources/record-ids.ts';
import { resources } from '../../resources/registry.ts';
import { countedRecords, nameOf, type Ref, type Resource, rawName } from '../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { editDistance } from '../../text/suggest.ts';
import { type KindCall, nounOf, readOptions } from './context.ts';
import { pagesOf } from './paginate.ts';

const titleOf = ({ title }: Resource): string => title.toLowerCase();

type NamedRecord = { readonly id: string; readonly raw: string; readonly name: SafeText };

/** Limit of the records that a search looks at: a list may be endless. */
const MAX_SEARCHED = 100_000;

type VisitPage = (items: readonly JsonObject[]) => Promise<Failure | undefined>;

/** Passes on all pages of a list. Returns the failure that ended it: another record may have the name. */
async function visitPages(
  call: KindCall,
  resource: Resource,
  visit: VisitPage,
): Promise<Failure | undefined> {
  const { list } = resource;
  if (list === undefined) return undefined;
  const request = { client: call.service.client, ids: {}, options: readOptions(call) };
  const plural = clean(nounOf(resource));
  let count = 0;
  for await (const step of pagesOf(list, request)) {
    if (step.kind === 'failed') return step.failure;
    if (step.kind === 'endless') return { kind: 'unreadable', detail: step.why };
    if (count >= MAX_SEARCHED)
      return badArgument(safe`The search for a name stopped after ${MAX_SEARCHED} ${plural}. Give an id.`);
    count += step.items.length;
    call.context.io.progress(safe`${countedRecords(resource, count)} searched`);
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

/** Failures of records that are gone by now or have an invalid id. Any other record may hold a name. */
const HOLDS_NO_NAME: ReadonlySet<Failure['kind']> = new Set(['not-found', 'bad-id']);

/** Reads the records of a page and passes on the names inside them. */
async function readInnerNames(
  call: KindCall,
  { owner, rows }: NamingKind,
  { items, onName }: { readonly items: readonly JsonObject[]; readonly onName: (named: NamedRecord) => void },
): Promise<Failure | undefined> {
  const { client } = call.service;
  const own = ownIdName(call.resource);
  const { read } = owner;
  if (read === undefined) return undefined;
  const refs = items.flatMap((item): readonly Ref[] => {
    const id = ownId(item);
    return id === undefined ? [] : [{ kind: owner.kind, ids: { [ownIdName(owner)]: id } }];
  });
  for await (const [self, outcome] of sendEach(
    refs,
    ({ ids }) => client.send(read, ids, readOptions(call)),
    client.limit,
  )) {
    if (!outcome.ok && !HOLDS_NO_NAME.has(outcome.failure.kind)) return outcome.failure;
    for (const { name, ref } of outcome.ok ? rows(outcome.value, self) : [])
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
export type NameSearch = {
  readonly hits: Map<string, NamedRecord>;
  near: readonly (NamedRecord & { edits: number })[];
};

/** Returns the number of edits from a word to a name; undefined if it is not near. */
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

/** Returns true if the names of a kind can be looked up. */
export const isSearchable = (resource: Resource): boolean =>
  hasList(resource) || namingKindOf(resource) !== undefined;

/** Looks up words in the names of all records. A page that was not read may hold another record of a name. */
export async function searchNames(
  call: KindCall,
  words: readonly string[],
): Promise<ReadonlyMap<string, NameSearch> | Failure> {
  const searches = new Map(words.map((word): [string, NameSearch] => [word, { hits: new Map(), near: [] }]));
  const failure = await visitNames(call, named => {
    for (const [word, search] of searches) addName(search, word, named);
  });
  call.context.io.progress(undefined);
  return failure ?? searches;
}

/** Returns which records a search leaves out: the second list of a kind is loaded only if a flag names it. */
function unsearched(resource: Resource): readonly SafeText[] {
  const listed = namingKindOf(resource)?.owner ?? resource;
  const { variant } = listed;
  if (variant === undefined) return [];
  const command = clean(`botscope ${nounOf(listed)} ls --${variant.name}`);
  return [safe`${variant.plural} are not searched: ${command} lists them.`];
}

export const noName = ({ resource }: KindCall, word: string): SafeText =>
  joinSafe(
    [safe`No ${clean(titleOf(resource))} has the name "${clean(word, 80)}".`, ...unsearched(resource)],
    ' ',
  );

/** Returns the failure of a word that is the name of several records, or only near to some names. */
export function unclearName({ resource }: KindCall, word: string, { hits, near }: NameSearch): Failure {
  const found = hits.size > 0 ? [...hits.values()] : near;
  const shown = clean(word, 80);
  const choices = found.slice(0, MAX_CHOICES).map(({ id, name }) => {
    const ref = { kind: resource.kind, ids: { [ownIdName(resource)]: id } };
    return safe`${clean(refText(ref))}  ${name}`;
  });
  const plural = clean(nounOf(resource));
  const more = found.length > choices.length ? [safe`and more: botscope ${plural} ls`] : [];
  return {
    ...badArgument(
      hits.size > 0
        ? safe`${hits.size} ${plural} have the name "${shown}". Give the id of one:`
        : safe`No ${clean(titleOf(resource))} has the id or name "${shown}". Near to it:`,
    ),
    choices: [...choices, ...more, ...(hits.size > 0 ? [] : unsearched(resource))],
  };
}
