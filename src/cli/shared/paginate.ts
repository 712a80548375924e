import type { Client, Outcome } from '../../api/client.ts';
import type { Ids, Operation } from '../../api/operation.ts';
import { type Page, repetitionWords } from '../../api/response.ts';
import type { Failure, SentRequest } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { ownId } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import type { Output } from './context.ts';

type LoadedPage<P> = Readonly<{
  kind: 'page';
  page: P;
  items: readonly JsonObject[];
  skipped: number;
  isLast: boolean;
  sent: SentRequest;
}>;

export type PageStep<P = Page> =
  | LoadedPage<P>
  | Readonly<{ kind: 'failed'; failure: Failure }>
  | Readonly<{ kind: 'endless'; why: SafeText }>;

type PagesRequest = Readonly<{
  client: Client;
  ids: Ids;
  options: Parameters<Client['send']>[2];
  /** Given the number of new items. Default: never. */
  isAhead?: (items: number) => boolean;
}>;

/** If records came or went meanwhile, a page begins with items of the previous one; else all are new. */
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

/** Stores one page and one token; a repeated token is found within twice the length of the cycle (Brent). */
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
    const why = cut ?? repetitionWords(next, next === earlier, fresh.length);
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

/** A filter may match none of an endless list. */
const MAX_FILTERED = 1_000_000;

/** Each of the first million records comes once: a server may ignore what separates the lists. */
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

export type PagesEnd = Readonly<{ missing?: SafeText | undefined; failure?: Failure | undefined }>;

/** `take` returns why no more are wanted. */
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

/** For formats that need all records in memory. */
const MAX_RECORDS = 200_000;
const MAX_BYTES = 256 * 1024 * 1024;

const NEEDS_ALL: ReadonlySet<Output> = new Set(['table', 'json', 'yaml', 'md']);

type LoadedSize = Readonly<{
  output: Output;
  /** A sort needs all records, whatever the format. */
  isSorted: boolean;
  limit: number | undefined;
  records: number;
  /** Those that do not match, too. */
  received: number;
  bytes: number;
}>;

export function memoryLimit(size: LoadedSize): SafeText | undefined {
  const { output, isSorted, limit, records, received, bytes } = size;
  const isLimited = limit !== undefined && limit !== Infinity;
  if (isLimited || !(isSorted || NEEDS_ALL.has(output))) return undefined;
  if (received >= MAX_FILTERED && records < MAX_RECORDS)
    return safe`Stopped after ${received} records, of which ${records} match. Use -o ndjson for more, or set --limit.`;
  // A table stores only the cells of a record, so its bytes do not count.
  if (records < MAX_RECORDS && (output === 'table' || bytes < MAX_BYTES)) return undefined;
  const [who, advice] = isSorted
    ? [safe`--sort-by`, safe`Sort the output of -o ndjson instead.`]
    : [clean(output), safe`Use -o ndjson for more${limit !== undefined && safe`, or set --limit`}.`];
  return safe`Stopped at ${records} records, because ${who} needs all of them in memory. ${advice}`;
}
