import type { Term } from '../../filter/parse.ts';
import { cellText } from '../../resources/fields.ts';
import type { Column } from '../../resources/resource.ts';
import { memoFields } from '../../text/memo.ts';
import { clean, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { sized } from '../../text/width.ts';
import { CHANGED_MARK, changedCells, GONE_MARK, goneRows } from '../facts/change-marks.ts';
import { GAP, type PlacedColumn } from '../facts/fitting-columns.ts';
import { layoutOf, tableCells } from '../facts/layout.ts';
import { type Line, type Span, type Style, span } from '../facts/line.ts';
import type { Listing } from '../facts/visible-rows.ts';
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

/** Returns the text that a filter term looks for in a column; `atStart`: only at the beginning. */
function soughtText(
  term: Term,
  field: string,
): { readonly text: string; readonly atStart: boolean } | undefined {
  if (term.isNot) return undefined;
  if (term.kind === 'word') return { text: term.word, atStart: field === 'id' };
  return term.name === field && term.condition.kind === 'text' ? term.condition : undefined;
}

function textPositions(
  text: string,
  { text: word, atStart }: { text: string; atStart: boolean },
): readonly number[] {
  const at = text.indexOf(word);
  if (at < 0 || (atStart && at > 0)) return [];
  return Array.from(word, (_letter, index) => at + index);
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

function matchPositions(text: string, { filter, isLoose }: Listing, field: string): ReadonlySet<number> {
  const places = (filter?.terms ?? []).flatMap(term => {
    const wanted = soughtText(term, field);
    if (wanted === undefined) return [];
    const isByLetter = isLoose && term.kind === 'word' && field !== 'id';
    return isByLetter ? letterPositions(text, wanted.text) : textPositions(text, wanted);
  });
  return new Set(places);
}

const ELLIPSIS = '…';
// The lower case of other texts may have another length, so positions would differ.
const ONE_TO_ONE = /^[\x20-\x7e…]*$/;

/**
 * Returns the position in a cell of a position in its whole text. The middle of a long text is cut: a
 * position there is that of the ellipsis.
 */
function positionInCell(at: number, text: string, full: string): number {
  const shown = text.trimEnd();
  const cut = shown.indexOf(ELLIPSIS);
  if (shown === full || cut < 0 || at < cut) return at;
  const fromEnd = full.length - at;
  return fromEnd < shown.length - cut ? shown.length - fromEnd : cut;
}

/** Returns a cell as spans, with the matches of the filter underlined. `full`: its text before it was cut. */
function highlightedSpans(
  text: SafeText,
  style: Style,
  { listing, field, full }: { readonly listing: Listing; readonly field: string; readonly full: SafeText },
): readonly Span[] {
  if (listing.filter === undefined || !ONE_TO_ONE.test(full)) return [span(text, style)];
  // Cells aligned to the right begin with spaces.
  const indent = text.length - text.trimStart().length;
  const positions = [...matchPositions(full.toLowerCase(), listing, field)];
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
