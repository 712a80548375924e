import type { Ids, Operation } from '../api/operation.ts';
import { undocumentedRefusal } from '../api/request.ts';
import type { Sort } from '../explorer/state/place.ts';
import { badArgument, type Failure } from '../failure.ts';
import { exactFilterResult, NO, YES } from '../filter/match.ts';
import { type Filter, parseFilter, variantInFilter } from '../filter/parse.ts';
import { orderByKey } from '../filter/row-values.ts';
import type { JsonObject } from '../json/json.ts';
import { bot } from '../resources/bot.ts';
import { historyOf, noteHistory } from '../resources/digest.ts';
import { fieldAt, filterableFields, isListedField, valueAt, withDerivedFields } from '../resources/fields.ts';
import { usedVersions } from '../resources/integration.ts';
import { usedIntegration } from '../resources/local-kinds.ts';
import { ownId, type Resource, refTo } from '../resources/resource.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { nearestWord } from '../text/words.ts';
import type { CommandFlags } from './arguments/parse.ts';
import { done, type Ending, type KindCall, nounOf, readOptions } from './shared/context.ts';
import { type FailedRead, failedReadsReason, failureText, INCOMPLETE, joinReasons } from './shared/errors.ts';
import { listParents } from './shared/ids.ts';
import { listPrinter, type Printer } from './shared/output.ts';
import { memoryLimit, type PagesEnd, pagesOfAll, takePages } from './shared/paginate.ts';
import { checking, createReadStop, type ReadStop, readRecords, reportFailedRead } from './shared/reads.ts';

export type ListQuery = Readonly<{
  ids: Ids;
  lists: readonly Operation<string, 'page'>[];
  filter: Filter | undefined;
  /** Not only those that the filter cannot decide without. */
  wantsWhole: boolean;
  limit: number;
  /** All rows are then loaded before `limit` cuts them. */
  sort: Sort | undefined;
}>;

/** `tags.env`: the first name must be a known field, in any case. */
export function fieldPath(resource: Resource, flag: string, text: string): Result<string> {
  const known = Object.keys(filterableFields(resource));
  const [word = '', ...steps] = text.trim().split('.');
  const name =
    known.find(each => each === word) ?? known.find(each => each.toLowerCase() === word.toLowerCase());
  if (name !== undefined && steps.every(step => step !== '')) return ok([name, ...steps].join('.'));
  const near = nearestWord(word, known);
  const meant = near !== undefined && safe` Did you mean ${clean(near)}?`;
  const all = joinSafe(known.map(each => clean(each)));
  return err(safe`${clean(flag)}: unknown field "${clean(text.trim(), 40)}".${meant} One of: ${all}.`);
}

/** `--dev` or `dev:true` select the second list of the kind, `--with-dev` both; strict mode refuses it. */
function listsOf(call: KindCall): (Pick<ListQuery, 'lists'> & { readonly text: string }) | Failure {
  const { resource, values, service } = call;
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

export const limitOf = ({ limit }: CommandFlags) => (typeof limit === 'string' ? Number(limit) : Infinity);

function sortOf(resource: Resource, { sortBy }: CommandFlags): Result<Sort | undefined> {
  if (typeof sortBy !== 'string') return ok(undefined);
  const isDescending = sortBy.startsWith('-');
  const field = fieldPath(resource, '--sort-by', sortBy.slice(Number(isDescending)));
  return field.ok ? ok({ field: field.value, isDescending }) : field;
}

export async function queryOf(call: KindCall, verb: string, fields: readonly string[] = []) {
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
  const limit = sort === undefined ? limitOf(values) : Infinity;
  return { ids: parents.ids, lists, filter, wantsWhole, limit, sort };
}

type ListRow = Readonly<{ item: JsonObject; whole: JsonObject | undefined }>;

export type ListEnd = PagesEnd & {
  readonly found: number;
  /** Why records are missing that no failed read has named, except for `--limit`. */
  readonly gap?: SafeText | undefined;
  readonly isLimit?: boolean;
  /** All pages were read, although some of their records may not have been. */
  readonly hasAllPages?: boolean;
};

type ListCall = KindCall & {
  readonly query: ListQuery;
  readonly printer: Pick<Printer, 'fail'>;
  /** False if no more are wanted. */
  readonly take: (rows: readonly ListRow[]) => Promise<boolean>;
};

type LoadingList = ListCall & {
  readonly counts: Record<'found' | 'read' | 'received' | 'skipped' | 'withoutId' | 'bytes', number>;
  readonly failures: Failure[];
  readonly endsReads: ReadStop;
};

const limitReason = (limit: number) => safe`More may be available: --limit ${limit}.`;

function showProgress({ resource, query, context, counts }: LoadingList) {
  const { received, read, found } = counts;
  const loaded = read === 0 ? safe`${received} loaded` : safe`${read} read`;
  const matches = query.filter && safe`, ${found} match`;
  context.io.progress(safe`${clean(nounOf(resource))}: ${loaded}${matches}`);
}

function matchesOf(list: ListCall, items: readonly JsonObject[], whole = new Map<string, JsonObject>()) {
  const { query, resource, style } = list;
  if (query.filter === undefined) return new Uint8Array(items.length).fill(YES);
  return exactFilterResult({ resource, items, whole, now: style.clock.now }, query.filter).matches;
}

/** Unless `isSure`, only its full record can tell whether it matches. */
type Candidate = Readonly<{ item: JsonObject; isSure: boolean }>;

/** `failure`: one that all reads would meet. */
async function readRows(list: LoadingList, candidates: readonly Candidate[]) {
  const { query, resource, style, counts } = list;
  const unread = new Set(
    candidates.filter(({ isSure }) => query.wantsWhole || !isSure).map(({ item }) => item),
  );
  const whole = new Map<JsonObject, JsonObject>();
  const failed: FailedRead[] = [];
  let failure: Failure | undefined;
  const refs = [...unread].map(item => ({ ...refTo(resource, ownId(item) ?? '', query.ids), item }));
  for await (const { ref, outcome, isEnd } of readRecords(list, refs, list.endsReads)) {
    const { item } = ref;
    counts.read++;
    showProgress(list);
    if (outcome.ok) {
      counts.bytes += outcome.sent.bytes ?? 0;
      const record = withDerivedFields(resource, outcome.value, { ...style.clock, exact: false });
      noteHistory(record, historyOf(outcome.value));
      whole.set(item, record);
      unread.delete(item);
    } else if (isEnd) failure = outcome.failure;
    else failed.push({ record: item, failure: outcome.failure });
  }
  const byId = new Map([...whole].map(([item, record]) => [ownId(item) ?? '', record]));
  const items = candidates.map(({ item }) => item);
  const matches = whole.size === 0 ? [] : matchesOf(list, items, byId);
  const rows = candidates
    .filter(({ item, isSure }, at) => !unread.has(item) && (isSure || matches[at] === YES))
    .map(({ item }) => ({ item, whole: whole.get(item) }));
  return { rows, failed, failure };
}

/** Undefined if the next page is wanted. No record beyond the limit is requested. */
async function takePage(
  list: LoadingList,
  { items, isLast }: Readonly<{ items: readonly JsonObject[]; isLast: boolean }>,
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

export async function loadList(given: ListCall): Promise<ListEnd> {
  const call = checking(given);
  const { service, query, context } = call;
  const counts = { found: 0, read: 0, received: 0, skipped: 0, withoutId: 0, bytes: 0 };
  const list: LoadingList = { ...call, counts, failures: [], endsReads: createReadStop() };
  // Loads the next page ahead only if it is wanted in any case.
  const isAhead = (items: number) => query.filter === undefined && counts.found + items < query.limit;
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
    hasAllPages: failure === undefined && missing === undefined,
    isLimit: isCut && list.failures.length === 0 && invalid === undefined,
  };
}

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

export async function list(call: KindCall): Promise<Ending> {
  const { resource, style, context } = call;
  const query = await queryOf(call, 'ls', style.only);
  if ('kind' in query) return query;
  const printer = listPrinter(call);
  const recordOf = ({ item, whole }: ListRow): JsonObject => ({ ...item, ...whole });
  const print = (rows: readonly ListRow[]) =>
    printer.add(rows.map(row => (style.only === undefined ? row.item : recordOf(row))));
  const { sort } = query;
  if (sort === undefined)
    return endList(call, printer, await loadList({ ...call, query, printer, take: print }));
  const items: ListRow[] = [];
  const take = async (rows: readonly ListRow[]) => {
    for (const row of rows) items.push(row);
    return !context.io.isClosed();
  };
  const loaded = await loadList({ ...call, query, printer, take });
  const limit = limitOf(call.values);
  const field = fieldAt(resource, sort.field);
  const keys = items.map(row => field?.order(valueAt(recordOf(row), sort.field)) ?? '');
  const sorted = orderByKey(keys, sort.isDescending).flatMap(at => items[at] ?? []);
  await print(sorted.slice(0, limit));
  const isCut = items.length > limit && loaded.missing === undefined;
  return endList(call, printer, isCut ? { ...loaded, isLimit: true, missing: limitReason(limit) } : loaded);
}

export async function listInUse(given: KindCall): Promise<Ending> {
  const call = { ...given, resource: bot };
  const query = await queryOf(call, 'ls');
  if ('kind' in query) return query;
  const printer = listPrinter({ ...call, resource: usedIntegration });
  const bots: JsonObject[] = [];
  const end = await loadList({
    ...call,
    query: { ...query, wantsWhole: true },
    // The versions on a bot that could not be read are not known.
    printer: { fail: async () => !call.context.io.isClosed() },
    take: async rows => {
      bots.push(...rows.flatMap(({ whole }) => (whole === undefined ? [] : [whole])));
      return !call.context.io.isClosed();
    },
  });
  await printer.add(usedVersions(bots));
  return endList(call, printer, end);
}
