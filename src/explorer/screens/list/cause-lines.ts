import { type JsonObject, member } from '../../../json/json.ts';
import { cause } from '../../../resources/cause-kind.ts';
import type { Clock } from '../../../resources/field.ts';
import { cellOf, fieldNamed } from '../../../resources/fields.ts';
import { ownId } from '../../../resources/resource.ts';
import { repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, cutEnd, sized } from '../../../text/width.ts';
import { botsOf, CAUSE_LINE, causeFilter } from '../../facts/causes.ts';
import { asPart, linkLine, MARKS, type Spans, span, type TextLine, textLine } from '../../facts/line.ts';
import type { ListPlace } from '../../state/place.ts';

const COUNT_CELLS = 5;
const INDENT = 5;
const LONG_BAR_FROM = 60;
const LEAST_MET = 6;

/** `most`: the bots of the largest cause, which has the longest bar; 0 for none. */
type CauseOptions = Readonly<{
  place: ListPlace;
  columns: number;
  clock: Clock;
  most: number;
  mark?: SafeText;
}>;

const textOf = (item: JsonObject, name: string, clock: Clock) =>
  fieldNamed(cause, name)?.show(member(item, name), clock) ?? safe``;

/** `4 recurring events, 1 integration · since 06:20`, of which the first part gives way. */
export function metWords(item: JsonObject, clock: Clock, width = Infinity): SafeText {
  const since = textOf(item, 'since', clock);
  const met = textOf(item, 'met', clock);
  if (since === '') return cutEnd(met, width);
  const began = since.startsWith('after') ? since : safe`since ${since}`;
  const end = safe` · ${began}`;
  const room = width - cells(end);
  return met === '' || room < LEAST_MET ? began : safe`${cutEnd(met, room)}${end}`;
}

export function causeLine(
  item: JsonObject,
  { place, clock, mark = safe` ` }: CauseOptions,
  width: number,
  ...beside: Spans
): TextLine {
  const id = ownId(item) ?? '';
  const { tone } = cellOf(cause, item, {
    column: { title: safe``, field: 'level', width: 0, rank: 1 },
    clock,
  });
  const words = textOf(item, 'cause', clock);
  return linkLine(
    `${CAUSE_LINE}${id}`,
    { to: 'place', place, filter: causeFilter(id) },
    span(safe`  ${mark}`, 'accent'),
    span(safe`${MARKS[tone]} `, tone),
    span(sized(cutEnd(words, width), width), 'strong'),
    ...beside,
  );
}

export function causeLines(item: JsonObject, options: CauseOptions): readonly TextLine[] {
  const { columns, clock, most } = options;
  const barCells = most === 0 ? 0 : columns < LONG_BAR_FROM ? 4 : 8;
  const width = Math.max(1, columns - INDENT - COUNT_CELLS - barCells - 2);
  const filled = Math.max(1, Math.round((botsOf(item) / Math.max(most, barCells)) * barCells));
  const line = causeLine(
    item,
    options,
    width,
    span(sized(textOf(item, 'bots', clock), COUNT_CELLS, 'right')),
    ...(barCells === 0 ? [] : [span(safe` ${repeat(safe`▇`, filled)}`, 'label')]),
  );
  const met = metWords(item, clock, columns - INDENT - 3);
  return [line, asPart(textLine(`${line.id}:met`, span(safe`       ${met}`, 'dim')))];
}
