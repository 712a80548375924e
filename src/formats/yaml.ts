import type { Json } from '../json/json.ts';
import { documentOf } from '../json/tree.ts';
import { documentText } from '../json/tree-lines.ts';
import { escaped } from '../text/sanitise.ts';
import { type ExportInput, exportedRecord, listKey } from './records.ts';

const printed = (value: Json): string => `${escaped(documentText(documentOf(value), 'yaml'))}\n`;

/** The same shape as JSON: a record as it is, a list below its name after whether it is complete. */
export function* yaml(sheet: ExportInput): Iterable<string> {
  const { resource, records, kind, missing } = sheet;
  if (kind === 'record') return yield printed(exportedRecord(sheet, records[0] ?? {}));
  yield printed({ complete: missing === undefined, ...(missing === undefined ? {} : { missing }) });
  yield `${listKey(resource)}:${records.length === 0 ? ' []' : ''}\n`;
  for (const record of records)
    yield printed([exportedRecord(sheet, record)]).replace(/^(?=[^\n])|\n(?=[^\n])/g, '$&  ');
}
