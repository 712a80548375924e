import type { Client, Outcome } from '../../../api/client.ts';
import type { Ids, Operation } from '../../../api/operation.ts';
import type { SendOptions } from '../../../api/request.ts';
import type { Page } from '../../../api/response.ts';
import type { Failure } from '../../../failure.ts';
import { ownId } from '../../../resources/record-ids.ts';
import { safe } from '../../../text/sanitise.ts';
import { baseOf, type Load, type Loaded, loadedOf, placeholderId, type Rows } from '../../state/load.ts';

/**
 * Ids of the loaded rows, each with the number of its page (from 0), and the tokens of the pages after the
 * first, in order. Detects endless lists.
 */
export type PagingGuard = { readonly ids: Map<string, number>; readonly tokens: Set<string> };

export const newPagingGuard = (): PagingGuard => ({ ids: new Map(), tokens: new Set() });

export const noRows: Rows = { items: [], ids: [], next: undefined, pages: 0, skipped: 0 };

function stopReason(page: Page, added: number, guard: PagingGuard): Rows['stopped'] {
  if (page.next === undefined) return page.cut;
  if (guard.tokens.has(page.next)) return safe`The server repeated a page token. Loading stopped.`;
  if (added === 0) return safe`The server repeated a page. Loading stopped.`;
  return undefined;
}

/**
 * Returns a growing copy of the rows: it adds pages in place, so that thousands of pages are not copied again
 * for each.
 */
function growingRows(rows: Rows) {
  const items = [...rows.items];
  const ids = [...rows.ids];
  let now: Omit<Rows, 'items' | 'ids'> = rows;
  return {
    add: (page: Page, guard: PagingGuard): void => {
      const before = ids.length;
      for (const item of page.items) {
        const id = ownId(item) ?? placeholderId(guard.ids.size);
        if (guard.ids.has(id)) continue;
        guard.ids.set(id, now.pages);
        items.push(item);
        ids.push(id);
      }
      const stopped = stopReason(page, ids.length - before, guard);
      if (page.next !== undefined) guard.tokens.add(page.next);
      now = {
        next: stopped === undefined ? page.next : undefined,
        pages: now.pages + 1,
        skipped: now.skipped + page.skipped,
        stopped,
      };
    },
    size: () => ids.length,
    now: () => now,
    /** Returns the present rows, without later additions. */
    rows: (): Rows => ({ ...now, items: items.slice(), ids: ids.slice() }),
  };
}

/**
 * Returns the rows with one more page. Leaves out repeated ids. A repeated token, or a page without new ids,
 * ends the list.
 */
export function addPage(rows: Rows, page: Page, guard: PagingGuard): Rows {
  const growing = growingRows(rows);
  growing.add(page, guard);
  return growing.rows();
}

/** Returns the rows without those with some ids; the same object if there are none. */
export function withoutRows(rows: Rows, gone: ReadonlySet<string>): Rows {
  const { ids, items, base } = rows;
  if (!ids.some(id => gone.has(id))) return rows;
  const remaining = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => !gone.has(ids[at] ?? ''));
  const order = base && { sorted: remaining(base.sorted), items: remaining(base.items) };
  return { ...rows, ids: remaining(ids), items: remaining(items), base: order };
}

/** Returns a load without the rows with some ids. */
export const loadWithoutRows = (load: Load<Rows>, gone: ReadonlySet<string>): Load<Rows> =>
  load.last === undefined
    ? load
    : ({ ...load, last: { ...load.last, value: withoutRows(load.last.value, gone) } } as Load<Rows>);

/**
 * Returns the rows of a load with the order of those on the screen: later rows come below them. `shown`: the
 * rows that the loaded ones begin with.
 */
export function withLaterRows(loaded: Rows, shown: Rows): Rows {
  const { sorted, items } = baseOf(shown);
  const isSame = items === shown.items;
  const filtered = isSame ? loaded.items : [...items, ...loaded.items.slice(shown.ids.length)];
  return { ...loaded, base: { sorted, items: filtered } };
}

/** Returns the function that requests the page of a token; the first page has none. */
export const pageRequest =
  (
    client: Client,
    { list, ids }: { readonly list: Operation<string, 'page'>; readonly ids: Ids },
    options: () => SendOptions,
  ) =>
  (token: string | undefined): Promise<Outcome<Page>> =>
    client.send(list, ids, { ...options(), ...(token === undefined ? {} : { page: token }) });

/** Loaded part of a list; `bytes`: received by this load. */
export type PagingProgress = { readonly pages: number; readonly rows: number; readonly bytes: number };

/**
 * Requests one page after another while `isUnfinished` returns true, until the list ends or a page fails.
 * Reports each page but the last after sending the next request, so that painting takes no extra time.
 */
export async function loadPages(
  start: Loaded<Rows>,
  isUnfinished: (progress: PagingProgress) => boolean,
  {
    request,
    guard,
    onPage,
  }: {
    readonly request: (token: string | undefined) => Promise<Outcome<Page>>;
    readonly guard: PagingGuard;
    /** `rows` returns the rows at the time of its call. */
    readonly onPage: (rows: () => Loaded<Rows>) => void;
  },
): Promise<{ readonly loaded: Loaded<Rows>; readonly failure?: Failure }> {
  const growing = growingRows(start.value);
  let bytes = 0;
  const next = (): Promise<Outcome<Page>> | undefined =>
    isUnfinished({ pages: growing.now().pages, rows: growing.size(), bytes })
      ? request(growing.now().next)
      : undefined;
  let loaded: () => Loaded<Rows> = () => start;
  let pending = next();
  while (pending !== undefined) {
    const page = await pending;
    if (!page.ok) return { loaded: loaded(), failure: page.failure };
    growing.add(page.value, guard);
    bytes += page.sent.bytes ?? 0;
    loaded = () => loadedOf(growing.rows(), page.sent);
    pending = growing.now().next === undefined ? undefined : next();
    if (pending !== undefined) onPage(loaded);
  }
  return { loaded: loaded() };
}
