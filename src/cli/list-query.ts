import type { Ids } from '../api/operation.ts';
import type { Sort } from '../explorer/state/place.ts';
import { badArgument, type Failure } from '../failure.ts';
import { type Filter, parseFilter } from '../filter/parse.ts';
import { isListedField } from '../resources/fields.ts';
import { clean, safe } from '../text/sanitise.ts';
import type { CommandFlags } from './arguments/command-row.ts';
import { type ListSelection, listsOf } from './list-sources.ts';
import type { KindCall } from './shared/context.ts';
import { listParents } from './shared/ids.ts';
import { sortOf } from './sort.ts';

/** The options of a command that loads a list. */
export type ListQuery = {
  readonly ids: Ids;
  readonly lists: ListSelection['lists'];
  readonly filter: Filter | undefined;
  /** Reads every record in full, not only those that the filter cannot decide without. */
  readonly wantsWhole: boolean;
  readonly limit: number;
  /** Order of the output; all rows are then loaded before `limit` cuts them. */
  readonly sort: Sort | undefined;
};

export const limitOf = ({ limit }: CommandFlags): number =>
  typeof limit === 'string' ? Number(limit) : Number.POSITIVE_INFINITY;

/** Returns the query of flags and words, or a failure. `fields`: the fields that will be printed. */
export async function queryOf(
  call: KindCall,
  verb: string,
  fields: readonly string[] | undefined,
): Promise<ListQuery | Failure> {
  const { resource, values } = call;
  const parents = await listParents(call, verb);
  if ('kind' in parents) return parents;
  const selection = listsOf(call);
  if ('kind' in selection) return selection;
  const { lists, filter: text } = selection;
  const filter = text.trim() === '' ? undefined : parseFilter(resource, text);
  if (filter?.problem !== undefined) return badArgument(safe`--filter: ${filter.problem}`);
  if (filter?.terms.length === 0)
    return badArgument(safe`--filter: "${clean(text, 20)}" has no word to match.`);
  const { sortBy } = values;
  const sort = typeof sortBy === 'string' ? sortOf(resource, sortBy) : undefined;
  if (sort?.ok === false) return badArgument(sort.why);
  const needed = [...(fields ?? []), ...(sort === undefined ? [] : [sort.value.field])];
  const wantsWhole = resource.read !== undefined && needed.some(field => !isListedField(resource, field));
  const limit = sort === undefined ? limitOf(values) : Number.POSITIVE_INFINITY;
  return { ids: parents.ids, lists, filter, wantsWhole, limit, sort: sort?.value };
}
