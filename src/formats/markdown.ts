import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { type Field, undescribedText } from '../resources/field.ts';
import { cellOf, fieldAt, labelOf } from '../resources/fields.ts';
import { type Child, nameOf, ownId, type Resource, refTo, type Section } from '../resources/resource.ts';
import { clean, cleanLines, type SafeText, safe } from '../text/sanitise.ts';
import { columnsOf, type ExportInput, exportedRecord } from './records.ts';

export function* markdown(input: ExportInput): Iterable<string> {
  const { resource, records, kind, missing, only } = input;
  if (kind === 'record') return yield* recordMarkdown(input);
  const columns = only === undefined ? resource.columns : columnsOf(resource, only);
  yield `# ${resource.plural}: ${records.length}\n\n`;
  if (missing !== undefined) yield `Not complete: ${plain(missing)}\n\n`;
  yield head(columns);
  for (const record of records) {
    const shown = exportedRecord({ ...input, only: undefined }, record);
    const cells = columns.map(column => cellOf(resource, shown, { column, clock: CLOCK }));
    yield row(cells.map(({ text }) => plain(text)));
  }
}

/** A file is read later, when ages are wrong. */
const CLOCK = { now: 0, exact: true };

type RecordPage = Readonly<{ resource: Resource; record: JsonObject }>;

function valueLines(field: Field | undefined, value: Json | undefined): readonly SafeText[] {
  if (field?.prose && typeof value === 'string') return cleanLines(value);
  const text = field === undefined ? undescribedText(value) : field.show(value, CLOCK);
  return text === undefined || text === '' ? [] : [text];
}

function entryTable(field: Field | undefined, value: Json | undefined): string | undefined {
  const format = field?.entries;
  if (format === undefined || !isObject(value) || Object.keys(value).length === 0) return undefined;
  const rows = Object.entries(value).map(([key, each]) => [
    plain(clean(key, 200)),
    cleanLines(format(each)).map(plain).join('<br>'),
  ]);
  return table([{ title: safe`key` }, { title: safe`value` }], rows);
}

function item({ resource, record }: RecordPage, name: string) {
  const field = fieldAt(resource, name);
  const value = member(record, name);
  const title = plain(labelOf(resource, name));
  const table = entryTable(field, value);
  if (table !== undefined) return `\n**${title}**\n\n${table}\n`;
  const [first = safe`not set`, ...rest] = valueLines(field, value);
  return `- **${title}**: ${[plain(first), ...rest.map(plainLine)].join('\\\n  ')}\n`;
}

/** A single field does not repeat the title of the section. */
function body(page: RecordPage, fields: readonly string[]) {
  const [only = ''] = fields;
  const value = member(page.record, only);
  const field = fieldAt(page.resource, only);
  const table = fields.length === 1 ? entryTable(field, value) : undefined;
  if (table !== undefined) return table;
  if (fields.length === 1 && field?.prose && typeof value === 'string')
    return `${cleanLines(value).map(plainLine).join('\\\n')}\n`;
  return fields.map(name => item(page, name)).join('');
}

function childTable({ resource, record }: RecordPage, child: Child) {
  if (child.from !== 'inside') return '';
  const { fields, columns } = child.entries;
  const self = refTo(resource, ownId(record) ?? '');
  const rows = child.rows(record, self).map(({ entry = {} }) => {
    const cells = columns.map(column =>
      cellOf({ fields, nameField: undefined }, entry, { column, clock: CLOCK }),
    );
    return cells.map(({ text }) => plain(text));
  });
  return rows.length === 0 ? '' : `\n## ${plain(child.title)}\n\n${table(columns, rows)}`;
}

function findings({ resource, record }: RecordPage, at: number | undefined) {
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

/** Drops fields of an earlier section, and sections that are then empty. */
function withoutRepeats(sections: readonly Section[]) {
  const earlier = new Set<string>();
  return sections.flatMap(({ title, fields }) => {
    const fresh = fields.filter(name => !earlier.has(name) && !earlier.has(name.split('.')[0] ?? ''));
    for (const name of fresh) earlier.add(name);
    return fresh.length === 0 ? [] : [{ title, fields: fresh }];
  });
}

function* recordMarkdown(input: ExportInput): Iterable<string> {
  const { resource, at, only } = input;
  const record = exportedRecord(input, input.records[0] ?? {});
  const page = { resource, record };
  yield `# ${resource.title}: ${plain(nameOf(resource, record))}\n`;
  if (only !== undefined) return yield `\n${only.map(path => item(page, path)).join('')}`;
  yield findings(page, at);
  for (const { title, fields } of withoutRepeats(resource.sections))
    yield `\n## ${plain(title)}\n\n${body(page, fields)}`;
  for (const child of resource.children) yield childTable(page, child);
  const inside = resource.children.flatMap(child => (child.from === 'inside' ? [child.field] : []));
  const named = new Set([...resource.sections.flatMap(({ fields }) => fields), ...inside]);
  const rest = Object.keys(record).filter(name => !named.has(name));
  if (rest.length > 0) yield `\n## Other\n\n${rest.map(name => item(page, name)).join('')}`;
}

/** Nothing in the result is a cell, heading, link, image, formula or tag. */
export const plain = (text: SafeText) => text.replace(/[\\`*_{}[\]<>|~&#$]|@(?=\d)/g, '\\$&');

/** These begin a list, a rule or a heading when they are first on a line. */
const BEGINS = /^(\s*)([-+=]|\d+(?=[.)]))/;

const plainLine = (text: SafeText) =>
  plain(text).replace(BEGINS, (_all, space: string, sign: string) =>
    /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
  );

type TitledColumn = Readonly<{ title: SafeText; align?: string }>;

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;

const head = (columns: readonly TitledColumn[]) =>
  row(columns.map(({ title }) => plain(title))) +
  row(columns.map(({ align }) => (align === 'right' ? '--:' : '---')));

export const table = (columns: readonly TitledColumn[], rows: readonly (readonly string[])[]) =>
  head(columns) + rows.map(row).join('');
