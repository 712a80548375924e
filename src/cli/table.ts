import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { type Cell, cellOf } from '../resources/cell.ts';
import type { Clock, Field, Tone } from '../resources/field.ts';
import { fieldNamed } from '../resources/fields.ts';
import { undescribed } from '../resources/label.ts';
import { redact } from '../resources/redact.ts';
import type { Column, Ref, Resource } from '../resources/resource.ts';
import { clean, cleanLines, repeat, type SafeText, safe } from '../text/sanitise.ts';
import { alignColumns, cells, sized, widest } from '../text/width.ts';

/** How values are shown: those of which kind, at which time, and secrets as they are or masked. */
type TableStyle = {
  readonly resource: Resource;
  readonly clock: Clock;
  readonly reveals: boolean;
};

const GAP = 2;
/** A name is not cut shorter than this. */
const MIN_WIDTH = 20;

/** The value of a record in a column, as one line. */
export function tableCell(look: TableStyle, record: JsonObject, column: Column): Cell {
  const { resource } = look;
  const field = fieldNamed(resource, column.field);
  if (field?.secret === true && look.reveals)
    return { text: undescribed(member(record, column.field)) ?? safe`-`, tone: 'plain' };
  return cellOf(resource, record, { column, clock: look.clock });
}

type Row = readonly Cell[];

/** Where a table goes. `width`: cells of the terminal; without one nothing is cut. */
type TableOutput = {
  readonly width: number | undefined;
  readonly hasColours: boolean;
  /** The columns were asked for: none is left out, whatever the room. */
  readonly isChosen: boolean;
};

const COLOURS: { readonly [T in Tone]: readonly [on: string, off: string] } = {
  plain: ['', ''],
  good: ['\u001b[32m', '\u001b[39m'],
  warn: ['\u001b[33m', '\u001b[39m'],
  bad: ['\u001b[31m', '\u001b[39m'],
  dim: ['\u001b[2m', '\u001b[22m'],
};

/** A text in the colour of its tone, where there are colours. */
export function coloured(text: string, tone: Tone, hasColours: boolean): string {
  const [on, off] = COLOURS[tone];
  return hasColours && text.trim() !== '' ? `${on}${text}${off}` : text;
}

/** The fewest cells of a column: what it holds, or what its description gives it. */
function leastOf(columns: readonly Column[], natural: readonly number[], at: number): number {
  const { wide, width = MIN_WIDTH } = columns[at] ?? {};
  return Math.min(natural[at] ?? 0, at === 0 ? MIN_WIDTH : (wide ?? width));
}

/** The places of the columns there is room for: on a narrow terminal those of the highest rank go first. */
function roomFor(columns: readonly Column[], natural: readonly number[], room: number): readonly number[] {
  const least = (at: number): number => leastOf(columns, natural, at);
  const rank = (at: number): number => columns[at]?.rank ?? 1;
  // One that does not even fit beside the first takes no other's place.
  let places = columns.map((_column, at) => at).filter(at => at === 0 || least(0) + GAP + least(at) <= room);
  const needed = (): number => places.reduce((sum, at) => sum + GAP + least(at), -GAP);
  while (places.length > 1 && needed() > room) {
    const worst = Math.max(...places.slice(1).map(rank));
    const out = places.findLast(at => at > 0 && rank(at) === worst);
    places = places.filter(at => at !== out);
  }
  return places;
}

/** Cells of each column: the fewest, and what is left over to one after the other, the first one first. */
function columnWidths(columns: readonly Column[], natural: readonly number[], room: number): TableLayout {
  const places = roomFor(columns, natural, room);
  const widths = columns.map((_column, at) => leastOf(columns, natural, at));
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
    const { align } = columns[at] ?? {};
    const full = sized(text, widths[at] ?? 0, align);
    // Nothing but spaces would follow the last one.
    const isBare = place === places.length - 1 && align !== 'right';
    return coloured(isBare ? full.trimEnd() : full, tone, hasColours);
  });
  return parts.join(' '.repeat(GAP)).trimEnd();
}

/** Rows of cells as aligned lines below their titles. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly Row[],
  { width, hasColours, isChosen }: TableOutput,
): readonly string[] {
  const head = columns.map(({ title }): Cell => ({ text: title, tone: 'dim' }));
  const all = [head, ...rows];
  const natural = columns.map((_column, at) => widest(all.map(row => row[at]?.text ?? safe``)));
  const laid =
    width === undefined || isChosen
      ? { columns, widths: natural, places: columns.map((_column, at) => at) }
      : columnWidths(columns, natural, width);
  return all.map(row => rowText(row, laid, hasColours));
}

/** A line of a record: its name, and the field and value behind it. */
type RecordLine = {
  readonly name: string;
  readonly field: Field | undefined;
  readonly value: Json | undefined;
};

/** The line of a field, or, of an object with described members, one for each of those: `user.creation.enabled`. */
function linesOf({ name, field, value }: RecordLine): readonly RecordLine[] {
  const { inner } = field ?? {};
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

/** What a line says, in one row or, of long text, in several; a dash where it is not set. */
function valueRows({ reveals, clock }: TableStyle, { field, value }: RecordLine): readonly SafeText[] {
  if (field?.prose && typeof value === 'string' && value !== '') return cleanLines(value);
  const isPlain = field === undefined || (field.secret && reveals);
  const text = isPlain ? undescribed(value) : field.show(value, clock);
  return [text === undefined || text === '' ? safe`-` : text];
}

const spaces = (count: number): SafeText => repeat(safe` `, count);

/** The rows of other records that a field names: what the field itself says in too few words. */
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

/** One record: a line for each field under the name that the service has for it, what is not described at the end. */
export function recordLines(
  look: TableStyle & { readonly only: readonly string[] | undefined },
  sent: JsonObject,
  self: Ref,
): readonly SafeText[] {
  const { resource, only, reveals } = look;
  const record = reveals ? sent : redact(resource.fields, sent);
  const described = Object.keys(resource.fields);
  const others = Object.keys(record).filter(name => !Object.hasOwn(resource.fields, name));
  const names = only ?? [...described, ...others];
  const shown = names.flatMap(name =>
    linesOf({
      name,
      field: fieldNamed(resource, name),
      value: member(record, name),
    }),
  );
  const titles = shown.map(({ name }) => clean(name, 80));
  const width = widest(titles) + 2;
  const lines = shown.flatMap((line, at) => {
    const title = titles[at] ?? safe``;
    const [first = safe`-`, ...rest] = valueRows(look, line);
    return [
      safe`${title}${spaces(width - cells(title))}${first}`,
      ...rest.map(more => safe`${spaces(width)}${more}`),
    ];
  });
  const wanted = new Set(names);
  const inner = innerLines(resource, record, self).filter(([field]) => wanted.has(field));
  return [...lines, ...inner.map(([, line]) => line)];
}
