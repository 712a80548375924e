import type { Page } from '../api/answer.ts';
import type { Outcome } from '../api/client.ts';
import type { Failure } from '../failure.ts';
import { ownId } from '../resources/resource.ts';
import { safe } from '../text/sanitise.ts';
import { type Read, type Rows, readOf } from './state.ts';

/** What a walk over the pages of one list has seen; it guards against answers that never end. */
export type Walk = { readonly ids: Set<string>; readonly tokens: Set<string> };

export const newWalk = (): Walk => ({ ids: new Set(), tokens: new Set() });

export const noRows: Rows = { items: [], ids: [], next: undefined, pages: 0, skipped: 0 };

function stopReason(page: Page, added: number, walk: Walk): Rows['stopped'] {
  if (page.next === undefined) return undefined;
  if (walk.tokens.has(page.next)) return safe`The server sent the same page mark again; stopped there.`;
  if (added === 0) return safe`The server sent a page with nothing new in it; stopped there.`;
  return undefined;
}

/** Rows with one more page. Ids seen before are left out; a repeated token or a page without new ids ends the walk. */
export function addPage(rows: Rows, page: Page, walk: Walk): Rows {
  const items = [...rows.items];
  const ids = [...rows.ids];
  for (const item of page.items) {
    const id = ownId(item) ?? `#${walk.ids.size}`;
    if (walk.ids.has(id)) continue;
    walk.ids.add(id);
    items.push(item);
    ids.push(id);
  }
  const stopped = stopReason(page, ids.length - rows.ids.length, walk);
  if (page.next !== undefined) walk.tokens.add(page.next);
  return {
    items,
    ids,
    next: stopped === undefined ? page.next : undefined,
    pages: rows.pages + 1,
    skipped: rows.skipped + page.skipped,
    ...(stopped === undefined ? {} : { stopped }),
  };
}

/** Rows without one id: what was deleted is gone from the list at once. */
export function withoutId(rows: Rows, id: string): Rows {
  const at = rows.ids.indexOf(id);
  if (at < 0) return rows;
  return { ...rows, ids: rows.ids.toSpliced(at, 1), items: rows.items.toSpliced(at, 1) };
}

/** Asks for one page after another until `wanted` pages or `most` rows are there, the list ends or a page fails. */
export async function walkPages(
  start: Read<Rows>,
  wanted: number,
  {
    ask,
    walk,
    most = Number.POSITIVE_INFINITY,
    onPage,
  }: {
    readonly ask: (token: string | undefined) => Promise<Outcome<Page>>;
    readonly walk: Walk;
    readonly most?: number;
    readonly onPage: (read: Read<Rows>) => void;
  },
): Promise<{ readonly read: Read<Rows>; readonly failure?: Failure }> {
  let read = start;
  while (read.value.pages < wanted && read.value.ids.length < most) {
    const page = await ask(read.value.next);
    if (!page.ok) return { read, failure: page.failure };
    read = readOf(addPage(read.value, page.value, walk), page.sent);
    if (read.value.next === undefined) break;
    onPage(read);
  }
  return { read };
}
