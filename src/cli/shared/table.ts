import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { type Clock, type Field, prose, type Tone, undescribedText } from '../../resources/field.ts';
import { type Cell, cellOf, cellText, fieldAt, valueAt } from '../../resources/fields.ts';
import { redact } from '../../resources/redact.ts';
import type { Column, Ref, Resource } from '../../resources/resource.ts';
import { clean, cleanLines, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { alignColumns, cells, usualWidth, widest, wrap } from '../../text/width.ts';

type TableStyle = {
  readonly resource: Resource;
  readonly clock: Clock;
  readonly reveals: boolean;
};

const GAP = 2;
const MIN_WIDTH = 20;

export function tableCell(style: TableStyle, record: JsonObject, column: Column): Cell {
  const { resource } = style;
  const field = fieldAt(resource, column.field);
  if (field?.secret === true && style.reveals)
    return { text: undescribedText(valueAt(record, column.field)) ?? safe`-`, tone: 'plain' };
  return cellOf(resource, record, { column, clock: style.clock });
}

type Row = readonly Cell[];

/** The output of a table. `width`: columns of the terminal; undefined leaves no column out. */
type TableOutput = {
  readonly width: number | undefined;
  readonly hasColours: boolean;
  /** The person chose the columns, so none is left out, and nothing is cut. */
  readonly isChosen: boolean;
  readonly hasHeaders: boolean;
};

const COLOURS: { readonly [T in Tone]: readonly [on: string, off: string] } = {
  plain: ['', ''],
  good: ['\u001b[32m', '\u001b[39m'],
  warn: ['\u001b[33m', '\u001b[39m'],
  bad: ['\u001b[31m', '\u001b[39m'],
  dim: ['\u001b[2m', '\u001b[22m'],
};

export function coloured(text: string, tone: Tone, hasColours: boolean): string {
  const [on, off] = COLOURS[tone];
  return hasColours && text.trim() !== '' ? `${on}${text}${off}` : text;
}

/**
 * Returns the minimum width of a column: that of its contents, or less if its description allows it. An id in
 * the first column is never cut: other commands take it.
 */
function minWidth(columns: readonly Column[], natural: readonly number[], at: number): number {
  const { wide, width = MIN_WIDTH, field } = columns[at] ?? {};
  if (at === 0 && field === 'id') return natural[at] ?? 0;
  return Math.min(natural[at] ?? 0, at === 0 ? MIN_WIDTH : (wide ?? width));
}

/** Returns the indexes of the columns that fit. Those with the highest rank are left out first. */
function fittingColumns(
  columns: readonly Column[],
  natural: readonly number[],
  room: number,
): readonly number[] {
  const least = (at: number): number => minWidth(columns, natural, at);
  const rank = (at: number): number => columns[at]?.rank ?? 1;
  // A column that does not fit even beside the first one must not push out others.
  let places = columns.map((_column, at) => at).filter(at => at === 0 || least(0) + GAP + least(at) <= room);
  const needed = (): number => places.reduce((sum, at) => sum + GAP + least(at), -GAP);
  while (places.length > 1 && needed() > room) {
    const worst = Math.max(...places.slice(1).map(rank));
    const out = places.findLast(at => at > 0 && rank(at) === worst);
    places = places.filter(at => at !== out);
  }
  return places;
}

/** Returns the width of each column: its minimum, and the remaining room from the first column on. */
function columnWidths(columns: readonly Column[], natural: readonly number[], room: number): TableLayout {
  const places = fittingColumns(columns, natural, room);
  const widths = columns.map((_column, at) => minWidth(columns, natural, at));
  let left = room - places.reduce((sum, at) => sum + GAP + (widths[at] ?? 0), -GAP);
  for (const at of places) {
    const more = Math.max(0, Math.min(left, (natural[at] ?? 0) - (widths[at] ?? 0)));
    widths[at] = (widths[at] ?? 0) + more;
    left -= more;
  }
  return { columns, widths, places };
}

type TableLayout = {
  readonly columns: readonly Column[];
  readonly widths: readonly number[];
  readonly places: readonly number[];
};

function rowText(row: Row, { columns, widths, places }: TableLayout, hasColours: boolean): string {
  const parts = places.map((at, place) => {
    const { text, tone } = row[at] ?? { text: safe``, tone: 'plain' };
    const column: Partial<Column> = columns[at] ?? {};
    const full = cellText(text, column, widths[at] ?? 0);
    // The last column needs no trailing spaces.
    const isBare = place === places.length - 1 && column.align !== 'right';
    return coloured(isBare ? full.trimEnd() : full, tone, hasColours);
  });
  return parts.join(' '.repeat(GAP)).trimEnd();
}

const longest = (widths: readonly number[]): number =>
  widths.reduce((most, width) => Math.max(most, width), 0);

/**
 * Returns the cells that a column needs: nearly all of its texts. A column that no other follows needs all of
 * them, and so do ids, which are input for other commands.
 */
function naturalWidth(columns: readonly Column[], at: number, widths: readonly number[]): number {
  const { title = safe``, field } = columns[at] ?? {};
  const isWhole = field === 'id' || at === columns.length - 1;
  return Math.max(cells(title), isWhole ? longest(widths) : usualWidth(widths));
}

/** Creates a table that measures rows as they come, and lays them out below their titles at the end. */
export function createTable(
  columns: readonly Column[],
  { width, hasColours, isChosen, hasHeaders }: TableOutput,
) {
  const rows: Row[] = [];
  const widths = columns.map((): number[] => []);

  function add(row: Row): void {
    rows.push(row);
    for (const [at, { text }] of row.entries()) widths[at]?.push(cells(text));
  }

  function* lines(): Iterable<string> {
    const natural = widths.map((all, at) => (isChosen ? longest(all) : naturalWidth(columns, at, all)));
    const layout =
      width === undefined || isChosen
        ? { columns, widths: natural, places: columns.map((_column, at) => at) }
        : columnWidths(columns, natural, width);
    for (const row of rows) yield `${rowText(row, layout, hasColours)}\n`;
  }

  if (hasHeaders) add(columns.map(({ title }): Cell => ({ text: title, tone: 'dim' })));
  return { add, lines };
}

const spaces = (count: number): SafeText => repeat(safe` `, count);

/** Returns the least width, in cells, of a table with all its columns. */
export const tableWidth = ({ columns }: Resource): number =>
  columns.reduce((sum, { width = MIN_WIDTH }) => sum + width + GAP, -GAP);

/** Wraps a text behind its first words; further lines are indented like the text. */
export function hangingLines(first: SafeText, words: SafeText, width: number): readonly SafeText[] {
  return wrap(words, width - cells(first)).map(
    (line, at) => safe`${at === 0 ? first : spaces(cells(first))}${line}`,
  );
}

type RecordLine = {
  readonly name: string;
  readonly field: Field | undefined;
  readonly value: Json | undefined;
};

/**
 * Returns the line of a field; of an object with described members one line each: `user.creation.enabled`.
 */
function linesOf({ name, field, value }: RecordLine): readonly RecordLine[] {
  const { inner, entries } = field ?? {};
  if (entries !== undefined && isObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).map(([key, each]) => ({
      name: `${name}.${clean(key, 200)}`,
      field: prose,
      value: entries(each),
    }));
  if (inner === undefined || !isObject(value)) return [{ name, field, value }];
  const others = Object.keys(value).filter(key => !Object.hasOwn(inner, key));
  return [...Object.keys(inner), ...others].flatMap(key =>
    linesOf({
      name: `${name}.${key}`,
      field: Object.hasOwn(inner, key) ? inner[key] : undefined,
      value: member(value, key),
    }),
  );
}

/** Returns a value as rows: several for long text, a dash if it is not set. */
function valueRows({ reveals, clock }: TableStyle, { field, value }: RecordLine): readonly SafeText[] {
  if (field?.prose && typeof value === 'string' && value !== '') return cleanLines(value);
  const isPlain = field === undefined || (field.secret && reveals);
  const text = isPlain ? undescribedText(value) : field.show(value, clock);
  return [text === undefined || text === '' ? safe`-` : text];
}

/** Returns the records inside a field as lines, where the field itself only shows a summary. */
function innerLines(
  resource: Resource,
  record: JsonObject,
  self: Ref,
): readonly (readonly [string, SafeText])[] {
  return resource.children.flatMap(child => {
    const rows = child.from === 'inside' ? child.rows(record, self) : [];
    if (child.from !== 'inside' || rows.length === 0) return [];
    const lines = alignColumns(rows.map(({ name, detail }) => [safe`  ${name}`, detail]));
    return [safe``, safe`${child.title}: ${rows.length}`, ...lines].map(line => [child.field, line] as const);
  });
}

/** Returns a record as lines: one for each field under the service's own name, undescribed fields last. */
export function recordLines(
  style: TableStyle & { readonly only: readonly string[] | undefined },
  sent: JsonObject,
  self: Ref,
): readonly SafeText[] {
  const { resource, only, reveals } = style;
  const record = reveals ? sent : redact(resource.fields, sent);
  const described = Object.keys(resource.fields);
  const others = Object.keys(record).filter(name => !Object.hasOwn(resource.fields, name));
  const names = only ?? [...described, ...others];
  const shown = names.flatMap(name =>
    linesOf({
      name,
      field: fieldAt(resource, name),
      value: valueAt(record, name),
    }),
  );
  const titles = shown.map(({ name }) => clean(name, 80));
  const width = widest(titles) + 2;
  const lines = shown.flatMap((line, at) => {
    const title = titles[at] ?? safe``;
    const [first = safe`-`, ...rest] = valueRows(style, line);
    return [
      safe`${title}${spaces(width - cells(title))}${first}`,
      ...rest.map(more => safe`${spaces(width)}${more}`),
    ];
  });
  const wanted = new Set(names);
  const inner = innerLines(resource, record, self).filter(([field]) => wanted.has(field));
  return [...lines, ...inner.map(([, line]) => line)];
}
