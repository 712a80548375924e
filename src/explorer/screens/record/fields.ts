import { isList, isObject, type Json, member } from '../../../json/json.ts';
import type { Clock, Field, Fields } from '../../../resources/field.ts';
import { label } from '../../../resources/fields.ts';
import { clean, cleanLines, joinSafe, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { agoWords } from '../../../text/units.ts';
import { cells, sized, wrap } from '../../../text/width.ts';
import { type Lines, MARKS, type Spans, type Style, span, textLine, wrappedLines } from '../../facts/line.ts';
import { numbered, shownAddress, urlsIn } from '../../facts/urls.ts';
import { keyName } from '../../state/key-names.ts';
import type { Keymap } from '../../state/state.ts';

export type RenderOptions = Readonly<{ width: number; clock: Clock; readOnly?: boolean; keymap?: Keymap }>;

const LABEL_CELLS = 21;
export const INDENT = safe`   `;

type LabelledField = Readonly<{
  path: readonly string[];
  name: SafeText;
  options: RenderOptions;
  labelWidth?: number;
}>;

const idOf = (path: readonly string[]) => `field:${path.join('.')}`;

const MAX_ROWS = 5;

/** `id` is longer than the path for a value of several lines. */
export const valueLine = (path: readonly string[], id = idOf(path), ...spans: Spans) => ({
  ...textLine(id, ...spans),
  subject: { kind: 'value', path } as const,
});

/** Rows that continue an indented line are indented alike, as in a stack trace. */
function wrapIndented(text: SafeText, width: number): readonly SafeText[] {
  const indent = text.length - text.trimStart().length;
  if (indent === 0 || indent > width / 2) return wrap(text, width);
  return wrap(text.slice(indent) as SafeText, width - indent).map(
    row => `${' '.repeat(indent)}${row}` as SafeText,
  );
}

function pair({ path, name, options, labelWidth = LABEL_CELLS, texts: value, style }: Fact): Lines {
  const id = idOf(path);
  const whole = options.width - INDENT.length - 1;
  const beside = whole - labelWidth;
  const [only = safe``] = value;
  // A text without spaces (an address, an id) is on its own row if it fits there, but not beside its label.
  const needsRow = value.length === 1 && !only.includes(' ') && cells(only) > beside && cells(only) <= whole;
  const wide = options.width >= 56 && !needsRow;
  const labelCells = wide ? labelWidth : options.width >= 56 ? 0 : 2;
  const room = Math.max(8, options.width - labelCells - INDENT.length - 1);
  const all = value.flatMap(text => wrapIndented(text, room));
  const rows =
    value.length > 1 || all.length <= MAX_ROWS
      ? all
      : [...all.slice(0, MAX_ROWS), safe`… ${keyName(options.keymap, 'record.raw')}: full record`];
  // Puts the value beside its label without a column, rather than on its own row.
  if (!wide && labelCells === 0 && cells(name) + 2 + cells(only) <= whole)
    return [valueLine(path, id, span(safe`${INDENT}${name}  `, 'label'), span(only, style))];
  const head = wide ? [] : [valueLine(path, `${id}:label`, span(safe`${INDENT}${name}`, 'label'))];
  const body = rows.map((row, at) => {
    const text = wide && at === 0 ? name : safe``;
    // A label of the whole width would touch its value.
    const column = labelCells > 0 && safe`${sized(text, labelCells - 1)} `;
    const spans = [span(safe`${INDENT}${column}`, 'label'), span(row, style)];
    return valueLine(path, at === 0 ? id : `${id}:${at}`, ...spans);
  });
  return [...head, ...body];
}

function innerName(outer: SafeText, own: SafeText): SafeText {
  const words = `${outer} ${own}`.split(' ');
  while (words.length > 1 && cells(clean(words.join(' '))) >= LABEL_CELLS) words.shift();
  return clean(words.join(' '));
}

export type Fact = LabelledField &
  Readonly<{
    texts: readonly SafeText[];
    style: Style;
    brief: SafeText | undefined;
    /** Few letters, which nobody copies: a time, a number, a flag, a known word. */
    isShort: boolean;
    below: Lines;
  }>;

/** Without a description of its own or of its type. */
export const plainFact = (labelled: LabelledField, texts: readonly SafeText[]): Fact => ({
  ...labelled,
  texts,
  style: 'plain',
  brief: undefined,
  isShort: false,
  below: [],
});

const SHORT_TYPES: ReadonlySet<string> = new Set(['boolean', 'integer', 'string (enumeration)']);

export const isEmpty = (value: Json | undefined) =>
  (isObject(value) && Object.keys(value).length === 0) || (isList(value) && value.length === 0);

function briefOf(field: Field, value: Json | undefined, { clock }: RenderOptions): SafeText | undefined {
  const key = field.order(value);
  if (typeof key !== 'number') return undefined;
  if (field.varies === 'time')
    return clock.exact || typeof value !== 'string' ? undefined : agoWords(value, clock.now);
  return isObject(value) || isList(value) ? safe`${key}` : undefined;
}

export function fieldParts(field: Field, value: Json | undefined, labelled: LabelledField): readonly Fact[] {
  const { path, name, options } = labelled;
  const format = field.entries;
  if (format !== undefined && isObject(value) && !isEmpty(value))
    return Object.entries(value).map(([key, entry]) =>
      plainFact({ path: [...path, key], name: clean(key, 60), options }, cleanLines(format(entry))),
    );
  if (field.inner !== undefined && isObject(value)) {
    const inner: Fields = field.inner;
    return Object.entries(inner).flatMap(([own, each]) =>
      fieldParts(each, member(value, own), {
        path: [...path, own],
        name: innerName(name, label(own)),
        options,
      }),
    );
  }
  const shown = field.show(value, options.clock);
  if (shown === undefined || (isEmpty(value) && field.read(value) !== undefined))
    return [plainFact(labelled, [])];
  const isProse = field.prose && typeof value === 'string';
  const texts = isProse ? cleanLines(numbered(value)) : [shown];
  const style = field.tone(value);
  const marked = style === 'plain' ? texts : texts.map(text => safe`${MARKS[style]} ${text}`);
  return [
    {
      ...labelled,
      texts: marked,
      style,
      brief: briefOf(field, value, options),
      isShort: field.varies === 'time' || SHORT_TYPES.has(field.type),
      below: isProse ? linkLines(path, value) : [],
    },
  ];
}

const isSet = ({ texts }: Fact) => texts.length > 0;

export const factLines = (fact: Fact): Lines => (isSet(fact) ? [...pair(fact), ...fact.below] : []);

export function linkLines(path: readonly string[], text: string): Lines {
  const addresses = urlsIn(text);
  if (addresses.length < 2) return [];
  return addresses.map((address, at) => ({
    ...textLine(
      `${idOf(path)}:link:${at + 1}`,
      span(safe`${INDENT}[${at + 1}] `, 'label'),
      span(clean(shownAddress(address))),
    ),
    subject: { kind: 'value', path, link: at + 1 },
  }));
}

const TWO_COLUMNS_FROM = 80;
/** A time with its age, the longest value that leaves room for a second column at 80. */
const TIME_CELLS = 26;
const GAP = 2;

type Columns = Readonly<{ label: number; second: number; width: number }>;

function columnsOf(facts: readonly Fact[], width: number): Columns {
  const longest = facts.reduce((most, { name }) => Math.max(most, cells(name)), 0);
  const label = Math.min(LABEL_CELLS, longest + GAP);
  const second = Math.max(Math.floor(width / 2), INDENT.length + label + TIME_CELLS + GAP);
  return { label, second, width };
}

function secondText({ isShort, texts, brief }: Fact, { label, second, width }: Columns) {
  const [text = safe``] = texts;
  const room = width - second - label - 1;
  return isShort ? [text, brief].find(form => form !== undefined && cells(form) <= room) : undefined;
}

const labelSpan = ({ name }: Fact, { label }: Columns) => span(safe`${sized(name, label - 1)} `, 'label');

function rowOf(fact: Fact, short: Fact | undefined, columns: Columns) {
  const { label, second } = columns;
  const [text = safe``, ...more] = fact.texts;
  const used = INDENT.length + label + cells(text);
  const isAlone = more.length > 0 || fact.below.length > 0 || cells(fact.name) >= label;
  if (isAlone || used >= columns.width)
    return { lines: factLines({ ...fact, labelWidth: label }), beside: undefined };
  const left = [span(INDENT), labelSpan(fact, columns), span(text, fact.style)];
  const beside = used + GAP > second ? undefined : short;
  const right =
    beside === undefined
      ? []
      : [
          span(repeat(safe` `, second - used)),
          labelSpan(beside, columns),
          span(secondText(beside, columns) ?? safe``, beside.style),
        ];
  const line = valueLine(fact.path, undefined, ...left, ...right);
  return { lines: [right.length > 0 ? { ...line, second: left.length } : line], beside };
}

export function sectionFacts(parts: readonly Fact[], width: number): Lines {
  const facts = parts.filter(isSet);
  if (width < TWO_COLUMNS_FROM) return facts.flatMap(factLines);
  const columns = columnsOf(facts, width);
  const short = facts.filter(fact => secondText(fact, columns) !== undefined);
  const placed = new Set<Fact>();
  const isPlaced = (fact: Fact | undefined) => fact !== undefined && placed.has(fact);
  let next = 0;
  return facts.flatMap(fact => {
    if (isPlaced(fact)) return [];
    placed.add(fact);
    while (isPlaced(short[next])) next++;
    const { lines, beside } = rowOf(fact, short[next], columns);
    if (beside !== undefined) placed.add(beside);
    return lines;
  });
}

const COUNT_GAP = safe`   `;

/** `events 3   actions 5` */
export function countLines(id: string, parts: readonly Fact[], width: number): Lines {
  const rows: Fact[][] = [];
  let used = width;
  for (const fact of parts.filter(isSet)) {
    const needed = cells(safe`${COUNT_GAP}${fact.name} ${countOf(fact)}`);
    if (used + needed > width) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(fact);
    used += needed;
  }
  return rows.map((row, at) =>
    textLine(
      `${id}:${at}`,
      ...row.flatMap(fact => [
        span(safe`${COUNT_GAP}${fact.name} `, 'label'),
        span(countOf(fact), fact.style),
      ]),
    ),
  );
}

const countOf = ({ brief, texts }: Fact) => brief ?? joinSafe(texts, ' ');

export function emptyLines(id: string, parts: readonly Fact[], width: number): Lines {
  const names = parts.filter(part => !isSet(part)).map(({ name }) => name);
  if (names.length === 0) return [];
  return wrappedLines(id, span(safe`not set: ${joinSafe(names)}`, 'dim'), width);
}
