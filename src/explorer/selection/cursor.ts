import type { JsonObject } from '../../json/json.ts';
import type { Content } from '../screens/content.ts';
import type { Table } from '../screens/list/table.ts';
import { rowIndex } from '../state/row-index.ts';

/** Returns the loaded row at a position of a table; -1 for a line that is no row. */
export const rowAt = ({ listing }: Table, at: number): number =>
  listing.order === undefined ? at : (listing.order[at] ?? -1);

/** Returns the record at a position of a table; undefined for a line that is no row. */
export const recordAt = (table: Table, at: number): JsonObject | undefined =>
  table.rows.items[rowAt(table, at)];

/** Returns the position of the row or line with an id; -1 when it is not shown. */
export function positionOf(content: Content, id: string): number {
  if (content.kind !== 'table') return content.ids.indexOf(id);
  const { rows, listing } = content;
  const row = rowIndex(rows.ids, id);
  return row < 0 || listing.order === undefined ? row : listing.order.indexOf(row);
}

export function cursorIndex(
  content: Content,
  view: { readonly cursor: string | undefined; readonly at: number },
): number {
  const { cursor, at } = view;
  if (cursor !== undefined && content.ids[at] === cursor) return at;
  const found = cursor === undefined ? -1 : positionOf(content, cursor);
  return found >= 0 ? found : nearestPosition(content.ids, Math.min(at, content.ids.length - 1));
}

/** Returns the nearest position for the cursor: from `at` on, else before it; -1 if there is none. */
export function nearestPosition(ids: readonly string[], at: number): number {
  for (let index = Math.max(0, at); index < ids.length; index++) if (ids[index] !== '') return index;
  for (let index = Math.min(at, ids.length - 1); index >= 0; index--) if (ids[index] !== '') return index;
  return -1;
}
