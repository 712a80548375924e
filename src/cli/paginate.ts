import type { Client } from '../api/client.ts';
import type { Ids, Operation } from '../api/operation.ts';
import type { Failure } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { ownId } from '../resources/record-ids.ts';
import { type SafeText, safe } from '../text/sanitise.ts';

/** A page as it came, or how a list came to an early end. */
export type PageStep =
  | {
      readonly is: 'page';
      readonly items: readonly JsonObject[];
      readonly skipped: number;
      readonly isLast: boolean;
      readonly bytes: number;
    }
  | { readonly is: 'failed'; readonly failure: Failure }
  | { readonly is: 'endless'; readonly why: SafeText };

export type PagesRequest = {
  readonly client: Client;
  readonly list: Operation<string, 'page'>;
  readonly ids: Ids;
  readonly options: Parameters<Client['send']>[2];
  /** Whether the page after one with so many new items is asked for while that one is taken. Default: it is not. */
  readonly isAhead?: (items: number) => boolean;
};

const SAME_MARK = safe`The server sent the same page mark again; stopped there.`;
const NOTHING_NEW = safe`The server sent a page with nothing new in it; stopped there.`;

/** Why a page is the last one although the server names a next; `kept`: a mark that was seen before. */
function repetitionReason(
  next: string | undefined,
  fresh: number,
  kept: string | undefined,
): SafeText | undefined {
  if (next === undefined) return undefined;
  if (next === kept) return SAME_MARK;
  return fresh === 0 ? NOTHING_NEW : undefined;
}

/**
 * The items of a page that the one before did not have. Where records came or went meanwhile the list has moved, and a
 * page begins with what ended the one before: one that begins with something new is new as a whole.
 */
function newItems(items: readonly JsonObject[], before: readonly JsonObject[]): readonly JsonObject[] {
  const first = ownId(items.find(item => ownId(item) !== undefined) ?? {});
  if (first === undefined || !before.some(item => ownId(item) === first)) return items;
  const known = new Set(before.map(ownId));
  known.delete(undefined);
  return items.filter(item => !known.has(ownId(item)));
}

/**
 * The pages of a list, one after the other. Remembers one page and one mark, however long the list is: a mark that
 * comes back is found within twice the pages between (Brent).
 */
export async function* pagesOf({
  client,
  list,
  ids,
  options,
  isAhead,
}: PagesRequest): AsyncGenerator<PageStep> {
  const ask = (mark: { readonly page?: string }) => client.send(list, ids, { ...options, ...mark });
  let asked = ask({});
  let kept: string | undefined;
  let before: readonly JsonObject[] = [];
  for (let count = 1, renew = 1; ; count++) {
    const answer = await asked;
    if (!answer.ok) return yield { is: 'failed', failure: answer.failure };
    const { items, next, skipped } = answer.value;
    const fresh = newItems(items, before);
    const why = repetitionReason(next, fresh.length, kept);
    const ahead =
      next !== undefined && why === undefined && isAhead?.(fresh.length) ? ask({ page: next }) : undefined;
    const { bytes = 0 } = answer.sent;
    yield { is: 'page', items: fresh, skipped, isLast: next === undefined, bytes };
    if (why !== undefined) return yield { is: 'endless', why };
    if (next === undefined) return;
    asked = ahead ?? ask({ page: next });
    before = items;
    if (count < renew) continue;
    renew *= 2;
    kept = next;
  }
}

/** Requests that are under way at most. */
const CONCURRENCY = 2;

/** Asks for one thing after another, two at a time, and answers in their order. `ask` must not throw. */
export async function* twoAtATime<I, O>(
  things: Iterable<I>,
  ask: (thing: I) => Promise<O>,
): AsyncGenerator<readonly [I, O]> {
  const waiting: Promise<readonly [I, O]>[] = [];
  for (const thing of things) {
    waiting.push(ask(thing).then(answer => [thing, answer] as const));
    const first = waiting.length < CONCURRENCY ? undefined : waiting.shift();
    if (first !== undefined) yield await first;
  }
  for (const rest of waiting) yield await rest;
}
