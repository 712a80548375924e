import type { Failure } from '../failure.ts';
import { exactFilterResult, NO, YES } from '../filter/match.ts';
import type { JsonObject } from '../json/json.ts';
import { withDerivedFields } from '../resources/fields.ts';
import { ownId, ownIdName } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { type ListQuery, limitOf, queryOf, sortItems } from './list-query.ts';
import { done, type Ending, type KindCall, nounOf, readOptions } from './shared/context.ts';
import { type FailedRead, failedReadsReason, failureText, INCOMPLETE, joinReasons } from './shared/errors.ts';
import { listPrinter, type Printer } from './shared/output.ts';
import { memoryLimit, type PagesEnd, pagesOfAll, takePages } from './shared/paginate.ts';
import { createReadStop, type ReadStop, readRecords, reportFailedRead } from './shared/reads.ts';

/** A row that matches: its list item, and the full record if it was read. */
export type ListRow = { readonly item: JsonObject; readonly whole: JsonObject | undefined };

export type ListEnd = PagesEnd & {
  readonly found: number;
  /** Why records are missing that no failed read has named; undefined if none are, but for `--limit`. */
  readonly gap?: SafeText | undefined;
  readonly isLimit?: boolean;
};

type ListCall = KindCall & {
  readonly query: ListQuery;
  readonly printer: Pick<Printer, 'fail'>;
  /** Takes the rows of a page; returns false if no more are wanted. */
  readonly take: (rows: readonly ListRow[]) => Promise<boolean>;
};

type LoadingList = ListCall & {
  readonly counts: Record<'found' | 'read' | 'received' | 'skipped' | 'withoutId' | 'bytes', number>;
  readonly failures: Failure[];
  readonly endsReads: ReadStop;
};

const limitReason = (limit: number): SafeText => safe`More may be available: --limit ${limit}.`;

/** Shows how far a list is: `bots: 40 loaded`; `bots: 12 read, 3 match`. */
function showProgress({ resource, query, context, counts }: LoadingList): void {
  const { received, read, found } = counts;
  const loaded = read === 0 ? safe`${received} loaded` : safe`${read} read`;
  const matches = query.filter === undefined ? safe`` : safe`, ${found} match`;
  context.io.progress(safe`${clean(nounOf(resource))}: ${loaded}${matches}`);
}

function matchesOf(
  { query: { filter }, resource, style }: ListCall,
  items: readonly JsonObject[],
  whole: ReadonlyMap<string, JsonObject> = new Map(),
): Uint8Array {
  if (filter === undefined) return new Uint8Array(items.length).fill(YES);
  return exactFilterResult({ resource, items, whole, now: style.clock.now }, filter).matches;
}

/** A row of a page that may match. `isSure`: it does; else only its full record can tell. */
type Candidate = { readonly item: JsonObject; readonly isSure: boolean };

/** The rows that match, and the records that could not be read; `failure`: one that all reads would meet. */
type ReadRows = {
  readonly rows: readonly ListRow[];
  readonly failed: readonly FailedRead[];
  readonly failure?: Failure | undefined;
};

async function readRows(list: LoadingList, candidates: readonly Candidate[]): Promise<ReadRows> {
  const { query, resource, style, counts } = list;
  const own = ownIdName(resource);
  const unread = new Set(candidates.flatMap(each => (query.wantsWhole || !each.isSure ? [each.item] : [])));
  const whole = new Map<JsonObject, JsonObject>();
  const failed: FailedRead[] = [];
  let failure: Failure | undefined;
  const ref = (item: JsonObject) => ({
    kind: resource.kind,
    ids: { ...query.ids, [own]: ownId(item) ?? '' },
  });
  for await (const { input: item, outcome, isEnd } of readRecords(list, [...unread], ref, list.endsReads)) {
    counts.read++;
    showProgress(list);
    if (outcome.ok) {
      counts.bytes += outcome.sent.bytes ?? 0;
      whole.set(item, withDerivedFields(resource, outcome.value, { ...style.clock, exact: false }));
      unread.delete(item);
    } else if (isEnd) failure = outcome.failure;
    else failed.push({ record: item, failure: outcome.failure });
  }
  const byId = new Map([...whole].map(([item, record]) => [ownId(item) ?? '', record]));
  const items = candidates.map(({ item }) => item);
  const matches = whole.size === 0 ? [] : matchesOf(list, items, byId);
  const rows = candidates.flatMap(({ item, isSure }, at) =>
    unread.has(item) || !(isSure || matches[at] === YES) ? [] : [{ item, whole: whole.get(item) }],
  );
  return { rows, failed, failure };
}

/** Returns undefined if the next page is wanted. No record beyond the limit is requested. */
async function takePage(
  list: LoadingList,
  { items, isLast }: { readonly items: readonly JsonObject[]; readonly isLast: boolean },
): Promise<PagesEnd | undefined> {
  const { query, counts, failures } = list;
  const { limit } = query;
  const matches = matchesOf(list, items);
  const candidates = items
    .map((item, at) => ({ item, isSure: matches[at] === YES }))
    .filter((_candidate, at) => matches[at] !== NO);
  let at = 0;
  do {
    const part = candidates.slice(at, at + limit - counts.found);
    at += part.length;
    const { rows, failed, failure } = await readRows(list, part);
    counts.found += rows.length;
    counts.withoutId += rows.filter(({ item }) => ownId(item) === undefined).length;
    if (!(await list.take(rows))) return {};
    for (const each of failed) {
      failures.push(each.failure);
      await reportFailedRead(list, list.printer, each);
    }
    if (failure !== undefined) return { missing: safe`A record could not be read.`, failure };
    showProgress(list);
  } while (at < candidates.length && counts.found < limit);
  if (counts.found >= limit) return at < candidates.length || !isLast ? { missing: limitReason(limit) } : {};
  if (isLast) return undefined;
  const records = counts.found + failures.length;
  const isSorted = query.sort !== undefined;
  const missing = memoryLimit({ ...counts, output: list.style.output, isSorted, limit, records });
  return missing && { missing };
}

export async function loadList(call: ListCall): Promise<ListEnd> {
  const { service, query, context } = call;
  const counts = { found: 0, read: 0, received: 0, skipped: 0, withoutId: 0, bytes: 0 };
  const list: LoadingList = { ...call, counts, failures: [], endsReads: createReadStop() };
  // Loads the next page ahead only if it is wanted in any case.
  const isAhead = (items: number): boolean =>
    query.filter === undefined && counts.found + items < query.limit;
  const request = { client: service.client, ids: query.ids, options: readOptions(call), isAhead };
  const { missing, failure } = await takePages(pagesOfAll(query.lists, request), page => {
    counts.received += page.items.length;
    counts.skipped += page.skipped;
    counts.bytes += page.sent.bytes ?? 0;
    return takePage(list, page);
  });
  context.io.progress(undefined);
  const { found, skipped, withoutId } = counts;
  const invalid = joinReasons(
    skipped > 0 ? safe`Entries of the list that are not valid records: ${skipped}.` : undefined,
    withoutId > 0 ? safe`Records that have no id: ${withoutId}.` : undefined,
  );
  const isCut = failure === undefined && found >= query.limit;
  return {
    found,
    missing: joinReasons(failedReadsReason(list.failures), invalid, missing),
    gap: joinReasons(invalid, isCut ? undefined : missing),
    failure,
    isLimit: isCut && list.failures.length === 0 && invalid === undefined,
  };
}

/** Ends the output of a list, reports what is left out, and returns the exit code. */
export async function endList(
  { context: { io }, style }: Pick<KindCall, 'context' | 'style'>,
  printer: Pick<Printer, 'end'>,
  { found, failure, missing, isLimit }: ListEnd,
): Promise<Ending> {
  if (failure !== undefined && found === 0) return failure;
  await printer.end(missing);
  if (failure?.kind === 'cancelled') return failure;
  if (missing === undefined || isLimit) return done;
  io.writeError(failure === undefined ? `botscope: ${missing}\n` : failureText(failure, style.output));
  return { code: INCOMPLETE };
}

/** Prints a list: the `ls` verb. With `--sort-by` it is loaded whole first. */
export async function list(call: KindCall): Promise<Ending> {
  const { resource, style, context } = call;
  const query = await queryOf(call, 'ls', style.only);
  if ('kind' in query) return query;
  const printer = listPrinter({ io: context.io, resource, style });
  // Only `--columns` adds the record that was read for a row.
  const print = (rows: readonly ListRow[]): Promise<boolean> =>
    printer.add(rows.map(({ item, whole }) => (style.only === undefined ? item : { ...item, ...whole })));
  const { sort } = query;
  if (sort === undefined)
    return endList(call, printer, await loadList({ ...call, query, printer, take: print }));
  const items: ListRow[] = [];
  const take = async (rows: readonly ListRow[]): Promise<boolean> => {
    for (const row of rows) items.push(row);
    return !context.io.isClosed();
  };
  const loaded = await loadList({ ...call, query, printer, take });
  const recordOf = ({ item, whole }: ListRow): JsonObject => ({ ...item, ...whole });
  const limit = limitOf(call.values);
  await print(sortItems(resource, sort, { items, recordOf }).slice(0, limit));
  const isCut = items.length > limit && loaded.missing === undefined;
  return endList(call, printer, isCut ? { ...loaded, isLimit: true, missing: limitReason(limit) } : loaded);
}
