import { documentOf } from '../resources/document.ts';
import { documentText } from '../resources/document-text.ts';
import { escaped, listKey, masked, type Sheet } from './sheet.ts';

/** The same shape as JSON: a record as it is, a list below its name after whether it is complete. */
export function* yaml(sheet: Sheet): Iterable<string> {
  const { resource, records, is, missing } = sheet;
  const print = (value: Parameters<typeof documentOf>[0]): string =>
    `${escaped(documentText(documentOf(value), 'yaml'))}\n`;
  if (is === 'record') return yield print(masked(sheet, records[0] ?? {}));
  yield print({ complete: missing === undefined, ...(missing === undefined ? {} : { missing }) });
  yield `${listKey(resource)}:${records.length === 0 ? ' []' : ''}\n`;
  for (const record of records) yield print([masked(sheet, record)]).replace(/^(?=[^\n])/gm, '  ');
}
