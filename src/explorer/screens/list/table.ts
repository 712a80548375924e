import { type Failure, statusOf } from '../../../failure.ts';
import { type JsonObject, member } from '../../../json/json.ts';
import type { Clock } from '../../../resources/field.ts';
import { type Cell, cellOf, isListedField } from '../../../resources/fields.ts';
import type { Column, Resource } from '../../../resources/resource.ts';
import { memoFields } from '../../../text/memo.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, usualWidth } from '../../../text/width.ts';
import { leadingMark, type PlacedColumn, placeColumnSet } from '../../facts/fitting-columns.ts';
import { tableCells } from '../../facts/layout.ts';
import { MARKS } from '../../facts/line.ts';
import type { Listing } from '../../facts/visible-rows.ts';
import { baseOf, type Rows } from '../../state/load.ts';
import { type Place, placeKey, type View } from '../../state/place.ts';
import { rowLoad, withDerived } from '../../state/records.ts';
import { currentView, type State } from '../../state/state.ts';

/** The table of a list. `ids` identify the positions of the cursor. */
export type Table = {
  readonly kind: 'table';
  readonly resource: Resource;
  readonly plural: SafeText;
  /** The loaded rows; `listing` has the visible ones in their order. */
  readonly rows: Rows;
  readonly listing: Listing;
  readonly ids: readonly string[];
};

export type RowCell = Cell & { readonly mark: SafeText };

const markedCell = (mark: SafeText, text: SafeText): RowCell => ({ mark, text, tone: 'dim' });

const UNCHECKED = markedCell(safe`·`, safe``);
const CHECKING = markedCell(safe`…`, safe`checking`);

/** Returns why a row could not be loaded, in few letters. */
function failedCell(failure: Failure): RowCell {
  if (failure.kind === 'not-found') return markedCell(safe`?`, safe`gone`);
  const status = statusOf(failure);
  const text = status === undefined ? safe`not read` : safe`not read ${status}`;
  return { mark: safe`?`, text, tone: 'warn' };
}

type CellOf = (id: string, item: JsonObject, column: Column) => RowCell;

type CellInputs = Clock & {
  readonly resource: Resource;
  readonly place: Place;
  readonly records: State['data']['records'];
  readonly current: ReadonlySet<string> | undefined;
  readonly skewMs: number;
};

const cachedCells = memoFields(
  ({ resource, place, records, current, skewMs, ...clock }: CellInputs): CellOf => {
    const shown = (record: JsonObject, column: Column): RowCell => {
      const cell = cellOf(resource, record, { column, clock });
      return { ...cell, mark: MARKS[cell.tone] };
    };
    // The column of marks shows an unknown value, the others stay empty.
    const unknown = (cell: RowCell, { isMark }: Column): RowCell =>
      isMark ? cell : { ...cell, text: safe`` };
    const fromFullRecord = (id: string, item: JsonObject, column: Column): RowCell => {
      const load = place.screen === 'list' ? rowLoad(records, place, id) : undefined;
      if (current?.has(id)) return unknown(CHECKING, column);
      if (load?.phase === 'failed') return unknown(failedCell(load.failure), column);
      if (load?.last !== undefined) return shown(withDerived(resource, load.last, skewMs), column);
      return member(item, column.field) === undefined ? unknown(UNCHECKED, column) : shown(item, column);
    };

    return (id, item, column) =>
      isListedField(resource, column.field) ? shown(item, column) : fromFullRecord(id, item, column);
  },
);

/**
 * Returns the function that builds the cells of the list on the screen, from its items or, for fields that
 * items do not have, from full records. Cached until one of its inputs changes.
 */
export function rowCells(state: State, { resource }: Table, { now, exact }: Clock): CellOf {
  const { place } = currentView(state);
  const { scan } = state.data;
  const current = scan?.list === placeKey(place) && !scan.isAutomatic ? scan.current : undefined;
  return cachedCells({
    resource,
    place,
    records: state.data.records,
    current,
    skewMs: state.session.clockSkewMs,
    now,
    exact,
  });
}

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
