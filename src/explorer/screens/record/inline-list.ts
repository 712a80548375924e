import type { Ids } from '../../../api/operation.ts';
import { explain } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import type { Tone } from '../../../resources/field.ts';
import { cellOf, cellText } from '../../../resources/fields.ts';
import { ownIdName, requestPath } from '../../../resources/record-ids.ts';
import type { Column, Ref, Resource } from '../../../resources/resource.ts';
import { clean, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { span as timeSpan } from '../../../text/units.ts';
import { cells, cutEnd, cutMiddle, sized, usualWidth } from '../../../text/width.ts';
import { GAP, MARGIN, type PlacedColumn, placeColumnSet } from '../../facts/columns.ts';
import { countOf } from '../../facts/health-count.ts';
import { isNarrow } from '../../facts/layout.ts';
import {
  asPart,
  type Line,
  lateLine,
  linkLine,
  MARKS,
  type Span,
  span,
  textLine,
  titleLine,
  wrappedLines,
} from '../../facts/line.ts';
import type { RecordContext } from '../../facts/record-context.ts';
import type { OperationRefusal } from '../../facts/undocumented.ts';
import { usualOrderOf } from '../../facts/visible-rows.ts';
import type { Action } from '../../state/action.ts';
import { keyName } from '../../state/key-names.ts';
import type { Load, Rows } from '../../state/load.ts';
import type { ListPlace } from '../../state/place.ts';
import { storedRef } from '../../state/recents.ts';
import { INDENT, type RenderOptions } from './fields.ts';

export type TableRow = {
  readonly id: string;
  readonly record: JsonObject;
  readonly target: Action;
  /** Tone of the mark before the row; default: no mark. */
  readonly tone?: Tone;
  /** Text to copy from the row; default: the id of its record. */
  readonly copy?: string | undefined;
};

type InlineTable = {
  readonly id: string;
  readonly resource: Pick<Resource, 'fields' | 'nameField'>;
  readonly columns: readonly Column[];
  readonly options: RenderOptions;
};

const gap = (at: number): Span => span(repeat(safe` `, at === 0 ? 0 : GAP));

/** Returns the columns in which at least one row has a value. */
function usedColumns({ resource, columns }: InlineTable, rows: readonly TableRow[]): readonly Column[] {
  const clock = { now: 0, exact: true };
  const hasValue = (column: Column): boolean =>
    rows.some(({ record }) => cellOf(resource, record, { column, clock }).text !== '-');
  return columns.filter((column, at) => at === 0 || hasValue(column));
}

/** Shrinks the first column to what nearly all its texts need, so that related cells stay together. */
function withSnugFirst(
  placed: readonly PlacedColumn[],
  table: InlineTable,
  rows: readonly TableRow[],
): readonly PlacedColumn[] {
  const [first, ...others] = placed;
  if (first === undefined) return placed;
  const { resource, options } = table;
  const inputs = { column: first.column, clock: options.clock };
  const widths = rows.map(({ record }) => cells(cellOf(resource, record, inputs).text));
  const needed = Math.max(usualWidth(widths), cells(first.column.title));
  return [{ ...first, width: Math.min(first.width, needed) }, ...others];
}

function rowSpans(row: TableRow, table: InlineTable, placed: readonly PlacedColumn[]): readonly Span[] {
  const { resource, options } = table;
  return placed.flatMap(({ column, width }, at) => {
    const { text, tone } = cellOf(resource, row.record, { column, clock: options.clock });
    const style = at === 0 && tone === 'plain' ? 'strong' : tone;
    return [gap(at), span(cellText(text, column, width), style)];
  });
}

/** Returns column titles and rows as lines; the cursor passes over the titles. */
export function tableLines(table: InlineTable, rows: readonly TableRow[]): readonly Line[] {
  const { id, options } = table;
  const lead: SafeText = rows.some(({ tone }) => tone !== undefined) ? safe`     ` : safe`   `;
  const width = options.width - cells(lead) - 1 + MARGIN;
  const placed = withSnugFirst(
    placeColumnSet(usedColumns(table, rows), width, { isExact: options.clock.exact }),
    table,
    rows,
  );
  const titles = placed.flatMap(({ column, width: room }, at) => [
    gap(at),
    span(sized(column.title, room, column.align), 'label'),
  ]);
  return [
    { kind: 'text', id: '', spans: [span(lead), ...titles] },
    ...rows.map(row => {
      const mark = row.tone === undefined ? span(lead) : span(safe`   ${MARKS[row.tone]} `, row.tone);
      const line = lateLine(`${id}:${row.id}`, row.target, () => [mark, ...rowSpans(row, table, placed)]);
      return row.copy === undefined ? line : Object.assign(line, { copy: row.copy });
    }),
  ];
}

/** An undocumented list on the screen of its owner. */
export type InlineList = {
  readonly id: string;
  readonly to: Resource;
  readonly place: ListPlace;
  readonly context: RecordContext;
  readonly options: RenderOptions;
};

/** Maximum number of rows on the record; the screen of the list has all. */
const MAX_ROWS = 50;
/** Cells of a short id; none where there is no room. */
const SHORT_ID = 13;
/** Cells of the time when a record was opened, and of the gap before it. */
const OPENED_CELLS = 18;

const plural = ({ to }: InlineList): SafeText => clean(to.plural.toLowerCase());

/** Returns why there are no rows, or what the list needs. */
const whyLines = ({ id, options }: InlineList, text: SafeText): readonly Line[] =>
  wrappedLines(`${id}:why`, span(text, 'dim'), options.width);

/** Returns the line that requests the list after consent, and the path of the request. */
function offerLines(inline: InlineList): Line[] {
  const { id, to, place, options } = inline;
  if (to.list === undefined) return [];
  const path = requestPath(to.list, place.ids);
  const { width, keymap } = options;
  return [
    linkLine(
      `${id}:consent`,
      { to: 'consent', kind: to.kind, ids: place.ids },
      span(safe`${INDENT}list ${plural(inline)} (undocumented API call) …`, 'strong'),
      span(safe`  ${keyName(keymap, 'extension.ask')}`, 'key'),
    ),
    ...[isNarrow(width) ? path : safe`GET ${path}`, safe`asks once per workspace`].flatMap((text, at) =>
      wrappedLines(`${id}:consent:${at}`, span(text, 'dim'), width, 5).map(asPart),
    ),
  ];
}

/** Returns the age of a time: `just now`, `3m ago`. */
const ageWords = ({ options }: Pick<InlineList, 'options'>, at: number): SafeText => {
  const age = options.clock.now - at;
  return age < 60_000 ? safe`just now` : safe`${timeSpan(age)} ago`;
};

function refusalWords(refusal: OperationRefusal, inline: InlineList): SafeText {
  const again = safe`${keyName(inline.options.keymap, 'place.reload')} retries.`;
  if (refusal.kind === 'no permission') return safe`You may not list ${plural(inline)} (403). ${again}`;
  return safe`Not supported by this server (tried ${ageWords(inline, refusal.at)}). ${again}`;
}

/** Returns the lines of the rows, in the usual order of their kind. */
function rowLines(inline: InlineList, { items, ids, next }: Rows): Line[] {
  const { id, to, options, place } = inline;
  if (items.length === 0) return [textLine(`${id}:none`, span(safe`${INDENT}none`, 'dim'))];
  const order = usualOrderOf(to, items) ?? items.keys();
  const shared = to.sharedPart?.(items);
  const rows = [...order].slice(0, MAX_ROWS).flatMap(at => {
    const record = (shared?.rows ?? items)[at];
    const own = ids[at] ?? '';
    if (record === undefined) return [];
    const ref: Ref = { kind: to.kind, ids: { ...place.ids, [ownIdName(to)]: own } };
    return [{ id: own, record, target: { to: 'place', place: { screen: 'record', ref } } } as const];
  });
  const isMore = next !== undefined || items.length > MAX_ROWS;
  const all = safe`${INDENT}all ${plural(inline)} …`;
  const words = isMore
    ? safe`  (more available)`
    : isNarrow(options.width)
      ? safe``
      : safe`  (filter, sort, mark)`;
  return [
    ...(shared === undefined
      ? []
      : [textLine('', span(cutEnd(safe`${INDENT}all: ${shared.words}`, options.width - 1), 'dim'))]),
    ...tableLines({ id, resource: to, columns: to.columns, options }, rows),
    linkLine(`${id}:all`, { to: 'place', place }, span(all, 'strong'), span(words, 'dim')),
  ];
}

function noRowsLines(load: Load<Rows> | undefined, inline: InlineList): readonly Line[] {
  const { id, to, context, options } = inline;
  const refusal = to.list === undefined ? undefined : context.refusal(to.list, options.clock.now);
  if (refusal !== undefined && load?.phase !== 'loading')
    return whyLines(inline, refusalWords(refusal, inline));
  if (load?.phase === 'failed')
    return whyLines(
      inline,
      safe`✗ ${explain(load.failure).title} · ${keyName(options.keymap, 'place.reload')} retry`,
    );
  return [textLine(`${id}:reading`, span(safe`${INDENT}loading …`, 'dim'))];
}

/**
 * Returns the lines of the list, or why there is none with the next step. `typed`: the lines that open a
 * record by its id.
 */
export function inlineListLines(inline: InlineList, typed: readonly Line[]): readonly Line[] {
  const { context, place } = inline;
  const load = context.listOf(place);
  const rows = load?.last?.value;
  const [byId, byIdOr] =
    typed.length === 0 ? [safe``, safe`This tab can`] : [safe`Open by id. `, safe`Open one by its id, or`];
  switch (context.undocumented) {
    case 'never':
      return [
        ...whyLines(inline, safe`${byId}Undocumented calls are off (--strict, or strict in settings).`),
        ...typed,
      ];
    case 'with-consent': {
      const listing = safe`${byIdOr} list ${plural(inline)} with an undocumented call (asks first).`;
      return [...whyLines(inline, listing), ...typed, ...offerLines(inline)];
    }
    case 'allowed':
      return [...(rows === undefined ? noRowsLines(load, inline) : rowLines(inline, rows)), ...typed];
  }
}

/**
 * Returns the text at the right of the title: the count, the load time, and that the list is undocumented.
 */
export function inlineListRight(inline: InlineList): SafeText | undefined {
  const { context, place } = inline;
  const load = context.undocumented === 'allowed' ? context.listOf(place) : undefined;
  if (load?.last === undefined) return undefined;
  return safe`${countOf(load.last.value)} · loaded ${ageWords(inline, load.last.at)} · undocumented API`;
}

export function recentLines({ id, to, context, options }: Omit<InlineList, 'place'>, ids: Ids): Line[] {
  const recents = context.recents(to.kind, ids);
  if (recents.length === 0) return [];
  const idCells = isNarrow(options.width) ? 0 : SHORT_ID + 2;
  const nameCells = Math.max(12, options.width - INDENT.length - idCells - OPENED_CELLS);
  return [
    titleLine(`${id}:seen`, safe`Seen before`),
    ...recents.flatMap(row => {
      const ref = storedRef(row);
      if (ref === undefined) return [];
      const own = clean(ref.ids[ownIdName(to)] ?? '', 200);
      const id = idCells === 0 ? safe`` : safe`${sized(cutMiddle(own, SHORT_ID), SHORT_ID)}  `;
      const when = safe`opened ${ageWords({ options }, row.at)}`;
      return linkLine(
        `${id}:seen:${row.place}`,
        { to: 'place', place: { screen: 'record', ref } },
        span(safe`${INDENT}${id}`, 'dim'),
        span(safe`${sized(row.name === '' ? own : row.name, nameCells)}  `, 'strong'),
        span(when, 'dim'),
      );
    }),
  ];
}
