import { cellText } from '../../resources/cell.ts';
import type { Clock } from '../../resources/field.ts';
import type { Column } from '../../resources/resource.ts';
import { memoFields } from '../../text/memo.ts';
import { clean, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { sized } from '../../text/width.ts';
import { CHANGED_MARK, GONE_MARK } from '../facts/change-marks.ts';
import { GAP, type PlacedColumn } from '../facts/columns.ts';
import { type Span, span } from '../facts/line.ts';
import type { RowCell, rowCells } from '../screens/list/list-cells.ts';
import type { Table } from '../screens/list/table.ts';
import { LEAD_CELLS, type TableColumns } from '../screens/list/table-columns.ts';
import { recordAt } from '../selection/cursor.ts';
import type { Marks } from '../selection/list-marks.ts';
import { keyName } from '../state/key-names.ts';
import type { Sort, View } from '../state/place.ts';
import type { ChangedCells } from '../state/slices.ts';
import type { Keymap, State } from '../state/state.ts';
import { highlightedSpans } from './highlight.ts';
import { type PaintOptions, paintSpans } from './paint.ts';
import type { Theme } from './theme.ts';

/** State of a view and its list that the appearance of rows depends on. */
export type TableView = {
  readonly view: View;
  readonly columns: TableColumns;
  readonly marks: Marks;
  readonly range: readonly [from: number, to: number] | undefined;
  readonly clock: Clock;
  readonly cell: ReturnType<typeof rowCells>;
  readonly changes: ChangedCells | undefined;
  readonly gone: ReadonlySet<string> | undefined;
  /** Words of the line above the rows that the filter could not check. */
  readonly divider: SafeText;
  readonly keymap: State['user']['keymap'];
};

const MARKED = safe`●`;

/** Returns the mark beside a row: marked, in an open range, or unchecked by the filter. */
function markOf({ ids, listing }: Table, index: number, { marks, range }: TableView): SafeText {
  if (marks.has(ids[index] ?? '')) return MARKED;
  if (range !== undefined && index >= range[0] && index <= range[1]) return safe`○`;
  return listing.unchecked > 0 && index > listing.passed ? safe`?` : safe` `;
}

const withMark = ({ mark, text }: RowCell, { isMark }: Column): SafeText =>
  isMark ? safe`${mark} ${text}` : text;

/** Returns the gap between two cells; it contains the mark of a change. */
function gapSpans(width: number, mark: SafeText | undefined): readonly Span[] {
  if (mark === undefined) return [span(repeat(safe` `, width))];
  return [span(repeat(safe` `, width - 1)), span(mark, 'strong')];
}

type Cells = TableColumns & Pick<TableView, 'cell' | 'changes' | 'gone'> & { readonly isMarked: boolean };

function cellSpans(table: Table, index: number, cells: Cells): readonly Span[] {
  const { placed, lead, cell, changes, gone, isMarked } = cells;
  const record = recordAt(table, index);
  if (record === undefined) return [];
  const id = table.ids[index] ?? '';
  const isGone = gone?.has(id) === true;
  const isDim = isGone || index > table.listing.passed;
  const changed = ({ field }: Column): SafeText | undefined =>
    changes?.get(id)?.has(field) === true ? CHANGED_MARK : undefined;
  const first = lead === undefined ? undefined : cell(id, record, lead);
  const shown = placed.flatMap(({ column, width }, at) => {
    const value = cell(id, record, column);
    const room = at === 0 && lead !== undefined ? width - LEAD_CELLS : width;
    const full = withMark(value, column);
    const match = { listing: table.listing, field: column.field, full };
    const text = cellText(full, column, Math.max(1, room));
    const style = isMarked && at === 0 ? 'accent' : isDim ? 'dim' : value.tone;
    return [...(at === 0 ? [] : gapSpans(GAP, changed(column))), ...highlightedSpans(text, style, match)];
  });
  const name = placed[0]?.column;
  const mark = isGone ? GONE_MARK : name && changed(name);
  const marks = first === undefined ? [] : [span(first.mark, first.tone)];
  return [
    ...gapSpans(1, first === undefined ? mark : undefined),
    ...marks,
    ...(first === undefined ? [] : gapSpans(1, mark)),
    ...shown,
  ];
}

/** Inputs of painted rows besides their marks and the cursor. */
type RowInputs = Pick<TableView, 'columns' | 'cell' | 'changes' | 'gone' | 'divider'> & {
  readonly table: Table;
  readonly theme: Theme;
  readonly width: number;
  readonly isFilled: boolean;
};

/** Maximum number of cached rows: a few screens. */
const MAX_CACHED_ROWS = 500;

/** Returns a function that paints rows with a cache: most keys leave nearly all rows unchanged. */
const rowPainter = memoFields(
  ({ table, columns, cell, changes, gone, divider, theme, width, isFilled }: RowInputs) => {
    const cache = new Map<string, string>();
    const paint = (index: number, mark: SafeText, isCursor: boolean): string => {
      const isMarked = mark === MARKED;
      const spans =
        table.ids[index] === ''
          ? [span(divider, 'dim')]
          : [
              span(safe`  ${mark}`, 'accent'),
              ...cellSpans(table, index, { ...columns, cell, changes, gone, isMarked }),
            ];
      return paintSpans(spans, { theme, width, isFilled }, isCursor);
    };
    return (index: number, mark: SafeText, isCursor: boolean): string => {
      const key = `${index}${mark}${isCursor}`;
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      if (cache.size >= MAX_CACHED_ROWS) cache.clear();
      const text = paint(index, mark, isCursor);
      cache.set(key, text);
      return text;
    };
  },
);

function titleText({ title, field }: Column, sort: Sort | undefined): SafeText {
  if (sort?.field !== field) return title;
  return sort.isDescending ? safe`${title}↓` : safe`${title}↑`;
}

/**
 * Returns the column titles. The arrow of one aligned to the right is in the gap, so that the title stays
 * above its values.
 */
function titleSpans({ placed, lead }: TableColumns, sort: Sort | undefined): readonly Span[] {
  const isSorted = (each: PlacedColumn | undefined): boolean =>
    each?.column.align === 'right' && each.column.field === sort?.field;
  return placed.flatMap((each, at) => {
    const gap = at === 0 ? 0 : GAP - Number(isSorted(placed[at - 1]));
    const room = each.width + Number(isSorted(each)) - (at === 0 && lead !== undefined ? LEAD_CELLS : 0);
    const title = sized(titleText(each.column, sort), Math.max(1, room), each.column.align);
    return [span(repeat(safe` `, gap)), span(title, 'label')];
  });
}

/** Returns the text of a table without rows. */
export function emptyText({ rows, plural, resource }: Table, keymap: Keymap): SafeText {
  const more = keyName(keymap, 'list.more');
  const clears = safe`${keyName(keymap, 'place.back')} clears the filter.`;
  if (rows.ids.length === 0 && resource.listsKind !== undefined)
    return safe`    No records checked yet. ${keyName(keymap, 'list.scan-all')} in a list checks all of its rows.`;
  if (rows.ids.length === 0)
    return rows.next === undefined
      ? safe`    No ${clean(plural.toLowerCase())} here. ${keyName(keymap, 'place.reload')} reloads.`
      : safe`    This page is empty. ${more} loads the next one.`;
  if (rows.next === undefined) return safe`    No matches. ${clears}`;
  return safe`    No matches among the ${rows.ids.length} loaded. ${keyName(keymap, 'list.all')} loads all, ${clears}`;
}

export function paintTable(
  table: Table,
  window: {
    readonly top: number;
    readonly height: number;
    readonly cursor: number;
    readonly titled: boolean;
  },
  { tableView, ...options }: PaintOptions & { readonly tableView: TableView },
): readonly string[] {
  const { sort } = tableView.view;
  const { columns } = tableView;
  const { theme, width, isFilled = false } = options;
  const leadCells = columns.lead === undefined ? 0 : LEAD_CELLS;
  const count = Math.max(0, Math.min(window.height - Number(window.titled), table.ids.length - window.top));
  const { cell, changes, gone, divider } = tableView;
  const paint = rowPainter({ table, columns, cell, changes, gone, divider, theme, width, isFilled });
  const rows = Array.from({ length: count }, (_, at) => {
    const index = window.top + at;
    return paint(index, markOf(table, index, tableView), index === window.cursor);
  });
  const isEmpty = table.ids.length === 0;
  return [
    ...(window.titled
      ? [paintSpans([span(repeat(safe` `, 4 + leadCells)), ...titleSpans(columns, sort)], options)]
      : []),
    ...(isEmpty ? [paintSpans([span(emptyText(table, tableView.keymap), 'dim')], options)] : rows),
  ];
}
