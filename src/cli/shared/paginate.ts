import type { Client, Outcome } from '../../api/client.ts';
import type { Ids, Operation } from '../../api/operation.ts';
import type { Page } from '../../api/response.ts';
import type { Failure, SentRequest } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { ownId } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import type { Output } from './context.ts';

type LoadedPage<P> = {
  readonly kind: 'page';
  readonly page: P;
  readonly items: readonly JsonObject[];
  readonly skipped: number;
  readonly isLast: boolean;
  readonly sent: SentRequest;
};

export type PageStep<P = Page> =
  | LoadedPage<P>
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'endless'; readonly why: SafeText };

type PagesRequest = {
  readonly client: Client;
  readonly ids: Ids;
  readonly options: Parameters<Client['send']>[2];
  /** Returns true if the next page is loaded ahead, given the number of new items. Default: never. */
  readonly isAhead?: (items: number) => boolean;
};

/**
 * Returns why paging must stop although the server names a next page. `earlier`: a page token seen before.
 */
function repetitionReason(
  next: string | undefined,
  fresh: number,
  earlier: string | undefined,
): SafeText | undefined {
  if (next === undefined) return undefined;
  if (next === earlier) return safe`The server repeated a page token. Loading stopped.`;
  return fresh === 0 ? safe`The server repeated a page. Loading stopped.` : undefined;
}

/**
 * Returns the items that neither the previous page nor this one had before. If records came or went
 * meanwhile, a page begins with items of the previous one; a page that begins with a new item is new as a
 * whole.
 */
function newItems(items: readonly JsonObject[], before: readonly JsonObject[]): readonly JsonObject[] {
  const first = ownId(items.find(item => ownId(item) !== undefined) ?? {});
  const earlier = before.map(ownId);
  const known = new Set(earlier.includes(first) ? earlier : []);
  return items.filter(item => {
    const id = ownId(item);
    const isNew = id === undefined || !known.has(id);
    known.add(id);
    return isNew;
  });
}

/**
 * Yields pages. Stores one page and one page token, however many there are; a repeated token is found within
 * twice the length of the cycle (Brent's algorithm).
 */
export async function* pagesFrom<P extends Page>(
  load: (token: { readonly page?: string }) => Promise<Outcome<P>>,
  isAhead?: PagesRequest['isAhead'],
): AsyncGenerator<PageStep<P>> {
  let response = load({});
  let earlier: string | undefined;
  let before: readonly JsonObject[] = [];
  for (let count = 1, renew = 1; ; count++) {
    const outcome = await response;
    if (!outcome.ok) return yield { kind: 'failed', failure: outcome.failure };
    const { value: page, sent } = outcome;
    const { items, next, skipped, cut } = page;
    const fresh = newItems(items, before);
    const why = cut ?? repetitionReason(next, fresh.length, earlier);
    const ahead =
      next !== undefined && why === undefined && isAhead?.(fresh.length) ? load({ page: next }) : undefined;
    yield { kind: 'page', page, items: fresh, skipped, isLast: (next ?? cut) === undefined, sent };
    if (why !== undefined) return yield { kind: 'endless', why };
    if (next === undefined) return;
    response = ahead ?? load({ page: next });
    before = items;
    if (count < renew) continue;
    renew *= 2;
    earlier = next;
  }
}

export const pagesOf = (
  list: Operation<string, 'page'>,
  { client, ids, options, isAhead }: PagesRequest,
): AsyncGenerator<PageStep> => pagesFrom(token => client.send(list, ids, { ...options, ...token }), isAhead);

/** Limit of records that a filter looks at: it may match none of an endless list. */
const MAX_FILTERED = 1_000_000;

/**
 * Yields the pages of several lists, each of the first million records once: a server may ignore the
 * parameter that separates the lists.
 */
export async function* pagesOfAll(
  [first, ...others]: readonly Operation<string, 'page'>[],
  request: PagesRequest,
): AsyncGenerator<PageStep> {
  if (first === undefined) return;
  if (others.length === 0) return yield* pagesOf(first, request);
  const seen = new Set<string | undefined>();
  for await (const step of pagesOf(first, request)) {
    const items = step.kind === 'page' && seen.size < MAX_FILTERED ? step.items : [];
    for (const item of items) seen.add(ownId(item));
    yield step.kind === 'page' ? { ...step, isLast: false } : step;
  }
  // Items without an id never count as repeated.
  seen.delete(undefined);
  for await (const step of pagesOfAll(others, request))
    yield step.kind === 'page' ? { ...step, items: step.items.filter(item => !seen.has(ownId(item))) } : step;
}

/** The end of paging: why something is left out, and the failure if a page or record could not be read. */
export type PagesEnd = { readonly missing?: SafeText | undefined; readonly failure?: Failure | undefined };

/** Passes pages on until there are none, or `take` returns why no more are wanted. */
export async function takePages<P>(
  pages: AsyncIterable<PageStep<P>>,
  take: (page: LoadedPage<P>) => Promise<PagesEnd | undefined>,
): Promise<PagesEnd> {
  for await (const step of pages) {
    if (step.kind === 'endless') return { missing: step.why };
    if (step.kind === 'failed') return { missing: safe`A page could not be read.`, failure: step.failure };
    const end = await take(step);
    if (end !== undefined) return end;
  }
  return {};
}

/** Limits without `--limit` of formats that need all records in memory: a list may be endless. */
const MAX_RECORDS = 200_000;
const MAX_BYTES = 256 * 1024 * 1024;

const NEEDS_ALL: ReadonlySet<Output> = new Set(['table', 'json', 'yaml', 'md']);

type LoadedSize = {
  readonly output: Output;
  /** A list in order needs all records, whatever its format. */
  readonly isSorted: boolean;
  readonly limit: number | undefined;
  readonly records: number;
  /** Records received so far, whether they match or not. */
  readonly received: number;
  readonly bytes: number;
};

export function memoryLimit(size: LoadedSize): SafeText | undefined {
  const { output, isSorted, limit, records, received, bytes } = size;
  const isLimited = limit !== undefined && limit !== Number.POSITIVE_INFINITY;
  if (isLimited || !(isSorted || NEEDS_ALL.has(output))) return undefined;
  if (received >= MAX_FILTERED && records < MAX_RECORDS)
    return safe`Stopped after ${received} records, of which ${records} match. Use -o ndjson for more, or set --limit.`;
  // A table stores only the cells of a record, so its bytes do not count.
  if (records < MAX_RECORDS && (output === 'table' || bytes < MAX_BYTES)) return undefined;
  const [who, advice] = isSorted
    ? [safe`--sort-by`, safe`Sort the output of -o ndjson instead.`]
    : [clean(output), safe`Use -o ndjson for more${limit === undefined ? safe`` : safe`, or set --limit`}.`];
  return safe`Stopped at ${records} records, because ${who} needs all of them in memory. ${advice}`;
}
