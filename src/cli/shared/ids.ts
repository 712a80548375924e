import type { Ids } from '../../api/operation.ts';
import { keyOf } from '../../explorer/state/place.ts';
import { badArgument, type Failure } from '../../failure.ts';
import { ownerOf } from '../../resources/registry.ts';
import { ownIdName, type Resource } from '../../resources/resource.ts';
import { err, ok, type Result } from '../../text/result.ts';
import { clean, lower, safe } from '../../text/sanitise.ts';
import { idWords, type KindCall, nounOf } from './context.ts';
import { isSearchable, placeRef, refsOfIds, refsOfWords } from './names.ts';
import type { TypedRef } from './reads.ts';

/** Far above any list that a person has checked. */
const MAX_IDS = 100_000;

const OTHER_OUTPUT = /[\s",{}[\]]/;

function missingId(resource: Resource, name: string, verb: string, ids = resource.ids): Failure {
  const owner = ownIdName(resource) === name ? resource : (ownerOf(resource) ?? resource);
  const title = lower(owner.title);
  const what = isSearchable(owner) ? safe`id or name` : safe`id`;
  return badArgument(
    safe`Which ${title}? Give its ${what}: botscope ${clean(nounOf(resource))} ${clean(verb)} ${clean(idWords(ids))}`,
  );
}

/** A parent with a flag takes no word; one with a default only if words are left for `least` others. */
function parentWords({ resource, words, service }: KindCall, least: number) {
  const { defaultIds, flagIds } = service;
  const names = resource.ids.slice(0, -1);
  // A parent id given both by flag and as a word is one parent, not a record.
  const open = names.filter((name, at) => flagIds[name] === undefined || flagIds[name] === words[at]);
  const isShort = words.length < open.length + least;
  const typed = open.filter(
    name => !isShort || flagIds[name] !== undefined || defaultIds[name] === undefined,
  );
  const lacks = typed[words.length];
  if (lacks !== undefined) return { lacks };
  const idOf = (name: string) => words[typed.indexOf(name)] ?? flagIds[name] ?? defaultIds[name] ?? '';
  const parents: Ids = Object.fromEntries(names.map(name => [name, idOf(name)]));
  return { parents, rest: words.slice(typed.length) };
}

type Parents = { readonly ids: Ids } | Failure;

async function parentIds(call: KindCall, resource: Resource, words: Ids): Promise<Parents> {
  const owner = ownerOf(resource);
  if (owner === undefined) return { ids: {} };
  const name = ownIdName(owner);
  const word = words[name] ?? '';
  const above = await parentIds(call, owner, words);
  if ('kind' in above) return above;
  const place = placeRef(owner, word);
  if (place !== undefined) return { ids: place.ids };
  if (word === call.service.defaultIds[name]) return { ids: { ...above.ids, [name]: word } };
  const refs = await refsOfWords({ ...call, resource: owner }, above.ids, [word]);
  return 'kind' in refs ? refs : { ids: refs[0]?.ids ?? above.ids };
}

export async function listParents(call: KindCall, verb: string): Promise<Parents> {
  const { resource, words } = call;
  const split = parentWords(call, 0);
  if ('lacks' in split) {
    const place = placeRef(ownerOf(resource) ?? resource, words[0] ?? '');
    return place ? { ids: place.ids } : missingId(resource, split.lacks, verb, resource.ids.slice(0, -1));
  }
  const [unexpected] = split.rest;
  if (unexpected !== undefined)
    return badArgument(
      safe`unexpected argument "${clean(unexpected, 40)}" for botscope ${clean(nounOf(resource))} ${clean(verb)}`,
    );
  return parentIds(call, resource, split.parents);
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

const TWO_SOURCES = safe`Give ids as arguments or with --stdin, not both.`;

function refsOfPlaces({ resource, words }: KindCall, piped: readonly string[] | undefined) {
  const given = piped ?? words;
  const refs = given.flatMap(word => placeRef(resource, word) ?? []);
  if (refs.length === 0) return refs;
  if (piped !== undefined && words.length > 0) return badArgument(TWO_SOURCES);
  if (refs.length === given.length) return refs;
  return badArgument(safe`Give ids or places of ${clean(nounOf(resource))}, not both.`);
}

async function refsBelow(call: KindCall, verb: string, piped: readonly string[] | undefined) {
  const { resource, service } = call;
  const own = ownIdName(resource);
  const split = parentWords(call, piped === undefined ? 1 : 0);
  if ('lacks' in split) return missingId(resource, split.lacks, verb);
  if (piped !== undefined && split.rest.length > 0) return badArgument(TWO_SOURCES);
  if (piped?.length === 0) return badArgument(safe`Standard input holds no ids.`);
  const isAction = resource.actions.some(action => action.verb === verb);
  const defaultId = isAction ? undefined : service.defaultIds[own];
  const given = piped ?? split.rest;
  const words = given.length > 0 || defaultId === undefined ? given : [defaultId];
  if (words.length === 0) return missingId(resource, own, verb);
  const parents = await parentIds(call, resource, split.parents);
  if ('kind' in parents) return parents;
  // Names are only for what a person types: a line of another program must not become another record.
  if (piped === undefined) return refsOfWords(call, parents.ids, [...new Set(words)]);
  return refsOfIds(resource, parents.ids, words);
}

const LIST_FLAGS = ['filter', 'limit', 'dev', 'withDev', 'updateBaseline'];

/** Each once, from arguments or standard input. */
export async function refsOf(call: KindCall, verb: string): Promise<readonly TypedRef[] | Failure> {
  const { words, values } = call;
  if (LIST_FLAGS.some(flag => values[flag] !== undefined))
    return badArgument(
      safe`--filter, --limit, --dev, --with-dev and --update-baseline do not go with ids: leave them out.`,
    );
  if (words.includes('-')) return badArgument(safe`- is not an id: --stdin reads ids from standard input.`);
  const piped = values['stdin'] === true ? await idsFromInput(call) : undefined;
  if (piped?.ok === false) return badArgument(piped.why);
  const places = refsOfPlaces(call, piped?.value);
  const refs = 'kind' in places || places.length > 0 ? places : await refsBelow(call, verb, piped?.value);
  return 'kind' in refs ? refs : [...new Map(refs.map(ref => [keyOf(ref), ref])).values()];
}
