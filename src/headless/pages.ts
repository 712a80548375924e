import type { Client } from '../api/client.ts';
import type { JsonObject } from '../api/json.ts';
import type { Ids, Operation } from '../api/operation.ts';
import type { Failure } from '../failure.ts';
import { ownId } from '../resources/resource.ts';
import { type SafeText, safe } from '../text/sanitise.ts';

/** A page as it came, or how a list came to an early end. */
export type Step =
  | {
      readonly is: 'page';
      readonly items: readonly JsonObject[];
      readonly skipped: number;
      readonly isLast: boolean;
    }
  | { readonly is: 'failed'; readonly failure: Failure }
  | { readonly is: 'endless'; readonly why: SafeText };

type Asking = {
  readonly client: Client;
  readonly list: Operation<string, 'page'>;
  readonly ids: Ids;
  readonly options: Parameters<Client['send']>[2];
};

const SAME_MARK = safe`The server sent the same page mark again; stopped there.`;
const NOTHING_NEW = safe`The server sent a page with nothing new in it; stopped there.`;

/** Why a page is the last one although the server names a next; `kept`: a mark that was seen before. */
function endless(next: string | undefined, fresh: number, kept: string | undefined): SafeText | undefined {
  if (next === undefined) return undefined;
  if (next === kept) return SAME_MARK;
  return fresh === 0 ? NOTHING_NEW : undefined;
}

/**
 * The pages of a list, each asked for only when the one before was taken. Remembers one page and one mark, however long
 * the list is: a mark that comes back is found within twice the pages between (Brent).
 */
export async function* pagesOf({ client, list, ids, options }: Asking): AsyncGenerator<Step> {
  let mark: { readonly page?: string } = {};
  let kept: string | undefined;
  let before: ReadonlySet<string> = new Set();
  for (let count = 1, renew = 1; ; count++) {
    const answer = await client.send(list, ids, { ...options, ...mark });
    if (!answer.ok) return yield { is: 'failed', failure: answer.failure };
    const { items, next, skipped } = answer.value;
    const fresh = items.filter(item => !before.has(ownId(item) ?? ''));
    yield { is: 'page', items: fresh, skipped, isLast: next === undefined };
    const why = endless(next, fresh.length, kept);
    if (why !== undefined) return yield { is: 'endless', why };
    if (next === undefined) return;
    mark = { page: next };
    before = new Set(items.flatMap(item => ownId(item) ?? []));
    if (count < renew) continue;
    renew *= 2;
    kept = next;
  }
}
