import { stopsAll } from '../after-failure.ts';
import type { JsonObject } from '../api/json.ts';
import type { Ids } from '../api/operation.ts';
import { badArgument, type Failure } from '../failure.ts';
import { type Filter, parseFilter } from '../filter/filter.ts';
import { judgedExactly, UNREAD, YES } from '../filter/filter-match.ts';
import { isTold, withWorkedOut } from '../resources/asked.ts';
import { ownId, ownIdName } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { done, type Ending, type KindCall, readOptions } from './call.ts';
import { gatheringEnd } from './gathering.ts';
import { listParents } from './given-ids.ts';
import { nounOf } from './nouns.ts';
import { pagesOf } from './pages.ts';
import { listPrinter } from './printing.ts';
import { twoAtATime } from './two-at-a-time.ts';

/** What is asked of a list. */
export type Query = {
  readonly ids: Ids;
  readonly filter: Filter | undefined;
  /** Every record is read whole, besides those that a filter cannot judge without. */
  readonly wantsWhole: boolean;
  readonly limit: number;
};

/** A row that is wanted: as the list has it, and whole where it was read. */
export type Found = { readonly item: JsonObject; readonly whole: JsonObject | undefined };

/** What came of going through a list, once it has ended. */
export type Walked = {
  readonly found: number;
  /** Records that had to be read and could not be. */
  readonly unread: number;
  /** Entries of the list that are no records. */
  readonly skipped: number;
  /** Why there may be more; undefined: there is not. */
  readonly missing: SafeText | undefined;
  /** It ended where it was asked to end. */
  readonly isLimit: boolean;
  readonly failure: Failure | undefined;
};

type Going = KindCall & {
  readonly query: Query;
  readonly take: (rows: readonly Found[]) => Promise<boolean>;
};

type Tally = { found: number; unread: number; seen: number; skipped: number; bytes: number };

type End = { readonly missing?: SafeText; readonly failure?: Failure };

type Judged = readonly Found[] | { readonly failure: Failure };

/** Reads records whole, two at a time; a failure that all would meet ends it. */
async function readWhole(
  { service, resource, setting, query, ...call }: Going,
  items: readonly JsonObject[],
  tally: Tally,
): Promise<ReadonlyMap<JsonObject, JsonObject> | { readonly failure: Failure }> {
  const found = new Map<JsonObject, JsonObject>();
  const { read } = resource;
  if (read === undefined) {
    tally.unread += items.length;
    return found;
  }
  const options = readOptions({ setting, ...call });
  const ask = (item: JsonObject) =>
    service.client.send(read, { ...query.ids, [ownIdName(resource)]: ownId(item) ?? '' }, options);
  for await (const [item, answer] of twoAtATime(items, ask)) {
    tally.seen++;
    if (answer.ok) tally.bytes += answer.sent.bytes ?? 0;
    setting.io.progress(safe`${clean(nounOf(resource))}: ${tally.seen} read, ${tally.found} found`);
    if (answer.ok)
      found.set(item, withWorkedOut(resource, answer.value, { now: setting.now(), exact: false }));
    else if (stopsAll(answer.failure)) return { failure: answer.failure };
    else tally.unread++;
  }
  return found;
}

/** The rows of a page that are wanted. */
async function judge(going: Going, items: readonly JsonObject[], tally: Tally): Promise<Judged> {
  const { resource, query, setting } = going;
  const { filter, wantsWhole } = query;
  if (filter === undefined && !wantsWhole) return items.map(item => ({ item, whole: undefined }));
  const about = { resource, items, whole: new Map<string, JsonObject>(), now: setting.now() };
  const first = filter === undefined ? undefined : judgedExactly(about, filter).of;
  const verdict = (at: number): number => first?.[at] ?? YES;
  const toRead = items.filter((_item, at) => verdict(at) === UNREAD || (wantsWhole && verdict(at) === YES));
  const read = await readWhole(going, toRead, tally);
  if ('failure' in read) return read;
  const again = filter === undefined || read.size === 0 ? undefined : judgedAgain(going, filter, read);
  return items.flatMap((item, at): readonly Found[] => {
    const whole = read.get(item);
    if (verdict(at) === YES) return [{ item, whole }];
    return whole !== undefined && again?.has(item) === true ? [{ item, whole }] : [];
  });
}

function judgedAgain(
  { resource, setting }: Going,
  filter: Filter,
  read: ReadonlyMap<JsonObject, JsonObject>,
): ReadonlySet<JsonObject> {
  const items = [...read.keys()];
  const whole = new Map([...read].map(([item, record]) => [ownId(item) ?? '', record]));
  const { of } = judgedExactly({ resource, items, whole, now: setting.now() }, filter);
  return new Set(items.filter((_item, at) => of[at] === YES));
}

/** What a page added: undefined when the next one is wanted. */
async function takePage(
  going: Going,
  { items, isLast }: { readonly items: readonly JsonObject[]; readonly isLast: boolean },
  tally: Tally,
): Promise<End | undefined> {
  const { query, take, setting, resource, style } = going;
  const rows = await judge(going, items, tally);
  if ('failure' in rows) return { missing: safe`A record could not be read.`, failure: rows.failure };
  const wanted = rows.slice(0, query.limit - tally.found);
  tally.found += wanted.length;
  if (!(await take(wanted))) return {};
  setting.io.progress(safe`${clean(nounOf(resource))}: ${tally.found} found`);
  if (tally.found < query.limit) {
    const { limit } = query;
    const { found: records, bytes } = tally;
    const missing = isLast ? undefined : gatheringEnd({ output: style.output, limit, records, bytes });
    return missing && { missing };
  }
  return wanted.length < rows.length || !isLast
    ? { missing: safe`There may be more: --limit ${query.limit}.` }
    : {};
}

async function lastStep(going: Going, tally: Tally): Promise<End> {
  const { service, resource, query } = going;
  const { list } = resource;
  if (list === undefined) return {};
  const { client } = service;
  // Where records are read one by one that is enough to ask a server at once.
  const isAhead = (items: number): boolean =>
    query.filter === undefined && !query.wantsWhole && tally.found + items < query.limit;
  const asking = { client, list, ids: query.ids, options: readOptions(going), isAhead };
  for await (const step of pagesOf(asking)) {
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
export async function walk(going: Going): Promise<Walked> {
  const tally: Tally = { found: 0, unread: 0, seen: 0, skipped: 0, bytes: 0 };
  const { missing, failure } = await lastStep(going, tally);
  going.setting.io.progress(undefined);
  const { found, unread, skipped } = tally;
  return {
    found,
    unread,
    skipped,
    missing,
    failure,
    isLimit: failure === undefined && found >= going.query.limit,
  };
}

/** The query that flags and words mean, or what is wrong with them. `fields`: those that will be printed. */
export function queryOf(
  call: KindCall,
  verb: string,
  fields: readonly string[] | undefined,
): Query | Failure {
  const { resource, values } = call;
  const parents = listParents(call, verb);
  if ('kind' in parents) return parents;
  const text = typeof values['filter'] === 'string' ? values['filter'] : '';
  const filter = text.trim() === '' ? undefined : parseFilter(resource, text);
  if (filter?.problem !== undefined) return badArgument(safe`--filter: ${filter.problem}`);
  const limit = typeof values['limit'] === 'string' ? Number(values['limit']) : Number.POSITIVE_INFINITY;
  const wantsWhole = resource.read !== undefined && (fields ?? []).some(field => !isTold(resource, field));
  return { ids: parents.ids, filter, wantsWhole, limit };
}

/** How going through a list ended: said where it is not the failure's to say. */
export function walkEnding(
  { setting: { io } }: KindCall,
  { unread, failure, missing, isLimit }: Walked,
): Ending {
  if (failure !== undefined) return failure;
  if (unread > 0) io.writeError(`botscope: ${unread} could not be read, so nothing is said of them.\n`);
  else if (missing !== undefined && !isLimit) io.writeError(`botscope: ${missing}\n`);
  else return done;
  return { code: 1 };
}

/** The row as it is printed: what it looks like does not depend on what a filter had to read. */
const printed = ({ item, whole }: Found, only: readonly string[] | undefined): JsonObject =>
  only === undefined || whole === undefined ? item : { ...item, ...whole };

export async function list(call: KindCall): Promise<Ending> {
  const { resource, style, setting } = call;
  const query = queryOf(call, 'ls', style.only);
  if ('kind' in query) return query;
  const printer = listPrinter({ io: setting.io, resource, style });
  const take = (rows: readonly Found[]): Promise<boolean> =>
    printer.add(rows.map(row => printed(row, style.only)));
  const walked = await walk({ ...call, query, take });
  if (walked.failure === undefined || walked.found > 0) await printer.end(walked.missing);
  return walkEnding(call, walked);
}
