import { cellText } from '../../resources/fields.ts';
import type { Column } from '../../resources/resource.ts';
import { kept, memoFields } from '../../text/memo.ts';
import { clean, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { sized } from '../../text/width.ts';
import { CHANGED_MARK, changedCells, GONE_MARK, goneRows } from '../facts/change-marks.ts';
import { layoutOf, tableCells, withoutPane } from '../facts/layout.ts';
import { MARKED, type Spans, type Style, span } from '../facts/line.ts';
import type { Listing } from '../facts/visible-rows.ts';
import { emptyText, otherFilters, uncheckedWords } from '../frame/list-title.ts';
import { type PaneLines, paneOf } from '../frame/pane.ts';
import { contentOf } from '../screens/content.ts';
import {
  GAP,
  LEAD_CELLS,
  type PlacedColumn,
  rowCells,
  type Table,
  type TableColumns,
  tableColumns,
} from '../screens/list/table.ts';
import { marksOf, rangeOf, recordAt, settledView } from '../selection/cursor.ts';
import type { Sort } from '../state/place.ts';
import { type State, serverNow } from '../state/state.ts';
import { type CursorStyle, type PaintOptions, paintLine, paintRule, paintSpans } from './rows.ts';
import { styleText, type Theme } from './theme.ts';

function gapSpans(width: number, mark: SafeText | undefined): Spans {
  if (mark === undefined) return [span(repeat(safe` `, width))];
  return [span(repeat(safe` `, width - 1)), span(mark, 'strong')];
}

function letterPositions(text: string, word: string): readonly number[] {
  const places: number[] = [];
  let at = -1;
  for (const letter of word) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return [];
    places.push(at);
  }
  return places;
}

const matchPositions = (text: string, { filter, isLoose }: Listing, field: string): readonly number[] =>
  (filter?.terms ?? []).flatMap(term => {
    if (term.isNot) return [];
    if (term.kind === 'word' && isLoose && field !== 'id') return letterPositions(text, term.word);
    const sought = term.kind === 'word' ? { text: term.word, atStart: field === 'id' } : term.condition;
    if (!('atStart' in sought) || ('name' in term && term.name !== field)) return [];
    const at = text.indexOf(sought.text);
    return at < 0 || (sought.atStart && at > 0)
      ? []
      : Array.from(sought.text, (_letter, index) => at + index);
  });

const ELLIPSIS = '…';
const ONE_TO_ONE = /^[\x20-\x7e…]*$/;

/** The middle of a long text is cut: a position there is that of the ellipsis. */
function positionInCell(at: number, text: string, full: string): number {
  const shown = text.trimEnd();
  const cut = shown.indexOf(ELLIPSIS);
  if (shown === full || cut < 0 || at < cut) return at;
  const fromEnd = full.length - at;
  return fromEnd < shown.length - cut ? shown.length - fromEnd : cut;
}

/** `full`: its text before it was cut. */
function highlightedSpans(
  text: SafeText,
  style: Style,
  { listing, field, full }: Readonly<{ listing: Listing; field: string; full: SafeText }>,
): Spans {
  if (listing.filter === undefined || !ONE_TO_ONE.test(full)) return [span(text, style)];
  // Cells aligned to the right begin with spaces.
  const indent = text.length - text.trimStart().length;
  const positions = matchPositions(full.toLowerCase(), listing, field);
  const matched = new Set(positions.map(at => indent + positionInCell(at, text.slice(indent), full)));
  if (matched.size === 0) return [span(text, style)];
  const runs: { text: string; isFound: boolean }[] = [];
  for (const [at, letter] of Array.from(text).entries()) {
    const isMatch = matched.has(at);
    const last = runs.at(-1);
    if (last?.isFound === isMatch) last.text += letter;
    else runs.push({ text: letter, isFound: isMatch });
  }
  return runs.map(run => span(clean(run.text), run.isFound ? 'match' : style));
}

const rowInputs = (state: State, table: Table, options: Required<PaintOptions>) => ({
  ...options,
  table,
  columns: tableColumns(state, table),
  cell: rowCells(state, table, { now: serverNow(state), exact: state.screen.exactTimes }),
  changes: changedCells(state),
  gone: goneRows(state),
  divider: uncheckedWords(state, table),
});

type RowInputs = ReturnType<typeof rowInputs>;

function cellSpans(inputs: RowInputs, index: number, isMarked: boolean): Spans {
  const { table, columns, cell, changes, gone } = inputs;
  const { placed, lead } = columns;
  const record = recordAt(table, index);
  if (record === undefined) return [];
  const id = table.ids[index] ?? '';
  const isGone = gone?.has(id) === true;
  const isDim = isGone || index > table.listing.passed;
  const changed = ({ field }: Column): SafeText | undefined =>
    changes?.get(id)?.has(field) === true ? CHANGED_MARK : undefined;
  const first = lead && cell(id, record, lead);
  const shown = placed.flatMap(({ column, width }, at) => {
    const value = cell(id, record, column);
    const room = at === 0 && lead !== undefined ? width - LEAD_CELLS : width;
    const full = column.isMark ? safe`${value.mark} ${value.text}` : value.text;
    const match = { listing: table.listing, field: column.field, full };
    const text = cellText(full, column, Math.max(1, room));
    const style = isMarked && at === 0 ? 'accent' : isDim ? 'dim' : value.tone;
    return [...(at === 0 ? [] : gapSpans(GAP, changed(column))), ...highlightedSpans(text, style, match)];
  });
  const name = placed[0]?.column;
  const mark = isGone ? GONE_MARK : name && changed(name);
  if (first === undefined) return [...gapSpans(1, mark), ...shown];
  return [...gapSpans(1, undefined), span(first.mark, first.tone), ...gapSpans(1, mark), ...shown];
}

const MAX_CACHED_ROWS = 500;

/** Cached: most keys leave nearly all rows unchanged. */
const rowPainter = memoFields((inputs: RowInputs) => {
  const { table, divider, theme, width, isFilled } = inputs;
  const cache = new Map<string, string>();
  return (index: number, mark: SafeText, cursor: CursorStyle | undefined): string => {
    const paint = (): string => {
      const cells = (): Spans => cellSpans(inputs, index, mark === MARKED);
      const spans =
        table.ids[index] === ''
          ? [span(safe`    ${divider}`, 'dim')]
          : [span(safe`  ${mark}`, 'accent'), ...cells()];
      return paintSpans(spans, { theme, width, isFilled }, cursor);
    };
    return kept(cache, `${index}${mark}${cursor}`, paint, MAX_CACHED_ROWS);
  };
});

function titleText({ title, field }: Column, sort: Sort | undefined): SafeText {
  if (sort?.field !== field) return title;
  return sort.isDescending ? safe`${title}↓` : safe`${title}↑`;
}

/** The arrow of a title aligned to the right is in the gap, so that the title stays above its values. */
function titleSpans({ placed, lead }: TableColumns, sort: Sort | undefined): Spans {
  const isSorted = (each: PlacedColumn | undefined) =>
    each?.column.align === 'right' && each.column.field === sort?.field;
  return placed.flatMap((each, at) => {
    const gap = at === 0 ? 0 : GAP - Number(isSorted(placed[at - 1]));
    const room = each.width + Number(isSorted(each)) - (at === 0 && lead !== undefined ? LEAD_CELLS : 0);
    const title = sized(titleText(each.column, sort), Math.max(1, room), each.column.align);
    return [span(repeat(safe` `, gap)), span(title, 'label')];
  });
}

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

type TableOptions = Required<PaintOptions> & { readonly cursor: CursorStyle | undefined };

function tableRows(state: State, table: Table, { cursor, ...options }: TableOptions): readonly string[] {
  const { body, titles } = layoutOf(state);
  const { top, at, sort } = settledView(state);
  const inputs = rowInputs(state, table, options);
  const { columns } = inputs;
  const leadCells = columns.lead === undefined ? 0 : LEAD_CELLS;
  const count = Math.max(0, Math.min(body - Number(titles), table.ids.length - top));
  const markOf = rowMarks(state, table);
  const paint = rowPainter(inputs);
  const head = [span(repeat(safe` `, 4 + leadCells)), ...titleSpans(columns, sort)];
  return [
    ...(titles ? [paintSpans(head, options)] : []),
    ...(table.ids.length === 0
      ? [emptyText(state, table), ...otherFilters(state, table)].map(text =>
          paintSpans([span(text, 'dim')], options),
        )
      : Array.from({ length: count }, (_, row) =>
          paint(top + row, markOf(top + row), top + row === at ? cursor : undefined),
        )),
  ];
}

type PaneOptions = PaintOptions & Readonly<{ height: number; style: CursorStyle }>;

const cachedPane = memoFields(
  ({ title, lines, height, cursor, style, ...options }: PaneLines & PaneOptions) => [
    paintRule({ title, right: undefined }, options),
    ...lines
      .slice(0, height - 1)
      .map((line, at) => paintLine(line, options, at === cursor ? style : undefined)),
  ],
);

export function paneRows(state: State, theme: Theme, style: CursorStyle = 'bar'): readonly string[] {
  const { pane: area } = layoutOf(state);
  const pane = area && paneOf(state);
  return pane ? cachedPane({ ...pane, style, theme, width: area.columns, height: area.rows }) : [];
}

/**
 * With the cursor in the pane `table` is that of the causes, and the list has no cursor. Where a slow line
 * has closed the pane, the notice about it stays.
 */
export function listRows(
  state: State,
  table: Table,
  { theme, cursor }: Readonly<{ theme: Theme; cursor: CursorStyle }>,
): readonly string[] {
  const { body, pane: area } = layoutOf(state);
  const width = tableCells(state);
  const isFilled = area?.isBeside === true;
  const list = withoutPane(state);
  const hasCursor = list === state;
  const content = hasCursor ? table : contentOf(list);
  const options = { theme, width, isFilled, cursor: hasCursor ? cursor : undefined };
  const rows = content.kind === 'table' ? tableRows(list, content, options) : [];
  if (!isFilled) return rows;
  const beside = paneRows(state, theme, cursor);
  const separator = styleText(theme, 'dim', '│');
  const empty = ' '.repeat(width);
  const isClosed = state.screen.pane === 'paused';
  return Array.from({ length: body }, (_, at) => {
    const row = rows[at] ?? empty;
    return isClosed && at >= beside.length ? row : `${row}${separator}${beside[at] ?? ''}`;
  });
}
