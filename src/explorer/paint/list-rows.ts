import { cellText } from '../../resources/fields.ts';
import type { Column } from '../../resources/resource.ts';
import { memoFields } from '../../text/memo.ts';
import { clean, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { sized } from '../../text/width.ts';
import { CHANGED_MARK, changedCells, GONE_MARK, goneRows } from '../facts/change-marks.ts';
import { GAP, type PlacedColumn } from '../facts/fitting-columns.ts';
import { layoutOf, tableCells } from '../facts/layout.ts';
import { type Line, type Span, span } from '../facts/line.ts';
import { uncheckedWords } from '../frame/list-title.ts';
import { previewOf } from '../frame/pane.ts';
import {
  LEAD_CELLS,
  type RowCell,
  rowCells,
  type Table,
  type TableColumns,
  tableColumns,
} from '../screens/list/table.ts';
import { recordAt, settledView } from '../selection/cursor.ts';
import { marksOf, rangeOf } from '../selection/list-marks.ts';
import { keyName } from '../state/key-names.ts';
import type { Sort } from '../state/place.ts';
import type { ChangedCells } from '../state/slices.ts';
import { type Keymap, type State, serverNow } from '../state/state.ts';
import { highlightedSpans } from './highlight.ts';
import { type PaintOptions, paintLine, paintRule, paintSpans } from './rows.ts';
import { styleText, type Theme } from './theme.ts';

const MARKED = safe`●`;

const withMark = ({ mark, text }: RowCell, { isMark }: Column): SafeText =>
  isMark ? safe`${mark} ${text}` : text;

/** Returns the gap between two cells; it contains the mark of a change. */
function gapSpans(width: number, mark: SafeText | undefined): readonly Span[] {
  if (mark === undefined) return [span(repeat(safe` `, width))];
  return [span(repeat(safe` `, width - 1)), span(mark, 'strong')];
}

/** Inputs of painted rows besides their marks and the cursor. */
type RowInputs = {
  readonly table: Table;
  readonly columns: TableColumns;
  readonly cell: ReturnType<typeof rowCells>;
  readonly changes: ChangedCells | undefined;
  readonly gone: ReadonlySet<string> | undefined;
  /** Words of the line above the rows that the filter could not check. */
  readonly divider: SafeText;
  readonly theme: Theme;
  readonly width: number;
  readonly isFilled: boolean;
};

function cellSpans(inputs: RowInputs, index: number, isMarked: boolean): readonly Span[] {
  const { table, columns, cell, changes, gone } = inputs;
  const { placed, lead } = columns;
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

/** Maximum number of cached rows: a few screens. */
const MAX_CACHED_ROWS = 500;

/** Returns a function that paints rows with a cache: most keys leave nearly all rows unchanged. */
const rowPainter = memoFields((inputs: RowInputs) => {
  const { table, divider, theme, width, isFilled } = inputs;
  const cache = new Map<string, string>();
  return (index: number, mark: SafeText, isCursor: boolean): string => {
    const key = `${index}${mark}${isCursor}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    if (cache.size >= MAX_CACHED_ROWS) cache.clear();
    const cells = (): readonly Span[] => cellSpans(inputs, index, mark === MARKED);
    const spans =
      table.ids[index] === '' ? [span(divider, 'dim')] : [span(safe`  ${mark}`, 'accent'), ...cells()];
    const text = paintSpans(spans, { theme, width, isFilled }, isCursor);
    cache.set(key, text);
    return text;
  };
});

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

/** Returns a function that marks rows: marked, in an open range, or unchecked by the filter. */
function rowMarks(state: State, table: Table): (index: number) => SafeText {
  const { ids, listing } = table;
  const marks = marksOf(state);
  const [from, to] = rangeOf(table, settledView(state)) ?? [0, -1];
  return index => {
    if (marks.has(ids[index] ?? '')) return MARKED;
    if (index >= from && index <= to) return safe`○`;
    return listing.unchecked > 0 && index > listing.passed ? safe`?` : safe` `;
  };
}

/** Paints the column titles, and the rows that are in the window or the words for none. */
function tableRows(state: State, table: Table, options: Required<PaintOptions>): readonly string[] {
  const { body, titles } = layoutOf(state);
  const { top, at: cursor, sort } = settledView(state);
  const columns = tableColumns(state, table);
  const leadCells = columns.lead === undefined ? 0 : LEAD_CELLS;
  const count = Math.max(0, Math.min(body - Number(titles), table.ids.length - top));
  const markOf = rowMarks(state, table);
  const paint = rowPainter({
    ...options,
    table,
    columns,
    cell: rowCells(state, table, { now: serverNow(state), exact: state.screen.exactTimes }),
    changes: changedCells(state),
    gone: goneRows(state),
    divider: uncheckedWords(state, table),
  });
  const head = [span(repeat(safe` `, 4 + leadCells)), ...titleSpans(columns, sort)];
  return [
    ...(titles ? [paintSpans(head, options)] : []),
    ...(table.ids.length === 0
      ? [paintSpans([span(emptyText(table, state.user.keymap), 'dim')], options)]
      : Array.from({ length: count }, (_, at) => paint(top + at, markOf(top + at), top + at === cursor))),
  ];
}

type PaneInputs = PaintOptions & {
  readonly title: SafeText;
  readonly lines: readonly Line[];
  readonly height: number;
};

const cachedPane = memoFields(({ title, lines, height, ...options }: PaneInputs): readonly string[] => [
  paintRule({ title, right: undefined }, options),
  ...lines.slice(0, height - 1).map(line => paintLine(line, options)),
]);

/** Paints the pane beside a list; no rows while it is empty. */
export function paneRows(state: State, theme: Theme): readonly string[] {
  const { preview: area } = layoutOf(state);
  const pane = area && previewOf(state);
  return pane ? cachedPane({ ...pane, theme, width: area.columns, height: area.rows }) : [];
}

/**
 * Paints the visible rows of a list with the pane beside them, behind a line. Where a slow line to the
 * terminal has closed the pane, that line ends below the notice about it.
 */
export function listRows(state: State, table: Table, theme: Theme): readonly string[] {
  const { body, preview: area } = layoutOf(state);
  const width = tableCells(state);
  const isFilled = area?.isBeside === true;
  const rows = tableRows(state, table, { theme, width, isFilled });
  if (!isFilled) return rows;
  const beside = paneRows(state, theme);
  const separator = styleText(theme, 'dim', '│');
  const empty = ' '.repeat(width);
  const isClosed = state.screen.preview === 'paused';
  return Array.from({ length: body }, (_, at) => {
    const row = rows[at] ?? empty;
    return isClosed && at >= beside.length ? row : `${row}${separator}${beside[at] ?? ''}`;
  });
}
