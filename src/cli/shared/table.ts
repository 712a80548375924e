import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { type Field, prose, type Tone, undescribedText } from '../../resources/field.ts';
import { type Cell, cellOf, cellText, fieldAt, valueAt } from '../../resources/fields.ts';
import { redact } from '../../resources/redact.ts';
import type { Column, Ref, Resource } from '../../resources/resource.ts';
import { clean, cleanLines, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { alignColumns, cells, longest, usualWidth, wrap } from '../../text/width.ts';
import type { Style } from './context.ts';

type TableStyle = Pick<Style, 'only' | 'clock' | 'reveals'> & { readonly resource: Resource };

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

/** `least`: its cells if there is not enough room. */
type PlacedColumn = Readonly<{ column: Column; at: number; width: number; least: number }>;

/** The highest rank is left out first; the remaining room widens the others from the first one on. */
function fittingColumns([first, ...others]: readonly PlacedColumn[], room: number): readonly PlacedColumn[] {
  if (first === undefined) return [];
  // A column that does not fit even beside the first one must not push out others.
  let placed = [first, ...others.filter(({ least }) => first.least + GAP + least <= room)];
  const needed = () => placed.reduce((sum, { least }) => sum + GAP + least, -GAP);
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

/** Nearly all texts fit; all do in the last column, and all ids, which other commands take. */
const naturalWidth = ({ title, field }: Column, widths: readonly number[], isLast: boolean) =>
  Math.max(cells(title), field === 'id' || isLast ? longest(widths) : usualWidth(widths));

/** An id in the first column is never cut: other commands take it. */
function leastWidth({ field, wide, width }: Column, at: number, natural: number) {
  if (at > 0) return Math.min(natural, wide ?? width);
  return field === 'id' ? natural : Math.min(natural, MIN_WIDTH);
}

/** `width`: undefined leaves no column out. */
type TableOutput = Readonly<{
  width: number | undefined;
  hasColours: boolean;
  /** The person chose the columns: none is left out, nothing is cut. */
  isChosen: boolean;
  hasHeaders: boolean;
}>;

/** `isCut`: the first cell of the row is not shown whole. */
type TextBelow = (isCut: boolean) => readonly SafeText[];

export function createTable(columns: readonly Column[], output: TableOutput) {
  const { width: room, hasColours, isChosen, hasHeaders } = output;
  const rows: Readonly<{ row: readonly Cell[]; below: TextBelow | undefined }>[] = [];
  const widths = columns.map((): number[] => []);

  function add(row: readonly Cell[], below?: TextBelow) {
    rows.push({ row, below });
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
    for (const { row, below } of rows) {
      const parts = placed.map(({ column, at, width }) => {
        const { text = safe``, tone = 'plain' } = row[at] ?? {};
        const full = cellText(text, column, width);
        const isBare = at === last?.at && column.align !== 'right';
        return coloured(isBare ? full.trimEnd() : full, tone, hasColours);
      });
      yield `${parts.join(' '.repeat(GAP)).trimEnd()}\n`;
      const isCut = cells(row[0]?.text ?? '') > (placed[0]?.width ?? 0);
      for (const text of below?.(isCut) ?? []) {
        const lines = room === undefined ? [safe`  ${text}`] : hangingLines(safe`  `, text, room);
        yield lines.map(line => `${line}\n`).join('');
      }
    }
  }

  if (hasHeaders) add(columns.map(({ title }): Cell => ({ text: title, tone: 'dim' })));
  return { add, lines };
}

export const tableWidth = ({ columns }: Pick<Resource, 'columns'>) =>
  columns.reduce((sum, { width }) => sum + width + GAP, -GAP);

export function hangingLines(first: SafeText, words: SafeText, width: number): readonly SafeText[] {
  const indent = repeat(safe` `, cells(first));
  return wrap(words, width - cells(first)).map((line, at) => safe`${at === 0 ? first : indent}${line}`);
}

type RecordLine = Readonly<{ name: string; field: Field | undefined; value: Json | undefined }>;

/** An object with described members has one line each: `user.creation.enabled`. */
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

function valueRows({ reveals, clock }: TableStyle, { field, value }: RecordLine): readonly SafeText[] {
  if (field?.prose && typeof value === 'string' && value !== '') return cleanLines(value);
  const isPlain = field === undefined || (field.secret && reveals);
  const text = isPlain ? undescribedText(value) : field.show(value, clock);
  return [text === undefined || text === '' ? safe`-` : text];
}

/** Of fields that only show a summary. */
const innerLines = (resource: Resource, names: readonly string[], record: JsonObject, self: Ref) =>
  resource.children.flatMap(child => {
    const rows = child.from === 'inside' && names.includes(child.field) ? child.rows(record, self) : [];
    const lines = alignColumns(rows.map(({ name, detail }) => [safe`  ${name}`, detail]));
    return rows.length === 0 ? [] : [safe``, safe`${child.title}: ${rows.length}`, ...lines];
  });

/** One line a field under the service's own name, undescribed fields last. */
export function recordLines(style: TableStyle, sent: JsonObject, self: Ref): readonly SafeText[] {
  const { resource, only, reveals } = style;
  const record = reveals ? sent : redact(resource.fields, sent);
  const names = only ?? [...new Set([...Object.keys(resource.fields), ...Object.keys(record)])];
  const shown = names.flatMap(name =>
    linesOf({ name, field: fieldAt(resource, name), value: valueAt(record, name) }),
  );
  const rows = shown.flatMap(line =>
    valueRows(style, line).map((value, at) => [at === 0 ? clean(line.name, 80) : safe``, value]),
  );
  return [...alignColumns(rows), ...innerLines(resource, names, record, self)];
}
