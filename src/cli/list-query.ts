import type { Ids, Operation } from '../api/operation.ts';
import { undocumentedRefusal } from '../api/request.ts';
import type { Sort } from '../explorer/state/place.ts';
import { badArgument, type Failure } from '../failure.ts';
import { type Filter, parseFilter, variantInFilter } from '../filter/parse.ts';
import type { JsonObject } from '../json/json.ts';
import { fieldAt, filterableFields, isListedField, valueAt } from '../resources/fields.ts';
import type { Resource } from '../resources/resource.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, safe } from '../text/sanitise.ts';
import { wordHint } from '../text/words.ts';
import type { CommandFlags } from './arguments/command-row.ts';
import type { KindCall } from './shared/context.ts';
import { listParents } from './shared/ids.ts';

export type ListQuery = {
  readonly ids: Ids;
  readonly lists: readonly Operation<string, 'page'>[];
  readonly filter: Filter | undefined;
  /** Reads every record in full, not only those that the filter cannot decide without. */
  readonly wantsWhole: boolean;
  readonly limit: number;
  /** Order of the output; all rows are then loaded before `limit` cuts them. */
  readonly sort: Sort | undefined;
};

/** Parses the path of a field, `tags.env`: its first name must be a known field, in any case. */
export function fieldPath(resource: Resource, flag: string, text: string): Result<string> {
  const known = Object.keys(filterableFields(resource));
  const [word = '', ...steps] = text.trim().split('.');
  const name =
    known.find(each => each === word) ?? known.find(each => each.toLowerCase() === word.toLowerCase());
  if (name !== undefined && steps.every(step => step !== '')) return ok([name, ...steps].join('.'));
  const hint = name === undefined ? wordHint(word, known) : safe`Did you mean ${clean(name)}?`;
  return err(safe`${clean(flag)}: unknown field "${clean(text.trim(), 40)}". ${hint}`);
}

/**
 * Returns the lists that flags and filter select, and the rest of the filter: `--dev` or `dev:true` the
 * second list of the kind, `--with-dev` both. Fails before any request if one is refused.
 */
function listsOf({
  resource,
  values,
  service,
}: KindCall): (Pick<ListQuery, 'lists'> & { readonly text: string }) | Failure {
  const { dev, withDev, filter: typed } = values;
  const { variant, filter } = variantInFilter(resource, typeof typed === 'string' ? typed : '');
  const isOnly = dev === true || variant !== undefined;
  const isBoth = withDev === true;
  if (isOnly && isBoth)
    return badArgument(safe`--with-dev selects both lists; --dev and the filter dev:true select only one.`);
  const second = isOnly || isBoth ? resource.variant?.list : undefined;
  if (second !== undefined && service.strict) return undocumentedRefusal(second);
  const lists = [isOnly ? undefined : resource.list, second];
  return { lists: lists.filter(list => list !== undefined), text: filter };
}

export const limitOf = ({ limit }: CommandFlags): number =>
  typeof limit === 'string' ? Number(limit) : Number.POSITIVE_INFINITY;

/** Parses `--sort-by`: a field, with `-` before it for the reverse order. */
function sortOf(resource: Resource, { sortBy }: CommandFlags): Result<Sort | undefined> {
  if (typeof sortBy !== 'string') return ok(undefined);
  const isDescending = sortBy.startsWith('-');
  const field = fieldPath(resource, '--sort-by', sortBy.slice(Number(isDescending)));
  return field.ok ? ok({ field: field.value, isDescending }) : field;
}

/** Returns the query of flags and words, or a failure. `fields`: the fields that will be printed. */
export async function queryOf(
  call: KindCall,
  verb: string,
  fields: readonly string[] = [],
): Promise<ListQuery | Failure> {
  const { resource, values } = call;
  const parents = await listParents(call, verb);
  if ('kind' in parents) return parents;
  const selected = listsOf(call);
  if ('kind' in selected) return selected;
  const { lists, text } = selected;
  const filter = text.trim() === '' ? undefined : parseFilter(resource, text);
  if (filter?.problem !== undefined) return badArgument(safe`--filter: ${filter.problem}`);
  if (filter?.terms.length === 0)
    return badArgument(safe`--filter: "${clean(text, 20)}" has no word to match.`);
  const sorted = sortOf(resource, values);
  if (!sorted.ok) return badArgument(sorted.why);
  const sort = sorted.value;
  const needed = sort === undefined ? fields : [...fields, sort.field];
  const wantsWhole = resource.read !== undefined && needed.some(field => !isListedField(resource, field));
  const limit = sort === undefined ? limitOf(values) : Number.POSITIVE_INFINITY;
  return { ids: parents.ids, lists, filter, wantsWhole, limit, sort };
}

function compareKeys(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

/**
 * Returns items in the order of a field of their records. Equal ones stay as sent, those without a value come
 * last in either order.
 */
export function sortItems<T>(
  resource: Resource,
  { field: path, isDescending }: Sort,
  { items, recordOf }: { readonly items: readonly T[]; readonly recordOf: (item: T) => JsonObject },
): readonly T[] {
  const field = fieldAt(resource, path);
  const keyed = items.map(item => {
    const key = field?.order(valueAt(recordOf(item), path));
    return { item, key: key === '' || Number.isNaN(key) ? undefined : key };
  });
  const sorted = keyed
    .flatMap(({ item, key }) => (key === undefined ? [] : [{ item, key }]))
    .sort((a, b) => (isDescending ? compareKeys(b.key, a.key) : compareKeys(a.key, b.key)));
  return [...sorted, ...keyed.filter(({ key }) => key === undefined)].map(({ item }) => item);
}
