import type { Ids } from '../api/operation.ts';
import { badArgument, type Failure, hasTrait } from '../failure.ts';
import { UNKNOWN, YES } from '../filter/match.ts';
import { type Filter, parseFilter } from '../filter/parse.ts';
import type { JsonObject } from '../json/json.ts';
import { isListedField, withDerivedFields } from '../resources/fields.ts';
import { ownId, ownIdName } from '../resources/record-ids.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { type Candidate, candidatesOf, matchingItems } from './candidates.ts';
import { done, type Ending, type KindCall, readOptions } from './context.ts';
import { failureText, INCOMPLETE, reportUnread, type UnreadRecord, unreadReason } from './errors.ts';
import { listParents } from './ids.ts';
import { gatheringEnd, type ListSelection, listsOf, pagesOfAll } from './list-sources.ts';
import { listPrinter, type Printer } from './output.ts';
import { twoAtATime } from './paginate.ts';
import { nounOf } from './verbs.ts';

/** Options of a list command. */
export type ListQuery = {
  readonly ids: Ids;
  readonly lists: ListSelection['lists'];
  readonly filter: Filter | undefined;
  /** Every record is read whole, besides those that a filter cannot judge without. */
  readonly wantsWhole: boolean;
  readonly limit: number;
};

/** A row that is wanted: as the list has it, and whole where it was read. */
export type ListRow = { readonly item: JsonObject; readonly whole: JsonObject | undefined };

/** The rows of a page that are wanted, and those that could not be read. */
type FilteredRows = { readonly rows: readonly ListRow[]; readonly unread: readonly UnreadRecord[] };

/** The result of loading a list to its end. */
export type ListResult = {
  readonly found: number;
  /** Why something is left out; undefined: all is there. */
  readonly missing: SafeText | undefined;
  /** Nothing is left out but what --limit leaves out. */
  readonly isLimit: boolean;
  readonly failure: Failure | undefined;
};

type ListCall = KindCall & {
  readonly query: ListQuery;
  readonly printer: Printer;
  readonly take: (rows: readonly ListRow[]) => Promise<boolean>;
};

type ListCounts = { found: number; unread: Failure[]; seen: number; skipped: number; bytes: number };

type ListEnd = { readonly missing?: SafeText; readonly failure?: Failure };

/** Records by the item of the list that they were read for. */
type FullRecords = {
  readonly found: ReadonlyMap<JsonObject, JsonObject>;
  readonly unread: readonly UnreadRecord[];
};

/** Reads records whole, two at a time; a failure that all would meet ends it. */
async function readFullRecords(
  { service, resource, context, query, ...call }: ListCall,
  items: readonly JsonObject[],
  tally: ListCounts,
): Promise<FullRecords | { readonly failure: Failure }> {
  const found = new Map<JsonObject, JsonObject>();
  const { read, plural } = resource;
  if (read === undefined) {
    const failure = badArgument(safe`${plural} cannot be read.`);
    return { found, unread: items.map(record => ({ record, failure })) };
  }
  const unread: UnreadRecord[] = [];
  const options = readOptions({ context, ...call });
  const ask = (item: JsonObject) =>
    service.client.send(read, { ...query.ids, [ownIdName(resource)]: ownId(item) ?? '' }, options);
  for await (const [item, answer] of twoAtATime(items, ask)) {
    tally.seen++;
    if (answer.ok) tally.bytes += answer.sent.bytes ?? 0;
    context.io.progress(safe`${clean(nounOf(resource))}: ${tally.seen} read, ${tally.found} found`);
    if (answer.ok)
      found.set(item, withDerivedFields(resource, answer.value, { now: context.now(), exact: false }));
    else if (hasTrait(answer.failure, 'stops-reads')) return { failure: answer.failure };
    else unread.push({ record: item, failure: answer.failure });
  }
  return { found, unread };
}

/** Those of some candidates that are wanted, read whole where that is needed. */
async function filterRows(
  going: ListCall,
  candidates: readonly Candidate[],
  tally: ListCounts,
): Promise<FilteredRows | { readonly failure: Failure }> {
  const { query, resource, context } = going;
  const { filter, wantsWhole } = query;
  const toRead = candidates.filter(({ verdict }) => wantsWhole || verdict === UNKNOWN);
  const read = await readFullRecords(
    going,
    toRead.map(({ item }) => item),
    tally,
  );
  if ('failure' in read) return read;
  const { found, unread } = read;
  const failed = new Set(unread.map(({ record }) => record));
  const again =
    filter === undefined ? undefined : matchingItems({ resource, found, now: context.now() }, filter);
  const rows = candidates.flatMap(({ item, verdict }): readonly ListRow[] => {
    const whole = found.get(item);
    const isWanted = verdict === YES || (whole !== undefined && again?.has(item) === true);
    return isWanted && !failed.has(item) ? [{ item, whole }] : [];
  });
  return { rows, unread };
}

/**
 * What a page added: undefined when the next one is wanted. Looks at no more rows at a time than are still wanted:
 * no request is sent for a row beyond the limit.
 */
async function takePage(
  going: ListCall,
  { items, isLast }: { readonly items: readonly JsonObject[]; readonly isLast: boolean },
  tally: ListCounts,
): Promise<ListEnd | undefined> {
  const { query, take, context, resource, style } = going;
  const candidates = candidatesOf({ resource, items, now: context.now() }, query.filter);
  const { limit } = query;
  let at = 0;
  do {
    const part = candidates.slice(at, at + limit - tally.found);
    at += part.length;
    const judged = await filterRows(going, part, tally);
    if ('failure' in judged) return { missing: safe`A record could not be read.`, failure: judged.failure };
    tally.found += judged.rows.length;
    if (!(await take(judged.rows))) return {};
    for (const each of judged.unread) {
      tally.unread.push(each.failure);
      await reportUnread(going, going.printer, each);
    }
    context.io.progress(safe`${clean(nounOf(resource))}: ${tally.found} found`);
  } while (at < candidates.length && tally.found < limit);
  if (tally.found < limit) {
    const { found, unread: failures, bytes } = tally;
    const records = found + failures.length;
    const missing = isLast ? undefined : gatheringEnd({ output: style.output, limit, records, bytes });
    return missing && { missing };
  }
  return at < candidates.length || !isLast
    ? { missing: safe`There may be more: --limit ${query.limit}.` }
    : {};
}

async function takePages(going: ListCall, tally: ListCounts): Promise<ListEnd> {
  const { service, query } = going;
  const { client } = service;
  // Where records are read one by one that is enough to ask a server at once.
  const isAhead = (items: number): boolean =>
    query.filter === undefined && !query.wantsWhole && tally.found + items < query.limit;
  const asking = { client, ids: query.ids, options: readOptions(going), isAhead };
  for await (const step of pagesOfAll(query.lists, asking)) {
    if (step.is === 'endless') return { missing: step.why };
    if (step.is === 'failed') return { missing: safe`A page could not be read.`, failure: step.failure };
    tally.skipped += step.skipped;
    tally.bytes += step.bytes;
    const end = await takePage(going, step, tally);
    if (end !== undefined) return end;
  }
  return {};
}

/** Goes through a list page by page and hands on what is wanted. */
export async function loadList(going: ListCall): Promise<ListResult> {
  const tally: ListCounts = { found: 0, unread: [], seen: 0, skipped: 0, bytes: 0 };
  const { missing, failure } = await takePages(going, tally);
  going.context.io.progress(undefined);
  const { found, unread, skipped } = tally;
  const reasons = [
    unreadReason(unread),
    skipped === 0 ? undefined : safe`${skipped} entries of the list are no records.`,
    missing,
  ].filter(reason => reason !== undefined);
  return {
    found,
    missing: reasons.length === 0 ? undefined : joinSafe(reasons, ' '),
    failure,
    isLimit: failure === undefined && unread.length === 0 && skipped === 0 && found >= going.query.limit,
  };
}

/** The query that flags and words mean, or what is wrong with them. `fields`: those that will be printed. */
export function queryOf(
  call: KindCall,
  verb: string,
  fields: readonly string[] | undefined,
): ListQuery | Failure {
  const { resource, values } = call;
  const parents = listParents(call, verb);
  if ('kind' in parents) return parents;
  const asked = listsOf(call);
  if ('kind' in asked) return asked;
  const { lists, filter: text } = asked;
  const filter = text.trim() === '' ? undefined : parseFilter(resource, text);
  if (filter?.problem !== undefined) return badArgument(safe`--filter: ${filter.problem}`);
  const limit = typeof values['limit'] === 'string' ? Number(values['limit']) : Number.POSITIVE_INFINITY;
  const wantsWhole =
    resource.read !== undefined && (fields ?? []).some(field => !isListedField(resource, field));
  return { ids: parents.ids, lists, filter, wantsWhole, limit };
}

/** Ends what is printed of a list, says what is left out, and returns the exit code. */
export async function endList(
  { context: { io }, style }: KindCall,
  printer: Printer,
  { found, failure, missing, isLimit }: ListResult,
): Promise<Ending> {
  if (failure !== undefined && found === 0) return failure;
  await printer.end(missing);
  if (failure?.kind === 'cancelled') return failure;
  if (missing === undefined || isLimit) return done;
  io.writeError(failure === undefined ? `botscope: ${missing}\n` : failureText(failure, style.output));
  return { code: INCOMPLETE };
}

/** The row as it is printed: what it looks like does not depend on what a filter had to read. */
const printed = ({ item, whole }: ListRow, only: readonly string[] | undefined): JsonObject =>
  only === undefined || whole === undefined ? item : { ...item, ...whole };

export async function list(call: KindCall): Promise<Ending> {
  const { resource, style, context } = call;
  const query = queryOf(call, 'ls', style.only);
  if ('kind' in query) return query;
  const printer = listPrinter({ io: context.io, resource, style });
  const take = (rows: readonly ListRow[]): Promise<boolean> =>
    printer.add(rows.map(row => printed(row, style.only)));
  return endList(call, printer, await loadList({ ...call, query, printer, take }));
}
