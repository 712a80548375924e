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

/** Kinds without a list have their records under two keys, of which the singular is older. */
function listHead(input: ExportInput) {
  const { resource, records, missing } = input;
  const { kind, plural, list } = resource;
  const key = list?.response.shape === 'page' ? list.response.key : kind;
  const isOlder = key === kind && plural.toLowerCase() === `${kind}s`;
  const older = isOlder ? { [kind]: records.map(record => exportedRecord(input, record)) } : {};
  const more = { ...older, ...input.more };
  return {
    marks: missing === undefined ? { complete: true } : { complete: false, missing },
    key: isOlder ? `${kind}s` : key,
    more: Object.keys(more).length === 0 ? undefined : more,
  };
}

/** One object a line and nothing else: NDJSON cannot mark an incomplete list. */
export function* ndjson(input: ExportInput): Iterable<string> {
  const lines = input.records.map(record => JSON.stringify(exportedRecord(input, record)));
  // One chunk: a chunk per record is slower.
  if (lines.length > 0) yield `${escaped(lines.join('\n'))}\n`;
}

function* jsonArray(input: ExportInput, indent: string): Iterable<string> {
  yield '[';
  for (const [at, record] of input.records.entries()) {
    const text = textOf(exportedRecord(input, record), 'json').trimEnd();
    yield `${at === 0 ? '' : ','}\n${indent}  ${text.replaceAll('\n', `\n${indent}  `)}`;
  }
  yield `${input.records.length === 0 ? '' : `\n${indent}`}]`;
}

/** A record, or an object with `complete` and the list. Numbers keep their digits. */
export function* json(input: ExportInput): Iterable<string> {
  if (input.kind === 'record') return yield recordText(input, 'json');
  const { marks, key, more } = listHead(input);
  // Without the end of the object, to which the list belongs.
  yield `${textOf(marks, 'json').replace(/\n\}\n$/, '')},\n  ${escaped(JSON.stringify(key))}: `;
  yield* jsonArray(input, '  ');
  // Without the beginning of the object that they belong to.
  yield more === undefined ? '\n}\n' : textOf(more, 'json').replace(/^\{\n/, ',\n');
}

/** The list alone: only the exit code marks it as incomplete. */
export function* bareJson(input: ExportInput): Iterable<string> {
  if (input.kind === 'record') return yield recordText(input, 'json');
  yield* jsonArray({ ...input, records: input.records.filter(record => !input.errors?.has(record)) }, '');
  yield '\n';
}

export function* yaml(input: ExportInput): Iterable<string> {
  if (input.kind === 'record') return yield recordText(input, 'yaml');
  const { marks, key, more } = listHead(input);
  yield yamlText(marks);
  if (input.records.length === 0) yield yamlText({ [key]: [] });
  for (const [at, record] of input.records.entries()) {
    const item = [exportedRecord(input, record)];
    yield at === 0 ? yamlText({ [key]: item }) : yamlText(item).replace(/^(?=[^\n])|\n(?=[^\n])/g, '$&  ');
  }
  if (more !== undefined) yield yamlText(more);
}

const CONTROL = /(?![\n\t])\p{Cc}/gu;
// The beginning of a cell that a spreadsheet would evaluate as a formula.
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\n]/;
const QUOTED = /[",;'\n\t]|^\s|\s$/;

/** Text, else JSON. Removes control characters; on a terminal makes them and invisible ones visible. */
function cellText(value: Json, onTerminal: boolean) {
  const text = typeof value === 'string' ? value : (rawDigits(value) ?? escaped(JSON.stringify(value)));
  return (onTerminal ? visibleText(text) : text).replace(CONTROL, '');
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n' };

/** `cell`: of cleaned text, which `isText` if it is no number, flag or JSON. */
const rowForms = {
  csv: {
    between: ',',
    end: '\r\n',
    cell: (text: string, isText: boolean) => {
      // A leading apostrophe makes spreadsheets treat the cell as text.
      const inert = isText && FORMULA.test(text) ? `'${text}` : text;
      return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
    },
  },
  text: {
    between: '\t',
    end: '\n',
    cell: (text: string) => text.replace(/[\\\t\n]/g, sign => ESCAPES[sign] ?? ''),
  },
};

type RowForm = keyof typeof rowForms;

function row(values: readonly (Json | undefined)[], form: RowForm, onTerminal = false) {
  const { between, end, cell } = rowForms[form];
  const cells = values.map(value =>
    value === undefined || value === null ? '' : cell(cellText(value, onTerminal), typeof value === 'string'),
  );
  return `${cells.join(between)}${end}`;
}

export function rowColumns({ resource, records, kind, only, reveals }: ExportInput): readonly string[] {
  if (only !== undefined) return only;
  const described = (kind === 'list' ? resource.listed : undefined) ?? Object.keys(resource.fields);
  const names = records.flatMap((record: JsonObject) => Object.keys(record));
  return [...new Set([...described, ...names.map(name => (reveals ? name : redactText(name)))])];
}

export const rowTitles = (
  columns: readonly string[],
  { onTerminal }: Pick<ExportInput, 'onTerminal'>,
  form: RowForm,
) => (form === 'text' ? '' : row(columns, form, onTerminal));

export function* rows(input: ExportInput, columns: readonly string[], form: RowForm): Iterable<string> {
  for (const record of input.records) {
    const shown = exportedRecord(input, record);
    const values = columns.map(name => (Object.hasOwn(shown, name) ? shown[name] : undefined));
    yield row(values, form, input.onTerminal);
  }
}

/** RFC 4180, columns named as in the API. Rows only: CSV cannot mark an incomplete list. */
export function* csv(input: ExportInput): Iterable<string> {
  const columns = rowColumns(input);
  yield rowTitles(columns, input, 'csv');
  yield* rows(input, columns, 'csv');
}
