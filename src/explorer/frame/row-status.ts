import type { JsonObject } from '../../json/json.ts';
import { maskedAt } from '../../resources/fields.ts';
import { nameOf, type Resource } from '../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { cells } from '../../text/width.ts';
import { countOf } from '../facts/row-count.ts';
import { contentOf } from '../screens/content.ts';
import type { Table } from '../screens/list/table.ts';
import { type TableColumns, tableColumns } from '../screens/list/table-columns.ts';
import { cursorIndex, recordAt } from '../selection/cursor.ts';
import { currentView, type State } from '../state/state.ts';

/** Returns the id of a row, or the value of the field that its kind has in place of it. */
function rowText({ rowField, fields }: Resource, record: JsonObject, id: SafeText): SafeText {
  if (rowField === undefined) return id;
  const value = maskedAt(fields, record, rowField);
  return fields[rowField]?.show(value, { now: 0, exact: true }) ?? id;
}

/** Returns the name of a row, and its id or what stands for it, each only if its column cuts it. */
function cutTexts(
  { placed }: TableColumns,
  resource: Resource,
  { record, id }: { readonly record: JsonObject; readonly id: SafeText },
): SafeText {
  const { rowField = 'id' } = resource;
  const column = placed.find(each => each.column.field === rowField);
  const texts = [
    { text: nameOf(resource, record), width: placed[0]?.width ?? 0 },
    { text: rowText(resource, record, id), width: column?.width ?? 0 },
  ];
  return joinSafe(
    texts.filter(({ text, width }) => cells(text) > width).map(({ text }) => safe`  ${text}`),
    '',
  );
}

/** Returns the position of a row: `3/40+`. */
export function rowPosition({ rows, listing }: Table, at: number): SafeText {
  const isFiltered = listing.ids.length !== rows.ids.length || listing.unchecked > 0;
  const row = at < listing.passed ? at + 1 : at;
  return safe`${row}/${isFiltered ? safe`${listing.passed + listing.unchecked}` : countOf(rows)}`;
}

/** Returns the position of the cursor in a list, and those fields of its record that the columns cut. */
export function tableText(state: State): SafeText {
  const content = contentOf(state);
  if (content.kind !== 'table') return safe``;
  const at = cursorIndex(content, currentView(state));
  const record = recordAt(content, at);
  const { rows } = content;
  if (record === undefined) return rows.stopped ?? safe``;
  const isLast = at === content.ids.length - 1;
  const end = rows.stopped !== undefined && isLast ? safe`  ${rows.stopped}` : safe``;
  const id = clean(content.ids[at] ?? '', 80);
  const cut = cutTexts(tableColumns(state, content), content.resource, { record, id });
  return safe`${rowPosition(content, at)}${cut}${end}`;
}
