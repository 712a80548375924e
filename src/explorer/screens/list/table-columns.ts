import { cellOf } from '../../../resources/cell.ts';
import type { Column, Resource } from '../../../resources/resource.ts';
import { memoFields } from '../../../text/memo.ts';
import { cells, usualWidth } from '../../../text/width.ts';
import { leadingMark, type PlacedColumn, placeColumnSet } from '../../facts/columns.ts';
import { tableCells } from '../../facts/layout.ts';
import { baseOf, type Rows } from '../../state/load.ts';
import type { View } from '../../state/place.ts';
import { currentView, type State } from '../../state/state.ts';
import type { Table } from '../list/table.ts';

/** Columns of a table. `lead`: the column whose mark is before the first one. */
export type TableColumns = {
  readonly placed: readonly PlacedColumn[];
  readonly lead: Column | undefined;
};

/** Cells of the mark before the first column, and the gap after it. */
export const LEAD_CELLS = 2;

/** Rows that the width of the first column is computed from: later pages must not move the columns. */
const MEASURED_ROWS = 20;

function firstCells(resource: Resource, rows: Rows): number {
  const [column] = resource.columns;
  if (column === undefined) return 0;
  const inputs = { column, clock: { now: 0, exact: false } };
  return usualWidth(
    baseOf(rows)
      .items.slice(0, MEASURED_ROWS)
      .map(item => cells(cellOf(resource, item, inputs).text)),
  );
}

type Inputs = Pick<Table, 'resource' | 'rows'> & {
  readonly width: number;
  readonly set: View['columns'];
  readonly isExact: boolean;
};

const cachedColumns = memoFields(({ resource, rows, width, set, isExact }: Inputs): TableColumns => {
  const { columns } = resource;
  const most = firstCells(resource, rows);
  const placed = placeColumnSet(columns, width, { set, isExact, most });
  const lead = leadingMark(columns, placed);
  if (lead === undefined) return { placed, lead };
  return { placed: placeColumnSet(columns, width, { set, isExact, most: most + LEAD_CELLS }), lead };
});

export const tableColumns = (state: State, { resource, rows }: Table): TableColumns =>
  cachedColumns({
    resource,
    rows,
    width: tableCells(state),
    set: currentView(state).columns,
    isExact: state.screen.exactTimes,
  });
