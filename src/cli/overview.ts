import type { Client } from '../api/client.ts';
import type { Failure } from '../failure.ts';
import { cellOf } from '../resources/cell.ts';
import { isTold } from '../resources/fields.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { resourceOf, root } from '../resources/registry.ts';
import { type Column, nameOf } from '../resources/resource.ts';
import { joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { sized } from '../text/width.ts';

/** Cells of a printed name: there is no screen to fit. */
const NAME_CELLS = 32;

function printedRow(columns: readonly Column[], cells: readonly SafeText[]): SafeText {
  const widths = columns.map((column, at) =>
    at === 0 ? NAME_CELLS : Math.max(column.width, column.wide ?? 0),
  );
  return joinSafe(
    cells.map((cell, at) => sized(cell, widths[at] ?? 10, columns[at]?.align)),
    '  ',
  );
}

/** The root record and the first page below it, as lines of plain text; or why they could not be read. */
export async function overview(
  client: Client,
  rootId: string,
  now: number,
): Promise<readonly SafeText[] | Failure> {
  const child = root.children.find(each => each.from === 'list');
  const listed = child === undefined ? undefined : resourceOf(child.to);
  if (root.read === undefined || listed?.list === undefined) return [];
  const home = await client.send(root.read, { [ownIdName(root)]: rootId });
  if (!home.ok) return home.failure;
  const page = await client.send(listed.list, {});
  if (!page.ok) return page.failure;
  const clock = { now, exact: false };
  const { items, next } = page.value;
  const columns = listed.columns.filter(({ field }) => isTold(listed, field));
  return [
    safe`${root.title}: ${nameOf(root, home.value)}`,
    safe`${listed.plural}: ${items.length}${next === undefined ? safe`` : safe`+`}`,
    safe``,
    printedRow(
      columns,
      columns.map(column => column.title),
    ),
    ...items.map(item =>
      printedRow(
        columns,
        columns.map(column => cellOf(listed, item, { column, clock }).text),
      ),
    ),
  ];
}
