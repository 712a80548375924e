import { cellText } from '../../resources/fields.ts';
import type { Column } from '../../resources/resource.ts';
import { kept, memoFields } from '../../text/memo.ts';
import { clean, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutEnd, sized } from '../../text/width.ts';
import { CHANGED_MARK, changedCells, GONE_MARK, goneRows } from '../facts/change-marks.ts';
import { layoutOf, tableCells, withoutPane } from '../facts/layout.ts';
import {
  type Heading,
  type Line,
  MARKED,
  PART_GAP,
  type Span,
  type Spans,
  span,
  spansText,
} from '../facts/line.ts';
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
import { highlightedSpans } from './highlight.ts';
import { styleText, type Theme } from './theme.ts';

/** `isFilled`: rows take all of the width, because others follow. */
type PaintOptions = Readonly<{ theme: Theme; width: number; isFilled?: boolean }>;

function cutSpans(spans: Spans, width: number) {
  const fitting: Span[] = [];
  let used = 0;
  for (const { text, style } of spans) {
    const shown = cutEnd(text, width - used);
    used += cells(shown);
    fitting.push({ text: shown, style });
    if (used >= width) break;
  }
  return { spans: fitting, used };
}

// Printable ASCII only: the visible text is the real address, without look-alikes.
const ADDRESS = /^https:\/\/[!-~]+$/;

/**
 * Not an address that reaches the end of the row: it may continue in the next, and a link to a part leads
 * elsewhere.
 */
function linkText(text: string, end: number, { theme, width }: PaintOptions): string {
  const isLink = theme.links && end < width - 1 && ADDRESS.test(text);
  return isLink ? `\u001b]8;;${text}\u0007${text}\u001b]8;;\u0007` : text;
}

function styledText(spans: Spans, options: PaintOptions): string {
  let end = 0;
  return spans
    .map(({ text, style }) => {
      end += cells(text);
      return styleText(options.theme, style, linkText(text, end, options));
    })
    .join('');
}

/** `mark`: while a row below is the chosen one, so that two are not alike. */
type CursorStyle = 'bar' | 'mark';

/** The row under the cursor has a mark, and as a bar is inverse. Of the styles it shows only matches. */
export function paintSpans(
  spans: Spans,
  { theme, width, isFilled = false }: PaintOptions,
  cursor?: CursorStyle,
): string {
  const cut = cutSpans(spans, width);
  const rest = repeat(safe` `, width - cut.used);
  if (cursor === undefined) return styledText(cut.spans, { theme, width }) + (isFilled ? rest : '');
  const shown = cut.spans.map(({ text, style }) =>
    style === 'match' ? styleText(theme, style, text) : text,
  );
  const text = shown.join('') + rest;
  const style = cursor === 'bar' ? 'cursor' : 'strong';
  return styleText(theme, style, `${text.startsWith('  ') ? ' ▸' : text.slice(0, 2)}${text.slice(2)}`);
}

export const RULE_CELLS = 8;

/** `─ Title ──────────── right ─` over the whole width. The right part gives way to the title. */
export function paintRule(
  { title, right, isDangerous = false, ...heading }: Heading,
  { theme, width }: PaintOptions,
): string {
  const rule = isDangerous ? 'bad' : 'dim';
  const { spans = [span(title, isDangerous ? 'bad' : 'title')], parts } = heading;
  const hasRight = right !== undefined && cells(title) + cells(right) + RULE_CELLS <= width;
  const gaps = parts?.flatMap((part, at) => (at === 0 ? [part] : [span(clean(PART_GAP), 'dim'), part]));
  const end = hasRight ? (gaps ?? [span(right, rule)]) : [];
  const endCells = hasRight ? cells(right) + 3 : 1;
  const shown = cutSpans(spans, Math.max(1, width - endCells - 5));
  const gap = repeat(safe`─`, width - shown.used - endCells - 4);
  return styledText(
    [
      span(safe`─ `, rule),
      ...shown.spans,
      span(safe` ${gap}─${hasRight ? safe` ` : safe`─`}`, rule),
      ...end,
      ...(hasRight ? [span(safe` ─`, rule)] : []),
    ],
    { theme, width },
  );
}

export const paintPlainRule = (width: number, theme: Theme) => styleText(theme, 'dim', '─'.repeat(width));

export function paintLine(line: Line, options: PaintOptions, cursor?: CursorStyle): string {
  switch (line.kind) {
    case 'blank':
      return '';
    case 'title':
      return paintRule({ title: spansText(line.spans), right: line.right, spans: line.spans }, options);
    case 'text':
      return paintSpans(line.spans, options, line.isPart === true ? undefined : cursor);
  }
}

function gapSpans(width: number, mark: SafeText | undefined): Spans {
  if (mark === undefined) return [span(repeat(safe` `, width))];
  return [span(repeat(safe` `, width - 1)), span(mark, 'strong')];
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
      const spans =
        table.ids[index] === ''
          ? [span(safe`    ${divider}`, 'dim')]
          : [span(safe`  ${mark}`, 'accent'), ...cellSpans(inputs, index, mark === MARKED)];
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
