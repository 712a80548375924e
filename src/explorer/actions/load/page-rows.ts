import { type Page, repetitionWords } from '../../../api/response.ts';
import { ownId } from '../../../resources/resource.ts';
import { baseOf, type Load, type Rows } from '../../state/load.ts';

/** Page numbers are from 0; the first page has no token. */
export type PagingGuard = Readonly<{ ids: Map<string, number>; tokens: Set<string> }>;

export const newPagingGuard = (): PagingGuard => ({ ids: new Map(), tokens: new Set() });

export const noRows: Rows = { items: [], ids: [], next: undefined, pages: 0, skipped: 0 };

/** A repeated token, or a page without new ids, ends the list. */
export function newRows(page: Page, guard: PagingGuard): Rows {
  const items: Rows['items'][number][] = [];
  const ids: string[] = [];
  for (const item of page.items) {
    const id = ownId(item) ?? `#${guard.ids.size}`;
    if (guard.ids.has(id)) continue;
    guard.ids.set(id, guard.tokens.size);
    items.push(item);
    ids.push(id);
  }
  const stopped = page.cut ?? repetitionWords(page.next, guard.tokens.has(page.next ?? ''), ids.length);
  if (page.next !== undefined) guard.tokens.add(page.next);
  const next = stopped === undefined ? page.next : undefined;
  return { items, ids, next, pages: 1, skipped: page.skipped, stopped };
}

export function withPages(rows: Rows, pages: readonly Rows[]): Rows {
  const last = pages.at(-1);
  if (last === undefined) return rows;
  const added = pages.flatMap(page => page.items);
  const items = [...rows.items, ...added];
  const { sorted, items: filtered } = baseOf(rows);
  const isWhole = filtered === rows.items;
  return {
    items,
    ids: [...rows.ids, ...pages.flatMap(page => page.ids)],
    next: last.next,
    pages: rows.pages + pages.length,
    skipped: pages.reduce((sum, { skipped }) => sum + skipped, rows.skipped),
    stopped: last.stopped,
    base: rows.pages === 0 ? undefined : { sorted, items: isWhole ? items : [...filtered, ...added] },
  };
}

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
    : { ...load, last: { ...load.last, value: withoutRows(load.last.value, gone) } };
