import { type Json, type JsonObject, rawDigits } from '../json/json.ts';
import { visibleText } from '../text/sanitise.ts';
import { type ExportInput, exportedRecord } from './records.ts';

const CONTROL = /(?![\n\t])\p{Cc}/gu;
// What a spreadsheet would calculate, or run.
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\n]/;
const QUOTED = /[",;'\n\t]|^\s|\s$/;

/**
 * A value as the text of a cell: text as it is, what is no text as JSON, nothing where it is not set. A file keeps all
 * but control characters; on a terminal these and invisible ones are shown.
 */
function cellText(value: Json | undefined, onTerminal: boolean): string {
  if (value === undefined || value === null) return '';
  const shown = onTerminal ? visibleText : (text: string): string => text;
  if (typeof value !== 'string') return shown(rawDigits(value) ?? JSON.stringify(value));
  const text = shown(value).replace(CONTROL, '');
  // An apostrophe in front makes a spreadsheet show it as text.
  return FORMULA.test(text) ? `'${text}` : text;
}

function cell(text: string): string {
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Names of the columns: always those that the description promises, then whatever else a record holds. */
export function csvColumns({ resource, records, kind, only }: ExportInput): readonly string[] {
  if (only !== undefined) return only;
  const promised = (kind === 'list' ? resource.listed : undefined) ?? Object.keys(resource.fields);
  return [...new Set([...promised, ...records.flatMap((record: JsonObject) => Object.keys(record))])];
}

/** RFC 4180, the columns named as the fields of the service. Rows only: a table can say of nothing that it is missing. */
export function* csv(sheet: ExportInput): Iterable<string> {
  const columns = csvColumns(sheet);
  yield csvHead(columns, sheet);
  yield* csvRows(sheet, columns);
}

const row = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** The first line, which names the columns. */
export const csvHead = (
  columns: readonly string[],
  { onTerminal = false }: Pick<ExportInput, 'onTerminal'>,
): string => row(columns.map(name => cellText(name, onTerminal)));

/** The lines below it. */
export function* csvRows(sheet: ExportInput, columns: readonly string[]): Iterable<string> {
  for (const record of sheet.records) {
    const shown = exportedRecord(sheet, record);
    const value = (name: string): Json | undefined => (Object.hasOwn(shown, name) ? shown[name] : undefined);
    yield row(columns.map(name => cellText(value(name), sheet.onTerminal ?? false)));
  }
}
