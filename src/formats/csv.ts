import { type Json, type JsonObject, rawDigits } from '../json/json.ts';
import { visibleText } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { type ExportInput, exportedRecord } from './records.ts';

const CONTROL = /(?![\n\t])\p{Cc}/gu;
// The beginning of a cell that a spreadsheet would evaluate as a formula.
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\n]/;
const QUOTED = /[",;'\n\t]|^\s|\s$/;

/**
 * Returns a value as the text of a cell: text unchanged, other values as JSON, '' if not set. Control
 * characters are removed; on a terminal these and invisible characters are made visible.
 */
function cellText(value: Json | undefined, onTerminal: boolean): string {
  if (value === undefined || value === null) return '';
  const shown = onTerminal ? visibleText : (text: string): string => text;
  if (typeof value !== 'string') return shown(rawDigits(value) ?? JSON.stringify(value));
  const text = shown(value).replace(CONTROL, '');
  // A leading apostrophe makes spreadsheets treat the cell as text.
  return FORMULA.test(text) ? `'${text}` : text;
}

function row(values: readonly (Json | undefined)[], { onTerminal = false }: Pick<ExportInput, 'onTerminal'>) {
  const cells = values.map(value => cellText(value, onTerminal));
  return `${cells.map(cell => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}

/** Returns the names of the columns: all described fields first, then other fields of the records. */
export function csvColumns({ resource, records, kind, only, reveals }: ExportInput): readonly string[] {
  if (only !== undefined) return only;
  const described = (kind === 'list' ? resource.listed : undefined) ?? Object.keys(resource.fields);
  const names = records.flatMap((record: JsonObject) => Object.keys(record));
  return [...new Set([...described, ...names.map(name => (reveals ? name : redactText(name)))])];
}

export const csvHead = (columns: readonly string[], options: Pick<ExportInput, 'onTerminal'>): string =>
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

/**
 * Prints records as CSV (RFC 4180), columns named as in the API. Rows only: CSV cannot mark an incomplete
 * list.
 */
export function* csv(input: ExportInput): Iterable<string> {
  const columns = csvColumns(input);
  yield csvHead(columns, input);
  yield* csvRows(input, columns);
}
