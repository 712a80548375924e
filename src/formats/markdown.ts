import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { cellOf } from '../resources/cell.ts';
import type { Field } from '../resources/field.ts';
import { labelOf, undescribed } from '../resources/label.ts';
import { ownId, ownIdName } from '../resources/record-ids.ts';
import { type Child, nameOf, type Resource, type Section } from '../resources/resource.ts';
import { clean, cleanLines, type SafeText, safe } from '../text/sanitise.ts';
import { type ExportInput, exportedRecord } from './records.ts';

/** A list as a table with the columns it has on the screen; one record as sections. */
export function* markdown(sheet: ExportInput): Iterable<string> {
  const { resource, records, kind, missing } = sheet;
  if (kind === 'record') return yield* recordMarkdown(sheet);
  const { columns } = resource;
  yield `# ${resource.plural}: ${records.length}\n\n`;
  if (missing !== undefined) yield `Not complete: ${plain(missing)}\n\n`;
  yield head(columns);
  for (const record of records) {
    const cells = columns.map(column =>
      cellOf(resource, exportedRecord(sheet, record), { column, clock: CLOCK }),
    );
    yield row(cells.map(({ text }) => plain(text)));
  }
}

/** A text is read later: times are exact. */
const CLOCK = { now: 0, exact: true };

type Page = { readonly resource: Resource; readonly record: JsonObject };

const fieldOf = ({ fields }: Resource, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

function shown(field: Field | undefined, value: Json | undefined): readonly SafeText[] {
  if (field?.prose && typeof value === 'string') return cleanLines(value);
  const text = field === undefined ? undescribed(value) : field.show(value, CLOCK);
  return text === undefined || text === '' ? [] : [text];
}

/** The entries of a map that are values to read, as a table; undefined for any other field. */
function entryTable(field: Field | undefined, value: Json | undefined): string | undefined {
  const say = field?.entries;
  if (say === undefined || !isObject(value) || Object.keys(value).length === 0) return undefined;
  const rows = Object.entries(value).map(([key, each]) =>
    row([plain(clean(key, 200)), cell(cleanLines(say(each)))]),
  );
  return `${head([{ title: safe`key` }, { title: safe`value` }])}${rows.join('')}`;
}

/** One field: a point of a list, or a table with lines around it that are empty. */
function item({ resource, record }: Page, name: string): string {
  const field = fieldOf(resource, name);
  const value = member(record, name);
  const title = plain(labelOf(resource, name));
  const table = entryTable(field, value);
  if (table !== undefined) return `\n**${title}**\n\n${table}\n`;
  const [first = safe`not set`, ...rest] = shown(field, value);
  return `- **${title}**: ${[plain(first), ...rest.map(plainLine)].join('\\\n  ')}\n`;
}

/** A section of one field has its title only once. */
function body(page: Page, fields: readonly string[]): string {
  const [only = ''] = fields;
  const value = member(page.record, only);
  const field = fieldOf(page.resource, only);
  const table = fields.length === 1 ? entryTable(field, value) : undefined;
  if (table !== undefined) return table;
  if (fields.length === 1 && field?.prose && typeof value === 'string')
    return `${cleanLines(value).map(plainLine).join('\\\n')}\n`;
  return fields.map(name => item(page, name)).join('');
}

/** What stands inside the record, as a table with the columns that it has on the screen. */
function childTable({ resource, record }: Page, child: Child): string {
  if (child.from !== 'inside') return '';
  const { fields, columns } = child.entries;
  const self = { kind: resource.kind, ids: { [ownIdName(resource)]: ownId(record) ?? '' } };
  const rows = child.rows(record, self).map(({ entry = {} }) => {
    const cells = columns.map(column =>
      cellOf({ fields, nameField: undefined }, entry, { column, clock: CLOCK }),
    );
    return row(cells.map(({ text }) => plain(text)));
  });
  return rows.length === 0 ? '' : `\n## ${plain(child.title)}\n\n${head(columns)}${rows.join('')}`;
}

/** What is wrong with a record by its own account, as it was when it was read. */
function findings({ resource, record }: Page, at: number | undefined): string {
  if (at === undefined || resource.diagnose === undefined) return '';
  const found = resource
    .diagnose(record, { now: at, exact: true })
    .findings.filter(({ tone }) => tone === 'bad' || tone === 'warn');
  const points = found.map(({ tone, text, detail }) => {
    const why = detail === undefined ? '' : `\\\n  ${plainLine(detail)}`;
    return `- **${tone === 'bad' ? 'problem' : 'warning'}**: ${plain(text)}${why}\n`;
  });
  return points.length === 0 ? '' : `\n## Diagnosis\n\n${points.join('')}`;
}

/** The fields of each section that no section before it has named, without those that are then empty. */
function unsaid(sections: readonly Section[]): readonly { title: SafeText; fields: readonly string[] }[] {
  const said = new Set<string>();
  return sections.flatMap(({ title, fields }) => {
    const fresh = fields.filter(name => !said.has(name) && !said.has(name.split('.')[0] ?? ''));
    for (const name of fresh) said.add(name);
    return fresh.length === 0 ? [] : [{ title, fields: fresh }];
  });
}

/** One record: what is wrong with it, its sections, what stands inside it, and the fields that nothing else names. */
function* recordMarkdown(sheet: ExportInput): Iterable<string> {
  const { resource, at } = sheet;
  const record = exportedRecord(sheet, sheet.records[0] ?? {});
  const page = { resource, record };
  yield `# ${resource.title}: ${plain(nameOf(resource, record))}\n`;
  yield findings(page, at);
  for (const { title, fields } of unsaid(resource.sections))
    yield `\n## ${plain(title)}\n\n${body(page, fields)}`;
  for (const child of resource.children) yield childTable(page, child);
  const inside = resource.children.flatMap(child => (child.from === 'inside' ? [child.field] : []));
  const named = new Set([...resource.sections.flatMap(({ fields }) => fields), ...inside]);
  const rest = Object.keys(record).filter(name => !named.has(name));
  if (rest.length > 0) yield `\n## Other\n\n${rest.map(name => item(page, name)).join('')}`;
}

/** A text that stays text: nothing in it makes a cell, a heading, a link, an image, a formula or a tag. */
const plain = (text: SafeText): string => text.replace(/[\\`*_{}[\]<>|~&#$]/g, '\\$&');

/** What begins a list, a rule or the line below a heading when it stands first on a line. */
const BEGINS = /^(\s*)([-+=]|\d+(?=[.)]))/;

/** A text that may stand at the beginning of a line. */
const plainLine = (text: SafeText): string =>
  plain(text).replace(BEGINS, (_all, space: string, sign: string) =>
    /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
  );

/** A row of a table; its cells are plain already. */
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

/** The head of a table: its titles, and how each column is aligned. */
const head = (columns: readonly { readonly title: SafeText; readonly align?: string }[]): string =>
  row(columns.map(({ title }) => plain(title))) +
  row(columns.map(({ align }) => (align === 'right' ? '--:' : '---')));

/** A cell of several lines. */
const cell = (lines: readonly SafeText[]): string => lines.map(plain).join('<br>');
