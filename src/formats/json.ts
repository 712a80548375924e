import { documentOf } from '../json/tree.ts';
import { documentText } from '../json/tree-lines.ts';
import { escaped } from '../text/sanitise.ts';
import { type ExportInput, exportedRecord, listKey } from './records.ts';

const indented = (text: string, indent: string): string => text.replaceAll('\n', `\n${indent}`);

/** One object for each line, and nothing else: a line can say of nothing that it is missing. */
export function* ndjson(sheet: ExportInput): Iterable<string> {
  const lines = sheet.records.map(record => JSON.stringify(exportedRecord(sheet, record)));
  // All at once: one by one they would take longer.
  if (lines.length > 0) yield `${escaped(lines.join('\n'))}\n`;
}

/** A record as it is; a list below its name, after whether it is complete. Numbers keep their digits. */
export function* json(sheet: ExportInput): Iterable<string> {
  const { resource, records, kind, missing } = sheet;
  const printed = (at: number): string =>
    escaped(documentText(documentOf(exportedRecord(sheet, records[at] ?? {})), 'json'));
  if (kind === 'record') return yield `${printed(0)}\n`;
  yield `{\n  "complete": ${missing === undefined},\n`;
  if (missing !== undefined) yield `  "missing": ${JSON.stringify(missing)},\n`;
  yield `  ${JSON.stringify(listKey(resource))}: [`;
  for (const at of records.keys()) yield `${at === 0 ? '' : ','}\n    ${indented(printed(at), '    ')}`;
  yield records.length === 0 ? ']\n}\n' : '\n  ]\n}\n';
}
