import type { Ids } from '../../api/operation.ts';
import { badArgument, type Failure } from '../../failure.ts';
import { ownIdName, refOf } from '../../resources/record-ids.ts';
import { ownerOf } from '../../resources/registry.ts';
import type { Ref, Resource } from '../../resources/resource.ts';
import { allOf, err, ok, type Result } from '../../text/result.ts';
import { clean, safe } from '../../text/sanitise.ts';
import type { KindCall } from './context.ts';
import { idWords, nounOf } from './verbs.ts';

/** Limit of ids on standard input, far above any list that a person has checked. */
const MAX_IDS = 100_000;

type MissingId = { readonly name: string; readonly verb: string; readonly ids: readonly string[] };

/** Returns the failure of a missing id. */
function missingIdFailure(resource: Resource, { name, verb, ids }: MissingId): Failure {
  const owner = ownIdName(resource) === name ? resource : (ownerOf(resource) ?? resource);
  const title = clean(owner.title.toLowerCase());
  return badArgument(
    safe`Which ${title}? Give its id: botscope ${clean(nounOf(resource))} ${clean(verb)} ${clean(idWords(ids))}`,
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

/** Returns the parent ids that a list needs. */
export function listParents(call: KindCall, verb: string): { readonly ids: Ids } | Failure {
  const { resource } = call;
  const parents = parentsOf(call, 0);
  if ('lacks' in parents)
    return missingIdFailure(resource, { name: parents.lacks, verb, ids: resource.ids.slice(0, -1) });
  if (parents.rest.length > 0)
    return badArgument(
      safe`unexpected argument "${clean(parents.rest[0] ?? '', 40)}" for botscope ${clean(nounOf(resource))} ${clean(verb)}`,
    );
  return { ids: parents.ids };
}

async function idsFromInput({ context: { io } }: KindCall): Promise<Result<readonly string[]>> {
  const found = new Set<string>();
  for await (const line of io.lines()) {
    const id = line.trim();
    if (id !== '') found.add(id);
    if (found.size > MAX_IDS) return err(safe`Standard input holds more than ${MAX_IDS} ids.`);
  }
  return ok([...found]);
}

/** Returns the records that arguments or lines of standard input name, each once. */
export async function refsOf(call: KindCall, verb: string): Promise<readonly Ref[] | Failure> {
  const { resource, values, service } = call;
  const isPiped = values['stdin'] === true;
  const parents = parentsOf(call, isPiped ? 0 : 1);
  const { ids: taken } = resource;
  if ('lacks' in parents) return missingIdFailure(resource, { name: parents.lacks, verb, ids: taken });
  if (isPiped && parents.rest.length > 0)
    return badArgument(safe`Give ids as arguments or with --stdin, not both.`);
  const given = isPiped ? await idsFromInput(call) : ok([...new Set(parents.rest)]);
  if (!given.ok) return badArgument(given.why);
  const own = ownIdName(resource);
  const isAction = resource.actions.some(action => action.verb === verb);
  const usual = isAction ? undefined : service.defaultIds[own];
  const ids = given.value.length > 0 || isPiped || usual === undefined ? given.value : [usual];
  if (ids.length === 0)
    return isPiped
      ? badArgument(safe`Standard input holds no ids.`)
      : missingIdFailure(resource, { name: own, verb, ids: taken });
  const refs = allOf(ids.map(id => refOf(resource, parents.ids, id)));
  return refs.ok ? refs.value : { kind: 'bad-id', detail: refs.why };
}
