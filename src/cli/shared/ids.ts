import type { Ids } from '../../api/operation.ts';
import { keyOf } from '../../explorer/state/place.ts';
import { badArgument, type Failure } from '../../failure.ts';
import { ownIdName, refOf } from '../../resources/record-ids.ts';
import { ownerOf } from '../../resources/registry.ts';
import type { Resource } from '../../resources/resource.ts';
import { allOf, err, ok, type Result } from '../../text/result.ts';
import { clean, safe } from '../../text/sanitise.ts';
import { idWords, type KindCall, nounOf } from './context.ts';
import { isSearchable } from './name-search.ts';
import { otherPlace, placeRef, refsOfWords, type TypedRef } from './names.ts';

/** Limit of ids on standard input, far above any list that a person has checked. */
const MAX_IDS = 100_000;

/** Characters of a table, of CSV or of JSON that no id has. */
const OTHER_OUTPUT = /[\s",{}[\]]/;

type MissingId = { readonly name: string; readonly verb: string; readonly ids: readonly string[] };

function missingIdFailure(resource: Resource, { name, verb, ids }: MissingId): Failure {
  const owner = ownIdName(resource) === name ? resource : (ownerOf(resource) ?? resource);
  const title = clean(owner.title.toLowerCase());
  const what = isSearchable(owner) ? safe`id or name` : safe`id`;
  return badArgument(
    safe`Which ${title}? Give its ${what}: botscope ${clean(nounOf(resource))} ${clean(verb)} ${clean(idWords(ids))}`,
  );
}

type ParentIds = { readonly ids: Ids; readonly rest: readonly string[] };

/**
 * Splits words into the ids of the parents and the rest. A parent that has a flag takes no word; one that
 * only has a default takes one if there are more words than `least`.
 */
function parentsOf(
  { resource, words, service }: KindCall,
  least: number,
): ParentIds | { readonly lacks: string } {
  const { defaultIds, flagIds } = service;
  const names = resource.ids.slice(0, -1);
  // A parent id given both by flag and as a word is one parent, not a record.
  const open = names.filter((name, at) => flagIds[name] === undefined || flagIds[name] === words[at]);
  const withDefault = open.filter(name => defaultIds[name] !== undefined && flagIds[name] === undefined);
  // With too few words, defaults fill the outermost parents first.
  const lacking = Math.max(0, open.length + least - words.length);
  const filled = new Set(withDefault.slice(0, lacking));
  const typed = open.filter(name => !filled.has(name));
  const missing = typed[words.length];
  if (missing !== undefined) return { lacks: missing };
  const ids = names.map(name => {
    const place = typed.indexOf(name);
    return [name, place < 0 ? (flagIds[name] ?? defaultIds[name] ?? '') : (words[place] ?? '')] as const;
  });
  return { ids: Object.fromEntries(ids), rest: words.slice(typed.length) };
}

/** Returns the ids of the parents that places or names may stand for. */
async function parentIds(
  call: KindCall,
  resource: Resource,
  typed: Ids,
): Promise<{ readonly ids: Ids } | Failure> {
  const owner = ownerOf(resource);
  if (owner === undefined) return { ids: {} };
  const above = await parentIds(call, owner, typed);
  if ('kind' in above) return above;
  const name = ownIdName(owner);
  const word = typed[name] ?? '';
  const place = placeRef(owner, word);
  if (place !== undefined) return { ids: place.ids };
  if (word === call.service.defaultIds[name]) return { ids: { ...above.ids, [name]: word } };
  const refs = await refsOfWords({ ...call, resource: owner }, above.ids, [word]);
  return 'kind' in refs ? refs : { ids: refs[0]?.ids ?? above.ids };
}

export async function listParents(call: KindCall, verb: string): Promise<{ readonly ids: Ids } | Failure> {
  const { resource } = call;
  const parents = parentsOf(call, 0);
  if ('lacks' in parents)
    return missingIdFailure(resource, { name: parents.lacks, verb, ids: resource.ids.slice(0, -1) });
  if (parents.rest.length > 0)
    return badArgument(
      safe`unexpected argument "${clean(parents.rest[0] ?? '', 40)}" for botscope ${clean(nounOf(resource))} ${clean(verb)}`,
    );
  return parentIds(call, resource, parents.ids);
}

async function idsFromInput({ context: { io } }: KindCall): Promise<Result<readonly string[]>> {
  const found = new Set<string>();
  for await (const line of io.lines()) {
    const id = line.trim();
    if (OTHER_OUTPUT.test(id))
      return err(safe`Standard input holds "${clean(id, 40)}", not one id a line: print ids with -o id.`);
    if (id !== '') found.add(id);
    if (found.size > MAX_IDS) return err(safe`Standard input holds more than ${MAX_IDS} ids.`);
  }
  return ok([...found]);
}

/** Returns the records of words without a place; `isPiped`: they are ids of standard input. */
async function plainRefs(
  call: KindCall,
  parents: Ids,
  words: readonly string[],
): Promise<readonly TypedRef[] | Failure> {
  const { resource, values } = call;
  const known = await parentIds(call, resource, parents);
  if ('kind' in known) return known;
  // Names are only for what a person types: a line of another program must not become another record.
  if (values['stdin'] !== true) return refsOfWords(call, known.ids, words);
  const other = otherPlace(resource, words);
  if (other !== undefined) return other;
  const refs = allOf(words.map(word => refOf(resource, known.ids, word)));
  return refs.ok ? refs.value : { kind: 'bad-id', detail: refs.why };
}

/** Words that stand for records, and the ids of the parents typed before them. */
type SplitWords = { readonly parents: Ids; readonly words: readonly string[] };

async function recordWords(call: KindCall, verb: string): Promise<SplitWords | Failure> {
  const { resource, values } = call;
  const isPiped = values['stdin'] === true;
  const piped = isPiped ? await idsFromInput(call) : ok([]);
  if (!piped.ok) return badArgument(piped.why);
  const given = isPiped ? piped.value : call.words;
  const isPlace = (word: string): boolean => placeRef(resource, word) !== undefined;
  const words = isPiped ? call.words : call.words.filter(word => !isPlace(word));
  // A place names its parents itself.
  if (words.length === 0 && given.length > 0 && given.every(isPlace)) return { parents: {}, words: given };
  const parents = parentsOf({ ...call, words }, isPiped || given.some(isPlace) ? 0 : 1);
  if ('lacks' in parents) return missingIdFailure(resource, { name: parents.lacks, verb, ids: resource.ids });
  if (isPiped && parents.rest.length > 0)
    return badArgument(safe`Give ids as arguments or with --stdin, not both.`);
  if (isPiped && given.length === 0) return badArgument(safe`Standard input holds no ids.`);
  const own = new Set(parents.rest);
  return {
    parents: parents.ids,
    words: isPiped ? given : given.filter(word => isPlace(word) || own.has(word)),
  };
}

/** Returns the records that arguments or lines of standard input stand for, each once. */
export async function refsOf(call: KindCall, verb: string): Promise<readonly TypedRef[] | Failure> {
  const { resource, service } = call;
  if (call.words.includes('-')) return badArgument(safe`- is no id: --stdin reads ids from standard input.`);
  const given = await recordWords(call, verb);
  if ('kind' in given) return given;
  const own = ownIdName(resource);
  const isAction = resource.actions.some(action => action.verb === verb);
  const defaultId = isAction ? undefined : service.defaultIds[own];
  const words = given.words.length > 0 || defaultId === undefined ? given.words : [defaultId];
  if (words.length === 0) return missingIdFailure(resource, { name: own, verb, ids: resource.ids });
  const plain = [...new Set(words.filter(word => placeRef(resource, word) === undefined))];
  const refs = plain.length === 0 ? [] : await plainRefs(call, given.parents, plain);
  if ('kind' in refs) return refs;
  const byWord = new Map(plain.map((word, at) => [word, refs[at]] as const));
  const all = words.map(word => byWord.get(word) ?? placeRef(resource, word));
  const byKey = all.flatMap(ref => (ref === undefined ? [] : [[keyOf(ref.kind, ref.ids), ref] as const]));
  return [...new Map(byKey).values()];
}
