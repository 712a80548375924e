import { documentOf, documentText, type Notation } from '../json/document.ts';
import { type Json, type JsonObject, rawDigits } from '../json/json.ts';
import { escaped, visibleText } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { type ExportInput, exportedRecord } from './records.ts';

/** Escapes all that could control a terminal. */
const textOf = (value: Json, format: Notation) =>
  `${escaped(documentText(documentOf(value), format), format)}\n`;

export const yamlText = (value: Json) => textOf(value, 'yaml');

const recordText = (input: ExportInput, format: Notation) =>
  textOf(exportedRecord(input, input.records[0] ?? {}), format);

function listHead({ resource, missing }: ExportInput) {
  const response = resource.list?.response;
  return {
    marks: missing === undefined ? { complete: true } : { complete: false, missing },
    key: response?.shape === 'page' ? response.key : resource.kind,
  };
}

/** One object a line and nothing else: NDJSON cannot mark an incomplete list. */
export function* ndjson(input: ExportInput): Iterable<string> {
  const lines = input.records.map(record => JSON.stringify(exportedRecord(input, record)));
  // One chunk: a chunk per record is slower.
  if (lines.length > 0) yield `${escaped(lines.join('\n'))}\n`;
}

/** A record, or an object with `complete` and the list. Numbers keep their digits. */
export function* json(input: ExportInput): Iterable<string> {
  if (input.kind === 'record') return yield recordText(input, 'json');
  const { marks, key } = listHead(input);
  // Without the end of the object, to which the list belongs.
  yield `${textOf(marks, 'json').replace(/\n\}\n$/, '')},\n  ${escaped(JSON.stringify(key))}: [`;
  for (const [at, record] of input.records.entries()) {
    const text = textOf(exportedRecord(input, record), 'json').trimEnd();
    yield `${at === 0 ? '' : ','}\n    ${text.replaceAll('\n', '\n    ')}`;
  }
  // Without the beginning of the object that they belong to.
  const more = input.more === undefined ? '' : textOf(input.more, 'json').replace(/^\{\n/, ',\n');
  yield `${input.records.length === 0 ? '' : '\n  '}]${more === '' ? '\n}\n' : more}`;
}

export function* yaml(input: ExportInput): Iterable<string> {
  if (input.kind === 'record') return yield recordText(input, 'yaml');
  const { marks, key } = listHead(input);
  yield yamlText(marks);
  if (input.records.length === 0) yield yamlText({ [key]: [] });
  for (const [at, record] of input.records.entries()) {
    const item = [exportedRecord(input, record)];
    yield at === 0 ? yamlText({ [key]: item }) : yamlText(item).replace(/^(?=[^\n])|\n(?=[^\n])/g, '$&  ');
  }
  if (input.more !== undefined) yield yamlText(input.more);
}

const CONTROL = /(?![\n\t])\p{Cc}/gu;
// The beginning of a cell that a spreadsheet would evaluate as a formula.
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\n]/;
const QUOTED = /[",;'\n\t]|^\s|\s$/;

/** Text, else JSON. Removes control characters; on a terminal makes them and invisible ones visible. */
function cellText(value: Json | undefined, onTerminal: boolean) {
  if (value === undefined || value === null) return '';
  const shown = onTerminal ? visibleText : (text: string) => text;
  if (typeof value !== 'string') return shown(rawDigits(value) ?? JSON.stringify(value));
  const text = shown(value).replace(CONTROL, '');
  // A leading apostrophe makes spreadsheets treat the cell as text.
  return FORMULA.test(text) ? `'${text}` : text;
}

function row(values: readonly (Json | undefined)[], { onTerminal = false }: Pick<ExportInput, 'onTerminal'>) {
  const cells = values.map(value => cellText(value, onTerminal));
  return `${cells.map(cell => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}

/** All described fields first, then other fields of the records. */
export function csvColumns({ resource, records, kind, only, reveals }: ExportInput): readonly string[] {
  if (only !== undefined) return only;
  const described = (kind === 'list' ? resource.listed : undefined) ?? Object.keys(resource.fields);
  const names = records.flatMap((record: JsonObject) => Object.keys(record));
  return [...new Set([...described, ...names.map(name => (reveals ? name : redactText(name)))])];
}

export const csvHead = (columns: readonly string[], options: Pick<ExportInput, 'onTerminal'>) =>
  row(columns, options);

export function* csvRows(input: ExportInput, columns: readonly string[]): Iterable<string> {
  for (const record of input.records) {
    const shown = exportedRecord(input, record);
    yield row(
      columns.map(name => (Object.hasOwn(shown, name) ? shown[name] : undefined)),
      input,
    );
  }
}

/** RFC 4180, columns named as in the API. Rows only: CSV cannot mark an incomplete list. */
export function* csv(input: ExportInput): Iterable<string> {
  const columns = csvColumns(input);
  yield csvHead(columns, input);
  yield* csvRows(input, columns);
}
