import type { Outcome } from '../../../api/client.ts';
import type { Page } from '../../../api/response.ts';
import type { Failure } from '../../../failure.ts';
import { ownId } from '../../../resources/record-ids.ts';
import { safe } from '../../../text/sanitise.ts';
import { type Loaded, loadedOf, placeholderId, type Rows } from '../../state/load.ts';

/** Ids and tokens seen while paging through a list; it guards against endless responses. */
export type Walk = { readonly ids: Set<string>; readonly tokens: Set<string> };

export const newWalk = (): Walk => ({ ids: new Set(), tokens: new Set() });

export const noRows: Rows = { items: [], ids: [], next: undefined, pages: 0, skipped: 0 };

function stopReason(page: Page, added: number, walk: Walk): Rows['stopped'] {
  if (page.next === undefined) return undefined;
  if (walk.tokens.has(page.next)) return safe`The server repeated a page token. Loading stopped.`;
  if (added === 0) return safe`The server repeated a page. Loading stopped.`;
  return undefined;
}

/** Returns rows that pages are added to in place: thousands of pages are not copied for each new one. */
function growing(rows: Rows) {
  const items = [...rows.items];
  const ids = [...rows.ids];
  let now: Omit<Rows, 'items' | 'ids'> = rows;
  return {
    add: (page: Page, walk: Walk): void => {
      const before = ids.length;
      for (const item of page.items) {
        const id = ownId(item) ?? placeholderId(walk.ids.size);
        if (walk.ids.has(id)) continue;
        walk.ids.add(id);
        items.push(item);
        ids.push(id);
      }
      const stopped = stopReason(page, ids.length - before, walk);
      if (page.next !== undefined) walk.tokens.add(page.next);
      now = {
        next: stopped === undefined ? page.next : undefined,
        pages: now.pages + 1,
        skipped: now.skipped + page.skipped,
        ...(stopped === undefined ? {} : { stopped }),
      };
    },
    size: () => ids.length,
    now: () => now,
    /** Returns the rows as they are now, without later additions. */
    rows: (): Rows => ({ ...now, items: items.slice(), ids: ids.slice() }),
  };
}

/**
 * Returns the rows with one more page. Ids seen before are left out; a repeated token, or a page without new
 * ids, ends it.
 */
export function addPage(rows: Rows, page: Page, walk: Walk): Rows {
  const grown = growing(rows);
  grown.add(page, walk);
  return grown.rows();
}

/** Returns the rows without one id. */
export function withoutId(rows: Rows, id: string): Rows {
  const at = rows.ids.indexOf(id);
  if (at < 0) return rows;
  return { ...rows, ids: rows.ids.toSpliced(at, 1), items: rows.items.toSpliced(at, 1) };
}

/** How much of a list is loaded; `bytes`: received by this load. */
export type Sofar = { readonly pages: number; readonly rows: number; readonly bytes: number };

/**
 * Requests one page after another while `goesOn` returns true, until the list ends or a page fails. Each page
 * but the
 * last is reported after the next request has left, so that handling it takes no extra time.
 */
export async function walkPages(
  start: Loaded<Rows>,
  goesOn: (sofar: Sofar) => boolean,
  {
    ask,
    walk,
    onPage,
  }: {
    readonly ask: (token: string | undefined) => Promise<Outcome<Page>>;
    readonly walk: Walk;
    /** `rows` returns them as they are when it is called. */
    readonly onPage: (rows: () => Loaded<Rows>) => void;
  },
): Promise<{ readonly read: Loaded<Rows>; readonly failure?: Failure }> {
  const grown = growing(start.value);
  let bytes = 0;
  const next = (): Promise<Outcome<Page>> | undefined =>
    goesOn({ pages: grown.now().pages, rows: grown.size(), bytes }) ? ask(grown.now().next) : undefined;
  let read: () => Loaded<Rows> = () => start;
  let coming = next();
  while (coming !== undefined) {
    const page = await coming;
    if (!page.ok) return { read: read(), failure: page.failure };
    grown.add(page.value, walk);
    bytes += page.sent.bytes ?? 0;
    read = () => loadedOf(grown.rows(), page.sent);
    coming = grown.now().next === undefined ? undefined : next();
    if (coming !== undefined) onPage(read);
  }
  return { read: read() };
}
