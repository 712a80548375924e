import { type Json, type JsonObject, member } from '../api/json.ts';
import { cellOf } from '../resources/cells.ts';
import type { Field } from '../resources/field.ts';
import { label, undescribed } from '../resources/label.ts';
import { nameOf } from '../resources/resource.ts';
import { cleanLines, type SafeText, safe } from '../text/sanitise.ts';
import { masked, type Sheet } from './sheet.ts';

/** A file is read later: times are exact. */
const CLOCK = { now: 0, exact: true };

/** A text that stays text: nothing in it makes a cell, a link, an image or a tag. */
export const plain = (text: SafeText): string => text.replace(/[\\`*_{}[\]<>|~&]/g, '\\$&');

function shown(field: Field | undefined, value: Json | undefined): readonly SafeText[] {
  if (field?.prose && typeof value === 'string') return cleanLines(value);
  const text = field === undefined ? undescribed(value) : field.show(value, CLOCK);
  return text === undefined || text === '' ? [] : [text];
}

function item(name: string, record: JsonObject, field: Field | undefined): string {
  const [first = safe`not set`, ...rest] = shown(field, member(record, name));
  const lines = [first, ...rest].map(plain);
  return `- **${plain(label(name))}**: ${lines.join('\\\n  ')}\n`;
}

/** One record: its sections as lists, and at the end the fields that none of them names. */
function* sections({ resource, ...sheet }: Sheet): Iterable<string> {
  const record = masked({ resource, ...sheet }, sheet.records[0] ?? {});
  const field = (name: string): Field | undefined =>
    Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  yield `# ${resource.title}: ${plain(nameOf(resource, record))}\n`;
  const named = new Set(resource.sections.flatMap(section => section.fields));
  const rest = Object.keys(record).filter(name => !named.has(name));
  const other = { title: safe`Other`, fields: rest };
  for (const { title, fields } of [...resource.sections, ...(rest.length === 0 ? [] : [other])])
    yield `\n## ${plain(title)}\n\n${fields.map(name => item(name, record, field(name))).join('')}`;
}

/** A list as a table with the columns it has on the screen; one record as sections. */
export function* markdown(sheet: Sheet): Iterable<string> {
  const { resource, records, is, missing } = sheet;
  if (is === 'record') return yield* sections(sheet);
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const columns = resource.columns;
  yield `# ${resource.plural}: ${records.length}\n\n`;
  if (missing !== undefined) yield `Not complete: ${plain(missing)}\n\n`;
  yield row(columns.map(({ title }) => title));
  yield row(columns.map(({ align }) => (align === 'right' ? '--:' : '---')));
  for (const record of records) {
    const cells = columns.map(column => cellOf(resource, masked(sheet, record), { column, clock: CLOCK }));
    yield row(cells.map(({ text }) => plain(text)));
  }
}
