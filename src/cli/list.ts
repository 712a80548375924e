import { sendEach } from '../api/send-each.ts';
import type { Failure } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { withDerivedFields } from '../resources/fields.ts';
import { ownId, ownIdName } from '../resources/record-ids.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { type Candidate, candidatesOf, matchingItems } from './candidates.ts';
import { readOne } from './get.ts';
import { type ListQuery, limitOf, queryOf } from './list-query.ts';
import { memoryLimit, pagesOfAll } from './list-sources.ts';
import { done, type Ending, type KindCall, readOptions } from './shared/context.ts';
import {
  type FailedRead,
  failedReadsReason,
  failureText,
  INCOMPLETE,
  joinReasons,
  reportFailedRead,
} from './shared/errors.ts';
import { nounOf } from './shared/nouns.ts';
import { listPrinter, type Printer } from './shared/output.ts';
import { createReadStop, type ReadStop } from './shared/read-stop.ts';
import { sortRecords } from './sort.ts';

/** A row that matches: its list item, and the full record if it was read. */
export type ListRow = { readonly item: JsonObject; readonly whole: JsonObject | undefined };

type FilteredRows = {
  readonly rows: readonly ListRow[];
  readonly failed: readonly FailedRead[];
  /** The failure that ended the reads of the page. */
  readonly failure?: Failure | undefined;
};

export type ListResult = {
  readonly found: number;
  /** Why something is left out; undefined if the list is complete. */
  readonly missing: SafeText | undefined;
  /** Why records are missing that no failed read has named; undefined if none are, but for `--limit`. */
  readonly gap: SafeText | undefined;
  readonly isLimit: boolean;
  readonly failure: Failure | undefined;
};

type ListCall = KindCall & {
  readonly query: ListQuery;
  readonly printer: Printer;
  readonly take: (rows: readonly ListRow[]) => Promise<boolean>;
};

type ListCounts = Record<'found' | 'seen' | 'received' | 'skipped' | 'withoutId' | 'bytes', number> & {
  readonly failed: Failure[];
  readonly endsReads: ReadStop;
};

const limitReason = (limit: number): SafeText => safe`More may be available: --limit ${limit}.`;

/** The end of paging: why pages are missing, and the failure if one could not be read. */
export type ListEnd = { readonly missing?: SafeText; readonly failure?: Failure };

/** Full records by the list items they were read for. */
type FullRecords = {
  readonly found: ReadonlyMap<JsonObject, JsonObject>;
  readonly failed: readonly FailedRead[];
  /** The failure after which no more records were requested, because all reads would meet it. */
  readonly failure?: Failure;
};

/** Reads full records, several at once. Stops at a failure that all reads would meet. */
async function readFullRecords(
  list: ListCall,
  items: readonly JsonObject[],
  counts: ListCounts,
): Promise<FullRecords> {
  const { service, resource, context, query, style } = list;
  const found = new Map<JsonObject, JsonObject>();
  const failed: FailedRead[] = [];
  const own = ownIdName(resource);
  const read = (item: JsonObject) =>
    readOne(list, { kind: resource.kind, ids: { ...query.ids, [own]: ownId(item) ?? '' } });
  for await (const [item, outcome] of sendEach(items, read, service.client.limit)) {
    const isEnd = counts.endsReads(outcome);
    counts.seen++;
    if (outcome.ok) counts.bytes += outcome.sent.bytes ?? 0;
    context.io.progress(progressOf(list, counts));
    if (outcome.ok)
      found.set(item, withDerivedFields(resource, outcome.value, { ...style.clock, exact: false }));
    else if (isEnd) return { found, failed, failure: outcome.failure };
    else failed.push({ record: item, failure: outcome.failure });
  }
  return { found, failed };
}

/** Returns how far a list is: `bots: 40 loaded`; `bots: 12 read, 3 match`. */
function progressOf({ resource, query }: ListCall, { received, seen, found }: ListCounts): SafeText {
  const loaded = seen === 0 ? safe`${received} loaded` : safe`${seen} read`;
  const matches = query.filter === undefined ? safe`` : safe`, ${found} match`;
  return safe`${clean(nounOf(resource))}: ${loaded}${matches}`;
}

/** Filters candidates, and reads full records where necessary. */
async function filterRows(
  list: ListCall,
  candidates: readonly Candidate[],
  counts: ListCounts,
): Promise<FilteredRows> {
  const { query, resource, style } = list;
  const { filter, wantsWhole } = query;
  const toRead = candidates.filter(({ isSure }) => wantsWhole || !isSure);
  const items = toRead.map(({ item }) => item);
  const { found, failed, failure } = await readFullRecords(list, items, counts);
  const notRead = new Set(items.filter(item => !found.has(item)));
  const matching =
    filter === undefined ? undefined : matchingItems({ resource, found, now: style.clock.now }, filter);
  const rows = candidates.flatMap(({ item, isSure }): readonly ListRow[] => {
    const whole = found.get(item);
    const isWanted = isSure || (whole !== undefined && matching?.has(item) === true);
    return isWanted && !notRead.has(item) ? [{ item, whole }] : [];
  });
  return { rows, failed, failure };
}

/**
 * Takes the rows of a page. Returns undefined if the next page is wanted. Handles only as many rows at a time
 * as are still wanted, so that no record beyond the limit is requested.
 */
async function takePage(
  list: ListCall,
  { items, isLast }: { readonly items: readonly JsonObject[]; readonly isLast: boolean },
  counts: ListCounts,
): Promise<ListEnd | undefined> {
  const { query, take, context, resource, style } = list;
  const candidates = candidatesOf({ resource, items, now: style.clock.now }, query.filter);
  const { limit } = query;
  counts.received += items.length;
  let at = 0;
  do {
    const part = candidates.slice(at, at + limit - counts.found);
    at += part.length;
    const filtered = await filterRows(list, part, counts);
    counts.found += filtered.rows.length;
    counts.withoutId += filtered.rows.filter(({ item }) => ownId(item) === undefined).length;
    if (!(await take(filtered.rows))) return {};
    for (const each of filtered.failed) {
      counts.failed.push(each.failure);
      await reportFailedRead(list, list.printer, each);
    }
    if (filtered.failure !== undefined)
      return { missing: safe`A record could not be read.`, failure: filtered.failure };
    context.io.progress(progressOf(list, counts));
  } while (at < candidates.length && counts.found < limit);
  if (counts.found >= limit) return at < candidates.length || !isLast ? { missing: limitReason(limit) } : {};
  const missing = isLast
    ? undefined
    : memoryLimit({
        output: style.output,
        isSorted: query.sort !== undefined,
        limit,
        records: counts.found + counts.failed.length,
        received: counts.received,
        bytes: counts.bytes,
      });
  return missing && { missing };
}

async function takePages(list: ListCall, counts: ListCounts): Promise<ListEnd> {
  const { service, query } = list;
  const { client } = service;
  // Loads the next page ahead only if it is wanted in any case.
  const isAhead = (items: number): boolean =>
    query.filter === undefined && counts.found + items < query.limit;
  const request = { client, ids: query.ids, options: readOptions(list), isAhead };
  for await (const step of pagesOfAll(query.lists, request)) {
    if (step.kind === 'endless') return { missing: step.why };
    if (step.kind === 'failed') return { missing: safe`A page could not be read.`, failure: step.failure };
    counts.skipped += step.skipped;
    counts.bytes += step.sent.bytes ?? 0;
    const end = await takePage(list, step, counts);
    if (end !== undefined) return end;
  }
  return {};
}

export async function loadList(list: ListCall): Promise<ListResult> {
  const numbers = { found: 0, seen: 0, received: 0, skipped: 0, withoutId: 0, bytes: 0 };
  const counts: ListCounts = { ...numbers, failed: [], endsReads: createReadStop() };
  const { missing, failure } = await takePages(list, counts);
  list.context.io.progress(undefined);
  const { found, failed, skipped, withoutId } = counts;
  const invalid = joinReasons(
    skipped > 0 ? safe`Entries of the list that are not valid records: ${skipped}.` : undefined,
    withoutId > 0 ? safe`Records that have no id: ${withoutId}.` : undefined,
  );
  const isCut = failure === undefined && found >= list.query.limit;
  return {
    found,
    missing: joinReasons(failedReadsReason(failed), invalid, missing),
    gap: joinReasons(invalid, isCut ? undefined : missing),
    failure,
    isLimit: isCut && failed.length === 0 && invalid === undefined,
  };
}

/** Ends the output of a list, reports what is left out, and returns the exit code. */
export async function endList(
  { context: { io }, style }: Pick<KindCall, 'context' | 'style'>,
  printer: Pick<Printer, 'end'>,
  { found, failure, missing, isLimit }: Omit<ListResult, 'gap'>,
): Promise<Ending> {
  if (failure !== undefined && found === 0) return failure;
  await printer.end(missing);
  if (failure?.kind === 'cancelled') return failure;
  if (missing === undefined || isLimit) return done;
  io.writeError(failure === undefined ? `botscope: ${missing}\n` : failureText(failure, style.output));
  return { code: INCOMPLETE };
}

/** Returns the printed row: the list item. Only `--columns` adds the record that was read for it. */
const printed = ({ item, whole }: ListRow, only: readonly string[] | undefined): JsonObject =>
  only === undefined || whole === undefined ? item : { ...item, ...whole };

/** Prints a list: the `ls` verb. With `--sort-by` it is loaded whole first. */
export async function list(call: KindCall): Promise<Ending> {
  const { resource, style, context } = call;
  const query = await queryOf(call, 'ls', style.only);
  if ('kind' in query) return query;
  const printer = listPrinter({ io: context.io, resource, style });
  const print = (rows: readonly ListRow[]): Promise<boolean> =>
    printer.add(rows.map(row => printed(row, style.only)));
  const { sort } = query;
  if (sort === undefined)
    return endList(call, printer, await loadList({ ...call, query, printer, take: print }));
  const all: ListRow[] = [];
  const take = async (rows: readonly ListRow[]): Promise<boolean> => {
    for (const row of rows) all.push(row);
    return !context.io.isClosed();
  };
  const loaded = await loadList({ ...call, query, printer, take });
  const recordOf = ({ item, whole }: ListRow): JsonObject => ({ ...item, ...whole });
  const limit = limitOf(call.values);
  await print(sortRecords(resource, sort, { items: all, recordOf }).slice(0, limit));
  const isCut = all.length > limit && loaded.missing === undefined;
  return endList(call, printer, isCut ? { ...loaded, isLimit: true, missing: limitReason(limit) } : loaded);
}
