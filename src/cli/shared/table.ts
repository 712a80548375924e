import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { type Clock, type Field, prose, type Tone, undescribedText } from '../../resources/field.ts';
import { type Cell, cellOf, cellText, fieldAt, valueAt } from '../../resources/fields.ts';
import { redact } from '../../resources/redact.ts';
import type { Column, Ref, Resource } from '../../resources/resource.ts';
import { clean, cleanLines, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { alignColumns, cells, usualWidth, wrap } from '../../text/width.ts';

type TableStyle = {
  readonly resource: Resource;
  readonly clock: Clock;
  readonly reveals: boolean;
};

const GAP = 2;
const MIN_WIDTH = 20;

export function tableCell(style: TableStyle, record: JsonObject, column: Column): Cell {
  const { resource, reveals, clock } = style;
  const isRevealed = reveals && fieldAt(resource, column.field)?.secret === true;
  if (!isRevealed) return cellOf(resource, record, { column, clock });
  return { text: undescribedText(valueAt(record, column.field)) ?? safe`-`, tone: 'plain' };
}

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

/** A column at its place in a row, and its cells; `least`: those that it has if there is not enough room. */
type PlacedColumn = {
  readonly column: Column;
  readonly at: number;
  readonly width: number;
  readonly least: number;
};

/**
 * Returns the columns that fit into `room` cells. Those with the highest rank are left out first, and the
 * remaining room widens the others from the first one on.
 */
function fittingColumns([first, ...others]: readonly PlacedColumn[], room: number): readonly PlacedColumn[] {
  if (first === undefined) return [];
  // A column that does not fit even beside the first one must not push out others.
  let placed = [first, ...others.filter(({ least }) => first.least + GAP + least <= room)];
  const needed = (): number => placed.reduce((sum, { least }) => sum + GAP + least, -GAP);
  while (placed.length > 1 && needed() > room) {
    const worst = Math.max(...placed.slice(1).map(({ column }) => column.rank));
    const out = placed.findLastIndex(({ column }, at) => at > 0 && column.rank === worst);
    placed = placed.toSpliced(out, 1);
  }
  let left = room - needed();
  return placed.map(each => {
    const more = Math.max(0, Math.min(left, each.width - each.least));
    left -= more;
    return { ...each, width: each.least + more };
  });
}

const longest = (widths: readonly number[]): number =>
  widths.reduce((most, width) => Math.max(most, width), 0);

/**
 * Returns the cells that a column needs: nearly all of its texts. A column that no other follows needs all of
 * them, and so do ids, which are input for other commands.
 */
function naturalWidth({ title, field }: Column, widths: readonly number[], isLast: boolean): number {
  return Math.max(cells(title), field === 'id' || isLast ? longest(widths) : usualWidth(widths));
}

/** Returns the least width of a column. An id in the first column is never cut: other commands take it. */
function leastWidth({ field, wide, width }: Column, at: number, natural: number): number {
  if (at > 0) return Math.min(natural, wide ?? width);
  return field === 'id' ? natural : Math.min(natural, MIN_WIDTH);
}

/** The output of a table. `width`: columns of the terminal; undefined leaves no column out. */
type TableOutput = {
  readonly width: number | undefined;
  readonly hasColours: boolean;
  /** The person chose the columns, so none is left out, and nothing is cut. */
  readonly isChosen: boolean;
  readonly hasHeaders: boolean;
};

export function createTable(
  columns: readonly Column[],
  { width: room, hasColours, isChosen, hasHeaders }: TableOutput,
) {
  const rows: (readonly Cell[])[] = [];
  const widths = columns.map((): number[] => []);

  function add(row: readonly Cell[]): void {
    rows.push(row);
    for (const [at, { text }] of row.entries()) widths[at]?.push(cells(text));
  }

  function placedColumns(): readonly PlacedColumn[] {
    const measured = columns.map((column, at) => {
      const all = widths[at] ?? [];
      const width = isChosen ? longest(all) : naturalWidth(column, all, at === columns.length - 1);
      return { column, at, width, least: leastWidth(column, at, width) };
    });
    return room === undefined || isChosen ? measured : fittingColumns(measured, room);
  }

  function* lines(): Iterable<string> {
    const placed = placedColumns();
    const last = placed.at(-1);
    for (const row of rows) {
      const parts = placed.map(({ column, at, width }) => {
        const { text = safe``, tone = 'plain' } = row[at] ?? {};
        const full = cellText(text, column, width);
        // The last column needs no trailing spaces.
        const isBare = at === last?.at && column.align !== 'right';
        return coloured(isBare ? full.trimEnd() : full, tone, hasColours);
      });
      yield `${parts.join(' '.repeat(GAP)).trimEnd()}\n`;
    }
  }

  if (hasHeaders) add(columns.map(({ title }): Cell => ({ text: title, tone: 'dim' })));
  return { add, lines };
}

export const tableWidth = ({ columns }: Resource): number =>
  columns.reduce((sum, { width }) => sum + width + GAP, -GAP);

/** Wraps a text behind its first words; further lines are indented like the text. */
export function hangingLines(first: SafeText, words: SafeText, width: number): readonly SafeText[] {
  const indent = repeat(safe` `, cells(first));
  return wrap(words, width - cells(first)).map((line, at) => safe`${at === 0 ? first : indent}${line}`);
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
  return [...new Set([...Object.keys(inner), ...Object.keys(value)])].flatMap(key =>
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

/** Returns the records inside some fields as lines, where the fields themselves only show a summary. */
function innerLines(
  resource: Resource,
  names: readonly string[],
  { record, self }: { readonly record: JsonObject; readonly self: Ref },
): readonly SafeText[] {
  return resource.children.flatMap(child => {
    const rows = child.from === 'inside' && names.includes(child.field) ? child.rows(record, self) : [];
    const lines = alignColumns(rows.map(({ name, detail }) => [safe`  ${name}`, detail]));
    return rows.length === 0 ? [] : [safe``, safe`${child.title}: ${rows.length}`, ...lines];
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
  const names = only ?? [...new Set([...Object.keys(resource.fields), ...Object.keys(record)])];
  const shown = names.flatMap(name =>
    linesOf({ name, field: fieldAt(resource, name), value: valueAt(record, name) }),
  );
  const rows = shown.flatMap(line =>
    valueRows(style, line).map((value, at) => [at === 0 ? clean(line.name, 80) : safe``, value]),
  );
  return [...alignColumns(rows), ...innerLines(resource, names, { record, self })];
}
