import { type Failure, statusOf } from '../../../failure.ts';
import { type JsonObject, member } from '../../../json/json.ts';
import type { Clock } from '../../../resources/field.ts';
import { type Cell, cellOf, isListedField } from '../../../resources/fields.ts';
import type { Column, Resource } from '../../../resources/resource.ts';
import { memoFields } from '../../../text/memo.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, usualWidth } from '../../../text/width.ts';
import { tableCells } from '../../facts/layout.ts';
import { MARKS } from '../../facts/line.ts';
import type { Listing } from '../../facts/visible-rows.ts';
import { baseOf, type Records, type Rows } from '../../state/load.ts';
import { type Place, placeKey, type View } from '../../state/place.ts';
import { rowLoad, withDerived } from '../../state/records.ts';
import { currentView, type State } from '../../state/state.ts';

export type Table = Readonly<{
  kind: 'table';
  resource: Resource;
  plural: SafeText;
  rows: Rows;
  listing: Listing;
  ids: readonly string[];
}>;

export type RowCell = Cell & { readonly mark: SafeText };

const markedCell = (mark: SafeText, text: SafeText): RowCell => ({ mark, text, tone: 'dim' });

const UNCHECKED = markedCell(safe`·`, safe``);
const CHECKING = markedCell(safe`…`, safe`checking`);

function failedCell(failure: Failure): RowCell {
  if (failure.kind === 'not-found') return markedCell(safe`?`, safe`gone`);
  const status = statusOf(failure);
  const text = status === undefined ? safe`not read` : safe`not read ${status}`;
  return { mark: safe`?`, text, tone: 'warn' };
}

type CellOf = (id: string, item: JsonObject, column: Column) => RowCell;

type CellInputs = Clock &
  Readonly<{
    resource: Resource;
    place: Place;
    records: Records;
    current: ReadonlySet<string> | undefined;
    skewMs: number;
  }>;

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

/** From its items or, for fields that these do not have, from full records. */
export function rowCells(state: State, { resource }: Table, { now, exact }: Clock): CellOf {
  const { place } = currentView(state);
  const { check } = state.data;
  const current = check?.list === placeKey(place) && !check.isAutomatic ? check.current : undefined;
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

export type PlacedColumn = Readonly<{ column: Column; width: number }>;

/** Cells between columns; a row starts with mark and cursor and ends with one cell. */
export const GAP = 2;
export const MARGIN = 5;
const MIN_FIRST_CELLS = 16;
const WIDE_FROM = 100;

/** `set`: `names` for the first column and the id, in full; `most`: cells that the first column needs. */
type ColumnOptions = Readonly<{ set?: View['columns']; isExact?: boolean; most?: number }>;

/** The highest rank gives way first; the wide form of a column only if no other column gives way for it. */
export function placeColumns(
  all: readonly Column[],
  width: number,
  { set, isExact = false, most = Infinity }: ColumnOptions = {},
): readonly PlacedColumn[] {
  const columns = all
    .filter(({ field }, at) => set === undefined || at === 0 || field === 'id')
    .map(column => (set === undefined ? column : { ...column, width: column.wide ?? column.width }))
    .map(column => (isExact ? { ...column, width: column.exact ?? column.width } : column));
  const placeToRank = (highest: number, isWide: boolean) => {
    const [first, ...others] = columns
      .filter(({ rank }) => rank <= highest)
      .map(column => ({ column, width: (isWide ? column.wide : undefined) ?? column.width }));
    const left = width - MARGIN - others.reduce((total, other) => total + other.width + GAP, 0);
    // The column that would give way next has fewer cells rather than none.
    const room = others.reduce(
      (total, { column: { rank, least }, width: own }) =>
        total + (rank === highest ? own - (least ?? own) : 0),
      left,
    );
    const firstWidth = Math.max(
      1,
      Math.min(Math.max(left, Math.min(room, MIN_FIRST_CELLS)), Math.max(most, first?.width ?? 0)),
    );
    const flexed = others.map(({ column, width: own }) => {
      const { least, wide = own } = column;
      const flexible = Math.max(least ?? 0, Math.min(wide, own + left - firstWidth));
      return { column, width: least === undefined ? own : flexible };
    });
    return { room, placed: first === undefined ? [] : [{ ...first, width: firstWidth }, ...flexed] };
  };
  const lowest = Math.max(...columns.map(({ rank }) => rank));
  const wide = placeToRank(lowest, true);
  if (width >= WIDE_FROM && wide.room >= (columns[0]?.width ?? 0)) return wide.placed;
  for (let rank = lowest; rank > 1; rank--) {
    const { room, placed } = placeToRank(rank, false);
    if (room >= (columns[0]?.least ?? MIN_FIRST_CELLS)) return placed;
  }
  return placeToRank(1, false).placed;
}

/** Columns of a table. `lead`: the column whose mark is before the first one, without room of its own. */
export type TableColumns = Readonly<{ placed: readonly PlacedColumn[]; lead: Column | undefined }>;

export const LEAD_CELLS = 2;

/** Rows that the width of the first column is computed from: later pages must not move the columns. */
const MEASURED_ROWS = 20;

function firstCells(resource: Resource, rows: Rows): number {
  const [column] = resource.columns;
  if (column === undefined) return 0;
  const measured = baseOf(rows).items.slice(0, MEASURED_ROWS);
  const clock = { now: 0, exact: false };
  return usualWidth(measured.map(item => cells(cellOf(resource, item, { column, clock }).text)));
}

type Inputs = Pick<Table, 'resource' | 'rows'> & Pick<ColumnOptions, 'set' | 'isExact'> & { width: number };

const cachedColumns = memoFields(({ resource, rows, width, ...options }: Inputs): TableColumns => {
  const { columns } = resource;
  const most = firstCells(resource, rows);
  const placed = placeColumns(columns, width, { ...options, most });
  const lead = columns.find(
    column => column.isMark && placed.every(each => each.column.field !== column.field),
  );
  return lead === undefined
    ? { placed, lead }
    : { placed: placeColumns(columns, width, { ...options, most: most + LEAD_CELLS }), lead };
});

export const tableColumns = (state: State, { resource, rows }: Table): TableColumns =>
  cachedColumns({
    resource,
    rows,
    width: tableCells(state),
    set: currentView(state).columns,
    isExact: state.screen.exactTimes,
  });
