import type { Json } from '../json/json.ts';
import { documentOf } from '../json/tree.ts';
import { documentText } from '../json/tree-lines.ts';
import { escaped } from '../text/sanitise.ts';
import { type ExportInput, exportedRecord, listKey } from './records.ts';

/** Returns a value as YAML, with escapes for all that could control a terminal. */
export const yamlText = (value: Json): string =>
  `${escaped(documentText(documentOf(value), 'yaml'), 'yaml')}\n`;

/** Prints the same shape as JSON: a record, or an object with `complete` and the list. */
export function* yaml(input: ExportInput): Iterable<string> {
  const { resource, records, kind, missing } = input;
  if (kind === 'record') return yield yamlText(exportedRecord(input, records[0] ?? {}));
  yield yamlText({ complete: missing === undefined, ...(missing === undefined ? {} : { missing }) });
  yield `${listKey(resource)}:${records.length === 0 ? ' []' : ''}\n`;
  for (const record of records)
    yield yamlText([exportedRecord(input, record)]).replace(/^(?=[^\n])|\n(?=[^\n])/g, '$&  ');
}
