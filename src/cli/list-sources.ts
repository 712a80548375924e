import type { Operation } from '../api/operation.ts';
import { undocumentedRefusal } from '../api/policy.ts';
import { badArgument, type Failure } from '../failure.ts';
import { variantInFilter } from '../resources/list-variant.ts';
import { ownId } from '../resources/record-ids.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import type { KindCall } from './context.ts';
import { type PageStep, type PagesRequest, pagesOf } from './paginate.ts';
import type { Output } from './verbs.ts';

type List = Operation<string, 'page'>;

/** The lists that a command goes through one after the other, and what is left of its filter. */
export type ListSelection = { readonly lists: readonly List[]; readonly filter: string };

/**
 * The lists that flags and a filter name: `--dev` and `dev:true` the second one of the kind, `--with-dev` both. Nothing
 * is sent where one of them is refused.
 */
export function listsOf({ resource, values, service }: KindCall): ListSelection | Failure {
  const text = typeof values['filter'] === 'string' ? values['filter'] : '';
  const { variant, filter } = variantInFilter(resource, text);
  const isOnly = values['dev'] === true || variant !== undefined;
  const isBoth = values['withDev'] === true;
  if (isOnly && isBoth)
    return badArgument(safe`--with-dev means both lists; --dev and the filter dev:true mean only one.`);
  const second = isOnly || isBoth ? resource.variant?.list : undefined;
  if (second !== undefined && service.strict) return undocumentedRefusal(second);
  const lists = [isOnly ? undefined : resource.list, second];
  return { lists: lists.filter(list => list !== undefined), filter };
}

type SeenIds = {
  readonly seen: Set<string | undefined>;
  readonly isFirst: boolean;
  readonly isFinal: boolean;
};

/** A page of one of several lists, without the records that a list before it had. */
function withoutRepeats(step: PageStep, { seen, isFirst, isFinal }: SeenIds): PageStep {
  if (step.is !== 'page') return step;
  const items = isFirst ? step.items : step.items.filter(item => !seen.has(ownId(item)));
  if (!isFinal) for (const item of items) seen.add(ownId(item));
  // Items without an id are no repetition of each other.
  seen.delete(undefined);
  return { ...step, items, isLast: step.isLast && isFinal };
}

/** The pages of several lists, each record once: a server may ignore the parameter that tells the lists apart. */
export async function* pagesOfAll(
  lists: readonly List[],
  asking: Omit<PagesRequest, 'list'>,
): AsyncGenerator<PageStep> {
  const seen = new Set<string | undefined>();
  for (const [at, list] of lists.entries()) {
    const repeated = { seen, isFirst: at === 0, isFinal: at === lists.length - 1 };
    for await (const step of pagesOf({ ...asking, list })) yield withoutRepeats(step, repeated);
  }
}

/** Limits for formats that are printed as a whole, unless `--limit` is given: a list may have no end. */
const MAX_RECORDS = 200_000;
const MAX_BYTES = 256 * 1024 * 1024;

type GatheredSize = {
  readonly output: Output;
  readonly limit: number;
  readonly records: number;
  /** Received so far. */
  readonly bytes: number;
};

/** Why no more can be gathered for a format, or undefined when it can. */
export function gatheringEnd({ output, limit, records, bytes }: GatheredSize): SafeText | undefined {
  const isTable = output === 'table';
  if (limit !== Number.POSITIVE_INFINITY || !(isTable || output === 'json' || output === 'yaml'))
    return undefined;
  // A table has the cells of a record only.
  if (records < MAX_RECORDS && (isTable || bytes < MAX_BYTES)) return undefined;
  return safe`Stopped at ${records}: -o ndjson prints a longer list, --limit sets another end. ${clean(output)} needs all of it in memory.`;
}
