import { documentOf } from '../json/tree.ts';
import { documentText } from '../json/tree-lines.ts';
import { escaped } from '../text/sanitise.ts';
import { type ExportInput, exportedRecord, listKey } from './records.ts';

const INDENT = '    ';

const indented = (text: string): string => INDENT + text.replaceAll('\n', `\n${INDENT}`);

/** Prints one object per line and nothing else: NDJSON cannot mark an incomplete list. */
export function* ndjson(input: ExportInput): Iterable<string> {
  const lines = input.records.map(record => JSON.stringify(exportedRecord(input, record)));
  // One chunk: a chunk per record is slower.
  if (lines.length > 0) yield `${escaped(lines.join('\n'))}\n`;
}

/** Prints a record, or an object with `complete` and the list. Numbers keep their digits. */
export function* json(input: ExportInput): Iterable<string> {
  const { resource, records, kind, missing } = input;
  const printed = (at: number): string =>
    escaped(documentText(documentOf(exportedRecord(input, records[at] ?? {})), 'json'));
  if (kind === 'record') return yield `${printed(0)}\n`;
  yield `{\n  "complete": ${missing === undefined},\n`;
  if (missing !== undefined) yield `  "missing": ${JSON.stringify(missing)},\n`;
  yield `  ${JSON.stringify(listKey(resource))}: [`;
  for (const at of records.keys()) yield `${at === 0 ? '' : ','}\n${indented(printed(at))}`;
  yield records.length === 0 ? ']\n}\n' : '\n  ]\n}\n';
}
