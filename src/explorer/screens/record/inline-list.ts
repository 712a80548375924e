import { explain } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import type { Tone } from '../../../resources/field.ts';
import { cellOf, cellText } from '../../../resources/fields.ts';
import { refId } from '../../../resources/registry.ts';
import { type Column, type Resource, refTo, requestPath } from '../../../resources/resource.ts';
import { clean, lower, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { span as timeSpan } from '../../../text/units.ts';
import { cells, cutEnd, cutMiddle, sized, usualWidth } from '../../../text/width.ts';
import { countOf } from '../../facts/health-count.ts';
import { isNarrow } from '../../facts/layout.ts';
import {
  asPart,
  type Lines,
  lateLine,
  linkLine,
  MARKS,
  type Span,
  type Spans,
  span,
  textLine,
  titleLine,
  wrappedLines,
} from '../../facts/line.ts';
import { listRefusal } from '../../facts/undocumented.ts';
import { usualOrderOf } from '../../facts/visible-rows.ts';
import { type Action, toPlace, toRecord } from '../../state/action.ts';
import { keyName } from '../../state/key-names.ts';
import type { Rows } from '../../state/load.ts';
import { type ListPlace, placeKey } from '../../state/place.ts';
import { storedRef } from '../../state/recents.ts';
import type { State } from '../../state/state.ts';
import { GAP, MARGIN, type PlacedColumn, placeColumns } from '../list/table.ts';
import { INDENT, type RenderOptions } from './fields.ts';

type TableRow = Readonly<{
  id: string;
  record: JsonObject;
  target: Action;
  tone?: Tone;
  /** Default: the id of the row's record. */
  copy?: string | undefined;
}>;

type InlineTable = Readonly<{
  id: string;
  resource: Pick<Resource, 'fields' | 'nameField'>;
  columns: readonly Column[];
  options: RenderOptions;
}>;

const MEASURED_ROWS = 500;

const gap = (at: number): Span => span(repeat(safe` `, at === 0 ? 0 : GAP));

/**
 * At least one row has a value in them. The first is as wide as nearly all its first texts, so that related
 * cells stay together.
 */
function tableColumns(table: InlineTable, rows: readonly TableRow[], width: number): readonly PlacedColumn[] {
  const { resource, columns, options } = table;
  const exact = { now: 0, exact: true };
  const used = columns.filter(
    (column, at) =>
      at === 0 || rows.some(({ record }) => cellOf(resource, record, { column, clock: exact }).text !== '-'),
  );
  const [first, ...others] = placeColumns(used, width, { isExact: options.clock.exact });
  if (first === undefined) return [];
  const inputs = { column: first.column, clock: options.clock };
  const measured = rows.slice(0, MEASURED_ROWS);
  const texts = measured.map(({ record }) => cells(cellOf(resource, record, inputs).text));
  const needed = Math.max(usualWidth(texts), cells(first.column.title));
  return [{ ...first, width: Math.min(first.width, needed) }, ...others];
}

function rowSpans(row: TableRow, table: InlineTable, placed: readonly PlacedColumn[]): Spans {
  const { resource, options } = table;
  return placed.flatMap(({ column, width }, at) => {
    const { text, tone } = cellOf(resource, row.record, { column, clock: options.clock });
    const style = at === 0 && tone === 'plain' ? 'strong' : tone;
    return [gap(at), span(cellText(text, column, width), style)];
  });
}

export function tableLines(table: InlineTable, rows: readonly TableRow[]): Lines {
  const { id, options } = table;
  const lead: SafeText = rows.some(({ tone }) => tone !== undefined) ? safe`     ` : safe`   `;
  const placed = tableColumns(table, rows, options.width - cells(lead) - 1 + MARGIN);
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

export type RecordContext = Pick<State['data'], 'records' | 'lists'> &
  Pick<State['user'], 'memory'> &
  Pick<State['session'], 'undocumented' | 'forbidden'>;

export type InlineList = Readonly<{
  id: string;
  to: Resource;
  place: ListPlace;
  context: RecordContext;
  options: RenderOptions;
}>;

const MAX_ROWS = 50;
const SHORT_ID = 13;
const OPENED_CELLS = 18;

const plural = ({ to }: InlineList) => lower(to.plural);

const loadOf = ({ context: { undocumented, lists }, place }: InlineList) =>
  undocumented === 'allowed' ? lists[placeKey(place)] : undefined;

const whyLines = ({ id, options }: InlineList, text: SafeText): Lines =>
  wrappedLines(`${id}:why`, span(text, 'dim'), options.width);

function offerLines(inline: InlineList): Lines {
  const { id, to, place, options } = inline;
  const { width, keymap } = options;
  const path = to.list === undefined ? safe`` : requestPath(to.list, place.ids);
  return [
    linkLine(
      `${id}:consent`,
      { to: 'consent', place },
      span(safe`${INDENT}list ${plural(inline)} …`, 'strong'),
      span(safe`  ${keyName(keymap, 'extension.ask')}`, 'key'),
    ),
    ...[isNarrow(width) ? path : safe`GET ${path}`, safe`undocumented; asks once per workspace`].flatMap(
      (text, at) => wrappedLines(`${id}:consent:${at}`, span(text, 'dim'), width, 5).map(asPart),
    ),
  ];
}

const ageWords = ({ clock }: RenderOptions, at: number) =>
  clock.now - at < 60_000 ? safe`just now` : safe`${timeSpan(clock.now - at)} ago`;

function rowLines(inline: InlineList, { items, ids, next }: Rows, most = MAX_ROWS): Lines {
  const { id, to, options, place } = inline;
  if (items.length === 0) return [textLine(`${id}:none`, span(safe`${INDENT}none`, 'dim'))];
  const order = usualOrderOf(to, items) ?? items.keys();
  const shared = to.sharedPart?.(items);
  const rows = [...order].slice(0, most).flatMap(at => {
    const record = (shared?.rows ?? items)[at];
    const own = ids[at] ?? '';
    const ref = refTo(to, own, place.ids);
    return record === undefined ? [] : [{ id: own, record, target: toRecord(ref) }];
  });
  const isMore = next !== undefined || items.length > most;
  const rest = isNarrow(options.width) ? safe`` : safe`  (filter, sort, mark)`;
  const common = safe`${INDENT}all: ${shared?.words ?? safe``}`;
  return [
    ...(shared === undefined ? [] : [textLine('', span(cutEnd(common, options.width - 1), 'dim'))]),
    ...tableLines({ id, resource: to, columns: to.columns, options }, rows),
    linkLine(
      `${id}:all`,
      toPlace(place),
      span(safe`${INDENT}all ${plural(inline)} …`, 'strong'),
      span(isMore ? safe`  (more available)` : rest, 'dim'),
    ),
  ];
}

function noRowsLines(inline: InlineList): Lines {
  const { id, to, context, options } = inline;
  const load = loadOf(inline);
  const retry = keyName(options.keymap, 'place.reload');
  const refusal = to.list && listRefusal({ ...context, now: options.clock.now }, to.list);
  if (refusal !== undefined && load?.phase !== 'loading') {
    const tried = refusal.kind === 'not offered' ? ageWords(options, refusal.at) : safe``;
    const words =
      refusal.kind === 'no permission'
        ? safe`You may not list ${plural(inline)} (403).`
        : safe`Not supported by this server (tried ${tried}).`;
    return whyLines(inline, safe`${words} ${retry} retries.`);
  }
  if (load?.phase === 'failed')
    return whyLines(inline, safe`✗ ${explain(load.failure).title} · ${retry} retry`);
  return [textLine(`${id}:reading`, span(safe`${INDENT}loading …`, 'dim'))];
}

/** Says why there is no list, with the next step. `typed`: the lines that open a record by its id. */
export function inlineListLines(inline: InlineList, title: SafeText, typed: Lines = []): Lines {
  const last = loadOf(inline)?.last;
  const right =
    last && safe`${countOf(last.value)} · loaded ${ageWords(inline.options, last.at)} · undocumented API`;
  const hasTyped = typed.length > 0;
  const off = safe`${hasTyped ? safe`Open by id. ` : safe``}Undocumented calls are off (--strict, or strict in settings).`;
  const { undocumented } = inline.context;
  const needsConsent = undocumented === 'with-consent';
  const rows = () => (last ? rowLines(inline, last.value) : noRowsLines(inline));
  return [
    titleLine(inline.id, title, right),
    ...(undocumented === 'allowed' ? rows() : needsConsent ? offerLines(inline) : whyLines(inline, off)),
    ...typed,
    ...(hasTyped && last === undefined ? recentLines(inline) : []),
  ];
}

export function seenLines(inline: InlineList, title: SafeText, most: number): Lines {
  const last = loadOf(inline)?.last;
  const heading = safe`${title} seen`;
  if (last === undefined) return recentLines(inline, heading);
  return [titleLine(inline.id, heading, safe`${countOf(last.value)}`), ...rowLines(inline, last.value, most)];
}

function recentLines({ id: listId, to, place, context, options }: InlineList, title = safe`Seen before`) {
  const recents = context.memory.recents.flatMap(row => {
    const ref = row.gone ? undefined : storedRef(row);
    const isBelow =
      ref?.kind === to.kind && Object.entries(place.ids).every(([name, id]) => ref.ids[name] === id);
    return isBelow ? [{ row, ref }] : [];
  });
  if (recents.length === 0) return [];
  const idCells = isNarrow(options.width) ? 0 : SHORT_ID + 2;
  const nameCells = Math.max(12, options.width - INDENT.length - idCells - OPENED_CELLS);
  return [
    titleLine(`${listId}:seen`, title),
    ...recents.map(({ row, ref }) => {
      const own = clean(refId(ref), 200);
      const id = idCells === 0 ? safe`` : safe`${sized(cutMiddle(own, SHORT_ID), SHORT_ID)}  `;
      return linkLine(
        `${id}:seen:${row.place}`,
        toRecord(ref),
        span(safe`${INDENT}${id}`, 'dim'),
        span(safe`${sized(row.name === '' ? own : row.name, nameCells)}  `, 'strong'),
        span(safe`opened ${ageWords(options, row.at)}`, 'dim'),
      );
    }),
  ];
}
