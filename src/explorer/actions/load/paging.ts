import type { Client, Outcome } from '../../../api/client.ts';
import type { SendOptions } from '../../../api/request.ts';
import type { Page } from '../../../api/response.ts';
import type { SentRequest } from '../../../failure.ts';
import { ownId } from '../../../resources/resource.ts';
import { safe } from '../../../text/sanitise.ts';
import { baseOf, type Load, type Loaded, loadedOf, placeholderId, type Rows } from '../../state/load.ts';
import { type ListPlace, listOf } from '../../state/place.ts';

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
  return added === 0 ? safe`The server repeated a page. Loading stopped.` : undefined;
}

/**
 * Returns the rows of the next page, and records them in the guard. Leaves out repeated ids. A repeated
 * token, or a page without new ids, ends the list.
 */
export function newRows(page: Page, guard: PagingGuard): Rows {
  const items: Rows['items'][number][] = [];
  const ids: string[] = [];
  for (const item of page.items) {
    const id = ownId(item) ?? placeholderId(guard.ids.size);
    if (guard.ids.has(id)) continue;
    guard.ids.set(id, guard.tokens.size);
    items.push(item);
    ids.push(id);
  }
  const stopped = stopReason(page, ids.length, guard);
  if (page.next !== undefined) guard.tokens.add(page.next);
  const next = stopped === undefined ? page.next : undefined;
  return { items, ids, next, pages: 1, skipped: page.skipped, stopped };
}

/** Returns the rows with further pages below them, which does not change their order and filter. */
export function withPages(rows: Rows, pages: readonly Rows[]): Rows {
  const last = pages.at(-1);
  if (last === undefined) return rows;
  const added = pages.flatMap(page => page.items);
  const items = [...rows.items, ...added];
  const { sorted, items: filtered } = baseOf(rows);
  return {
    items,
    ids: [...rows.ids, ...pages.flatMap(page => page.ids)],
    next: last.next,
    pages: rows.pages + pages.length,
    skipped: pages.reduce((sum, { skipped }) => sum + skipped, rows.skipped),
    stopped: last.stopped,
    base:
      rows.pages === 0
        ? undefined
        : { sorted, items: filtered === rows.items ? items : [...filtered, ...added] },
  };
}

/** Loaded part of a list; `bytes`: received by this load; `next`: the token of the next page. */
export type PagingProgress = Pick<Rows, 'pages' | 'next'> & { readonly rows: number; readonly bytes: number };

/** Creates the pages that a load has received and the screen does not show yet; `start`: the rows before. */
export function createReceivedPages(start: Rows, guard: PagingGuard) {
  let progress: PagingProgress = { ...start, rows: start.ids.length, bytes: 0 };
  let received: readonly Rows[] = [];
  let last: SentRequest | undefined;
  return {
    progress: (): PagingProgress => progress,
    add: (page: Page, sent: SentRequest): void => {
      const added = newRows(page, guard);
      const { pages, rows, bytes } = progress;
      progress = {
        pages: pages + 1,
        rows: rows + added.ids.length,
        bytes: bytes + (sent.bytes ?? 0),
        next: added.next,
      };
      received = [...received, added];
      last = sent;
    },
    /** Returns the rows with the received pages; undefined before the first. Each is taken once. */
    take: (rows: Rows): Loaded<Rows> | undefined => {
      const value = withPages(rows, received);
      received = [];
      return last && loadedOf(value, last);
    },
  };
}

/** Returns the rows without those with some ids; the same object if there are none. */
export function withoutRows(rows: Rows, gone: ReadonlySet<string>): Rows {
  const { ids, items, base } = rows;
  if (!ids.some(id => gone.has(id))) return rows;
  const remaining = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => !gone.has(ids[at] ?? ''));
  const order = base && { sorted: remaining(base.sorted), items: remaining(base.items) };
  return { ...rows, ids: remaining(ids), items: remaining(items), base: order };
}

export const loadWithoutRows = (load: Load<Rows>, gone: ReadonlySet<string>): Load<Rows> =>
  load.last === undefined
    ? load
    : ({ ...load, last: { ...load.last, value: withoutRows(load.last.value, gone) } } as Load<Rows>);

/** Requests a page of a list by its token; the first page has none. */
export async function requestPage(
  client: Client,
  place: ListPlace,
  token: string | undefined,
  options: SendOptions,
): Promise<Outcome<Page>> {
  const { list } = listOf(place);
  if (list === undefined) return { ok: false, failure: { kind: 'no-connection' } };
  return client.send(list, place.ids, { ...options, ...(token === undefined ? {} : { page: token }) });
}
