import type { Operation } from '../api/operation.ts';
import { undocumentedRefusal } from '../api/policy.ts';
import { badArgument, type Failure } from '../failure.ts';
import { variantInFilter } from '../resources/list-variant.ts';
import { ownId } from '../resources/record-ids.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import type { KindCall } from './shared/context.ts';
import type { Output } from './shared/output-formats.ts';
import { type PageStep, type PagesRequest, pagesOf } from './shared/paginate.ts';

type List = Operation<string, 'page'>;

/** The lists that a command loads one after the other, and the rest of its filter. */
export type ListSelection = { readonly lists: readonly List[]; readonly filter: string };

/**
 * Returns the lists that flags and filter select: `--dev` or `dev:true` the second list of the kind,
 * `--with-dev` both. Fails before any request if one is refused.
 */
export function listsOf({ resource, values, service }: KindCall): ListSelection | Failure {
  const text = typeof values['filter'] === 'string' ? values['filter'] : '';
  const { variant, filter } = variantInFilter(resource, text);
  const isOnly = values['dev'] === true || variant !== undefined;
  const isBoth = values['withDev'] === true;
  if (isOnly && isBoth)
    return badArgument(safe`--with-dev selects both lists; --dev and the filter dev:true select only one.`);
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

/** Returns a page without the records that an earlier list had. */
function withoutRepeats(step: PageStep, { seen, isFirst, isFinal }: SeenIds): PageStep {
  if (step.kind !== 'page') return step;
  const items = isFirst ? step.items : step.items.filter(item => !seen.has(ownId(item)));
  if (!isFinal && seen.size < MAX_FILTERED) for (const item of items) seen.add(ownId(item));
  // Items without an id never count as repeated.
  seen.delete(undefined);
  return { ...step, items, isLast: step.isLast && isFinal };
}

/**
 * Yields the pages of several lists, each of the first million records once: a server may ignore the
 * parameter that separates the lists.
 */
export async function* pagesOfAll(
  lists: readonly List[],
  request: Omit<PagesRequest, 'list'>,
): AsyncGenerator<PageStep> {
  const seen = new Set<string | undefined>();
  for (const [at, list] of lists.entries()) {
    const repeated = { seen, isFirst: at === 0, isFinal: at === lists.length - 1 };
    for await (const step of pagesOf({ ...request, list })) yield withoutRepeats(step, repeated);
  }
}

/** Limits without `--limit` of formats that need all records in memory: a list may be endless. */
const MAX_RECORDS = 200_000;
const MAX_BYTES = 256 * 1024 * 1024;
/** Limit of records that a filter looks at: it may match none of an endless list. */
const MAX_FILTERED = 1_000_000;

/** Formats that need all records. */
const NEEDS_ALL: ReadonlySet<Output> = new Set(['table', 'json', 'yaml', 'md']);

type LoadedSize = {
  readonly output: Output;
  /** A list in order needs all records, whatever its format. */
  readonly isSorted: boolean;
  /** Undefined if the command has no `--limit`. */
  readonly limit: number | undefined;
  readonly records: number;
  /** Records received so far, whether they match or not. */
  readonly received: number;
  /** Bytes received so far. */
  readonly bytes: number;
};

/** Returns why a format cannot hold more records; undefined if it can. */
export function memoryLimit({
  output,
  isSorted,
  limit,
  records,
  received,
  bytes,
}: LoadedSize): SafeText | undefined {
  const isTable = output === 'table';
  const isLimited = limit !== undefined && limit !== Number.POSITIVE_INFINITY;
  if (isLimited || !(isSorted || NEEDS_ALL.has(output))) return undefined;
  if (received >= MAX_FILTERED && records < MAX_RECORDS)
    return safe`Stopped after ${received} records, of which ${records} match. Use -o ndjson for more, or set --limit.`;
  // A table stores only the cells of a record, so its bytes do not count.
  if (records < MAX_RECORDS && (isTable || bytes < MAX_BYTES)) return undefined;
  const [who, advice] = isSorted
    ? [safe`--sort-by`, safe`Sort the output of -o ndjson instead.`]
    : [clean(output), safe`Use -o ndjson for more${limit === undefined ? safe`` : safe`, or set --limit`}.`];
  return safe`Stopped at ${records} records, because ${who} needs all of them in memory. ${advice}`;
}
