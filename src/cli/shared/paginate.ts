import type { Client, Outcome } from '../../api/client.ts';
import type { Ids, Operation } from '../../api/operation.ts';
import type { Page } from '../../api/response.ts';
import type { Failure, SentRequest } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { ownId } from '../../resources/record-ids.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';

/** A page, or the early end of a list. */
export type PageStep<P = Page> =
  | {
      readonly kind: 'page';
      readonly page: P;
      readonly items: readonly JsonObject[];
      readonly skipped: number;
      readonly isLast: boolean;
      readonly sent: SentRequest;
    }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'endless'; readonly why: SafeText };

export type PagesRequest = {
  readonly client: Client;
  readonly list: Operation<string, 'page'>;
  readonly ids: Ids;
  readonly options: Parameters<Client['send']>[2];
  /** Returns true if the next page is loaded ahead, given the number of new items. Default: never. */
  readonly isAhead?: (items: number) => boolean;
};

const REPEATED_TOKEN = safe`The server repeated a page token. Loading stopped.`;
const REPEATED_PAGE = safe`The server repeated a page. Loading stopped.`;

/**
 * Returns why paging must stop although the server names a next page. `earlier`: a page token seen before.
 */
function repetitionReason(
  next: string | undefined,
  fresh: number,
  earlier: string | undefined,
): SafeText | undefined {
  if (next === undefined) return undefined;
  if (next === earlier) return REPEATED_TOKEN;
  return fresh === 0 ? REPEATED_PAGE : undefined;
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

/** Yields the pages of a list of a kind. */
export const pagesOf = ({ client, list, ids, options, isAhead }: PagesRequest): AsyncGenerator<PageStep> =>
  pagesFrom(token => client.send(list, ids, { ...options, ...token }), isAhead);

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
    const { items, next, skipped, cut } = outcome.value;
    const fresh = newItems(items, before);
    const why = cut ?? repetitionReason(next, fresh.length, earlier);
    const ahead =
      next !== undefined && why === undefined && isAhead?.(fresh.length) ? load({ page: next }) : undefined;
    yield {
      kind: 'page',
      page: outcome.value,
      items: fresh,
      skipped,
      isLast: (next ?? cut) === undefined,
      sent: outcome.sent,
    };
    if (why !== undefined) return yield { kind: 'endless', why };
    if (next === undefined) return;
    response = ahead ?? load({ page: next });
    before = items;
    if (count < renew) continue;
    renew *= 2;
    earlier = next;
  }
}
